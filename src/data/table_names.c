#include "data/table_names.h"
#include "base/text.h"
#include "data/text_lines.h"

static const char *cell_at(const name_cells *table, size_t row, size_t column) {
  return table->cell[row * table->columns + column];
}

static bool is_number(const char *cell) {
  double value = 0.0;
  return number_parse(cell, &value);
}

static bool is_empty(const char *cell) {
  return *cell == '\0';
}

/* Different texts, or nothing; not only nothing. */
static bool different_texts(const name_cells *table, size_t from) {
  bool found = false;
  for (size_t j = from; j < table->columns; j++) {
    const char *name = table->cell[j];
    if (strcmp(name, "?") == 0 || is_number(name)) return false;
    for (size_t k = from; k < j && !is_empty(name); k++) {
      if (strcmp(table->cell[k], name) == 0) return false;
    }
    found = found || !is_empty(name);
  }
  return found;
}

static bool number_below(const name_cells *table) {
  for (size_t j = 0; j < table->columns; j++) {
    for (size_t i = 1; i < table->rows && !is_empty(table->cell[j]); i++) {
      if (is_number(cell_at(table, i, j))) return true;
    }
  }
  return false;
}

/* In half of the columns the first row is a text above numbers. */
static bool stands_above(const name_cells *table) {
  size_t above = 0;
  for (size_t j = 0; j < table->columns; j++) {
    bool numbers = table->rows > 1 && !is_number(table->cell[j]) && !text_is_gap(table->cell[j]);
    for (size_t i = 1; i < table->rows && numbers; i++) {
      const char *cell = cell_at(table, i, j);
      numbers = is_number(cell) || text_is_gap(cell);
    }
    above += numbers;
  }
  return above > 0 && 2 * above >= table->columns;
}

/* Nothing stands below, or whole numbers in the first column. */
static bool may_lack_name(const name_cells *table, size_t j) {
  for (size_t i = 1; i < table->rows; i++) {
    const char *cell = cell_at(table, i, j);
    double value = 0.5;
    if (!is_empty(cell) && (j > 0 || !number_parse(cell, &value) || value != floor(value))) return false;
  }
  return true;
}

/* No text from this column on occurs below itself. */
static bool occur_once(const name_cells *table, size_t from) {
  for (size_t j = from; j < table->columns; j++) {
    const char *name = table->cell[j];
    if (is_empty(name) && !may_lack_name(table, j)) return false;
    for (size_t i = 1; i < table->rows && !is_empty(name); i++) {
      if (strcmp(name, cell_at(table, i, j)) == 0) return false;
    }
  }
  return true;
}

/* Numbers, all with a point. */
static bool has_points(const name_cells *table, size_t j) {
  for (size_t i = 1; i < table->rows; i++) {
    const char *cell = cell_at(table, i, j);
    if (!is_number(cell) || strchr(cell, '.') == NULL) return false;
  }
  return table->rows > 1;
}

/* 0, 1, 2, ... in order. */
static bool counted(const name_cells *table) {
  const size_t first = is_empty(table->cell[0]) ? 1 : 0;
  bool points = false;
  size_t end = first;
  long long number = 0;
  while (end < table->columns && integer_parse(table->cell[end], &number) && number == (long long)(end - first)) {
    points = points || has_points(table, end);
    end++;
  }
  const size_t found = end - first;
  if (found < 2 || table->rows < 2) return false;
  if (end < table->columns && !(different_texts(table, end) && occur_once(table, end))) return false;
  if (first == 1) return may_lack_name(table, 0);
  const bool square = end == table->columns && table->rows == table->columns;
  return !square && (points || found >= 4);
}

bool table_names_first(const name_cells *table, bool likely) {
  const bool different = different_texts(table, 0);
  if (counted(table) || (different && number_below(table))) return true;
  return likely && (stands_above(table) || (different && table->rows > 2 && occur_once(table, 0)));
}
