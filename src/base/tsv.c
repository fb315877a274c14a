#include "base/tsv.h"
#include "base/file.h"
#include "base/text.h"
#include <stdarg.h>

/* Tabs and line ends would break the table: they become blanks. */
static void put_clean(FILE *file, const char *text) {
  for (; *text != '\0'; text++) fputc(*text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text, file);
}

void tsv_comment(tsv_writer *writer, const char *format, ...) {
  FREED char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0) {
    text = NULL;
    status_note_memory();
  }
  va_end(arguments);
  fputs("# ", writer->file);
  if (text != NULL) put_clean(writer->file, text);
  fputc('\n', writer->file);
}

static void begin_cell(tsv_writer *writer) {
  if (writer->row_started) fputc('\t', writer->file);
  writer->row_started = true;
}

void tsv_text(tsv_writer *writer, const char *text) {
  begin_cell(writer);
  put_clean(writer->file, text == NULL || text[0] == '\0' ? "-" : text);
}

void tsv_put_name(FILE *file, const char *name) {
  for (const char *c = name; *c != '\0'; c++) {
    const bool other = *c == '\t' || *c == '\n' || *c == '\r' || *c == '#' || (*c == '"' && c == name);
    (void)fputc(other ? ' ' : *c, file);
  }
}

void tsv_number(tsv_writer *writer, double value) {
  begin_cell(writer);
  number_write(writer->file, value);
}

void tsv_count(tsv_writer *writer, unsigned long long value) {
  begin_cell(writer);
  fprintf(writer->file, "%llu", value);
}

void tsv_end(tsv_writer *writer) {
  fputc('\n', writer->file);
  writer->row_started = false;
}

/* The lines of a file, cut in place. */
typedef struct lines {
  char *next, *end;
  size_t number;
} lines;

static char *next_line(lines *source) {
  if (source->next >= source->end) return NULL;
  char *line = source->next, *newline = memchr(line, '\n', (size_t)(source->end - line));
  char *stop = newline != NULL ? newline : source->end;
  source->next = newline != NULL ? newline + 1 : source->end;
  source->number++;
  if (stop > line && stop[-1] == '\r') stop--;
  *stop = '\0';
  return line;
}

static size_t count_cells(const char *line) {
  size_t count = 1;
  for (; *line != '\0'; line++) count += *line == '\t';
  return count;
}

static void cut_cells(char *line, size_t count, char **cells) {
  for (size_t i = 0; i < count; i++) cells[i] = strsep(&line, "\t");
}

/* A comment without its '#' and one space. */
static char *comment_text(char *line) {
  return line + (line[1] == ' ' ? 2 : 1);
}

static status read_header(const char *path, lines *source, tsv_table *table, size_t line_count) {
  TRY(NEW_ARRAY(line_count, table->comment));
  char *line = next_line(source);
  for (; line != NULL && (line[0] == '#' || line[0] == '\0'); line = next_line(source)) {
    if (line[0] == '#') table->comment[table->comments++] = comment_text(line);
  }
  if (line == NULL) return FAIL(STATUS_INVALID, "%s: no line of column names", path);
  table->columns = count_cells(line);
  TRY(NEW_ARRAY(table->columns, table->names));
  cut_cells(line, table->columns, table->names);
  for (size_t i = 0; i < table->columns; i++) {
    if (tsv_column(table, table->names[i]) == i) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: two columns named '%s'", path, source->number, table->names[i]);
  }
  return STATUS_OK;
}

static status read_rows(const char *path, lines *source, tsv_table *table, size_t line_count) {
  size_t room;
  if (__builtin_mul_overflow(line_count, table->columns, &room)) return FAIL(STATUS_MEMORY, "%s: too large", path);
  TRY(NEW_ARRAY(room, table->cells));
  for (char *line = next_line(source); line != NULL; line = next_line(source)) {
    if (line[0] == '\0') continue;
    const size_t count = count_cells(line);
    if (count != table->columns) {
      return FAIL(STATUS_INVALID, "%s:%zu: %zu cells, expected %zu", path, source->number, count, table->columns);
    }
    cut_cells(line, count, table->cells + table->rows++ * table->columns);
  }
  return STATUS_OK;
}

status tsv_read(const char *path, tsv_table *table) {
  CLEANUP(tsv_free) tsv_table made = {0};
  size_t length = 0, line_count = 1;
  *table = made;
  const status read = file_read(path, &made.storage, &length);
  if (read == STATUS_IO && !file_exists(path)) return FAIL(STATUS_INVALID, "%s: there is no such table", path);
  TRY(read);
  for (size_t i = 0; i < length; i++) {
    if (made.storage[i] == '\0') return FAIL(STATUS_INVALID, "%s:%zu: a zero byte, expected text", path, line_count);
    line_count += made.storage[i] == '\n';
  }
  lines source = {made.storage, made.storage + length, 0};
  TRY(read_header(path, &source, &made, line_count));
  TRY(read_rows(path, &source, &made, line_count));
  return HAND_OVER(made, *table);
}

void tsv_free(tsv_table *table) {
  free(table->names);
  free(table->cells);
  free(table->comment);
  free(table->storage);
  memset(table, 0, sizeof *table);
}

size_t tsv_column(const tsv_table *table, const char *name) {
  for (size_t i = 0; i < table->columns; i++) {
    if (strcmp(table->names[i], name) == 0) return i;
  }
  return (size_t)-1;
}

const char *tsv_cell(const tsv_table *table, size_t row, size_t column) {
  return table->cells[row * table->columns + column];
}

double tsv_value(const tsv_table *table, size_t row, size_t column) {
  const char *text = tsv_cell(table, row, column);
  double value;
  if (number_parse(text, &value)) return value;
  if (strcmp(text, "inf") == 0) return INFINITY;
  if (strcmp(text, "-inf") == 0) return -INFINITY;
  return NAN;
}

status tsv_add_row(tsv_table *table, size_t *room, char ***row) {
  if (table->rows == *room) {
    const size_t grown = *room == 0 ? 64 : 2 * *room;
    TRY(memory_grow(&table->cells, grown * table->columns, sizeof *table->cells));
    *room = grown;
  }
  *row = table->cells + table->rows++ * table->columns;
  memset(*row, 0, table->columns * sizeof **row);
  return STATUS_OK;
}

void tsv_free_rows(tsv_table *table) {
  for (size_t i = 0; i < table->rows * table->columns; i++) free(table->cells[i]);
  free(table->cells);
  table->cells = NULL;
  table->rows = 0;
}
