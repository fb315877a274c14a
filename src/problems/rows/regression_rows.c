#include "problems/rows/regression_rows.h"
#include "base/state.h"
#include "base/text.h"

/* Features of all rows together, those of a table or where scaling leaves no zeros: 1 GiB. */
static const size_t most_entries = (size_t)1 << 27;

static void clear(void *self) {
  regression_rows *rows = self;
  free(rows->shift);
  file_rows_clear(self);
}

const regression_rows *regression_rows_of(const void *self) {
  return (const regression_rows *)((const row_trials *)self)->rows; /* its first member */
}

status regression_rows_reading(void *self, cJSON *out) {
  const regression_rows *rows = regression_rows_of(self);
  TRY(row_trials_reading(self, out));
  if (rows->scaled == 0) return STATUS_OK;
  TRY(state_add_numbers(out, "shift", rows->scaled, rows->shift));
  return state_add_numbers(out, "divisor", rows->scaled, rows->divisor);
}

/* --- a text table --- */

static feature_form form_of(const char *who, const regression_options *asked, size_t more) {
  return (feature_form){
      .who = who, .target = "label", .column = {.name = asked->label}, .texts = "classes", .more = more};
}

static const char *const scaling_words[] = {"none", "unit", "max_abs", "standard", "rank"};
static const char *const label_words[] = {"none", "unit", "centred", "standard"};

static status take_rows(file_rows *rows, const features *table) {
  rows->n = rows->data.features = table->n;
  for (size_t i = 0; i < table->rows; i++) {
    double label = NAN;
    for (size_t j = 0; j < table->n; j++) TRY(libsvm_append_entry(&rows->data, j, table->value[i * table->n + j]));
    if (rows->given == NULL || !text_is_gap(table->text[i])) TRY(features_number(table, i, &label));
    TRY(libsvm_append_row(&rows->data, label, table->line[i]));
  }
  return STATUS_OK;
}

static status load_table(file_rows *rows, const regression_options *asked) {
  const feature_form form = form_of(rows->who, asked, rows->more);
  CLEANUP(features_free) features table = {.n = 0};
  if (asked->n > 0) return FAIL(STATUS_INVALID, "%s: n has no effect with a table", rows->who);
  TRY(features_read(rows->path, &asked->features, &form, rows->given, rows->reading, &table));
  TRY(take_rows(rows, &table));
  rows->ignored = table.ignored;
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

static status load_libsvm(file_rows *rows, const regression_options *asked) {
  char scaling[FEATURES_SCALING];
  TRY(check_needless(rows->who, asked));
  TRY(file_rows_libsvm(rows, asked->n));
  features_scaling(scaling_words[asked->scaling], asked->features.fit, asked->features.online, scaling);
  return memory_format(&rows->said, "%s: rows read %zu in LIBSVM's format; features %zu; %s", asked->file,
                       rows->data.rows, rows->n, scaling);
}

static status load(file_rows *rows, const regression_options *asked) {
  return asked->format == ROWS_TABLE ? load_table(rows, asked) : load_libsvm(rows, asked);
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

/* Of count numbers, `stride` apart, but for gaps, which are NaN. Sums are of numbers divided by the largest modulus: no overflow. */
static affine find_affine(scaling_kind kind, size_t count, size_t stride, const double *x) {
  double low = x[0], high = x[0], mean = 0.0, square = 0.0, numbers = 0.0;
  for (size_t i = 0; i < count; i++) {
    low = fmin(low, x[i * stride]); /* of the two the number */
    high = fmax(high, x[i * stride]);
    numbers += !isnan(x[i * stride]);
  }
  if (numbers == 0.0) low = high = 0.0;
  const double largest = fmax(-low, high);
  if (kind == SCALING_NONE) return (affine){0.0, 1.0};
  if (kind == SCALING_MAX_ABS) return (affine){0.0, largest};
  if (kind == SCALING_UNIT) return (affine){low, high - low};
  if (low == high) return (affine){low, kind == SCALING_CENTRED ? 1.0 : 0.0}; /* exactly, whatever the mean rounds to */
  for (size_t i = 0; i < count; i++) {
    if (!isnan(x[i * stride])) mean += x[i * stride] / largest / numbers;
  }
  for (size_t i = 0; i < count; i++) {
    const double d = x[i * stride] / largest - mean;
    if (!isnan(d)) square += d * d / numbers;
  }
  return (affine){largest * mean, kind == SCALING_CENTRED ? 1.0 : largest * sqrt(square)};
}

/* Other data may exceed the range or the largest modulus; they are clipped to it. A gap stays. */
static double apply(scaling_kind kind, affine a, double x) {
  if (kind == SCALING_NONE || isnan(x)) return x;
  if (!(a.divisor > 0.0)) return 0.0;
  const double value = (x - a.shift) / a.divisor;
  if (kind == SCALING_UNIT) return fmin(fmax(value, 0.0), 1.0);
  return kind == SCALING_MAX_ABS ? fmin(fmax(value, -1.0), 1.0) : value;
}

/* Every row gets all n entries. */
static status make_dense(file_rows *rows) {
  libsvm_data *data = &rows->data;
  const size_t n = rows->n;
  FREED size_t *index = NULL;
  FREED double *value = NULL;
  if (data->entries / n == data->rows && data->entries % n == 0) return STATUS_OK;
  if (n > most_entries / data->rows) {
    return FAIL(STATUS_INVALID,
                "%s:1: %zu rows of %zu features, expected at most %zu numbers where scaling leaves no zeros",
                rows->path, data->rows, n, most_entries);
  }
  TRY(NEW_ARRAY(data->rows * n, value));
  TRY(NEW_ARRAY(data->rows * n, index));
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t j = 0; j < n; j++) index[i * n + j] = j;
    for (size_t k = data->start[i]; k < data->start[i + 1]; k++) value[i * n + data->index[k]] = data->value[k];
  }
  for (size_t i = 0; i <= data->rows; i++) data->start[i] = i * n;
  free(data->index);
  free(data->value);
  data->index = index;
  data->value = value;
  index = NULL;
  value = NULL;
  data->entries = data->entry_room = data->rows * n;
  return STATUS_OK;
}

