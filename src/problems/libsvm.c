/* A data set in LIBSVM's format as a sequence of trials: real data, features in [0,1] or scaled by a stated rule. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "base/text.h"
#include "comparators/class_subspace.h"
#include "problems/labelled_rows.h"
#include "problems/libsvm_file.h"

static const parameter parameters[] = {
    {.name = "file", .type = PARAMETER_FILE, .meaning = "data file in LIBSVM's format: label index:value ..."},
    {.name = "file2",
     .type = PARAMETER_FILE,
     .value = "",
     .meaning = "a second file played after the first; absent: none"},
    {.name = "n",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = LIBSVM_INDEX_LIMIT,
     .meaning = "number of features; absent: the largest index that occurs"},
    {.name = "positive_label",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .meaning = "the label that becomes 1; all others become -1"},
    {.name = "one_vs_rest",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "take files with more than two labels"},
    {.name = "scaling",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none unit binary max_abs",
     .meaning =
         "none; unit: each feature's range to [0,1]; binary: nonzero to 1; max_abs: by each feature's largest |value|"},
    {.name = "instances",
     .type = PARAMETER_CHOICE,
     .value = "vector",
     .choices = "vector dyad",
     .meaning = "diag(x) with entries in [0,1], or x x^T with |x| <= 1"},
    {.name = "normalize",
     .type = PARAMETER_CHOICE,
     .value = "unit",
     .choices = "unit largest none",
     .meaning = "dyads: each x to length 1; all by the largest length; none"},
    {.name = "order",
     .type = PARAMETER_CHOICE,
     .value = "file",
     .choices = "file shuffled",
     .meaning = "order of the rows: the file's, or a random one, new in every pass"},
    {.name = "passes",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = 1e6,
     .meaning = "how often the data are played"},
    {.name = "bias", .type = PARAMETER_BOOLEAN, .value = "false", .meaning = "add a feature n + 1 that is always 1"},
    {.name = "relevant",
     .type = PARAMETER_NUMBERS,
     .value = "",
     .low = 1,
     .high = LIBSVM_INDEX_LIMIT + 1,
     .meaning = "indices of a disjunction, the comparator; absent: none is known"},
    {.name = "empty",
     .type = PARAMETER_CHOICE,
     .value = "zero",
     .choices = "zero refuse",
     .meaning = "rows without entries: zero instances, counted in the manifest, or an error"},
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "relevant",
     .choices = "relevant class_subspace",
     .meaning =
         "as `relevant` says; class_subspace: the leading directions of the positive class, computed from the file"},
    LABELLED_COMPARATOR_PARAMETERS,
};

typedef struct libsvm {
  libsvm_data data; /* scaled, labels 1 and -1 */
  size_t n;         /* with the bias feature */
  size_t file2_row; /* the first row of file2 */
  instance_kind kind;
  size_t passes, pass, place; /* the next trial is the row order[place] of pass `pass` */
  size_t *order;
  random_stream *shuffle; /* NULL: file order */
  double label;
  char *path, *path2;
  double gap_low, gap_high; /* NaN: no comparator */
  size_t zero;              /* rows without an entry other than 0 */
  comparator *comparator;
  bool reopened;      /* the numbers below are given: those of the data that were learned */
  size_t features;    /* without the bias feature */
  double other;       /* the label that became -1; NaN: none, or one_vs_rest */
  double *low, *high; /* scaling = unit, max_abs: of each feature; otherwise NULL */
  double largest;     /* normalize = largest: length */
} libsvm;

static void destroy(void *self) {
  libsvm *source = self;
  if (source == NULL) return;
  comparator_free(source->comparator);
  random_stream_free(source->shuffle);
  libsvm_free(&source->data);
  free(source->order);
  free(source->path);
  free(source->path2);
  free(source->low);
  free(source->high);
  free(source);
}

static const char *file_of(const libsvm *source, size_t row) {
  return row < source->file2_row ? source->path : source->path2;
}

static status check_indices(const libsvm *source) {
  for (size_t i = 0; i < source->data.rows; i++) {
    const size_t end = source->data.start[i + 1];
    if (end > source->data.start[i] && source->data.index[end - 1] >= source->n) {
      return FAIL(STATUS_INVALID, "%s:%zu: index %zu, expected at most n = %zu", file_of(source, i),
                  source->data.line[i], source->data.index[end - 1] + 1, source->n);
    }
  }
  return STATUS_OK;
}

