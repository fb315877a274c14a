/* A data set in LIBSVM's format as a sequence of trials: real data, features in [0,1] or scaled by a stated rule. */

#include "base/sorting.h"
#include "base/state.h"
#include "base/text.h"
#include "problems/rows/labelled_rows.h"

typedef enum libsvm_scaling { LIBSVM_NONE, LIBSVM_UNIT, LIBSVM_BINARY, LIBSVM_MAX_ABS } libsvm_scaling;
static const char *const scaling_words[] = {"none", "unit", "binary", "max_abs"};
typedef enum libsvm_instances { LIBSVM_VECTORS, LIBSVM_DYADS } libsvm_instances;
typedef enum libsvm_normalize { LIBSVM_LENGTH_UNIT, LIBSVM_LENGTH_LARGEST, LIBSVM_LENGTH_NONE } libsvm_normalize;
typedef enum libsvm_empty { LIBSVM_EMPTY_ZERO, LIBSVM_EMPTY_REFUSE } libsvm_empty;

typedef struct libsvm {
  labelled_rows labelled; /* first */
  const char *file, *file2;
  size_t n;
  double positive_label;
  bool one_vs_rest;
  libsvm_scaling scaling;
  libsvm_instances instances;
  libsvm_normalize normalize; /* of dyads */
  bool bias;
  libsvm_empty empty;
  number_list relevant;
} libsvm;

/* What was read, and the ranges that it was scaled by. */
typedef struct libsvm_rows {
  file_rows all;      /* first */
  double *low, *high; /* scaling = unit, max_abs: of each feature; otherwise NULL */
} libsvm_rows;

static const parameter parameters[] = {
    OPTION_FILE(libsvm, file, REQUIRED, "data file in LIBSVM's format: label index:value ..."),
    OPTION_FILE(libsvm, file2, ABSENT, "a second file, played after the first; absent: none"),
    OPTION_COUNT(libsvm, n, ABSENT, 1, LIBSVM_INDEX_LIMIT, "number of features; absent: the largest index that occurs"),
    OPTION_NUMBER(libsvm, positive_label, "1", ANY_NUMBER, "the label that becomes 1; all others become -1"),
    OPTION_FLAG(libsvm, one_vs_rest, "false", "take files with more than two labels"),
    OPTION_CHOICE(
        libsvm, scaling, "none", "none unit binary max_abs",
        "none; unit: each feature's range to [0,1]; binary: nonzero to 1; max_abs: by each feature's largest |value|"),
    OPTION_CHOICE(libsvm, instances, "vector", "vector dyad", "diag(x) with entries in [0,1], or x x^T with |x| <= 1"),
    OPTION_CHOICE(libsvm, normalize, "unit", "unit largest none",
                  "dyads: each x to length 1; all by the largest length; none"),
    ROW_ORDER_PARAMETERS(row_trials, order),
    OPTION_FLAG(libsvm, bias, "false", "add a feature n + 1 that is always 1"),
    OPTION_NUMBERS(libsvm, relevant, ABSENT, 1, LIBSVM_INDEX_LIMIT + 1,
                   "indices of a disjunction, the comparator; absent: none is known"),
    OPTION_CHOICE(libsvm, empty, "zero", "zero refuse",
                  "rows without entries: zero instances, counted in the manifest, or an error"),
    LABELLED_COMPARATOR_PARAMETERS("relevant", "as `relevant` says"),
};

static const option_rule rules[] = {LABELLED_RULES};

static void clear(void *self) {
  libsvm_rows *rows = self;
  free(rows->low);
  free(rows->high);
  file_rows_clear(self);
}

/* --- labels --- */

