#include "data/recognition/table_columns.h"
#include "base/text.h"
#include "data/columns/dates.h"
#include "data/recognition/named_columns.h"

void table_columns_free(table_columns *columns) {
  free(columns->column);
}

/* Are all cells that are no gaps dates? Numbers are if all have the eight digits of one. */
static status find_dates(const text_table *table, size_t j, bool *dates) {
  FREED const char **text = NULL;
  size_t count = 0;
  date_order order;
  TRY(NEW_ARRAY(table->rows, text));
  for (size_t i = 0; i < table->rows; i++) {
    if (!text_is_gap(text_table_cell(table, i, j))) text[count++] = text_table_cell(table, i, j);
  }
  *dates = count > 0 && date_order_of(count, text, &order) == count;
  return STATUS_OK;
}

/* value: NaN of no number. */
static void count_text(table_column *column, const char *cell, double value) {
  size_t k = 0;
  while (k < column->distinct && column->value[k] != value && strcmp(column->text[k], cell) != 0) k++;
  if (k == column->distinct && k <= RECOGNISED_TEXTS) {
    column->value[k] = value;
    column->text[column->distinct++] = cell;
  }
  if (k <= RECOGNISED_TEXTS) column->times[k]++;
}

/* Numbers and gaps only, among them - and dots. */
static bool numbers_and_gaps(const text_table *table, size_t j) {
  size_t numbers = 0, gaps = 0;
  double value = 0.0;
  for (size_t i = 0; i < table->rows; i++) {
    const char *cell = text_table_cell(table, i, j);
    numbers += number_parse(cell, &value);
    gaps += text_is_gap_of_numbers(cell);
  }
  return numbers > 0 && numbers + gaps == table->rows;
}

static status look(const text_table *table, size_t j, table_column *column) {
  double before = 0.0, step = 0.0;
  const bool numeric = numbers_and_gaps(table, j);
  *column = (table_column){.whole = true, .counts = true};
  for (size_t i = 0; i < table->rows; i++) {
    const char *cell = text_table_cell(table, i, j);
    double value = NAN;
    if (numeric ? text_is_gap_of_numbers(cell) : text_is_gap(cell)) {
      column->gaps++;
      continue;
    }
    if (number_parse(cell, &value)) {
      column->numbers++;
      column->whole = column->whole && value == floor(value);
      if (i == 1) step = value - before;
      if (i > 0) column->counts = column->counts && step != 0.0 && value == before + step;
      before = value;
    } else {
      column->counts = false;
    }
    count_text(column, cell, value);
  }
  column->counts = column->counts && column->whole;
  return column->numbers > 0 && !numeric ? STATUS_OK : find_dates(table, j, &column->dates);
}

/* NULL: the column can be a feature. */
static const char *reason(const text_table *table, size_t j, const table_column *column) {
  const size_t there = table->rows - column->gaps, distinct = column->distinct;
  if (there == 0) return "empty";
  if (distinct < 2) return "constant";
  if (column->numbers == there && !column->dates) {
    const bool named = column_is_named(table, j, "id index number no nr row rownames rowid unnamed0");
    const bool numbering = column->counts || (named && distinct > RECOGNISED_TEXTS && column->whole);
    return table->rows > 2 && numbering ? "numbers the rows" : NULL;
  }
  if (column->dates || (distinct <= RECOGNISED_TEXTS && (2 * distinct <= there || distinct <= 3))) return NULL;
  return column->numbers > 0 ? "numbers and texts" : "too many different texts";
}

static bool is_target(const table_columns *all, size_t j) {
  const table_column *column = &all->column[j];
  return column->distinct >= 2 && !column->dates && !(column->counts && all->table->rows > 2) &&
         (column->numbers == all->table->rows - column->gaps || column->distinct <= RECOGNISED_TEXTS);
}

/* A column that is called so, or the last one that can be predicted, or the last one. */
static size_t find_target(const table_columns *all) {
  const size_t columns = all->table->columns;
  for (size_t j = columns; j-- > 0;) {
    if (column_is_named(all->table, j, "class target label") && is_target(all, j)) return j;
  }
  for (size_t j = columns; j-- > 0;) {
    if (is_target(all, j)) return j;
  }
  return columns - 1;
}

static void choose_roles(table_columns *all) {
  const size_t rows = all->table->rows;
  for (size_t j = 0; j < all->table->columns; j++) {
    table_column *column = &all->column[j];
    column->why = reason(all->table, j, column);
    column->role = j == all->target                         ? COLUMN_TARGET
                   : column->why != NULL                    ? COLUMN_LEFT_OUT
                   : column->dates                          ? COLUMN_DATES
                   : column->numbers == rows - column->gaps ? COLUMN_NUMBERS
                                                            : COLUMN_TEXTS;
    all->count[column->role]++;
    if (column->role == COLUMN_NUMBERS || column->role == COLUMN_DATES) all->features++;
    if (column->role == COLUMN_TEXTS) all->features += column->distinct;
    if (column->role != COLUMN_LEFT_OUT && column->role != COLUMN_TARGET) all->gaps += column->gaps;
  }
}

status table_columns_recognise(const text_table *table, const size_t *target, table_columns *out) {
  CLEANUP(table_columns_free) table_columns all = {.table = table};
  *out = (table_columns){0};
  TRY(NEW_ARRAY(table->columns, all.column));
  for (size_t j = 0; j < table->columns; j++) TRY(look(table, j, &all.column[j]));
  all.target = target != NULL ? *target : find_target(&all);
  choose_roles(&all);
  const table_column *predicted = &all.column[all.target];
  all.numbers = predicted->numbers == table->rows - predicted->gaps &&
                (predicted->distinct > RECOGNISED_CLASSES || !predicted->whole);
  *out = all;
  all.column = NULL;
  return STATUS_OK;
}