static status read_files(libsvm *source, const problem_setting *setting, const options *values) {
  const char *who = option_who(values);
  status code = problem_data_path(setting, option_text(values, "file"), &source->path);
  if (code != STATUS_OK) return status_context(code, "%s: file", who);
  TRY(libsvm_read(source->path, &source->data));
  source->file2_row = source->data.rows;
  if (option_given(values, "file2")) {
    code = problem_data_path(setting, option_text(values, "file2"), &source->path2);
    if (code != STATUS_OK) return status_context(code, "%s: file2", who);
    TRY(libsvm_read(source->path2, &source->data));
  }
  source->n = source->data.features > 0 ? source->data.features : 1;
  if (option_given(values, "n")) source->n = option_count(values, "n");
  return check_indices(source);
}

/* Labels become 1 and -1. */
static status map_labels(libsvm *source, const options *values) {
  const double positive = option_number(values, "positive_label");
  const bool one_vs_rest = option_flag(values, "one_vs_rest");
  double other = NAN;
  bool found = false;
  char a[NUMBER_TEXT], b[NUMBER_TEXT], c[NUMBER_TEXT];
  for (size_t i = 0; i < source->data.rows; i++) {
    const double label = source->data.label[i];
    if (label == positive) {
      found = true;
    } else if (isnan(other)) {
      other = label;
    } else if (label != other && !one_vs_rest) {
      return FAIL(STATUS_INVALID,
                  "%s:%zu: label %s, expected two labels, %s and %s: choose positive_label or set one_vs_rest",
                  file_of(source, i), source->data.line[i], number_text(label, a), number_text(positive, b),
                  number_text(other, c));
    }
    source->data.label[i] = label == positive ? 1 : -1;
  }
  source->other = one_vs_rest ? NAN : other;
  if (found) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: no row has positive_label = %s, the first label is %s", source->path,
              number_text(positive, a), number_text(other, b));
}

