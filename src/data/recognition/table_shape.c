#include "data/recognition/table_shape.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/libsvm_file.h"

enum { LEAST_ITEMS = 3, MOST_ITEMS = 1024 }; /* of distances */

void table_shape_free(table_shape *shape) {
  text_table_free(&shape->table);
}

/* ---- the names of columns */

static bool is_number(const char *cell) {
  double value = 0.0;
  return number_parse(cell, &value);
}

/* In half of the columns the first row is a text above numbers. */
static bool stands_above(const text_table *table) {
  size_t above = 0;
  for (size_t j = 0; j < table->columns; j++) {
    bool numbers = table->rows > 1 && !is_number(table->cell[j]) && !text_is_gap(table->cell[j]);
    for (size_t i = 1; i < table->rows && numbers; i++) {
      const char *cell = text_table_cell(table, i, j);
      numbers = is_number(cell) || text_is_gap(cell);
    }
    above += numbers;
  }
  return above > 0 && 2 * above >= table->columns;
}

/* Or only different texts that do not occur below themselves. */
static bool has_names(const text_table *table) {
  if (text_table_has_names(table) || stands_above(table)) return true;
  for (size_t j = 0; j < table->columns; j++) {
    const char *name = table->cell[j];
    if (*name == '\0' || is_number(name)) return false;
    for (size_t k = 0; k < j; k++) {
      if (strcmp(name, table->cell[k]) == 0) return false;
    }
    for (size_t i = 1; i < table->rows; i++) {
      if (strcmp(name, text_table_cell(table, i, j)) == 0) return false;
    }
  }
  return table->rows > 2;
}

/* ---- the separator */

static const struct {
  char character;
  const char *name;
} separators[] = {{',', "comma"}, {';', "semicolon"}, {'\t', "tab"}, {' ', "blank"}};

static status first_separator(const char *path, char *separator) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  char *line = NULL;
  TRY(text_lines_open(path, &lines));
  const status code = text_lines_next(&lines, &line);
  const char *at = code == STATUS_OK ? strpbrk(line, ",;\t") : NULL;
  if (at != NULL) *separator = *at;
  return code == STATUS_END ? STATUS_OK : code;
}

/* Reads the table; where the lines have one column more than the first one, that one has the names of the others. */
static status read_with(const char *path, char separator, text_table *table) {
  status code = text_table_read(path, separator, false, table);
  if (code != STATUS_INVALID) return code;
  text_table_free(table);
  code = text_table_read(path, separator, true, table);
  if (code != STATUS_OK || (table->columns > 1 && *table->name[0] == '\0')) return code;
  text_table_free(table);
  return text_table_read(path, separator, false, table);
}

/* Reads with the separator that gives most columns; blanks only where the others give one. */
static status read_table(const char *path, table_shape *shape) {
  for (size_t s = 0; s < sizeof separators / sizeof *separators; s++) {
    CLEANUP(text_table_free) text_table one = {.rows = 0};
    if (shape->separator != NULL && separators[s].character == ' ') break;
    const status code = read_with(path, separators[s].character, &one);
    if (code == STATUS_MEMORY || code == STATUS_IO) return code;
    const size_t most = shape->separator == NULL ? 1 : shape->table.columns;
    if (code != STATUS_OK || one.columns <= most) continue;
    text_table_free(&shape->table);
    shape->table = one;
    one = (text_table){.rows = 0};
    shape->separator = separators[s].name;
  }
  if (shape->separator != NULL) return STATUS_OK;
  char found = ',';
  TRY(first_separator(path, &found));
  TRY(text_table_read(path, found, false, &shape->table));
  return FAIL(STATUS_INVALID,
              "%s:1: one column, expected a table: columns separated by commas, semicolons, tabs or blanks", path);
}

status table_shape_read(const char *path, table_shape *out) {
  CLEANUP(table_shape_free) table_shape shape = {.separator = NULL};
  *out = shape;
  TRY(read_table(path, &shape));
  shape.decimal_commas = strcmp(shape.separator, "comma") != 0 && text_table_decimal_commas(&shape.table) > 0;
  if (shape.table.name == NULL && has_names(&shape.table)) TRY(text_table_take_names(&shape.table));
  *out = shape;
  shape.table = (text_table){.rows = 0};
  return STATUS_OK;
}

status recognise_libsvm(const char *path, bool *libsvm) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  char *line = NULL;
  TRY(text_lines_open(path, &lines));
  const status code = text_lines_next(&lines, &line);
  *libsvm = code == STATUS_OK && libsvm_is_row(line);
  return code == STATUS_END ? FAIL(STATUS_INVALID, "%s:1: no rows, expected a table", path) : code;
}

/* ---- distances */

/* As programs for trees of species write them. */
status recognise_counted_distances(const char *path, size_t *rows) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  char *line = NULL;
  long long count = 0;
  size_t found = 0;
  *rows = 0;
  TRY(text_lines_open(path, &lines));
  status code = text_lines_next(&lines, &line);
  if (code == STATUS_OK) {
    line += strspn(line, " \t");
    line[strcspn(line, " \t")] = '\0';
    if (!integer_parse(line, &count) || count < LEAST_ITEMS || count > MOST_ITEMS) count = 0;
  }
  while (code == STATUS_OK && count > 0) {
    code = text_lines_next(&lines, &line);
    found += code == STATUS_OK;
  }
  if (count > 0 && found == (size_t)count) *rows = found;
  return code == STATUS_END ? STATUS_OK : code;
}

/* The number in a cell, or in the one on the other side of the diagonal where it is empty; NaN: there is none. */
static double distance(const text_table *table, size_t shift, size_t i, size_t j) {
  const char *cell = text_table_cell(table, i, j + shift);
  double value = NAN;
  if (*cell == '\0') cell = text_table_cell(table, j, i + shift);
  return number_parse(cell, &value) ? value : NAN;
}

/* As many columns as rows, from column `shift`, from 0: symmetric numbers, or half of them, 0 on the diagonal. */
static bool distances_at(const text_table *table, size_t shift) {
  const size_t n = table->rows;
  if (n < LEAST_ITEMS || n > MOST_ITEMS || table->columns < n + shift) return false;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      const double x = distance(table, shift, i, j), y = distance(table, shift, j, i);
      if (!(x >= 0.0) || !(fabs(x - y) <= 1e-9 * (x + y)) || (i == j && x != 0.0)) return false;
    }
  }
  return true;
}

bool recognise_distances(const text_table *table, bool *names) {
  *names = table->columns == table->rows + 1;
  return (*names || table->columns == table->rows) && distances_at(table, *names);
}

bool recognise_distances_among(const text_table *table, size_t *first) {
  for (*first = 0; *first + table->rows <= table->columns; ++*first) {
    if (distances_at(table, *first)) return true;
  }
  return false;
}