/* Labels become 1 and -1; *other: the one that became -1, NaN: none, or one_vs_rest. */
static status map_labels(file_rows *rows, const libsvm *asked, double *other) {
  const double positive = asked->positive_label;
  const bool one_vs_rest = asked->one_vs_rest;
  bool found = false;
  char a[NUMBER_TEXT], b[NUMBER_TEXT], c[NUMBER_TEXT];
  for (size_t i = 0; i < rows->data.rows; i++) {
    const double label = rows->data.label[i];
    if (label == positive) {
      found = true;
    } else if (isnan(*other)) {
      *other = label;
    } else if (label != *other && !one_vs_rest) {
      return FAIL(STATUS_INVALID,
                  "%s:%zu: label %s, expected two labels, %s and %s: choose positive_label or set one_vs_rest",
                  file_rows_path(rows, i), rows->data.line[i], number_text(label, a), number_text(positive, b),
                  number_text(*other, c));
    }
    rows->data.label[i] = label == positive ? 1 : -1;
  }
  if (!found) {
    return FAIL(STATUS_INVALID, "%s: no row has positive_label = %s, the first label is %s", rows->path,
                number_text(positive, a), number_text(*other, b));
  }
  if (one_vs_rest) *other = NAN;
  return isnan(*other) ? STATUS_OK : state_add_number(rows->reading, "other", *other);
}

/* The same by the labels of the learned data; of rows that come one by one 0 and the positive label's opposite are -1. */
static status take_labels(file_rows *rows, const libsvm *asked) {
  const bool signs = !asked->one_vs_rest && !cJSON_HasObjectItem(rows->given, "other");
  const double positive = asked->positive_label;
  double other = NAN;
  char a[NUMBER_TEXT], b[NUMBER_TEXT], c[NUMBER_TEXT];
  if (cJSON_HasObjectItem(rows->given, "other")) TRY(file_rows_given(rows, "other", &other));
  for (size_t i = 0; i < rows->data.rows; i++) {
    double *label = &rows->data.label[i];
    const bool opposite = signs && (*label == 0 || *label == -positive);
    const bool negative = *label == other || opposite || (asked->one_vs_rest && !isnan(*label));
    if (signs && !opposite && !isnan(*label) && *label != positive) {
      return FAIL(STATUS_INVALID, "%s:%zu: label %s, expected %s, %s or 0: one_vs_rest = true takes all others as -1",
                  file_rows_path(rows, i), rows->data.line[i], number_text(*label, a), number_text(positive, b),
                  number_text(-positive, c));
    }
    *label = *label == positive ? 1 : negative ? -1 : NAN;
  }
  return STATUS_OK;
}

/* --- scaling --- */

/* Least and largest value of every feature; a row without an entry has 0. */
static status find_ranges(libsvm_rows *rows) {
  const libsvm_data *data = &rows->all.data;
  double *low = rows->low, *high = rows->high;
  FREED size_t *seen = NULL;
  TRY(NEW_ARRAY(rows->all.n, seen));
  for (size_t k = 0; k < data->entries; k++) {
    const size_t i = data->index[k];
    low[i] = seen[i] > 0 ? fmin(low[i], data->value[k]) : data->value[k];
    high[i] = seen[i] > 0 ? fmax(high[i], data->value[k]) : data->value[k];
    seen[i]++;
  }
  for (size_t i = 0; i < rows->all.n; i++) {
    if (seen[i] == data->rows) continue;
    low[i] = fmin(low[i], 0);
    high[i] = fmax(high[i], 0);
  }
  return STATUS_OK;
}

/* Those of the learned data, which are kept for features that are not constantly 0. */
static status get_ranges(libsvm_rows *rows) {
  const cJSON *given = rows->all.given;
  const size_t n = rows->all.n;
  const size_t count = (size_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(given, "features"));
  FREED double *list = NULL;
  double last = 0;
  TRY(NEW_ARRAY(3 * count, list));
  TRY(state_get_numbers(given, "features", count, list));
  TRY(state_get_numbers(given, "low", count, list + count));
  TRY(state_get_numbers(given, "high", count, list + 2 * count));
  for (size_t k = 0; k < count; k++) {
    const double feature = list[k], low = list[count + k], high = list[2 * count + k];
    if (!(feature > last && feature <= (double)n) || feature != floor(feature)) {
      return FAIL(STATUS_INVALID, "features: entry %zu is %g, expected ascending whole numbers up to %zu", k + 1,
                  feature, n);
    }
    last = feature;
    if (low > high) {
      return FAIL(STATUS_INVALID, "low: entry %zu is %g, expected at most high = %g", k + 1, low, high);
    }
    rows->low[(size_t)feature - 1] = low;
    rows->high[(size_t)feature - 1] = high;
  }
  return STATUS_OK;
}

