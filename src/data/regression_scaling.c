#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "base/text.h"
#include "data/regression_rows.h"

/* Features of all rows together, where scaling leaves no zeros: 1 GiB. */
static const size_t most_entries = (size_t)1 << 27;

/* x becomes (x - shift)/divisor, or 0 where the divisor is 0. */
typedef struct affine {
  double shift, divisor;
} affine;

typedef enum scaling_kind {
  SCALING_NONE,
  SCALING_UNIT,
  SCALING_MAX_ABS,
  SCALING_CENTRED,
  SCALING_STANDARD
} scaling_kind;

static scaling_kind kind_of(const options *values, const char *option) {
  return option_is(values, option, "unit")       ? SCALING_UNIT
         : option_is(values, option, "max_abs")  ? SCALING_MAX_ABS
         : option_is(values, option, "centred")  ? SCALING_CENTRED
         : option_is(values, option, "standard") ? SCALING_STANDARD
                                                 : SCALING_NONE;
}

/* Of count numbers, `stride` apart. Sums are of numbers divided by the largest modulus: no overflow. */
static affine find_affine(scaling_kind kind, size_t count, size_t stride, const double *x) {
  double low = x[0], high = x[0], mean = 0.0, square = 0.0;
  for (size_t i = 1; i < count; i++) {
    low = fmin(low, x[i * stride]);
    high = fmax(high, x[i * stride]);
  }
  const double largest = fmax(-low, high);
  if (kind == SCALING_NONE) return (affine){0.0, 1.0};
  if (kind == SCALING_MAX_ABS) return (affine){0.0, largest};
  if (kind == SCALING_UNIT) return (affine){low, high - low};
  if (low == high) return (affine){low, kind == SCALING_CENTRED ? 1.0 : 0.0}; /* exactly, whatever the mean rounds to */
  for (size_t i = 0; i < count; i++) mean += x[i * stride] / largest / (double)count;
  for (size_t i = 0; i < count; i++) {
    const double d = x[i * stride] / largest - mean;
    square += d * d / (double)count;
  }
  return (affine){largest * mean, kind == SCALING_CENTRED ? 1.0 : largest * sqrt(square)};
}

/* In other data a value beyond the range or the largest modulus is cut to it. */
static double apply(scaling_kind kind, affine a, double x) {
  if (kind == SCALING_NONE) return x;
  if (!(a.divisor > 0.0)) return 0.0;
  const double value = (x - a.shift) / a.divisor;
  if (kind == SCALING_UNIT) return fmin(fmax(value, 0.0), 1.0);
  return kind == SCALING_MAX_ABS ? fmin(fmax(value, -1.0), 1.0) : value;
}

/* Every row gets all n entries. */
static status make_dense(regression_rows *rows) {
  libsvm_data *data = &rows->data;
  const size_t n = rows->n;
  size_t *index = NULL;
  double *value = NULL;
  if (data->entries / n == data->rows && data->entries % n == 0) return STATUS_OK;
  if (n > most_entries / data->rows) {
    return FAIL(STATUS_INVALID,
                "%s:1: %zu rows of %zu features, expected at most %zu numbers where scaling leaves no zeros",
                rows->path, data->rows, n, most_entries);
  }
  TRY(NEW_ARRAY(data->rows * n, value));
  const status code = NEW_ARRAY(data->rows * n, index);
  if (code != STATUS_OK) {
    free(value);
    return code;
  }
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t j = 0; j < n; j++) index[i * n + j] = j;
    for (size_t k = data->start[i]; k < data->start[i + 1]; k++) value[i * n + data->index[k]] = data->value[k];
  }
  for (size_t i = 0; i <= data->rows; i++) data->start[i] = i * n;
  free(data->index);
  free(data->value);
  data->index = index;
  data->value = value;
  data->entries = data->entry_room = data->rows * n;
  return STATUS_OK;
}

static status refuse_entry(const regression_rows *rows, size_t row, size_t j, double value) {
  char text[NUMBER_TEXT];
  return FAIL(STATUS_INVALID, "%s:%zu: feature %zu is %s after scaling, expected a finite number", rows->path,
              rows->data.line[row], j + 1, number_text(value, text));
}

/* The largest modulus of each feature: what max_abs divides by. */
static void find_largest(const libsvm_data *data, double *divisor) {
  for (size_t k = 0; k < data->entries; k++) {
    divisor[data->index[k]] = fmax(divisor[data->index[k]], fabs(data->value[k]));
  }
}

static status find_scales(regression_rows *rows, scaling_kind kind) {
  const size_t n = rows->scaled;
  double *shift = rows->shift, *divisor = rows->divisor;
  if (rows->given != NULL) {
    TRY(state_get_numbers(rows->given, "shift", n, shift));
    return state_get_numbers(rows->given, "divisor", n, divisor);
  }
  if (kind == SCALING_MAX_ABS) find_largest(&rows->data, divisor);
  for (size_t j = 0; j < n && kind != SCALING_MAX_ABS; j++) {
    const affine found = find_affine(kind, rows->data.rows, n, rows->data.value + j);
    shift[j] = found.shift;
    divisor[j] = found.divisor;
  }
  for (size_t j = 0; j < n; j++) {
    if (!isfinite(divisor[j])) return refuse_entry(rows, 0, j, divisor[j]);
  }
  return STATUS_OK;
}

