#include "data/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

void text_table_free(text_table *table) {
  text_lines_close(&table->lines);
  free(table->name);
  free(table->cell);
  free(table->line);
  *table = (text_table){0};
}

const char *text_table_cell(const text_table *table, size_t row, size_t column) {
  return table->cell[row * table->columns + column];
}

status text_table_refuse(const text_table *table, size_t row, size_t column, const char *what) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', %s", table->lines.path, table->line[row], column + 1,
              (int)TEXT_SHOWN, text_table_cell(table, row, column), what);
}

status text_table_number(const text_table *table, size_t row, size_t column, double *value) {
  if (number_parse(text_table_cell(table, row, column), value)) return STATUS_OK;
  return text_table_refuse(table, row, column, "expected a finite number");
}

/* At most so many cells. */
static size_t count_cells(char separator, const char *line) {
  size_t count = 1;
  for (; *line != '\0'; line++) count += *line == separator || (separator == ' ' && *line == '\t');
  return count;
}

/* The cells of a line into `cells`, at most table->columns of them; *width = how many there are. Tabs in texts would break what is
 * printed of them. */
static status read_cells(const text_table *table, char separator, char *line, const char **cells, size_t *width) {
  const text_lines *lines = &table->lines;
  *width = 0;
  for (char *cursor = line; cursor != NULL;) {
    char *cell = NULL;
    TRY(text_cell_next(lines, separator, ++*width, &cursor, &cell));
    if (strchr(cell, '\t') != NULL) {
      return FAIL(STATUS_INVALID, "%s:%zu: column %zu has a tab, expected text without", lines->path, lines->line,
                  *width);
    }
    if (*width <= table->columns) cells[*width - 1] = cell;
  }
  return STATUS_OK;
}

static status make_room(text_table *table) {
  size_t cells = 0;
  if (table->rows < table->room) return STATUS_OK;
  const size_t room = table->room > 0 ? 2 * table->room : 64;
  if (__builtin_mul_overflow(room, table->columns, &cells)) return FAIL(STATUS_MEMORY, "no memory for a table");
  TRY(memory_grow(&table->cell, cells, sizeof *table->cell));
  TRY(memory_grow(&table->line, room, sizeof *table->line));
  table->room = room;
  return STATUS_OK;
}

static status read_row(text_table *table, char separator, char *line) {
  size_t width = 0;
  TRY(make_room(table));
  TRY(read_cells(table, separator, line, table->cell + table->rows * table->columns, &width));
  if (width != table->columns) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu", table->lines.path, table->lines.line, width,
                table->columns);
  }
  table->line[table->rows++] = table->lines.line;
  return STATUS_OK;
}

/* The first line says how many columns there are. */
static status read_first(text_table *table, char separator, bool header, char *line) {
  size_t width = 0;
  table->columns = count_cells(separator, line);
  TRY(NEW_ARRAY(table->columns, table->name));
  TRY(read_cells(table, separator, line, table->name, &width));
  table->columns = width;
  table->name_line = table->lines.line;
  if (header) return STATUS_OK;
  TRY(make_room(table));
  memcpy(table->cell, table->name, width * sizeof *table->cell);
  table->line[table->rows++] = table->lines.line;
  free(table->name);
  table->name = NULL;
  return STATUS_OK;
}

status text_table_read(const char *path, char separator, bool header, text_table *table) {
  char *line = NULL;
  *table = (text_table){0};
  TRY(text_lines_open(path, &table->lines));
  status code = text_lines_next(&table->lines, &line);
  if (code == STATUS_OK) code = read_first(table, separator, header, line);
  while (code == STATUS_OK) {
    code = text_lines_next(&table->lines, &line);
    if (code == STATUS_OK) code = read_row(table, separator, line);
  }
  if (code != STATUS_END) return code;
  if (table->rows > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:1: no rows, expected a table", path);
}

static status find_name(const text_table *table, const char *who, const char *word, size_t *column) {
  size_t found = table->columns;
  for (size_t k = 0; k < table->columns; k++) {
    if (strcmp(table->name[k], word) != 0) continue;
    if (found < table->columns) {
      return FAIL(STATUS_INVALID, "%s = \"%.60s\": columns %zu and %zu of %s have this name, expected a number", who,
                  word, found + 1, k + 1, table->lines.path);
    }
    found = k;
  }
  if (found < table->columns) {
    *column = found;
    return STATUS_OK;
  }
  const char *near = nearest_name(word, table->name, table->columns);
  return FAIL(STATUS_INVALID, "%s = \"%.60s\": no column of %s has this name; nearest: %.60s", who, word,
              table->lines.path, near != NULL ? near : "none");
}

status text_table_column(const text_table *table, const char *who, const char *word, size_t *column) {
  long long number = 0;
  if (integer_parse(word, &number)) {
    if (number < 1 || (unsigned long long)number > table->columns) {
      return FAIL(STATUS_INVALID, "%s = %lld: expected a column of %s from 1 to %zu", who, number, table->lines.path,
                  table->columns);
    }
    *column = (size_t)number - 1;
    return STATUS_OK;
  }
  if (table->name != NULL) return find_name(table, who, word, column);
  return FAIL(STATUS_INVALID, "%s = \"%.60s\": columns have names only with header = true, expected a number", who,
              word);
}
