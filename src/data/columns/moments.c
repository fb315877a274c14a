#include "data/columns/moments.h"
#include "base/text.h"
#include "data/columns/dates.h"

static status refuse(const text_table *table, size_t row, size_t column) {
  char expected[180];
  (void)snprintf(expected, sizeof expected,
                 "expected a date as in 2000-01-31, 31/01/2000, 31-Jan-2000 or 20000131, or a number, as the rest of "
                 "the column%s",
                 date_advice(text_table_cell(table, row, column)));
  return text_table_refuse(table, row, column, expected);
}

/* Numbers, where there are as many as dates. */
static bool are_numbers(size_t count, const char *const *text, size_t dates) {
  size_t numbers = 0;
  double value = 0.0;
  for (size_t k = 0; k < count; k++) numbers += number_parse(text[k], &value);
  return numbers >= dates;
}

status moments_read(const text_table *table, size_t column, size_t count, moment *when) {
  FREED const char **text = NULL;
  const moment *gap = NULL;
  size_t found = 0;
  date_order order;
  TRY(NEW_ARRAY(count, text));
  for (size_t k = 0; k < count; k++) {
    const char *cell = text_table_cell(table, when[k].row, column);
    if (!text_is_gap(cell)) text[found++] = cell;
  }
  const bool numbers = are_numbers(found, text, date_order_of(found, text, &order));
  for (size_t k = 0; k < count; k++) {
    const char *cell = text_table_cell(table, when[k].row, column);
    date day;
    if (text_is_gap(cell)) {
      gap = gap == NULL ? &when[k] : gap;
    } else if (numbers ? !number_parse(cell, &when[k].value) : !date_parse(cell, order, &day)) {
      return refuse(table, when[k].row, column);
    } else if (!numbers) {
      when[k].value = date_seconds(day);
    }
  }
  if (gap == NULL) return STATUS_OK;
  return text_table_refuse(table, gap->row, column,
                           "expected a date or a number; missing = \"drop\" leaves out such rows");
}

static int compare_moments(const void *a, const void *b) {
  const moment *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

void moments_sort(size_t count, moment *sorted) {
  qsort(sorted, count, sizeof *sorted, compare_moments);
}

bool moments_tell(const text_table *table, size_t column) {
  for (size_t i = 0; column < table->columns && i < table->rows; i++) {
    const char *cell = text_table_cell(table, i, column);
    double number = 0.0;
    date_order order;
    if (number_parse(cell, &number) || date_order_of(1, &cell, &order) > 0) return true;
  }
  return false;
}

status moments_ascend(const text_table *table, size_t column, bool *out) {
  FREED moment *when = NULL;
  size_t count = 0;
  TRY(NEW_ARRAY(table->rows, when));
  for (size_t i = 0; i < table->rows; i++) {
    if (!text_is_gap(text_table_cell(table, i, column))) when[count++].row = i;
  }
  TRY(moments_read(table, column, count, when));
  *out = true;
  for (size_t k = 1; k < count; k++) *out = *out && when[k - 1].value <= when[k].value;
  return STATUS_OK;
}