static status add_ranges(const libsvm_rows *rows, size_t columns, cJSON *out) {
  FREED double *list = NULL;
  size_t count = 0;
  for (size_t i = 0; i < columns; i++) count += rows->low[i] != 0 || rows->high[i] != 0;
  TRY(NEW_ARRAY(3 * count, list));
  for (size_t i = 0, k = 0; i < columns; i++) {
    if (rows->low[i] == 0 && rows->high[i] == 0) continue;
    list[k] = (double)(i + 1);
    list[count + k] = rows->low[i];
    list[2 * count + k++] = rows->high[i];
  }
  TRY(state_add_numbers(out, "features", count, list));
  TRY(state_add_numbers(out, "low", count, list + count));
  return state_add_numbers(out, "high", count, list + 2 * count);
}

/* scaling = "unit": where zero does not stay zero, every row gets an entry. */
static status scale_rows_to_unit(file_rows *rows, const double *low, const double *high) {
  libsvm_data *data = &rows->data;
  CLEANUP(libsvm_free) libsvm_data scaled = {.features = data->features};
  FREED size_t *shifted = NULL;
  size_t shifted_count = 0;
  TRY(NEW_ARRAY(rows->n, shifted));
  for (size_t i = 0; i < rows->n; i++) {
    if (scale_to_unit(0, low[i], high[i]) > 0 && low[i] < 0) shifted[shifted_count++] = i;
  }
  for (size_t row = 0; row < data->rows; row++) {
    size_t at = 0; /* in `shifted` */
    for (size_t k = data->start[row]; k <= data->start[row + 1]; k++) {
      const bool last = k == data->start[row + 1];
      const size_t i = last ? rows->n : data->index[k];
      for (; at < shifted_count && shifted[at] < i; at++) {
        TRY(libsvm_append_entry(&scaled, shifted[at], scale_to_unit(0, low[shifted[at]], high[shifted[at]])));
      }
      if (last) break;
      if (at < shifted_count && shifted[at] == i) at++;
      const double value = scale_to_unit(data->value[k], low[i], high[i]);
      if (value > 0) TRY(libsvm_append_entry(&scaled, i, value));
    }
    TRY(libsvm_append_row(&scaled, data->label[row], data->line[row]));
  }
  libsvm_replace(data, &scaled);
  return STATUS_OK;
}

static bool has_ranges(const libsvm *asked) {
  return asked->scaling == LIBSVM_UNIT || asked->scaling == LIBSVM_MAX_ABS;
}

static status scale(libsvm_rows *rows, const libsvm *asked) {
  libsvm_data *data = &rows->all.data;
  if (asked->scaling == LIBSVM_BINARY) {
    for (size_t k = 0; k < data->entries; k++) data->value[k] = data->value[k] != 0 ? 1 : 0;
  }
  if (!has_ranges(asked)) return STATUS_OK;
  TRY(NEW_ARRAY(rows->all.n, rows->low));
  TRY(NEW_ARRAY(rows->all.n, rows->high));
  if (rows->all.given == NULL) {
    TRY(find_ranges(rows));
  } else {
    TRY(status_context(get_ranges(rows), "%s: reading", rows->all.who));
  }
  if (asked->scaling == LIBSVM_UNIT) return scale_rows_to_unit(&rows->all, rows->low, rows->high);
  for (size_t k = 0; k < data->entries; k++) { /* max_abs; only other data can exceed it */
    const double largest = fmax(-rows->low[data->index[k]], rows->high[data->index[k]]);
    data->value[k] = scale_to_largest(data->value[k], largest);
  }
  return STATUS_OK;
}

