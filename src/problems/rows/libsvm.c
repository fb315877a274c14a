/* A data set in LIBSVM's format as a sequence of trials: real data, features in [0,1] or scaled by a stated rule. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/state.h"
#include "data/libsvm_rows.h"
#include "hindsight/margin/class_subspace.h"
#include "problems/rows/labelled_rows.h"
#include "registry/member.h"

typedef struct libsvm {
  libsvm_options read;
  row_order_options order;
  number_list relevant;
  const libsvm_rows *rows;
  instance_kind kind;
  row_order played;
  size_t positive; /* rows */
  double label;
  double gap_low, gap_high; /* NaN: no comparator, or its margin is not yet known */
  comparator *comparator;
  margin_found found;
} libsvm;

static const parameter parameters[] = {
    OPTION_FILE_AS("file", libsvm, read.file, REQUIRED, "data file in LIBSVM's format: label index:value ..."),
    OPTION_FILE_AS("file2", libsvm, read.file2, ABSENT, "a second file, played after the first; absent: none"),
    OPTION_COUNT_AS("n", libsvm, read.n, ABSENT, 1, LIBSVM_INDEX_LIMIT,
                    "number of features; absent: the largest index that occurs"),
    OPTION_NUMBER_AS("positive_label", libsvm, read.positive_label, "1", 0, 0,
                     "the label that becomes 1; all others become -1"),
    OPTION_FLAG_AS("one_vs_rest", libsvm, read.one_vs_rest, "false", "take files with more than two labels"),
    OPTION_CHOICE_AS(
        "scaling", libsvm, read.scaling, "none", "none unit binary max_abs",
        "none; unit: each feature's range to [0,1]; binary: nonzero to 1; max_abs: by each feature's largest |value|"),
    OPTION_CHOICE_AS("instances", libsvm, read.instances, "vector", "vector dyad",
                     "diag(x) with entries in [0,1], or x x^T with |x| <= 1"),
    OPTION_CHOICE_AS("normalize", libsvm, read.normalize, "unit", "unit largest none",
                     "dyads: each x to length 1; all by the largest length; none"),
    ROW_ORDER_PARAMETERS(libsvm, order),
    OPTION_FLAG_AS("bias", libsvm, read.bias, "false", "add a feature n + 1 that is always 1"),
    OPTION_NUMBERS(libsvm, relevant, ABSENT, 1, LIBSVM_INDEX_LIMIT + 1,
                   "indices of a disjunction, the comparator; absent: none is known"),
    OPTION_CHOICE_AS("empty", libsvm, read.empty, "zero", "zero refuse",
                     "rows without entries: zero instances, counted in the manifest, or an error"),
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "relevant",
     .choices = "relevant class_subspace " LABELLED_MARGIN_CHOICES,
     .meaning = "as `relevant` says; class_subspace: the leading directions of the positive class, computed from the "
                "file; " LABELLED_MARGIN_MEANING},
    LABELLED_COMPARATOR_PARAMETERS,
};

