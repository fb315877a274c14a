/* What the rows of a file in LIBSVM's format took from their data, saved; and other files read in the same way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "data/libsvm_rows.h"

/* Ranges of the features that were not 0 throughout. */
static status add_ranges(const libsvm_rows *rows, cJSON *out) {
  double *list = NULL;
  size_t count = 0;
  for (size_t i = 0; i < rows->features; i++) count += rows->low[i] != 0 || rows->high[i] != 0;
  TRY(NEW_ARRAY(3 * count, list));
  for (size_t i = 0, k = 0; i < rows->features; i++) {
    if (rows->low[i] == 0 && rows->high[i] == 0) continue;
    list[k] = (double)(i + 1);
    list[count + k] = rows->low[i];
    list[2 * count + k++] = rows->high[i];
  }
  status code = state_add_numbers(out, "features", count, list);
  if (code == STATUS_OK) code = state_add_numbers(out, "low", count, list + count);
  if (code == STATUS_OK) code = state_add_numbers(out, "high", count, list + 2 * count);
  free(list);
  return code;
}

status libsvm_rows_reading(const libsvm_rows *rows, cJSON *out) {
  TRY(state_add_count(out, "n", rows->features));
  if (!isnan(rows->other)) TRY(state_add_number(out, "other", rows->other));
  if (rows->largest > 0) TRY(state_add_number(out, "largest", rows->largest));
  return rows->low == NULL ? STATUS_OK : add_ranges(rows, out);
}

static status get_ranges(libsvm_rows *rows, const cJSON *given) {
  const int length = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(given, "features"));
  const size_t n = rows->n, count = (size_t)length;
  double *list = NULL, last = 0;
  status code = STATUS_OK;
  TRY(NEW_ARRAY(n, rows->low));
  TRY(NEW_ARRAY(n, rows->high));
  TRY(NEW_ARRAY(3 * count, list));
  CHECK(state_get_numbers(given, "features", count, list));
  CHECK(state_get_numbers(given, "low", count, list + count));
  CHECK(state_get_numbers(given, "high", count, list + 2 * count));
  for (size_t k = 0; k < count; k++) {
    const double feature = list[k], low = list[count + k], high = list[2 * count + k];
    if (!(feature > last && feature <= (double)n) || feature != floor(feature)) {
      CHECK(FAIL(STATUS_INVALID, "features: entry %zu is %g, expected ascending whole numbers up to %zu", k + 1,
                 feature, n));
    }
    last = feature;
    if (low > high) CHECK(FAIL(STATUS_INVALID, "low: entry %zu is %g, expected at most high = %g", k + 1, low, high));
    rows->low[(size_t)feature - 1] = low;
    rows->high[(size_t)feature - 1] = high;
  }
end:
  free(list);
  return code;
}

static status get_reading(libsvm_rows *rows, const options *values, const cJSON *given) {
  const bool ranges = option_is(values, "scaling", "unit") || option_is(values, "scaling", "max_abs");
  const bool other = cJSON_HasObjectItem(given, "other"), largest = cJSON_HasObjectItem(given, "largest");
  char names[64];
  (void)snprintf(names, sizeof names, "n%s%s%s", other ? " other" : "", largest ? " largest" : "",
                 ranges ? " features low high" : "");
  TRY(state_check_names(given, names));
  TRY(state_get_count(given, "n", 1, LIBSVM_INDEX_LIMIT, &rows->n));
  if (other) TRY(state_get_number(given, "other", &rows->other));
  if (largest) TRY(state_get_number(given, "largest", &rows->largest));
  return ranges ? get_ranges(rows, given) : STATUS_OK;
}

status libsvm_rows_reopen(const char *path, const options *values, bool dyads, const cJSON *given, libsvm_rows *rows) {
  const double positive = option_number(values, "positive_label");
  rows->reopened = true;
  rows->other = NAN;
  const status code = get_reading(rows, values, given);
  if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  TRY(memory_text(path, &rows->path));
  TRY(libsvm_read(path, &rows->data));
  rows->file2_row = rows->data.rows;
  TRY(libsvm_rows_check(rows, values));
  for (size_t i = 0; i < rows->data.rows; i++) {
    double *label = &rows->data.label[i];
    const bool negative = option_flag(values, "one_vs_rest") || *label == rows->other;
    *label = *label == positive ? 1 : negative ? -1 : NAN;
  }
  return libsvm_rows_finish(rows, values, dyads);
}