/* Vectors: every entry in [0,1]. */
static status check_entries(const file_rows *rows) {
  const libsvm_data *data = &rows->data;
  char text[NUMBER_TEXT];
  for (size_t row = 0; row < data->rows; row++) {
    for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
      if (data->value[k] >= 0 && data->value[k] <= 1) continue;
      return FAIL(STATUS_INVALID,
                  "%s:%zu: feature %zu = %s, expected a value in [0,1]: choose scaling = unit or binary",
                  file_rows_path(rows, row), data->line[row], data->index[k] + 1, number_text(data->value[k], text));
    }
  }
  return STATUS_OK;
}

/* Dyads: |x| <= 1. */
static status normalize(file_rows *rows, const libsvm *asked) {
  const libsvm_data *data = &rows->data;
  double largest = 0;
  char text[NUMBER_TEXT];
  for (size_t row = 0; row < data->rows; row++) {
    const double length = libsvm_row_length(data, row);
    if (!isfinite(length) || (asked->normalize == LIBSVM_LENGTH_NONE && length > 1 + 1e-12)) {
      return FAIL(STATUS_INVALID, "%s:%zu: |x| = %s, expected at most 1: choose normalize = unit or largest",
                  file_rows_path(rows, row), data->line[row], number_text(length, text));
    }
    largest = fmax(largest, length);
  }
  if (asked->normalize == LIBSVM_LENGTH_NONE) return STATUS_OK;
  if (rows->given != NULL) {
    largest = 0;
    if (cJSON_HasObjectItem(rows->given, "largest")) TRY(file_rows_given(rows, "largest", &largest));
  } else if (largest > 0) {
    TRY(state_add_number(rows->reading, "largest", largest));
  }
  file_rows_divide(rows, asked->normalize == LIBSVM_LENGTH_UNIT ? NAN : largest);
  return STATUS_OK;
}

/* --- the file --- */

/* Refuses rows without entries if the option empty says so. */
static status check_empty(const file_rows *rows, const libsvm *asked) {
  if (asked->empty != LIBSVM_EMPTY_REFUSE) return STATUS_OK;
  for (size_t row = 0; row < rows->data.rows; row++) {
    if (rows->data.start[row + 1] > rows->data.start[row]) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: no entries, expected index:value ...: choose empty = zero",
                file_rows_path(rows, row), rows->data.line[row]);
  }
  return STATUS_OK;
}

/* A reading that other data are read with. */
static status check_given(const cJSON *given, const libsvm *asked) {
  char names[64];
  (void)snprintf(names, sizeof names, "n%s%s%s", cJSON_HasObjectItem(given, "other") ? " other" : "",
                 cJSON_HasObjectItem(given, "largest") ? " largest" : "",
                 has_ranges(asked) ? " features low high" : "");
  return state_check_names(given, names);
}

/* The line of the manifest. */
static status say(file_rows *rows, const libsvm *asked, double negative) {
  char positive[NUMBER_TEXT], other[NUMBER_TEXT], scaling[FEATURES_SCALING], second[40] = "";
  if (rows->second != NULL) {
    (void)snprintf(second, sizeof second, ", %zu of them from file2", rows->data.rows - rows->second_row);
  }
  features_scaling(scaling_words[asked->scaling], NAN, false, scaling);
  return memory_format(&rows->said,
                       "%s: rows read %zu in LIBSVM's format%s; predicted label %s against %s; features %zu; %s",
                       asked->file, rows->data.rows, second, number_text(asked->positive_label, positive),
                       isnan(negative) ? "the rest" : number_text(negative, other), rows->n - asked->bias, scaling);
}

static status read(file_rows *rows, const void *self) {
  const libsvm *asked = self;
  const bool dyads = asked->instances == LIBSVM_DYADS;
  double other = NAN;
  rows->kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR;
  if (rows->given != NULL) TRY(status_context(check_given(rows->given, asked), "%s: reading", rows->who));
  TRY(file_rows_libsvm(rows, asked->n));
  TRY(check_empty(rows, asked));
  TRY(rows->given != NULL ? take_labels(rows, asked) : map_labels(rows, asked, &other));
  TRY(scale((libsvm_rows *)rows, asked)); /* its first member */
  if (asked->bias) TRY(libsvm_append_ones(&rows->data, rows->n++));
  TRY(dyads ? normalize(rows, asked) : check_entries(rows));
  TRY(libsvm_point(&rows->data));
  return rows->given != NULL ? STATUS_OK : say(rows, asked, other);
}

