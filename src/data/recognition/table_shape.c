#include "data/recognition/table_shape.h"
#include "base/text.h"
#include "data/libsvm_file.h"

static const double DIAGONAL = 1e-9;         /* times the largest distance: what is 0 but for rounding */
enum { LEAST_ITEMS = 3, MOST_ITEMS = 1024 }; /* of distances */

void table_shape_free(table_shape *shape) {
  text_table_free(&shape->table);
}

/* ---- the separator */

/* *advice: how to read a file that others separate. */
static status first_separator(const char *path, char *separator, const char **advice) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  char *line = NULL;
  TRY(text_lines_open(path, &lines));
  const status code = text_lines_next(&lines, &line);
  const char *at = code == STATUS_OK ? strpbrk(line, ",;\t") : NULL;
  if (at != NULL) *separator = *at;
  if (code == STATUS_OK && strstr(line, "::") != NULL) *advice = "; sed 's/::/,/g' converts ::";
  if (code == STATUS_OK && strchr(line, '|') != NULL) *advice = "; tr '|' ',' converts |";
  return code == STATUS_END ? STATUS_OK : code;
}

/* Has each line one cell more than the line before it? */
static status refuse_triangle(const char *path, char separator) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  CLEANUP(text_row_free) text_row row = {0};
  char *line = NULL;
  size_t rows = 0, before = 0;
  TRY(text_lines_open(path, &lines));
  for (status code = STATUS_OK; (code = text_lines_next(&lines, &line)) != STATUS_END; before = row.count, rows++) {
    TRY(code);
    TRY(text_row_split(&lines, separator, line, &row));
    if (rows == 0 ? row.count > 2 : row.count != before + 1) return STATUS_OK;
  }
  if (rows < LEAST_ITEMS) return STATUS_OK;
  return FAIL(
      STATUS_INVALID,
      "%s:1: a triangle of distances, expected blanks between its columns and the number of rows, %zu, in a line "
      "before it",
      path, rows);
}

/* Reads with the separator that gives most columns, but for one of row names; blanks only where the others give one. */
static status read_table(const char *path, text_table *table) {
  size_t most = 1;
  for (const char *at = text_separators; *at != '\0' && (most == 1 || *at != ' '); at++) {
    CLEANUP(text_table_free) text_table one = {.rows = 0};
    const status code = text_table_read(path, &(table_form){*at, NAMES_LIKELY, *at != ','}, &one);
    if (code == STATUS_MEMORY || code == STATUS_IO) return code;
    if (code != STATUS_OK || one.columns - one.shifted <= most) continue;
    most = one.columns - one.shifted;
    text_table_free(table);
    *table = one;
    one = (text_table){.rows = 0};
  }
  if (most > 1) return STATUS_OK;
  CLEANUP(text_table_free) text_table one = {.rows = 0};
  char found = ',';
  const char *advice = "";
  for (const char *at = text_separators; *at != '\0'; at++) TRY(refuse_triangle(path, *at));
  TRY(first_separator(path, &found, &advice));
  TRY(text_table_read(path, &(table_form){found, NAMES_LIKELY, false}, &one));
  return FAIL(STATUS_INVALID,
              "%s:1: one column, expected a table: columns separated by commas, semicolons, tabs or blanks%s", path,
              advice);
}

status table_shape_read(const char *path, table_shape *out) {
  CLEANUP(table_shape_free) table_shape shape = {.separator = NULL};
  *out = shape;
  TRY(read_table(path, &shape.table));
  shape.separator = text_separator_name(shape.table.separator);
  *out = shape;
  shape.table = (text_table){.rows = 0};
  return STATUS_OK;
}

status recognise_libsvm(const char *path, bool *libsvm) {
  CLEANUP(text_lines_close) text_lines lines = {0};
  char *line = NULL;
  double label = 0.0;
  bool rows = false;
  *libsvm = false;
  TRY(text_lines_open(path, &lines));
  for (;;) {
    const status code = text_lines_next(&lines, &line);
    if (code == STATUS_END && !rows) return FAIL(STATUS_INVALID, "%s:1: no rows, expected a table", path);
    if (code != STATUS_OK) return code == STATUS_END ? STATUS_OK : code;
    rows = true;
    line += strspn(line, " \t");
    *libsvm = libsvm_is_row(line);
    if (*libsvm || (*line != '#' && !number_parse(line, &label)))
      return STATUS_OK; /* a label alone is a row of zeros */
  }
}

/* ---- distances */

/* The first row of n distances, or of their triangle, of which nothing or 0 stands in it. */
static status has_name(const text_lines *lines, char *line, size_t n, bool *name) {
  CLEANUP(text_row_free) text_row row = {0};
  double value = NAN;
  TRY(text_row_split(lines, ' ', line, &row));
  *name = row.count != n && !(row.count == 1 && number_parse(row.cell[0], &value) && value == 0.0);
  return STATUS_OK;
}

/* As programs for trees of species write them. */
status recognise_counted_distances(const char *path, size_t *rows, bool *names) {
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
    if (code == STATUS_OK && found++ == 0) TRY(has_name(&lines, line, (size_t)count, names));
  }
  if (count > 0 && found == (size_t)count) *rows = found;
  return code == STATUS_END ? STATUS_OK : code;
}

/* The number in a cell, or in the one on the other side of the diagonal where it is a gap, on which it is then 0; NaN: there is none. */
static double distance(const text_table *table, size_t shift, size_t i, size_t j) {
  const char *cell = text_table_cell(table, i, j + shift);
  double value = NAN;
  if (text_is_gap_of_numbers(cell)) {
    if (i == j) return 0.0;
    cell = text_table_cell(table, j, i + shift);
  }
  return number_parse(cell, &value) ? value : NAN;
}

/* As many columns as rows, from column `shift`, from 0: symmetric numbers, or half of them, 0 but for rounding on the diagonal. */
static bool distances_at(const text_table *table, size_t shift) {
  const size_t n = table->rows;
  double largest = 0.0;
  if (n < LEAST_ITEMS || n > MOST_ITEMS || table->columns < n + shift) return false;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      const double x = distance(table, shift, i, j), y = distance(table, shift, j, i);
      if (i != j && (!(x >= 0.0) || !(fabs(x - y) <= 1e-9 * (x + y)))) return false;
      largest = fmax(largest, x);
    }
  }
  for (size_t i = 0; i < n; i++) {
    if (!(fabs(distance(table, shift, i, i)) <= DIAGONAL * largest)) return false;
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
