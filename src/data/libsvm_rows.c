#include "data/libsvm_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "base/text.h"
#include "data/features.h"
#include "data/shared_data.h"

static const char *const scaling_words[] = {"none", "unit", "binary", "max_abs"};

static const char *file_of(const libsvm_rows *rows, size_t row) {
  return row < rows->file2_row ? rows->path : rows->path2;
}

static status read_files(libsvm_rows *rows, const libsvm_options *asked) {
  TRY(libsvm_read(rows->path, &rows->data));
  rows->file2_row = rows->data.rows;
  if (rows->path2 != NULL) TRY(libsvm_read(rows->path2, &rows->data));
  rows->n = rows->data.features > 0 ? rows->data.features : 1;
  if (asked->n > 0) rows->n = asked->n;
  return STATUS_OK;
}

static status check_indices(const libsvm_rows *rows) {
  for (size_t i = 0; i < rows->data.rows; i++) {
    const size_t end = rows->data.start[i + 1];
    if (end > rows->data.start[i] && rows->data.index[end - 1] >= rows->n) {
      return FAIL(STATUS_INVALID, "%s:%zu: index %zu, expected at most n = %zu", file_of(rows, i), rows->data.line[i],
                  rows->data.index[end - 1] + 1, rows->n);
    }
  }
  return STATUS_OK;
}

/* Labels become 1 and -1. */
static status map_labels(libsvm_rows *rows, const libsvm_options *asked) {
  const double positive = asked->positive_label;
  const bool one_vs_rest = asked->one_vs_rest;
  double other = NAN;
  bool found = false;
  char a[NUMBER_TEXT], b[NUMBER_TEXT], c[NUMBER_TEXT];
  for (size_t i = 0; i < rows->data.rows; i++) {
    const double label = rows->data.label[i];
    if (label == positive) {
      found = true;
    } else if (isnan(other)) {
      other = label;
    } else if (label != other && !one_vs_rest) {
      return FAIL(
          STATUS_INVALID, "%s:%zu: label %s, expected two labels, %s and %s: choose positive_label or set one_vs_rest",
          file_of(rows, i), rows->data.line[i], number_text(label, a), number_text(positive, b), number_text(other, c));
    }
    rows->data.label[i] = label == positive ? 1 : -1;
  }
  rows->other = one_vs_rest ? NAN : other;
  if (found) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: no row has positive_label = %s, the first label is %s", rows->path,
              number_text(positive, a), number_text(other, b));
}

/* Least and largest value of every feature; a row without an entry has 0. */
static status feature_ranges(libsvm_rows *rows) {
  const libsvm_data *data = &rows->data;
  double **low = &rows->low, **high = &rows->high;
  size_t *seen = NULL;
  TRY(NEW_ARRAY(rows->n, seen));
  status code = NEW_ARRAY(rows->n, *low);
  if (code == STATUS_OK) code = NEW_ARRAY(rows->n, *high);
  if (code == STATUS_OK) {
    for (size_t k = 0; k < data->entries; k++) {
      const size_t i = data->index[k];
      (*low)[i] = seen[i] > 0 ? fmin((*low)[i], data->value[k]) : data->value[k];
      (*high)[i] = seen[i] > 0 ? fmax((*high)[i], data->value[k]) : data->value[k];
      seen[i]++;
    }
    for (size_t i = 0; i < rows->n; i++) {
      if (seen[i] == data->rows) continue;
      (*low)[i] = fmin((*low)[i], 0);
      (*high)[i] = fmax((*high)[i], 0);
    }
  }
  free(seen);
  return code;
}

/* (x - low) / (high - low); a constant feature becomes 0. Never outside [0,1]. */
static double to_unit(double x, double low, double high) {
  const double scaled = high > low ? (x / 2 - low / 2) / (high / 2 - low / 2) : 0; /* halves: no overflow */
  return fmin(fmax(scaled, 0), 1);
}

