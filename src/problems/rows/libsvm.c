/* A data set in LIBSVM's format as a sequence of trials: real data, features in [0,1] or scaled by a stated rule. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "data/libsvm_rows.h"
#include "hindsight/margin/class_subspace.h"
#include "problems/rows/labelled_rows.h"

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
     .choices = "relevant class_subspace " LABELLED_MARGIN_CHOICES,
     .meaning = "as `relevant` says; class_subspace: the leading directions of the positive class, computed from the "
                "file; " LABELLED_MARGIN_MEANING},
    LABELLED_COMPARATOR_PARAMETERS,
};

typedef struct libsvm {
  libsvm_rows rows;
  instance_kind kind;
  size_t passes, pass, place; /* the next trial is the row order[place] of pass `pass` */
  size_t *order;
  random_stream *shuffle; /* NULL: file order */
  double label;
  double gap_low, gap_high; /* NaN: no comparator, or its margin is not yet known */
  size_t zero;              /* rows without an entry other than 0 */
  comparator *comparator;
  margin_found found;
} libsvm;

static void destroy(void *self) {
  libsvm *source = self;
  if (source == NULL) return;
  comparator_free(source->comparator);
  random_stream_free(source->shuffle);
  libsvm_rows_free(&source->rows);
  free(source->order);
  free(source);
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
    if (list[i] != floor(list[i]) || list[i] > (double)source->rows.n) {
      code = FAIL(STATUS_INVALID, "%s: relevant[%zu] = %g must be a whole number from 1 to n = %zu", option_who(values),
                  i + 1, list[i], source->rows.n);
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
  code = comparator_from_coordinates(COMPARATOR_GIVEN, source->rows.n, count, positions, &source->comparator);
end:
  free(positions);
  return code;
}

static void count_zero(libsvm *source) {
  const libsvm_data *data = &source->rows.data;
  for (size_t row = 0; row < data->rows; row++) {
    bool zero = true;
    for (size_t k = data->start[row]; k < data->start[row + 1] && zero; k++) zero = data->value[k] == 0;
    source->zero += zero;
  }
}

static instance instance_of(const libsvm *source, size_t row) {
  const size_t start = source->rows.data.start[row];
  return instance_sparse(source->kind, source->rows.n, source->rows.data.start[row + 1] - start,
                         source->rows.data.index + start, source->rows.data.value + start);
}

/* The comparator, or with `compare` false its checks only. */
static status compare_class(libsvm *source, const options *values, size_t positive) {
  instance *dyads = NULL;
  size_t count = 0;
  TRY(NEW_ARRAY(positive, dyads));
  for (size_t i = 0; i < source->rows.data.rows; i++) {
    if (source->rows.data.label[i] > 0) dyads[count++] = instance_of(source, i);
  }
  const status code = class_subspace(source->rows.n, count, dyads, option_count(values, "rank"), &source->comparator);
  free(dyads);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", option_who(values));
}

static status compare_margin(libsvm *source, const options *values) {
  const libsvm_data *data = &source->rows.data;
  const labelled_vectors vectors = {.n = source->rows.n,
                                    .count = data->rows,
                                    .start = data->start,
                                    .index = data->index,
                                    .value = data->value,
                                    .label = data->label};
  return labelled_margin(&vectors, values, &source->comparator, &source->gap_low, &source->gap_high, &source->found);
}

/* The comparator; with `compare` false what is computed from the rows is only checked. */
static status compare_with(libsvm *source, const options *values, bool compare) {
  const bool margin = labelled_margin_wanted(values);
  size_t positive = 0;
  for (size_t i = 0; i < source->rows.data.rows; i++) positive += source->rows.data.label[i] > 0;
  source->gap_low = source->gap_high = NAN;
  TRY(labelled_comparator_check(values, source->rows.n, positive, source->kind == INSTANCE_DYAD, &source->gap_low,
                                &source->gap_high));
  if (margin || option_is(values, "comparator", "class_subspace")) {
    if (option_given(values, "relevant")) {
      return FAIL(STATUS_INVALID, "%s: relevant has no effect with comparator = \"%s\"", option_who(values),
                  option_text(values, "comparator"));
    }
    if (!compare) return STATUS_OK;
    return margin ? compare_margin(source, values) : compare_class(source, values, positive);
  }
  TRY(make_comparator(source, values));
  if (source->comparator == NULL) return STATUS_OK;
  source->gap_low = 0;
  source->gap_high = option_number(values, "gap");
  return STATUS_OK;
}

static status file_order(libsvm *source) {
  count_zero(source);
  TRY(NEW_ARRAY(source->rows.data.rows, source->order));
  for (size_t i = 0; i < source->rows.data.rows; i++) source->order[i] = i;
  return STATUS_OK;
}

static status load(libsvm *source, const problem_setting *setting, const options *values, bool compare) {
  const bool dyads = option_is(values, "instances", "dyad");
  source->kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR;
  source->passes = option_count(values, "passes");
  TRY(libsvm_rows_load(setting, values, dyads, &source->rows));
  TRY(compare_with(source, values, compare));
  TRY(file_order(source));
  if (option_is(values, "order", "shuffled")) {
    TRY(random_stream_new(setting->seed, "order", &source->shuffle));
    random_shuffle(source->shuffle, source->rows.data.rows, source->order);
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
  for (size_t i = 0; i < source->rows.data.rows; i++) {
    const size_t count = source->rows.data.start[i + 1] - source->rows.data.start[i];
    if (count > most) most = count;
  }
  *out = (problem_facts){.n = source->rows.n,
                         .kind = source->kind,
                         .rank = source->kind == INSTANCE_DYAD ? 1 : most,
                         .labels = LABEL_SIGN,
                         .trials = source->rows.data.rows * source->passes,
                         .exchangeable = source->shuffle != NULL && source->passes == 1,
                         .population = source->rows.data.rows,
                         .comparator_kept = labelled_margin_wanted(values),
                         .gap_low = source->gap_low,
                         .gap_high = source->gap_high};
  destroy(source);
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  libsvm *source = self;
  (void)player;
  if (source->place == source->rows.data.rows) {
    source->place = 0;
    source->pass++;
    if (source->shuffle != NULL) random_shuffle(source->shuffle, source->rows.data.rows, source->order);
  }
  if (source->pass == source->passes) return STATUS_END;
  const size_t row = source->order[source->place++];
  *x = instance_of(source, row);
  source->label = source->rows.data.label[row];
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
  TRY(state_add_count(out, "rows", source->rows.data.rows));
  TRY(state_add_count(out, "zero instances", source->zero));
  return labelled_margin_notes(&source->found, out);
}

static void refine(const void *self, problem_facts *out) {
  const libsvm *source = self;
  out->gap_low = source->gap_low;
  out->gap_high = source->gap_high;
}

static status reading(void *self, cJSON *out) {
  return libsvm_rows_reading(&((const libsvm *)self)->rows, out);
}

static status reopen(const char *path, const options *values, const cJSON *given, void **self) {
  const bool dyads = option_is(values, "instances", "dyad");
  libsvm *source = NULL;
  TRY(NEW_ARRAY(1, source));
  source->kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR;
  source->passes = 1;
  status code = libsvm_rows_reopen(path, values, dyads, given, &source->rows);
  if (code == STATUS_OK) code = file_order(source);
  if (code == STATUS_OK) {
    *self = source;
  } else {
    destroy(source);
  }
  return code;
}

const problem_class problem_libsvm = {
    .about =
        {.name = "libsvm",
         .title = "Data file",
         .citation = "Chang and Lin 2011 (the format)",
         .help = "a data set in LIBSVM's text format, labels mapped to 1 and -1, features checked or scaled",
         .formula =
             "$x$ and $y\\in\\lbrace-1,1\\rbrace$ from the file, $x$ in $[0,1]^n$ or scaled by the rule that is stated",
         .family = "subspace",
         .result_version = 1,
         PARAMETERS(parameters)},
    .facts = facts,
    .create = create,
    .destroy = destroy,
    .next = next,
    .reveal = reveal,
    .comparator = given,
    .notes = notes,
    .refine = refine,
    .reading = reading,
    .reopen = reopen,
};
