#include "data/regression_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "base/text.h"
#include "data/columns/ranks.h"
#include "data/columns/running_scale.h"
#include "data/features.h"
#include "data/shared_data.h"

/* Features of all rows together, those of a table or where scaling leaves no zeros: 1 GiB. */
static const size_t most_entries = (size_t)1 << 27;

void regression_rows_free(regression_rows *rows) {
  libsvm_free(&rows->data);
  cJSON_Delete(rows->reading);
  free(rows->shift);
  free(rows->said);
  *rows = (regression_rows){.n = 0};
}

status regression_rows_reading(const regression_rows *rows, cJSON *out) {
  TRY(state_add_members(out, rows->reading));
  if (rows->scaled == 0) return STATUS_OK;
  TRY(state_add_numbers(out, "shift", rows->scaled, rows->shift));
  return state_add_numbers(out, "divisor", rows->scaled, rows->divisor);
}

/* --- a text table --- */

static feature_form form_of(const char *who, const regression_options *asked) {
  return (feature_form){.who = who, .target = "label", .column = {.name = asked->label}, .texts = "classes"};
}

static const char *const scaling_words[] = {"none", "unit", "max_abs", "standard", "rank"};
static const char *const label_words[] = {"none", "unit", "centred", "standard"};

static status take_rows(regression_rows *rows, const features *table) {
  rows->n = rows->data.features = table->n;
  for (size_t i = 0; i < table->rows; i++) {
    double label = NAN;
    for (size_t j = 0; j < table->n; j++) TRY(libsvm_append_entry(&rows->data, j, table->value[i * table->n + j]));
    if (rows->given == NULL || !features_gap(table->text[i])) TRY(features_number(table, i, &label));
    TRY(libsvm_append_row(&rows->data, label, table->line[i]));
  }
  return STATUS_OK;
}

static status load_table(regression_rows *rows, const regression_options *asked) {
  const feature_form form = form_of(rows->who, asked);
  CLEANUP(features_free) features table = {.n = 0};
  if (asked->n > 0) return FAIL(STATUS_INVALID, "%s: n has no effect with a table", rows->who);
  TRY(features_read(rows->path, &asked->features, &form, rows->given, rows->reading, &table));
  TRY(take_rows(rows, &table));
  return features_said(&table, &asked->features, asked->file, scaling_words[asked->scaling], &rows->said);
}

/* --- a file in LIBSVM's format --- */

/* Refuses options that are for text tables only. */
static status check_needless(const char *who, const regression_options *asked) {
  const feature_options *of = &asked->features;
  const struct {
    const char *option;
    bool given;
  } tables[] = {{"separator", of->separator != SEPARATOR_COMMA},
                {"header", of->header},
                {"label", asked->label != NULL},
                {"columns", of->columns != NULL},
                {"omit", of->omit != NULL},
                {"one_hot", of->one_hot != NULL},
                {"texts", of->texts != TEXTS_ABSENT},
                {"ordered", of->ordered != NULL},
                {"dates", of->dates != NULL},
                {"missing", of->missing != GAPS_ABSENT}};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (!tables[i].given) continue;
    return FAIL(STATUS_INVALID, "%s: %s has no effect with format = \"libsvm\"", who, tables[i].option);
  }
  return STATUS_OK;
}

static status load_libsvm(regression_rows *rows, const regression_options *asked) {
  char scaling[FEATURES_SCALING];
  TRY(check_needless(rows->who, asked));
  rows->data.unlabelled = rows->given != NULL;
  TRY(libsvm_read(rows->path, &rows->data));
  rows->n = rows->data.features > 0 ? rows->data.features : 1;
  if (asked->n > 0) rows->n = asked->n;
  if (rows->given != NULL) {
    const status code = state_get_count(rows->given, "n", 1, LIBSVM_INDEX_LIMIT, &rows->n);
    if (code != STATUS_OK) return status_context(code, "%s: reading", rows->who);
  } else {
    TRY(state_add_count(rows->reading, "n", rows->n));
  }
  for (size_t i = 0; i < rows->data.rows; i++) {
    const size_t end = rows->data.start[i + 1];
    if (end == rows->data.start[i] || rows->data.index[end - 1] < rows->n) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: index %zu, expected at most n = %zu", rows->path, rows->data.line[i],
                rows->data.index[end - 1] + 1, rows->n);
  }
  features_scaling(scaling_words[asked->scaling], asked->features.fit, asked->features.online, scaling);
  return memory_format(&rows->said, "%s: rows read %zu in LIBSVM's format; features %zu; %s", asked->file,
                       rows->data.rows, rows->n, scaling);
}

/* --- scaling --- */

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