static status scale_features(regression_rows *rows, const options *values) {
  libsvm_data *data = &rows->data;
  const scaling_kind kind = kind_of(values, "scaling");
  if (kind == SCALING_NONE) return STATUS_OK;
  if (kind != SCALING_MAX_ABS) TRY(make_dense(rows));
  TRY(NEW_ARRAY(2 * rows->n, rows->shift));
  rows->scaled = rows->n;
  rows->divisor = rows->shift + rows->scaled;
  status code = find_scales(rows, kind);
  if (code != STATUS_OK && rows->given != NULL) code = status_context(code, "%s: reading", option_who(values));
  for (size_t i = 0; code == STATUS_OK && i < data->rows; i++) {
    for (size_t k = data->start[i]; code == STATUS_OK && k < data->start[i + 1]; k++) {
      const size_t j = data->index[k];
      data->value[k] = apply(kind, (affine){rows->shift[j], rows->divisor[j]}, data->value[k]);
      if (!isfinite(data->value[k])) code = refuse_entry(rows, i, j, data->value[k]);
    }
  }
  return code;
}

static status add_intercept(regression_rows *rows) {
  libsvm_data longer = {.features = rows->n + 1}, *data = &rows->data;
  status code = STATUS_OK;
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t k = data->start[i]; k < data->start[i + 1]; k++) {
      CHECK(libsvm_append_entry(&longer, data->index[k], data->value[k]));
    }
    CHECK(libsvm_append_entry(&longer, rows->n, 1.0));
    CHECK(libsvm_append_row(&longer, data->label[i], data->line[i]));
  }
  libsvm_free(data);
  *data = longer;
  longer = (libsvm_data){0};
  rows->n++;
end:
  libsvm_free(&longer);
  return code;
}

double regression_row_length(const libsvm_data *data, size_t row) {
  double largest = 0.0, sum = 0.0;
  for (size_t k = data->start[row]; k < data->start[row + 1]; k++) largest = fmax(largest, fabs(data->value[k]));
  if (!(largest > 0.0)) return 0.0;
  for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
    sum += (data->value[k] / largest) * (data->value[k] / largest);
  }
  return largest * sqrt(sum);
}

static status find_longest(regression_rows *rows, const options *values, double *longest) {
  if (rows->given != NULL) {
    const status code = state_get_number(rows->given, "largest", longest);
    return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", option_who(values));
  }
  for (size_t i = 0; i < rows->data.rows; i++) *longest = fmax(*longest, regression_row_length(&rows->data, i));
  return state_add_number(rows->reading, "largest", *longest);
}

static status normalize(regression_rows *rows, const options *values) {
  libsvm_data *data = &rows->data;
  const bool each = option_is(values, "normalize", "unit");
  double longest = 0.0;
  if (option_is(values, "normalize", "none")) return STATUS_OK;
  for (size_t i = 0; i < data->rows; i++) {
    const double length = regression_row_length(data, i);
    if (isfinite(length)) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: |x| is %g, expected a finite number", rows->path, data->line[i], length);
  }
  if (!each) TRY(find_longest(rows, values, &longest));
  for (size_t i = 0; i < data->rows; i++) {
    const double length = each ? regression_row_length(data, i) : longest;
    for (size_t k = data->start[i]; length > 0.0 && k < data->start[i + 1]; k++) data->value[k] /= length;
  }
  return STATUS_OK;
}

static status scale_labels(regression_rows *rows, const options *values) {
  libsvm_data *data = &rows->data;
  const scaling_kind kind = kind_of(values, "label_scaling");
  affine scale = {0.0, 1.0};
  if (rows->given != NULL) {
    status code = state_get_number(rows->given, "label_shift", &scale.shift);
    if (code == STATUS_OK) code = state_get_number(rows->given, "label_divisor", &scale.divisor);
    if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  } else {
    scale = find_affine(kind, data->rows, 1, data->label);
    if (!isfinite(scale.divisor)) {
      return FAIL(STATUS_INVALID, "%s:1: the labels range over %g, expected a finite number", rows->path,
                  scale.divisor);
    }
    TRY(state_add_number(rows->reading, "label_shift", scale.shift));
    TRY(state_add_number(rows->reading, "label_divisor", scale.divisor));
  }
  rows->label_shift = scale.shift;
  rows->label_divisor = scale.divisor;
  for (size_t i = 0; i < data->rows; i++) {
    if (isnan(data->label[i])) continue;
    /* labels of other data are not cut: they are what is to be predicted */
    data->label[i] = apply(kind == SCALING_UNIT ? SCALING_STANDARD : kind, scale, data->label[i]);
    if (isfinite(data->label[i])) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: the label is %g after scaling, expected a finite number", rows->path,
                data->line[i], data->label[i]);
  }
  return STATUS_OK;
}

status regression_rows_scale(regression_rows *rows, const options *values) {
  TRY(scale_features(rows, values));
  if (option_flag(values, "intercept")) TRY(add_intercept(rows));
  TRY(normalize(rows, values));
  return scale_labels(rows, values);
}