static status reading(void *self, cJSON *out) {
  const libsvm *source = self;
  const libsvm_rows *rows = (const libsvm_rows *)source->labelled.trials.rows; /* its first member */
  TRY(row_trials_reading(self, out));
  return rows->low == NULL ? STATUS_OK : add_ranges(rows, rows->all.n - source->bias, out);
}

static status begin(const void *self, const problem_class *class, const char *who, const char *path, cJSON *out) {
  const libsvm *asked = self;
  if (has_ranges(asked)) return features_refuse_whole(who, "scaling", scaling_words[asked->scaling]);
  if (asked->instances == LIBSVM_DYADS && asked->normalize == LIBSVM_LENGTH_LARGEST) {
    return features_refuse_whole(who, "normalize", "largest");
  }
  return file_rows_begin_libsvm(who, asked->n, out);
}

/* --- the comparator --- */

static status make_comparator(libsvm *source, const char *who) {
  const number_list *list = &source->relevant;
  const size_t n = source->labelled.trials.rows->n;
  FREED size_t *positions = NULL;
  TRY(NEW_ARRAY(list->count, positions));
  for (size_t i = 0; i < list->count; i++) {
    const double at = list->value[i];
    if (at != floor(at) || at > (double)n) {
      return FAIL(STATUS_INVALID, "%s: relevant[%zu] = %g must be a whole number from 1 to n = %zu", who, i + 1, at, n);
    }
    positions[i] = (size_t)at - 1;
  }
  qsort(positions, list->count, sizeof *positions, order_sizes);
  for (size_t i = 1; i < list->count; i++) {
    if (positions[i] == positions[i - 1]) {
      return FAIL(STATUS_INVALID, "%s: relevant: index %zu occurs twice", who, positions[i] + 1);
    }
  }
  return comparator_from_coordinates(COMPARATOR_GIVEN, n, list->count, positions, &source->labelled.trials.comparator);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  libsvm *source = self;
  labelled_rows *labelled = &source->labelled;
  TRY(labelled_rows_facts(self, setting, out));
  if (source->relevant.count == 0) return STATUS_OK;
  if (labelled->comparator != LABELLED_OTHER) {
    return FAIL(STATUS_INVALID, "%s: relevant has no effect with comparator = \"%s\"", option_who(values),
                options_word(values, PLACE(labelled_rows, comparator)));
  }
  TRY(make_comparator(source, option_who(values)));
  labelled->known_low = 0;
  labelled->known_gap = labelled->gap;
  labelled_rows_refine(self, out);
  return OWN(self, labelled->trials.comparator, comparator_free);
}

static const file_rows_reader reader = {.shared = FILE_ROWS_SHARED(libsvm_rows, clear),
                                        .from = PLACE(libsvm, file),
                                        .to = PLACE(libsvm, relevant),
                                        .second = PLACE(libsvm, file2),
                                        .read = read};
static const problem_methods methods = {LABELLED_ROWS_METHODS(libsvm), .facts = facts, .reading = reading,
                                        .begin = begin};

const problem_class problem_libsvm = {
    .about =
        {.name = "libsvm",
         .title = "Data file",
         .citation = "Chang and Lin 2011 (the format)",
         .help = "a data set in LIBSVM's text format, labels mapped to 1 and -1, features checked or scaled",
         .formula =
             "$x$ and $y\\in\\lbrace-1,1\\rbrace$ from the file, $x$ in $[0,1]^n$ or scaled by the rule that is stated",
         .family = "subspace",
         .result_version = 2,
         PARAMETERS(parameters),
         RULES(rules)},
    .methods = &methods,
    .variant = &reader,
};