/* Least and largest value of every feature; a row without an entry has 0. */
static status feature_ranges(libsvm *source) {
  const libsvm_data *data = &source->data;
  double **low = &source->low, **high = &source->high;
  size_t *seen = NULL;
  TRY(NEW_ARRAY(source->n, seen));
  status code = NEW_ARRAY(source->n, *low);
  if (code == STATUS_OK) code = NEW_ARRAY(source->n, *high);
  if (code == STATUS_OK) {
    for (size_t k = 0; k < data->entries; k++) {
      const size_t i = data->index[k];
      (*low)[i] = seen[i] > 0 ? fmin((*low)[i], data->value[k]) : data->value[k];
      (*high)[i] = seen[i] > 0 ? fmax((*high)[i], data->value[k]) : data->value[k];
      seen[i]++;
    }
    for (size_t i = 0; i < source->n; i++) {
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
static status scale_to_unit(libsvm *source, const double *low, const double *high) {
  libsvm_data scaled = {.features = source->data.features}, *data = &source->data;
  size_t *shifted = NULL, shifted_count = 0;
  status code = NEW_ARRAY(source->n, shifted);
  if (code != STATUS_OK) return code;
  for (size_t i = 0; i < source->n; i++) {
    if (to_unit(0, low[i], high[i]) > 0 && low[i] < 0) shifted[shifted_count++] = i;
  }
  for (size_t row = 0; row < data->rows; row++) {
    size_t at = 0; /* in `shifted` */
    for (size_t k = data->start[row]; k <= data->start[row + 1]; k++) {
      const bool last = k == data->start[row + 1];
      const size_t i = last ? source->n : data->index[k];
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

static status scale(libsvm *source, const options *values) {
  libsvm_data *data = &source->data;
  if (option_is(values, "scaling", "none")) return STATUS_OK;
  if (option_is(values, "scaling", "binary")) {
    for (size_t k = 0; k < data->entries; k++) data->value[k] = data->value[k] != 0 ? 1 : 0;
    return STATUS_OK;
  }
  if (!source->reopened) TRY(feature_ranges(source));
  if (option_is(values, "scaling", "unit")) return scale_to_unit(source, source->low, source->high);
  for (size_t k = 0; k < data->entries; k++) { /* max_abs; beyond it only in other data: 1 or -1 */
    const double largest = fmax(-source->low[data->index[k]], source->high[data->index[k]]);
    data->value[k] = largest > 0 ? fmin(fmax(data->value[k] / largest, -1), 1) : 0;
  }
  return STATUS_OK;
}

/* Vectors: every entry in [0,1]. */
static status check_entries(const libsvm *source) {
  const libsvm_data *data = &source->data;
  char text[NUMBER_TEXT];
  for (size_t row = 0; row < data->rows; row++) {
    for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
      if (data->value[k] >= 0 && data->value[k] <= 1) continue;
      return FAIL(STATUS_INVALID,
                  "%s:%zu: feature %zu = %s, expected a value in [0,1]: choose scaling = unit or binary",
                  file_of(source, row), data->line[row], data->index[k] + 1, number_text(data->value[k], text));
    }
  }
  return STATUS_OK;
}

/* |x| without overflow */
static double length_of(const libsvm_data *data, size_t row) {
  double largest = 0, sum = 0;
  for (size_t k = data->start[row]; k < data->start[row + 1]; k++) largest = fmax(largest, fabs(data->value[k]));
  if (largest <= 0) return 0;
  for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
    sum += (data->value[k] / largest) * (data->value[k] / largest);
  }
  return largest * sqrt(sum);
}

/* Dyads: |x| <= 1. */
static status normalize(libsvm *source, const options *values) {
  libsvm_data *data = &source->data;
  const bool unit = option_is(values, "normalize", "unit");
  double largest = 0;
  char text[NUMBER_TEXT];
  for (size_t row = 0; row < data->rows; row++) {
    const double length = length_of(data, row);
    if (!isfinite(length) || (option_is(values, "normalize", "none") && length > 1 + 1e-12)) {
      return FAIL(STATUS_INVALID, "%s:%zu: |x| = %s, expected at most 1: choose normalize = unit or largest",
                  file_of(source, row), data->line[row], number_text(length, text));
    }
    largest = fmax(largest, length);
  }
  if (option_is(values, "normalize", "none")) return STATUS_OK;
  if (!source->reopened) source->largest = largest;
  for (size_t row = 0; row < data->rows; row++) {
    const double length = unit ? length_of(data, row) : source->largest;
    for (size_t k = data->start[row]; length > 0 && k < data->start[row + 1]; k++) data->value[k] /= length;
  }
  return STATUS_OK;
}

static status add_bias(libsvm *source) {
  libsvm_data biased = {0}, *data = &source->data;
  status code = STATUS_OK;
  for (size_t row = 0; row < data->rows; row++) {
    for (size_t k = data->start[row]; k < data->start[row + 1]; k++) {
      CHECK(libsvm_append_entry(&biased, data->index[k], data->value[k]));
    }
    CHECK(libsvm_append_entry(&biased, source->n, 1));
    CHECK(libsvm_append_row(&biased, data->label[row], data->line[row]));
  }
  libsvm_free(data);
  *data = biased;
  biased = (libsvm_data){0};
  source->n++;
end:
  libsvm_free(&biased);
  return code;
}

static int compare_positions(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

static status make_comparator(libsvm *source, const options *values) {
  const double *list = NULL;
  const size_t count = option_list(values, "relevant", &list);
  if (count == 0) return STATUS_OK;
  size_t *positions = NULL;
  status code = NEW_ARRAY(count, positions);
  if (code != STATUS_OK) return code;
  for (size_t i = 0; i < count; i++) {
    if (list[i] != floor(list[i]) || list[i] > (double)source->n) {
      code = FAIL(STATUS_INVALID, "%s: relevant[%zu] = %g must be a whole number from 1 to n = %zu", option_who(values),
                  i + 1, list[i], source->n);
      goto end;
    }
    positions[i] = (size_t)list[i] - 1;
  }
  qsort(positions, count, sizeof *positions, compare_positions);
  for (size_t i = 1; i < count; i++) {
    if (positions[i] != positions[i - 1]) continue;
    code = FAIL(STATUS_INVALID, "%s: relevant: index %zu occurs twice", option_who(values), positions[i] + 1);
    goto end;
  }
  code = comparator_from_coordinates(COMPARATOR_GIVEN, source->n, count, positions, &source->comparator);
end:
  free(positions);
  return code;
}

/* Rows without entries, as they are in the file. */
static status check_empty(const libsvm *source, const options *values) {
  if (!option_is(values, "empty", "refuse")) return STATUS_OK;
  for (size_t row = 0; row < source->data.rows; row++) {
    if (source->data.start[row + 1] > source->data.start[row]) continue;
    return FAIL(STATUS_INVALID, "%s:%zu: no entries, expected index:value ...: choose empty = zero",
                file_of(source, row), source->data.line[row]);
  }
  return STATUS_OK;
}

static void count_zero(libsvm *source) {
  const libsvm_data *data = &source->data;
  for (size_t row = 0; row < data->rows; row++) {
    bool zero = true;
    for (size_t k = data->start[row]; k < data->start[row + 1] && zero; k++) zero = data->value[k] == 0;
    source->zero += zero;
  }
}

static instance instance_of(const libsvm *source, size_t row) {
  const size_t start = source->data.start[row];
  return instance_sparse(source->kind, source->n, source->data.start[row + 1] - start, source->data.index + start,
                         source->data.value + start);
}

/* The comparator, or with `compare` false its checks only. */
static status compare_class(libsvm *source, const options *values, bool compare) {
  size_t positive = 0;
  for (size_t i = 0; i < source->data.rows; i++) positive += source->data.label[i] > 0;
  if (option_given(values, "relevant")) {
    return FAIL(STATUS_INVALID, "%s: relevant has no effect with comparator = \"class_subspace\"", option_who(values));
  }
  if (!compare) return STATUS_OK;
  instance *dyads = NULL;
  size_t count = 0;
  TRY(NEW_ARRAY(positive, dyads));
  for (size_t i = 0; i < source->data.rows; i++) {
    if (source->data.label[i] > 0) dyads[count++] = instance_of(source, i);
  }
  const status code = class_subspace(source->n, count, dyads, option_count(values, "rank"), &source->comparator);
  free(dyads);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", option_who(values));
}

static status compare_with(libsvm *source, const options *values, bool compare) {
  size_t positive = 0;
  for (size_t i = 0; i < source->data.rows; i++) positive += source->data.label[i] > 0;
  TRY(labelled_comparator_check(values, source->n, positive, source->kind == INSTANCE_DYAD, &source->gap_low,
                                &source->gap_high));
  if (option_is(values, "comparator", "class_subspace")) return compare_class(source, values, compare);
  TRY(make_comparator(source, values));
  source->gap_low = source->comparator != NULL ? 0 : NAN;
  source->gap_high = source->comparator != NULL ? option_number(values, "gap") : NAN;
  return STATUS_OK;
}

/* From rows with labels 1 and -1 to trials in the file's order. */
static status finish_rows(libsvm *source, const options *values) {
  const bool dyads = option_is(values, "instances", "dyad");
  source->kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR;
  source->features = source->n;
  TRY(scale(source, values));
  if (option_flag(values, "bias")) TRY(add_bias(source));
  TRY(dyads ? normalize(source, values) : check_entries(source));
  if (source->data.index == NULL) { /* rows without entries are sparse all the same */
    TRY(NEW_ARRAY(1, source->data.index));
    TRY(NEW_ARRAY(1, source->data.value));
  }
  count_zero(source);
  TRY(NEW_ARRAY(source->data.rows, source->order));
  for (size_t i = 0; i < source->data.rows; i++) source->order[i] = i;
  return STATUS_OK;
}

static status load(libsvm *source, const problem_setting *setting, const options *values, bool compare) {
  source->passes = option_count(values, "passes");
  TRY(read_files(source, setting, values));
  TRY(check_empty(source, values));
  TRY(map_labels(source, values));
  TRY(finish_rows(source, values));
  TRY(compare_with(source, values, compare));
  if (option_is(values, "order", "shuffled")) {
    TRY(random_stream_new(setting->seed, "order", &source->shuffle));
    random_shuffle(source->shuffle, source->data.rows, source->order);
  }
  return STATUS_OK;
}

static status make(const problem_setting *setting, const options *values, bool compare, libsvm **out) {
  libsvm *source = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, source));
  const status code = load(source, setting, values, compare);
  if (code != STATUS_OK) {
    destroy(source);
    return code;
  }
  *out = source;
  return STATUS_OK;
}

static status create(const problem_setting *setting, const options *values, void **self) {
  libsvm *source = NULL;
  const status code = make(setting, values, true, &source);
  *self = source;
  return code;
}

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  libsvm *source = NULL;
  TRY(make(setting, values, false, &source));
  size_t most = 1;
  for (size_t i = 0; i < source->data.rows; i++) {
    const size_t count = source->data.start[i + 1] - source->data.start[i];
    if (count > most) most = count;
  }
  *out = (problem_facts){.n = source->n,
                         .kind = source->kind,
                         .rank = source->kind == INSTANCE_DYAD ? 1 : most,
                         .labels = LABEL_SIGN,
                         .trials = source->data.rows * source->passes,
                         .exchangeable = source->shuffle != NULL && source->passes == 1,
                         .population = source->data.rows,
                         .gap_low = source->gap_low,
                         .gap_high = source->gap_high};
  destroy(source);
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  libsvm *source = self;
  (void)player;
  if (source->place == source->data.rows) {
    source->place = 0;
    source->pass++;
    if (source->shuffle != NULL) random_shuffle(source->shuffle, source->data.rows, source->order);
  }
  if (source->pass == source->passes) return STATUS_END;
  const size_t row = source->order[source->place++];
  *x = instance_of(source, row);
  source->label = source->data.label[row];
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = ((const libsvm *)self)->label;
  return STATUS_OK;
}

static comparator *given(void *self) {
  return ((libsvm *)self)->comparator;
}

static status notes(void *self, cJSON *out) {
  const libsvm *source = self;
  TRY(state_add_count(out, "rows", source->data.rows));
  return state_add_count(out, "zero instances", source->zero);
}

/* Ranges of the features that were not 0 throughout. */
static status add_ranges(const libsvm *source, cJSON *out) {
  double *list = NULL;
  size_t count = 0;
  for (size_t i = 0; i < source->features; i++) count += source->low[i] != 0 || source->high[i] != 0;
  TRY(NEW_ARRAY(3 * count, list));
  for (size_t i = 0, k = 0; i < source->features; i++) {
    if (source->low[i] == 0 && source->high[i] == 0) continue;
    list[k] = (double)(i + 1);
    list[count + k] = source->low[i];
    list[2 * count + k++] = source->high[i];
  }
  status code = state_add_numbers(out, "features", count, list);
  if (code == STATUS_OK) code = state_add_numbers(out, "low", count, list + count);
  if (code == STATUS_OK) code = state_add_numbers(out, "high", count, list + 2 * count);
  free(list);
  return code;
}

static status reading(void *self, cJSON *out) {
  const libsvm *source = self;
  TRY(state_add_count(out, "n", source->features));
  if (!isnan(source->other)) TRY(state_add_number(out, "other", source->other));
  if (source->largest > 0) TRY(state_add_number(out, "largest", source->largest));
  return source->low == NULL ? STATUS_OK : add_ranges(source, out);
}

static status get_ranges(libsvm *source, const cJSON *given) {
  const int length = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(given, "features"));
  const size_t n = source->n, count = (size_t)length;
  double *list = NULL, last = 0;
  status code = STATUS_OK;
  TRY(NEW_ARRAY(n, source->low));
  TRY(NEW_ARRAY(n, source->high));
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
    source->low[(size_t)feature - 1] = low;
    source->high[(size_t)feature - 1] = high;
  }
end:
  free(list);
  return code;
}