/* scaling = "unit": where zero does not stay zero, every row gets an entry. */
static status scale_to_unit(libsvm_rows *rows, const double *low, const double *high) {
  libsvm_data scaled = {.features = rows->data.features}, *data = &rows->data;
  size_t *shifted = NULL, shifted_count = 0;
  status code = NEW_ARRAY(rows->n, shifted);
  if (code != STATUS_OK) return code;
  for (size_t i = 0; i < rows->n; i++) {
    if (to_unit(0, low[i], high[i]) > 0 && low[i] < 0) shifted[shifted_count++] = i;
  }
  for (size_t row = 0; row < data->rows; row++) {
    size_t at = 0; /* in `shifted` */
    for (size_t k = data->start[row]; k <= data->start[row + 1]; k++) {
      const bool last = k == data->start[row + 1];
      const size_t i = last ? rows->n : data->index[k];
      for (; at < shifted_count && shifted[at] < i; at++) {
        CHECK(libsvm_append_entry(&scaled, shifted[at], to_unit(0, low[shifted[at]], high[shifted[at]])));
      }
      if (last) break;
      if (at < shifted_count && shifted[at] == i) at++;
      const double value = to_unit(data->value[k], low[i], high[i]);
      if (value > 0) CHECK(libsvm_append_entry(&scaled, i, value));
    }
    CHECK(libsvm_append_row(&scaled, data->label[row], data->line[row]));
  }
  libsvm_free(data);
  *data = scaled;
  scaled = (libsvm_data){0};
end:
  libsvm_free(&scaled);
  free(shifted);
  return code;
}

static status scale(libsvm_rows *rows, const libsvm_options *asked) {
  libsvm_data *data = &rows->data;
  if (asked->scaling == LIBSVM_NONE) return STATUS_OK;
  if (asked->scaling == LIBSVM_BINARY) {
    for (size_t k = 0; k < data->entries; k++) data->value[k] = data->value[k] != 0 ? 1 : 0;
    return STATUS_OK;
  }
  if (!rows->reopened) TRY(feature_ranges(rows));
  if (asked->scaling == LIBSVM_UNIT) return scale_to_unit(rows, rows->low, rows->high);
  for (size_t k = 0; k < data->entries; k++) { /* max_abs; only other data can exceed it */
    const double largest = fmax(-rows->low[data->index[k]], rows->high[data->index[k]]);
    data->value[k] = largest > 0 ? fmin(fmax(data->value[k] / largest, -1), 1) : 0;
  }
  return STATUS_OK;
}

/* Vectors: every entry in [0,1]. */
static status check_entries(const libsvm_rows *rows) {
  const libsvm_data *data = &rows->data;
  char text[NUMBER_TEXT];
  for (size_t row = 0; row < data->rows; row++) {
    for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
      if (data->value[k] >= 0 && data->value[k] <= 1) continue;
      return FAIL(STATUS_INVALID,
                  "%s:%zu: feature %zu = %s, expected a value in [0,1]: choose scaling = unit or binary",
                  file_of(rows, row), data->line[row], data->index[k] + 1, number_text(data->value[k], text));
    }
  }
  return STATUS_OK;
}

/* Dyads: |x| <= 1. */
static status normalize(libsvm_rows *rows, const libsvm_options *asked) {
  libsvm_data *data = &rows->data;
  const bool unit = asked->normalize == LIBSVM_LENGTH_UNIT;
  double largest = 0;
  char text[NUMBER_TEXT];
  for (size_t row = 0; row < data->rows; row++) {
    const double length = libsvm_row_length(data, row);
    if (!isfinite(length) || (asked->normalize == LIBSVM_LENGTH_NONE && length > 1 + 1e-12)) {
      return FAIL(STATUS_INVALID, "%s:%zu: |x| = %s, expected at most 1: choose normalize = unit or largest",
                  file_of(rows, row), data->line[row], number_text(length, text));
    }
    largest = fmax(largest, length);
  }
  if (asked->normalize == LIBSVM_LENGTH_NONE) return STATUS_OK;
  if (!rows->reopened) rows->largest = largest;
  for (size_t row = 0; row < data->rows; row++) {
    const double length = unit ? libsvm_row_length(data, row) : rows->largest;
    for (size_t k = data->start[row]; length > 0 && k < data->start[row + 1]; k++) data->value[k] /= length;
  }
  return STATUS_OK;
}

/* Refuses rows without entries if the option empty says so. */
static status check_empty(const libsvm_rows *rows, const libsvm_options *asked) {
  if (asked->empty != LIBSVM_EMPTY_REFUSE) return STATUS_OK;
  for (size_t row = 0; row < rows->data.rows; row++) {
    if (rows->data.start[row + 1] > rows->data.start[row]) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: no entries, expected index:value ...: choose empty = zero", file_of(rows, row),
                rows->data.line[row]);
  }
  return STATUS_OK;
}

/* Checks the indices and the option empty. */
static status check_rows(const libsvm_rows *rows, const libsvm_options *asked) {
  TRY(check_indices(rows));
  return check_empty(rows, asked);
}

static void count_zero(libsvm_rows *rows) {
  const libsvm_data *data = &rows->data;
  for (size_t row = 0; row < data->rows; row++) {
    bool zero = true;
    for (size_t k = data->start[row]; k < data->start[row + 1] && zero; k++) zero = data->value[k] == 0;
    rows->zero += zero;
  }
}