static status refuse_entry(const file_rows *rows, size_t row, size_t j, double value) {
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

static status find_scales(regression_rows *made, const regression_options *asked, scaling_kind kind) {
  const file_rows *rows = &made->all;
  const size_t n = rows->n, fitted = features_fitted(&asked->features, rows->data.rows);
  double *shift = made->shift, *divisor = made->divisor;
  if (rows->given != NULL) {
    TRY(state_get_numbers(rows->given, "shift", n, shift));
    return state_get_numbers(rows->given, "divisor", n, divisor);
  }
  if (kind == SCALING_MAX_ABS) find_largest(&rows->data, fitted, divisor);
  for (size_t j = 0; j < n && kind != SCALING_MAX_ABS; j++) {
    const affine found = find_affine(kind, fitted, n, rows->data.value + j);
    shift[j] = found.shift;
    divisor[j] = found.divisor;
  }
  for (size_t j = 0; j < n; j++) {
    if (!isfinite(divisor[j])) return refuse_entry(rows, 0, j, divisor[j]);
  }
  return STATUS_OK;
}

/* The next row by the rows so far; last = 0: by a scale that stays. */
static status scale_next(file_rows *rows, size_t i, size_t last, running_scale *so_far) {
  const size_t start = rows->data.start[i], count = rows->data.start[i + 1] - start, *index = rows->data.index + start;
  double *x = rows->data.value + start;
  if (last > 0) {
    TRY(status_context(running_scale_step(so_far, count, index, x), "%s:%zu", rows->path, rows->data.line[i]));
    if (i + 1 == last) TRY(running_scale_keep(so_far, rows->reading));
  }
  running_scale_apply(so_far, count, index, x);
  for (size_t k = 0; k < count; k++) {
    if (isinf(x[k])) return refuse_entry(rows, i, index[k], x[k]);
  }
  return STATUS_OK;
}

/* The reading has the scale after the last row that is played. */
static status scale_online(file_rows *rows, const regression_options *asked) {
  CLEANUP(running_scale_free) running_scale so_far = {.columns = 0};
  const size_t all = rows->data.rows, played = rows->trials > 0 && rows->trials < all ? rows->trials : all;
  size_t last = 0;
  if (kind_of(asked) != SCALING_MAX_ABS) TRY(make_dense(rows));
  TRY(file_rows_scale_so_far(rows, scaling_words[asked->scaling], rows->n, played, &so_far, &last));
  for (size_t i = 0; i < all; i++) TRY(scale_next(rows, i, last, &so_far));
  return STATUS_OK;
}

static status scale_features(regression_rows *made, const regression_options *asked) {
  file_rows *rows = &made->all;
  libsvm_data *data = &rows->data;
  const scaling_kind kind = kind_of(asked);
  if (asked->features.online) return scale_online(rows, asked);
  if (asked->scaling == ROWS_SCALING_NONE) return STATUS_OK;
  if (kind != SCALING_MAX_ABS) TRY(make_dense(rows));
  if (asked->scaling == ROWS_SCALING_RANK) {
    return file_rows_rank(rows, &asked->features, data->rows, rows->n, data->value);
  }
  TRY(NEW_ARRAY(2 * rows->n, made->shift));
  made->scaled = rows->n;
  made->divisor = made->shift + made->scaled;
  const status code = find_scales(made, asked, kind);
  TRY(rows->given != NULL ? status_context(code, "%s: reading", rows->who) : code);
  for (size_t i = 0; i < data->rows; i++) {
    for (size_t k = data->start[i]; k < data->start[i + 1]; k++) {
      const size_t j = data->index[k];
      data->value[k] = apply(kind, (affine){made->shift[j], made->divisor[j]}, data->value[k]);
      if (isinf(data->value[k])) return refuse_entry(rows, i, j, data->value[k]);
    }
  }
  return STATUS_OK;
}

static status find_longest(file_rows *rows, double *longest) {
  if (rows->given != NULL) return file_rows_given(rows, "largest", longest);
  for (size_t i = 0; i < rows->data.rows; i++) *longest = fmax(*longest, libsvm_row_length(&rows->data, i));
  return state_add_number(rows->reading, "largest", *longest);
}

static status normalize(file_rows *rows, const regression_options *asked) {
  const libsvm_data *data = &rows->data;
  const bool each = asked->normalize == ROWS_NORMALIZE_UNIT;
  double longest = each ? NAN : 0.0;
  if (asked->normalize == ROWS_NORMALIZE_NONE) return STATUS_OK;
  for (size_t i = 0; i < data->rows; i++) {
    const double length = libsvm_row_length(data, i);
    if (!isinf(length)) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: |x| is %g, expected a finite number", rows->path, data->line[i], length);
  }
  if (!each) TRY(find_longest(rows, &longest));
  file_rows_divide(rows, longest);
  return STATUS_OK;
}

static status scale_labels(regression_rows *made, const regression_options *asked) {
  file_rows *rows = &made->all;
  libsvm_data *data = &rows->data;
  static const scaling_kind kinds[] = {SCALING_NONE, SCALING_UNIT, SCALING_CENTRED, SCALING_STANDARD};
  const scaling_kind kind = kinds[asked->label_scaling];
  affine scale = {0.0, 1.0};
  if (rows->given != NULL) {
    TRY(file_rows_given(rows, "label_shift", &scale.shift));
    TRY(file_rows_given(rows, "label_divisor", &scale.divisor));
  } else {
    scale = find_affine(kind, features_fitted(&asked->features, data->rows), 1, data->label);
    if (!isfinite(scale.divisor)) {
      return FAIL(STATUS_INVALID, "%s:1: the labels range over %g, expected a finite number", rows->path,
                  scale.divisor);
    }
    TRY(state_add_number(rows->reading, "label_shift", scale.shift));
    TRY(state_add_number(rows->reading, "label_divisor", scale.divisor));
  }
  made->label_shift = scale.shift;
  made->label_divisor = scale.divisor;
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

/* --- both --- */

/* The reading of another file must have the members that this file's would have, and no others. */
static status check_given(const file_rows *rows, const regression_options *asked) {
  const feature_form form = form_of(rows->who, asked, rows->more);
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
  return status_context(state_check_names(rows->given, names), "%s: reading", rows->who);
}

static void measure(regression_rows *made) {
  const libsvm_data *data = &made->all.data;
  for (size_t i = 0; i < data->rows; i++) {
    made->largest_length = fmax(made->largest_length, libsvm_row_length(data, i));
    made->largest_label = fmax(made->largest_label, fabs(data->label[i]));
  }
  for (size_t k = 0; k < data->entries; k++) made->largest_entry = fmax(made->largest_entry, fabs(data->value[k]));
}

static status check(const void *self, const char *who, bool *online) {
  const regression_trials *source = self;
  const regression_options *asked = &source->read;
  const row_order_options *order = &source->trials.order;
  const bool largest = asked->normalize == ROWS_NORMALIZE_LARGEST;
  *online = asked->features.online;
  TRY(features_check_online(who, &asked->features, scaling_words[asked->scaling], order->order == ROWS_SHUFFLED,
                            order->passes));
  if (!*online || (!largest && asked->label_scaling == LABELS_NONE)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s = \"%s\" looks at all rows, online = true at none to come: expected one of them",
              who, largest ? "normalize" : "label_scaling", largest ? "largest" : label_words[asked->label_scaling]);
}

status regression_rows_begin(const void *self, const problem_class *class, const char *who, const char *path,
                             cJSON *reading) {
  const regression_options *asked = &((const regression_trials *)self)->read;
  const char *scaling = scaling_words[asked->scaling];
  const feature_form form = form_of(who, asked, 0);
  size_t n = asked->n;
  bool online = false;
  TRY(check(self, who, &online));
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
    TRY(file_rows_begin_libsvm(who, n, reading));
  }
  return online ? running_scale_begin(scaling, n, reading) : STATUS_OK;
}

static status read(file_rows *rows, const void *self) {
  const regression_options *asked = &((const regression_trials *)self)->read;
  regression_rows *made = (regression_rows *)rows; /* its first member */
  rows->kind = INSTANCE_VECTOR;
  rows->full = true;
  rows->gaps = asked->features.missing == GAPS_INDICATOR;
  TRY(check_given(rows, asked));
  TRY(load(rows, asked));
  TRY(scale_features(made, asked));
  file_rows_fill_gaps(rows);
  if (asked->intercept) TRY(libsvm_append_ones(&rows->data, rows->n++));
  TRY(normalize(rows, asked));
  TRY(scale_labels(made, asked));
  measure(made);
  return libsvm_point(&rows->data);
}

status regression_rows_notes(void *self, cJSON *out) {
  TRY(row_trials_notes(self, out));
  return state_add_count(out, "features", regression_rows_of(self)->all.n);
}

const file_rows_reader regression_rows_reader = {.shared = FILE_ROWS_SHARED(regression_rows, clear),
                                                 .from = PLACE(regression_trials, read),
                                                 .to = sizeof(regression_trials) + 1,
                                                 .check = check,
                                                 .read = read};