static scaling_kind kind_of(const regression_options *asked) {
  static const scaling_kind kinds[] = {SCALING_NONE, SCALING_UNIT, SCALING_MAX_ABS, SCALING_STANDARD, SCALING_NONE};
  return kinds[asked->scaling];
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

/* Other data may exceed the range or the largest modulus; they are clipped to it. */
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
static void find_largest(const libsvm_data *data, size_t rows, double *divisor) {
  for (size_t k = 0; k < data->start[rows]; k++) {
    divisor[data->index[k]] = fmax(divisor[data->index[k]], fabs(data->value[k]));
  }
}

static status find_scales(regression_rows *rows, const regression_options *asked, scaling_kind kind) {
  const size_t n = rows->scaled;
  double *shift = rows->shift, *divisor = rows->divisor;
  if (rows->given != NULL) {
    TRY(state_get_numbers(rows->given, "shift", n, shift));
    return state_get_numbers(rows->given, "divisor", n, divisor);
  }
  if (kind == SCALING_MAX_ABS) find_largest(&rows->data, features_fitted(&asked->features, rows->data.rows), divisor);
  for (size_t j = 0; j < n && kind != SCALING_MAX_ABS; j++) {
    const affine found = find_affine(kind, features_fitted(&asked->features, rows->data.rows), n, rows->data.value + j);
    shift[j] = found.shift;
    divisor[j] = found.divisor;
  }
  for (size_t j = 0; j < n; j++) {
    if (!isfinite(divisor[j])) return refuse_entry(rows, 0, j, divisor[j]);
  }
  return STATUS_OK;
}

static status rank_features(regression_rows *rows, const regression_options *asked) {
  libsvm_data *data = &rows->data;
  TRY(make_dense(rows));
  const size_t fitted = features_fitted(&asked->features, data->rows);
  const status code = ranks_scale(fitted, data->rows, rows->n, data->value, rows->given, rows->reading);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", rows->who);
}

/* Rows by the rows so far; those of other data by the scale of their reading. The reading has the scale after `trials` rows; 0: all. */
static status scale_online(regression_rows *rows, const regression_options *asked, size_t trials) {
  libsvm_data *data = &rows->data;
  const char *scaling = scaling_words[asked->scaling];
  const size_t last = trials > 0 && trials < data->rows ? trials : data->rows;
  running_scale so_far = {.columns = 0};
  if (kind_of(asked) != SCALING_MAX_ABS) TRY(make_dense(rows));
  status code = rows->given != NULL ? running_scale_take(rows->given, scaling, rows->n, &so_far)
                                    : running_scale_new(scaling, rows->n, &so_far);
  if (code != STATUS_OK) code = status_context(code, "%s: reading", rows->who);
  for (size_t i = 0; code == STATUS_OK && i < data->rows; i++) {
    const size_t start = data->start[i], count = data->start[i + 1] - start, *index = data->index + start;
    double *x = data->value + start;
    if (rows->given == NULL) {
      code = running_scale_step(&so_far, count, index, x);
      if (code != STATUS_OK) code = status_context(code, "%s:%zu", rows->path, data->line[i]);
      if (code == STATUS_OK && i + 1 == last) code = running_scale_keep(&so_far, rows->reading);
    }
    if (code == STATUS_OK) running_scale_apply(&so_far, count, index, x);
    for (size_t k = 0; code == STATUS_OK && k < count; k++) {
      if (!isfinite(x[k])) code = refuse_entry(rows, i, index[k], x[k]);
    }
  }
  running_scale_free(&so_far);
  return code;
}

status regression_rows_check(const char *who, const regression_options *asked, bool shuffled, size_t passes) {
  TRY(features_check_online(who, &asked->features, scaling_words[asked->scaling], shuffled, passes));
  const bool largest = asked->normalize == ROWS_NORMALIZE_LARGEST;
  if (!asked->features.online || (!largest && asked->label_scaling == LABELS_NONE)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s = \"%s\" looks at all rows, online = true at none to come: expected one of them",
              who, largest ? "normalize" : "label_scaling", largest ? "largest" : label_words[asked->label_scaling]);
}

static status scale_features(regression_rows *rows, const regression_options *asked, size_t trials) {
  libsvm_data *data = &rows->data;
  const scaling_kind kind = kind_of(asked);
  if (asked->features.online) return scale_online(rows, asked, trials);
  if (asked->scaling == ROWS_SCALING_RANK) return rank_features(rows, asked);
  if (kind == SCALING_NONE) return STATUS_OK;
  if (kind != SCALING_MAX_ABS) TRY(make_dense(rows));
  TRY(NEW_ARRAY(2 * rows->n, rows->shift));
  rows->scaled = rows->n;
  rows->divisor = rows->shift + rows->scaled;
  status code = find_scales(rows, asked, kind);
  if (code != STATUS_OK && rows->given != NULL) code = status_context(code, "%s: reading", rows->who);
  for (size_t i = 0; code == STATUS_OK && i < data->rows; i++) {
    for (size_t k = data->start[i]; code == STATUS_OK && k < data->start[i + 1]; k++) {
      const size_t j = data->index[k];
      data->value[k] = apply(kind, (affine){rows->shift[j], rows->divisor[j]}, data->value[k]);
      if (!isfinite(data->value[k])) code = refuse_entry(rows, i, j, data->value[k]);
    }
  }
  return code;
}

static status find_longest(regression_rows *rows, double *longest) {
  if (rows->given != NULL) {
    const status code = state_get_number(rows->given, "largest", longest);
    return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", rows->who);
  }
  for (size_t i = 0; i < rows->data.rows; i++) *longest = fmax(*longest, libsvm_row_length(&rows->data, i));
  return state_add_number(rows->reading, "largest", *longest);
}

static status normalize(regression_rows *rows, const regression_options *asked) {
  libsvm_data *data = &rows->data;
  const bool each = asked->normalize == ROWS_NORMALIZE_UNIT;
  double longest = 0.0;
  if (asked->normalize == ROWS_NORMALIZE_NONE) return STATUS_OK;
  for (size_t i = 0; i < data->rows; i++) {
    const double length = libsvm_row_length(data, i);
    if (isfinite(length)) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: |x| is %g, expected a finite number", rows->path, data->line[i], length);
  }
  if (!each) TRY(find_longest(rows, &longest));
  for (size_t i = 0; i < data->rows; i++) {
    const double length = each ? libsvm_row_length(data, i) : longest;
    for (size_t k = data->start[i]; length > 0.0 && k < data->start[i + 1]; k++) data->value[k] /= length;
  }
  return STATUS_OK;
}

static status scale_labels(regression_rows *rows, const regression_options *asked) {
  libsvm_data *data = &rows->data;
  static const scaling_kind kinds[] = {SCALING_NONE, SCALING_UNIT, SCALING_CENTRED, SCALING_STANDARD};
  const scaling_kind kind = kinds[asked->label_scaling];
  affine scale = {0.0, 1.0};
  if (rows->given != NULL) {
    status code = state_get_number(rows->given, "label_shift", &scale.shift);
    if (code == STATUS_OK) code = state_get_number(rows->given, "label_divisor", &scale.divisor);
    if (code != STATUS_OK) return status_context(code, "%s: reading", rows->who);
  } else {
    scale = find_affine(kind, features_fitted(&asked->features, data->rows), 1, data->label);
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
    /* labels of other data are not clipped: they are to be predicted */
    data->label[i] = apply(kind == SCALING_UNIT ? SCALING_STANDARD : kind, scale, data->label[i]);
    if (isfinite(data->label[i])) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: the label is %g after scaling, expected a finite number", rows->path,
                data->line[i], data->label[i]);
  }
  return STATUS_OK;
}

