#include "problems/table_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/data_file.h"
#include "base/memory.h"
#include "base/text.h"

/* Words in messages are cut. */
enum { SHOWN = 40 };

typedef struct table_reader {
  const char *path;
  const table_format *format;
  table_data *data;
  size_t line;
  size_t width; /* columns of the file, with the class; 0: not known yet */
} table_reader;

void table_free(table_data *data) {
  free(data->value);
  free(data->line);
  free(data->class);
  *data = (table_data){0};
}

size_t table_file_column(const table_data *data, size_t j) {
  return j + 1 < data->class_column ? j + 1 : j + 2;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/* Blanks around a cell do not count. */
static char *trim(char *cell, char *end) {
  while (is_blank(*cell)) cell++;
  while (end > cell && is_blank(end[-1])) end--;
  *end = '\0';
  return cell;
}

/* The next cell of the line, ended by a 0 byte; *cursor is NULL behind the last one. */
static char *next_cell(char separator, char **cursor) {
  char *cell = *cursor, *end;
  if (separator == ' ') {
    while (is_blank(*cell)) cell++;
    end = cell + strcspn(cell, " \t");
    char *next = end + strspn(end, " \t");
    *cursor = *next == '\0' ? NULL : next;
    *end = '\0';
    return cell;
  }
  end = cell + strcspn(cell, separator == ',' ? "," : separator == ';' ? ";" : "\t");
  *cursor = *end == '\0' ? NULL : end + 1;
  *end = '\0';
  return separator == '\t' ? cell : trim(cell, end);
}

static size_t count_cells(char separator, const char *line) {
  size_t count = 0;
  if (separator != ' ') {
    for (count = 1; *line != '\0'; line++) count += *line == separator;
    return count;
  }
  for (line += strspn(line, " \t"); *line != '\0'; count++) {
    line += strcspn(line, " \t");
    line += strspn(line, " \t");
  }
  return count;
}

static status make_room(table_data *data) {
  if (data->rows < data->row_room) return STATUS_OK;
  const size_t room = data->row_room > 0 ? 2 * data->row_room : 256;
  size_t entries = 0;
  if (__builtin_mul_overflow(room, data->columns, &entries)) return FAIL(STATUS_MEMORY, "no memory for a table");
  TRY(memory_grow(&data->value, entries, sizeof *data->value));
  TRY(memory_grow(&data->line, room, sizeof *data->line));
  TRY(memory_grow(&data->class, room, sizeof *data->class));
  data->row_room = room;
  return STATUS_OK;
}

/* The first row says how many columns there are. */
static status find_width(table_reader *r, const char *line) {
  const size_t wanted = r->format->class_column;
  r->width = count_cells(r->format->separator, line);
  if (r->width < 2) {
    return FAIL(STATUS_INVALID, "%s:%zu: one column, expected a class and at least one number: is the separator right?",
                r->path, r->line);
  }
  if (wanted > r->width) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected the class in column %zu", r->path, r->line, r->width,
                wanted);
  }
  r->data->class_column = wanted == 0 ? r->width : wanted;
  r->data->columns = r->width - 1;
  return STATUS_OK;
}

static status read_class(const table_reader *r, size_t column, const char *cell) {
  const size_t length = strlen(cell);
  if (length == 0 || length >= TABLE_CLASS) {
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected a class of 1 to %d bytes", r->path, r->line,
                column, (int)SHOWN, cell, (int)TABLE_CLASS - 1);
  }
  memcpy(r->data->class[r->data->rows], cell, length + 1);
  return STATUS_OK;
}

static status read_line(table_reader *r, char *line) {
  table_data *data = r->data;
  if (r->width == 0) TRY(find_width(r, line));
  const size_t width = count_cells(r->format->separator, line);
  if (width != r->width) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu", r->path, r->line, width, r->width);
  }
  TRY(make_room(data));
  double *value = data->value + data->rows * data->columns;
  char *cursor = line;
  for (size_t column = 1; column <= width; column++) {
    const char *cell = next_cell(r->format->separator, &cursor);
    if (column == data->class_column) {
      TRY(read_class(r, column, cell));
    } else if (!number_parse(cell, value++)) {
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', expected a finite number", r->path, r->line, column,
                  (int)SHOWN, cell);
    }
  }
  data->line[data->rows++] = r->line;
  return STATUS_OK;
}

/* Every line of the text, which ends with a 0 byte. */
static status read_text(table_reader *r, char *text, size_t length) {
  bool header = r->format->header;
  for (char *start = text, *end = text + length; start < end;) {
    char *stop = memchr(start, '\n', (size_t)(end - start));
    if (stop == NULL) stop = end;
    char *next = stop < end ? stop + 1 : end;
    *stop = '\0';
    r->line++;
    const size_t read = strlen(start);
    if (read != (size_t)(stop - start)) {
      return FAIL(STATUS_INVALID, "%s:%zu: a 0 byte, expected text", r->path, r->line);
    }
    if (stop > start && stop[-1] == '\r') stop[-1] = '\0';
    const bool blank = start[strspn(start, " \t")] == '\0';
    if (!blank && !header) TRY(read_line(r, start));
    if (!blank) header = false;
    start = next;
  }
  return STATUS_OK;
}

status table_read(const char *path, const table_format *format, table_data *data) {
  table_reader reader = {.path = path, .format = format, .data = data};
  char *text = NULL;
  size_t length = 0;
  *data = (table_data){0};
  TRY(data_file_read(path, &text, &length));
  status code = read_text(&reader, text, length);
  free(text);
  if (code == STATUS_OK && data->rows == 0) code = FAIL(STATUS_INVALID, "%s:1: no rows, expected a table", path);
  return code;
}
