#include "data/regression_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"

void regression_rows_free(regression_rows *rows) {
  libsvm_free(&rows->data);
  cJSON_Delete(rows->reading);
  free(rows->shift);
  *rows = (regression_rows){.n = 0};
}

status regression_rows_reading(const regression_rows *rows, cJSON *out) {
  TRY(state_add_members(out, rows->reading));
  if (rows->scaled == 0) return STATUS_OK;
  TRY(state_add_numbers(out, "shift", rows->scaled, rows->shift));
  return state_add_numbers(out, "divisor", rows->scaled, rows->divisor);
}

/* Options that speak of text tables only. */
static status check_needless(const options *values) {
  static const char *const of_tables[] = {"separator", "header", "label", "one_hot", "omit"};
  for (size_t i = 0; i < sizeof of_tables / sizeof *of_tables; i++) {
    if (!option_explicit(values, of_tables[i])) continue;
    return FAIL(STATUS_INVALID, "%s: %s has no effect with format = \"libsvm\"", option_who(values), of_tables[i]);
  }
  return STATUS_OK;
}

static status load_libsvm(regression_rows *rows, const options *values) {
  TRY(check_needless(values));
  TRY(libsvm_read(rows->path, &rows->data));
  rows->n = rows->data.features > 0 ? rows->data.features : 1;
  if (rows->given == NULL) return state_add_count(rows->reading, "n", rows->n);
  const status code = state_get_count(rows->given, "n", 1, LIBSVM_INDEX_LIMIT, &rows->n);
  if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  for (size_t i = 0; i < rows->data.rows; i++) {
    const size_t end = rows->data.start[i + 1];
    if (end == rows->data.start[i] || rows->data.index[end - 1] < rows->n) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: index %zu, expected at most n = %zu", rows->path, rows->data.line[i],
                rows->data.index[end - 1] + 1, rows->n);
  }
  return STATUS_OK;
}

/* The members of another file's reading: those that this file's would have, no others. */
static status check_given(const options *values, const cJSON *given) {
  char names[96];
  const bool table = option_is(values, "format", "table"), scaled = !option_is(values, "scaling", "none");
  if (given == NULL) return STATUS_OK;
  (void)snprintf(names, sizeof names, "%s%s%s%s label_shift label_divisor", table ? "columns classes" : "n",
                 table && option_flag(values, "header") ? " names" : "", scaled ? " shift divisor" : "",
                 option_is(values, "normalize", "largest") ? " largest" : "");
  const status code = state_check_names(given, names);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", option_who(values));
}

static void measure(regression_rows *rows) {
  const libsvm_data *data = &rows->data;
  for (size_t i = 0; i < data->rows; i++) {
    const double length = regression_row_length(data, i);
    rows->zero += !(length > 0.0);
    rows->largest_length = fmax(rows->largest_length, length);
    rows->largest_label = fmax(rows->largest_label, fabs(data->label[i]));
  }
  for (size_t k = 0; k < data->entries; k++) rows->largest_entry = fmax(rows->largest_entry, fabs(data->value[k]));
}

status regression_rows_load(const char *path, const options *values, const cJSON *given, regression_rows *rows) {
  *rows = (regression_rows){.path = path, .given = given, .reading = cJSON_CreateObject()};
  if (rows->reading == NULL) return FAIL(STATUS_MEMORY, "%s: no memory", option_who(values));
  TRY(check_given(values, given));
  TRY(option_is(values, "format", "table") ? regression_table_load(rows, values) : load_libsvm(rows, values));
  TRY(regression_rows_scale(rows, values));
  measure(rows);
  if (rows->data.index != NULL) return STATUS_OK;
  TRY(NEW_ARRAY(1, rows->data.index)); /* rows without entries are sparse all the same */
  return NEW_ARRAY(1, rows->data.value);
}