/* Features and labels as the options scaling, intercept, normalize and label_scaling say. */
static status scale_rows(regression_rows *rows, const regression_options *asked, size_t trials) {
  TRY(scale_features(rows, asked, trials));
  if (asked->intercept) TRY(libsvm_append_ones(&rows->data, rows->n++));
  TRY(normalize(rows, asked));
  return scale_labels(rows, asked);
}

/* --- both --- */

/* The reading of another file must have the members that this file's would have, and no others. */
static status check_given(const regression_rows *rows, const regression_options *asked) {
  const feature_form form = form_of(rows->who, asked);
  FREED char *names = NULL;
  char more[64];
  if (rows->given == NULL) return STATUS_OK;
  (void)snprintf(more, sizeof more, "%s%s label_shift label_divisor",
                 asked->features.online                ? " online"
                 : asked->scaling == ROWS_SCALING_NONE ? ""
                 : asked->scaling == ROWS_SCALING_RANK ? " ranks"
                                                       : " shift divisor",
                 asked->normalize == ROWS_NORMALIZE_LARGEST ? " largest" : "");
  TRY(asked->format == ROWS_TABLE ? features_members(&asked->features, &form, rows->given, more, &names)
                                  : memory_format(&names, "n%s", more));
  const status code = state_check_names(rows->given, names);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s: reading", rows->who);
}

static void measure(regression_rows *rows) {
  const libsvm_data *data = &rows->data;
  for (size_t i = 0; i < data->rows; i++) {
    const double length = libsvm_row_length(data, i);
    rows->zero += !(length > 0.0);
    rows->largest_length = fmax(rows->largest_length, length);
    rows->largest_label = fmax(rows->largest_label, fabs(data->label[i]));
  }
  for (size_t k = 0; k < data->entries; k++) rows->largest_entry = fmax(rows->largest_entry, fabs(data->value[k]));
}