static int compare_positions(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

static status make_comparator(libsvm *source, const char *who) {
  const number_list *list = &source->relevant;
  const size_t n = source->rows->n;
  FREED size_t *positions = NULL;
  if (list->count == 0) return STATUS_OK;
  TRY(NEW_ARRAY(list->count, positions));
  for (size_t i = 0; i < list->count; i++) {
    const double at = list->value[i];
    if (at != floor(at) || at > (double)n) {
      return FAIL(STATUS_INVALID, "%s: relevant[%zu] = %g must be a whole number from 1 to n = %zu", who, i + 1, at, n);
    }
    positions[i] = (size_t)at - 1;
  }
  qsort(positions, list->count, sizeof *positions, compare_positions);
  for (size_t i = 1; i < list->count; i++) {
    if (positions[i] == positions[i - 1]) {
      return FAIL(STATUS_INVALID, "%s: relevant: index %zu occurs twice", who, positions[i] + 1);
    }
  }
  return comparator_from_coordinates(COMPARATOR_GIVEN, n, list->count, positions, &source->comparator);
}

static instance instance_of(const libsvm *source, size_t row) {
  const size_t start = source->rows->data.start[row];
  return instance_sparse(source->kind, source->rows->n, source->rows->data.start[row + 1] - start,
                         source->rows->data.index + start, source->rows->data.value + start);
}

/* The leading directions of the positive class. */
static status compare_class(libsvm *source, const options *values) {
  instance *dyads = NULL;
  size_t count = 0;
  TRY(NEW_ARRAY(source->positive, dyads));
  for (size_t i = 0; i < source->rows->data.rows; i++) {
    if (source->rows->data.label[i] > 0) dyads[count++] = instance_of(source, i);
  }
  const status code = class_subspace(source->rows->n, count, dyads, option_count(values, "rank"), &source->comparator);
  free(dyads);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", option_who(values));
}

static status compare_margin(libsvm *source, const options *values) {
  const libsvm_data *data = &source->rows->data;
  const labelled_vectors vectors = {.n = source->rows->n,
                                    .count = data->rows,
                                    .start = data->start,
                                    .index = data->index,
                                    .value = data->value,
                                    .label = data->label};
  return labelled_margin(&vectors, values, &source->comparator, &source->gap_low, &source->gap_high, &source->found);
}

static bool computed_wanted(const options *values) {
  return labelled_margin_wanted(values) || option_is(values, "comparator", "class_subspace");
}

/* Checks the options of the comparator, and makes it unless it is computed from the rows. */
static status begin_comparator(libsvm *source, const options *values) {
  source->gap_low = source->gap_high = NAN;
  for (size_t i = 0; i < source->rows->data.rows; i++) source->positive += source->rows->data.label[i] > 0;
  TRY(labelled_comparator_check(values, source->rows->n, source->positive, source->kind == INSTANCE_DYAD,
                                &source->gap_low, &source->gap_high));
  if (!computed_wanted(values)) {
    TRY(make_comparator(source, option_who(values)));
    if (source->comparator == NULL) return STATUS_OK;
    source->gap_low = 0;
    source->gap_high = option_number(values, "gap");
    return OWN(source, source->comparator, comparator_free);
  }
  if (source->relevant.count == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: relevant has no effect with comparator = \"%s\"", option_who(values),
              option_text(values, "comparator"));
}

static instance_kind kind_of(const libsvm *source) {
  return source->read.instances == LIBSVM_DYADS ? INSTANCE_DYAD : INSTANCE_VECTOR;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  libsvm *source = self;
  source->kind = kind_of(source);
  TRY(libsvm_rows_share(self, &setting->folders, values, PLACE(libsvm, read), &source->read, &source->rows));
  TRY(begin_comparator(source, values));
  const libsvm_data *data = &source->rows->data;
  const size_t passes = source->order.passes;
  size_t most = 1;
  for (size_t i = 0; i < data->rows; i++) {
    const size_t count = data->start[i + 1] - data->start[i];
    if (count > most) most = count;
  }
  *out = (problem_facts){.n = source->rows->n,
                         .kind = source->kind,
                         .rank = source->kind == INSTANCE_DYAD ? 1 : most,
                         .labels = LABEL_SIGN,
                         .trials = data->rows * passes,
                         .exchangeable = source->order.order == ROWS_SHUFFLED && passes == 1,
                         .population = data->rows,
                         .comparator_kept = labelled_margin_wanted(values),
                         .gap_low = source->gap_low,
                         .gap_high = source->gap_high};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  libsvm *source = self;
  TRY(OWN(self, &source->played, row_order_end));
  TRY(row_order_play(source->rows->data.rows, &source->order, setting->seed, &source->played));
  if (!computed_wanted(values)) return STATUS_OK;
  TRY(labelled_margin_wanted(values) ? compare_margin(source, values) : compare_class(source, values));
  return OWN(self, source->comparator, comparator_free);
}

static status next(void *self, const learner *player, instance *x) {
  libsvm *source = self;
  size_t row = 0;
  (void)player;
  if (!row_order_next(&source->played, &row)) return STATUS_END;
  *x = instance_of(source, row);
  source->label = source->rows->data.label[row];
  return STATUS_OK;
}

static status notes(void *self, cJSON *out) {
  const libsvm *source = self;
  if (source->rows->said != NULL) TRY(state_add_text(out, "read", source->rows->said));
  TRY(state_add_count(out, "rows", source->rows->data.rows));
  TRY(state_add_count(out, "zero instances", source->rows->zero));
  return labelled_margin_notes(&source->found, out);
}

static void refine(const void *self, problem_facts *out) {
  const libsvm *source = self;
  out->gap_low = source->gap_low;
  out->gap_high = source->gap_high;
}

static status reading_of(void *self, cJSON *out) {
  return libsvm_rows_reading(((const libsvm *)self)->rows, out);
}

static status reopen(void *self, const problem_class *class, const char *who, const char *path, const cJSON *given) {
  libsvm *source = self;
  libsvm_rows *rows = NULL;
  (void)class;
  source->kind = kind_of(source);
  TRY(OWN_ARRAY(self, 1, rows));
  TRY(OWN(self, rows, libsvm_rows_free));
  TRY(libsvm_rows_reopen(path, who, &source->read, given, rows));
  source->rows = rows;
  TRY(OWN(self, &source->played, row_order_end));
  return row_order_begin(rows->data.rows, 1, false, 0, &source->played);
}

static status begin(const void *self, const problem_class *class, const char *who, const char *path, cJSON *out) {
  (void)class;
  (void)path;
  return libsvm_rows_begin(who, &((const libsvm *)self)->read, out);
}

static const problem_methods methods = {
    .size = sizeof(libsvm),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(libsvm, label),
    .comparator_at = PLACE(libsvm, comparator),
    .notes = notes,
    .refine = refine,
    .reading = reading_of,
    .reopen = reopen,
    .begin = begin,
};

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
         PARAMETERS(parameters)},
    .methods = &methods,
};
