#include "data/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

void text_table_free(text_table *table) {
  text_lines_close(&table->lines);
  free(table->place);
  free(table->name);
  free(table->cell);
  free(table->line);
  *table = (text_table){0};
}

const char *text_table_cell(const text_table *table, size_t row, size_t column) {
  return table->cell[row * table->columns + column];
}

status text_table_refuse(const text_table *table, size_t row, size_t column, const char *what) {
  return FAIL(STATUS_INVALID, "%s:%zu: column %zu is '%.*s', %s", table->lines.path, table->line[row],
              table->place[column] + 1, (int)TEXT_SHOWN, text_table_cell(table, row, column), what);
}

status text_table_number(const text_table *table, size_t row, size_t column, double *value) {
  if (number_parse(text_table_cell(table, row, column), value)) return STATUS_OK;
  return text_table_refuse(table, row, column, "expected a finite number");
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

/* Takes the columns that are kept. A tab would break the tables that texts are written to. */
static status take_cells(const text_table *table, const text_row *row, const char **cells) {
  for (size_t k = 0; k < table->columns; k++) {
    cells[k] = row->cell[table->place[k]];
    if (strchr(cells[k], '\t') == NULL) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: column %zu has a tab, expected text without", table->lines.path,
                table->lines.line, table->place[k] + 1);
  }
  return STATUS_OK;
}

/* As some programs write tables: no name above the first column, of row numbers. */
static status name_first(text_table *table) {
  table->width = ++table->columns;
  TRY(memory_grow(&table->place, table->columns, sizeof *table->place));
  TRY(memory_grow(&table->name, table->columns, sizeof *table->name));
  memmove(table->name + 1, table->name, (table->columns - 1) * sizeof *table->name);
  table->name[0] = "";
  table->place[table->columns - 1] = table->columns - 1;
  return STATUS_OK;
}

static status take_row(text_table *table, const text_row *row) {
  if (table->all_named && table->rows == 0 && row->count == table->width + 1) TRY(name_first(table));
  if (row->count != table->width) {
    return FAIL(STATUS_INVALID, "%s:%zu: %zu columns, expected %zu", table->lines.path, table->lines.line, row->count,
                table->width);
  }
  TRY(make_room(table));
  TRY(take_cells(table, row, table->cell + table->rows * table->columns));
  table->line[table->rows++] = table->lines.line;
  return STATUS_OK;
}

/* *place = the place of the only column of this name. */
static status find_place(const text_table *table, const text_row *first, const char *name, size_t *place) {
  bool found = false;
  for (size_t j = 0; j < first->count; j++) {
    if (strcmp(first->cell[j], name) != 0) continue;
    if (found) {
      return FAIL(STATUS_INVALID, "%s:%zu: columns %zu and %zu are both '%.*s', expected one", table->lines.path,
                  table->lines.line, *place + 1, j + 1, (int)TEXT_SHOWN, name);
    }
    found = true;
    *place = j;
  }
  if (found) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: %zu columns and none is '%.*s', expected a line of column names",
              table->lines.path, table->lines.line, first->count, (int)TEXT_SHOWN, name);
}

/* The first line determines the number of columns. names = NULL keeps all. */
static status take_first(text_table *table, bool header, size_t count, const char *const *names,
                         const text_row *first) {
  table->width = first->count;
  table->columns = names == NULL ? first->count : count;
  TRY(NEW_ARRAY(table->columns, table->place));
  for (size_t k = 0; k < table->columns; k++) {
    table->place[k] = k;
    if (names != NULL) TRY(find_place(table, first, names[k], &table->place[k]));
  }
  if (!header) return take_row(table, first);
  table->all_named = names == NULL;
  table->name_line = table->lines.line;
  TRY(NEW_ARRAY(table->columns, table->name));
  return take_cells(table, first, table->name);
}

static status read_rows(text_table *table, char separator, bool header, size_t count, const char *const *names,
                        text_row *row) {
  for (;;) {
    char *line = NULL;
    const status code = text_lines_next(&table->lines, &line);
    if (code != STATUS_OK) return code;
    TRY(text_row_split(&table->lines, separator, line, row));
    TRY(table->width == 0 ? take_first(table, header, count, names, row) : take_row(table, row));
  }
}

static status read_table(const char *path, char separator, bool header, size_t count, const char *const *names,
                         text_table *table) {
  text_row row = {0};
  *table = (text_table){0};
  TRY(text_lines_open(path, &table->lines));
  const status code = read_rows(table, separator, header, count, names, &row);
  text_row_free(&row);
  if (code != STATUS_END) return code;
  if (table->rows > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:1: no rows, expected a %stable", path,
              names == NULL ? "" : "line of column names and a ");
}

status text_table_read(const char *path, char separator, bool header, text_table *table) {
  return read_table(path, separator, header, 0, NULL, table);
}

status text_table_read_columns(const char *path, char separator, size_t count, const char *const *names,
                               text_table *table) {
  return read_table(path, separator, true, count, names, table);
}

static bool has_decimal_comma(const char *cell) {
  const char *digits = cell + (*cell == '+' || *cell == '-');
  const size_t before = strspn(digits, "0123456789");
  if (digits[before] != ',') return false;
  const char *end = digits + before + 1 + strspn(digits + before + 1, "0123456789");
  if (end == digits + 1) return false; /* no digit */
  if (*end == 'e' || *end == 'E') {
    end++;
    end += *end == '+' || *end == '-';
    end += strspn(end, "0123456789");
  }
  return *end == '\0';
}

size_t text_table_decimal_commas(text_table *table) {
  size_t found = 0;
  for (size_t k = 0; k < table->rows * table->columns; k++) {
    if (!has_decimal_comma(table->cell[k])) continue;
    const char *comma = strchr(table->cell[k], ',');
    table->lines.text[comma - table->lines.text] = '.';
    found++;
  }
  return found;
}

bool text_table_has_names(const text_table *table) {
  bool number_below = false;
  double value = 0.0;
  for (size_t j = 0; j < table->columns; j++) {
    const char *name = table->cell[j];
    if (*name == '\0' || strcmp(name, "?") == 0 || number_parse(name, &value)) return false;
    for (size_t k = 0; k < j; k++) {
      if (strcmp(table->cell[k], name) == 0) return false;
    }
    for (size_t i = 1; i < table->rows && !number_below; i++) {
      number_below = number_parse(text_table_cell(table, i, j), &value);
    }
  }
  return number_below;
}

status text_table_take_names(text_table *table) {
  TRY(NEW_ARRAY(table->columns, table->name));
  memcpy(table->name, table->cell, table->columns * sizeof *table->name);
  table->name_line = table->line[0];
  table->rows--;
  memmove(table->cell, table->cell + table->columns, table->rows * table->columns * sizeof *table->cell);
  memmove(table->line, table->line + 1, table->rows * sizeof *table->line);
  return STATUS_OK;
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
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "%s = \"%.60s\": no column of %s has this name%s", who, word, table->lines.path,
              nearest_names(word, table->name, table->columns, false, nearest));
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