static status get_reading(libsvm *source, const options *values, const cJSON *given) {
  const bool ranges = option_is(values, "scaling", "unit") || option_is(values, "scaling", "max_abs");
  const bool other = cJSON_HasObjectItem(given, "other"), largest = cJSON_HasObjectItem(given, "largest");
  char names[64];
  (void)snprintf(names, sizeof names, "n%s%s%s", other ? " other" : "", largest ? " largest" : "",
                 ranges ? " features low high" : "");
  TRY(state_check_names(given, names));
  TRY(state_get_count(given, "n", 1, LIBSVM_INDEX_LIMIT, &source->n));
  if (other) TRY(state_get_number(given, "other", &source->other));
  if (largest) TRY(state_get_number(given, "largest", &source->largest));
  return ranges ? get_ranges(source, given) : STATUS_OK;
}

static status reopen_rows(libsvm *source, const char *path, const options *values, const cJSON *given) {
  const double positive = option_number(values, "positive_label");
  source->reopened = true;
  source->passes = 1;
  source->other = NAN;
  const status code = get_reading(source, values, given);
  if (code != STATUS_OK) return status_context(code, "%s: reading", option_who(values));
  TRY(memory_text(path, &source->path));
  TRY(libsvm_read(path, &source->data));
  source->file2_row = source->data.rows;
  TRY(check_indices(source));
  TRY(check_empty(source, values));
  for (size_t i = 0; i < source->data.rows; i++) {
    double *label = &source->data.label[i];
    const bool negative = option_flag(values, "one_vs_rest") || *label == source->other;
    *label = *label == positive ? 1 : negative ? -1 : NAN;
  }
  return finish_rows(source, values);
}

static status reopen(const char *path, const options *values, const cJSON *given, void **self) {
  libsvm *source = NULL;
  TRY(NEW_ARRAY(1, source));
  const status code = reopen_rows(source, path, values, given);
  if (code == STATUS_OK) {
    *self = source;
  } else {
    destroy(source);
  }
  return code;
}

const problem_class problem_libsvm = {
    .name = "libsvm",
    .title = "Data file",
    .citation = "Chang and Lin 2011 (the format)",
    .help = "a data set in LIBSVM's text format, labels mapped to 1 and -1, features checked or scaled",
    .family = "subspace",
    .result_version = 1,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .facts = facts,
    .create = create,
    .destroy = destroy,
    .next = next,
    .reveal = reveal,
    .comparator = given,
    .notes = notes,
    .reading = reading,
    .reopen = reopen,
};