/* Scales the rows, adds the bias feature, and normalizes (dyads) or checks (vectors) them. */
static status finish(libsvm_rows *rows, const libsvm_options *asked) {
  rows->features = rows->n;
  TRY(scale(rows, asked));
  if (asked->bias) TRY(libsvm_append_ones(&rows->data, rows->n++));
  TRY(asked->instances == LIBSVM_DYADS ? normalize(rows, asked) : check_entries(rows));
  count_zero(rows);
  rows->path = rows->path2 = NULL;
  return libsvm_point(&rows->data);
}

/* The line of the manifest. */
static status say(libsvm_rows *rows, const libsvm_options *asked, bool two_files) {
  char positive[NUMBER_TEXT], other[NUMBER_TEXT], scaling[FEATURES_SCALING], second[40] = "";
  if (two_files) {
    (void)snprintf(second, sizeof second, ", %zu of them from file2", rows->data.rows - rows->file2_row);
  }
  features_scaling(scaling_words[asked->scaling], NAN, false, scaling);
  return memory_format(&rows->said,
                       "%s: rows read %zu in LIBSVM's format%s; predicted label %s against %s; features %zu; %s",
                       asked->file, rows->data.rows, second, number_text(asked->positive_label, positive),
                       isnan(rows->other) ? "the rest" : number_text(rows->other, other), rows->features, scaling);
}

status libsvm_rows_load(const char *path, const char *second, const libsvm_options *asked, libsvm_rows *rows) {
  rows->path = path;
  rows->path2 = second;
  TRY(read_files(rows, asked));
  TRY(check_rows(rows, asked));
  TRY(map_labels(rows, asked));
  TRY(finish(rows, asked));
  return say(rows, asked, second != NULL);
}

static status read_shared(void *data, const char *path, const char *second, const void *how) {
  return libsvm_rows_load(path, second, how, data);
}

static void clear_shared(void *data) {
  libsvm_rows_free(data);
}

status libsvm_rows_share(void *self, const data_folders *folders, const options *values, size_t at,
                         const libsvm_options *asked, const libsvm_rows **rows) {
  static const data_reader reader = {sizeof(libsvm_rows), read_shared, clear_shared};
  const data_question question = {.reader = &reader,
                                  .folders = folders,
                                  .values = values,
                                  .from = at,
                                  .to = at + sizeof *asked,
                                  .file = "file",
                                  .second = "file2",
                                  .how = asked};
  const void *data = NULL;
  TRY(shared_data(self, &question, &data));
  *rows = data;
  return STATUS_OK;
}

void libsvm_rows_free(libsvm_rows *rows) {
  libsvm_free(&rows->data);
  free(rows->low);
  free(rows->high);
  free(rows->said);
  *rows = (libsvm_rows){0};
}

/* --- what was taken from the data, and other files read with it --- */

/* Ranges of the features that are not constantly 0. */
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

static status get_reading(libsvm_rows *rows, const libsvm_options *asked, const cJSON *given) {
  const bool ranges = asked->scaling == LIBSVM_UNIT || asked->scaling == LIBSVM_MAX_ABS;
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

status libsvm_rows_begin(const char *who, const libsvm_options *asked, cJSON *reading) {
  if (asked->scaling == LIBSVM_UNIT || asked->scaling == LIBSVM_MAX_ABS) {
    return features_refuse_whole(who, "scaling", scaling_words[asked->scaling]);
  }
  if (asked->instances == LIBSVM_DYADS && asked->normalize == LIBSVM_LENGTH_LARGEST) {
    return features_refuse_whole(who, "normalize", "largest");
  }
  if (asked->n > 0) return state_add_count(reading, "n", asked->n);
  return FAIL(STATUS_INVALID, "%s: n: expected the number of features, which rows that come one by one do not say",
              who);
}

status libsvm_rows_reopen(const char *path, const char *who, const libsvm_options *asked, const cJSON *given,
                          libsvm_rows *rows) {
  const double positive = asked->positive_label;
  rows->reopened = true;
  rows->other = NAN;
  const status code = get_reading(rows, asked, given);
  if (code != STATUS_OK) return status_context(code, "%s: reading", who);
  rows->path = path;
  rows->data.unlabelled = true;
  TRY(libsvm_read(path, &rows->data));
  rows->file2_row = rows->data.rows;
  TRY(check_rows(rows, asked));
  for (size_t i = 0; i < rows->data.rows; i++) {
    double *label = &rows->data.label[i];
    const bool negative = *label == rows->other || (asked->one_vs_rest && !isnan(*label));
    *label = *label == positive ? 1 : negative ? -1 : NAN;
  }
  return finish(rows, asked);
}