status regression_rows_begin(const char *path, const char *who, const regression_options *asked, cJSON *reading) {
  const bool online = asked->features.online;
  const char *scaling = scaling_words[asked->scaling];
  const feature_form form = form_of(who, asked);
  size_t n = asked->n;
  if (asked->scaling == ROWS_SCALING_RANK) return features_refuse_whole(who, "scaling", scaling);
  if (asked->scaling != ROWS_SCALING_NONE && !online) return features_refuse_scaling(who, scaling);
  if (asked->normalize == ROWS_NORMALIZE_LARGEST) return features_refuse_whole(who, "normalize", "largest");
  if (asked->label_scaling != LABELS_NONE) {
    return features_refuse_whole(who, "label_scaling", label_words[asked->label_scaling]);
  }
  TRY(state_add_number(reading, "label_shift", 0.0));
  TRY(state_add_number(reading, "label_divisor", 1.0));
  if (asked->format == ROWS_TABLE) {
    TRY(features_begin(path, &asked->features, &form, reading, &n));
  } else {
    TRY(check_needless(who, asked));
    if (n == 0) {
      return FAIL(STATUS_INVALID, "%s: n: expected the number of features, which rows that come one by one do not say",
                  who);
    }
    TRY(state_add_count(reading, "n", n));
  }
  return online ? running_scale_begin(scaling, n, reading) : STATUS_OK;
}

static status extend(regression_rows *rows, const regression_options *asked, running_scale *so_far) {
  const libsvm_data *data = &rows->data;
  TRY(check_given(rows, asked));
  TRY(asked->format == ROWS_TABLE ? load_table(rows, asked) : load_libsvm(rows, asked));
  if (kind_of(asked) != SCALING_MAX_ABS) TRY(make_dense(rows));
  TRY(running_scale_take(rows->given, scaling_words[asked->scaling], rows->n, so_far));
  for (size_t i = 0; i < data->rows; i++) {
    const size_t start = data->start[i];
    const status code =
        running_scale_step(so_far, data->start[i + 1] - start, data->index + start, data->value + start);
    if (code != STATUS_OK) return status_context(code, "%s:%zu", rows->path, data->line[i]);
  }
  return STATUS_OK;
}

status regression_rows_extend(const char *path, const char *who, const regression_options *asked, cJSON *reading) {
  regression_rows rows = {.path = path, .who = who, .given = reading};
  running_scale so_far = {.columns = 0};
  status code = extend(&rows, asked, &so_far);
  if (code == STATUS_OK) code = running_scale_keep(&so_far, reading);
  running_scale_free(&so_far);
  regression_rows_free(&rows);
  return code;
}

status regression_rows_load(const char *path, const char *who, const regression_options *asked, const cJSON *given,
                            size_t trials, regression_rows *rows) {
  *rows = (regression_rows){.path = path, .who = who, .given = given, .reading = cJSON_CreateObject()};
  if (rows->reading == NULL) return FAIL(STATUS_MEMORY, "%s: no memory", rows->who);
  TRY(check_given(rows, asked));
  TRY(asked->format == ROWS_TABLE ? load_table(rows, asked) : load_libsvm(rows, asked));
  TRY(scale_rows(rows, asked, trials));
  measure(rows);
  rows->given = NULL; /* like the path, owned by the caller */
  rows->path = rows->who = NULL;
  return libsvm_point(&rows->data);
}

typedef struct reading_options {
  const char *who;
  const regression_options *asked;
  size_t trials;
} reading_options;

static status read_file(void *data, const char *path, const char *second, const void *how) {
  const reading_options *of = how;
  (void)second;
  return regression_rows_load(path, of->who, of->asked, NULL, of->trials, data);
}

static void clear_rows(void *data) {
  regression_rows_free(data);
}

status regression_rows_share(void *self, const data_folders *folders, const options *values, size_t at, const char *who,
                             const regression_options *asked, size_t trials, const regression_rows **rows) {
  static const data_reader reader = {sizeof(regression_rows), read_file, clear_rows};
  const reading_options how = {who, asked, asked->features.online ? trials : 0};
  const data_question question = {.reader = &reader,
                                  .folders = folders,
                                  .values = values,
                                  .from = at,
                                  .to = at + sizeof *asked,
                                  .file = "file",
                                  .trials = how.trials,
                                  .how = &how};
  const void *data = NULL;
  TRY(shared_data(self, &question, &data));
  *rows = data;
  return STATUS_OK;
}

instance regression_rows_instance(const regression_rows *rows, instance_kind kind, size_t row) {
  const libsvm_data *data = &rows->data;
  const size_t start = data->start[row], count = data->start[row + 1] - start;
  instance x = instance_sparse(kind, rows->n, count, data->index + start, data->value + start);
  if (count == rows->n) x.index = NULL;
  return x;
}
