/* The constraints of AdaBoost (Freund & Schapire 1997; as a projection: Kivinen & Warmuth 1999; Tsuda, Raetsch & Warmuth 2005, section
 * 4.3):
 * examples x_i with labels y_i, base hypotheses h_j = decision stumps. A trial shows C = (y_i h(x_i))_i of the stump with the largest edge
 * <w,C> under the learner's weights w; the constraint is <w,C> <= 0. The weighted error of h is (1 - edge)/2.
 *
 * With h there is -h: a distribution w meets all constraints only if every stump has edge 0. The sequence ends when the largest edge is at
 * most `tolerance`, and when the learner finds that no distribution meets the constraints ("infeasible"): then sum alpha_j h_j has no error
 * on the examples. No comparator is known. Streams: "instances", "noise" (only without a file). */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "problems/boosting/stump_columns.h"
#include "problems/problem.h"

static const parameter parameters[] = {
    {.name = "file",
     .type = PARAMETER_FILE,
     .value = "",
     .meaning = "examples in LIBSVM's format: label index:value ...; absent: random bits and a majority of some"},
    {.name = "positive_label",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .meaning = "the label of the file that becomes 1; all others become -1"},
    {.name = "rows",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e6,
     .meaning = "take this many rows of the file, evenly spaced; absent, or more than it has: all of them"},
    {.name = "n",
     .type = PARAMETER_INTEGER,
     .value = "500",
     .low = 1,
     .high = 1e6,
     .meaning = "without a file: examples"},
    {.name = "features",
     .type = PARAMETER_INTEGER,
     .value = "20",
     .low = 1,
     .high = 10000,
     .meaning = "without a file: bits of an example, fair coins"},
    {.name = "relevant",
     .type = PARAMETER_INTEGER,
     .value = "5",
     .low = 1,
     .high = 9999,
     .meaning = "without a file: the label is 1 if most of the first so many bits are 1; odd, at most features"},
    {.name = "noise",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1,
     .meaning = "without a file: probability of the other label"},
    {.name = "tolerance",
     .type = PARAMETER_NUMBER,
     .value = "1e-9",
     .low = 0,
     .high = 1,
     .meaning = "the sequence ends when no stump has an edge above it"},
};

typedef struct decision_stumps {
  size_t n;
  stump_columns columns;
  double *label, *weights, *constraint; /* n */
  double tolerance, zero;               /* zero: the label of every trial */
  stump last;
} decision_stumps;

static void clear(void *self) {
  decision_stumps *source = self;
  stump_columns_free(&source->columns);
  free(source->label);
  free(source->weights);
  free(source->constraint);
}

static status read_examples(const problem_setting *setting, const options *values, libsvm_data *data) {
  const double positive = option_number(values, "positive_label");
  char text[NUMBER_TEXT];
  char *path = NULL;
  size_t found = 0;
  TRY(data_path_of_option(&setting->folders, values, "file", &path));
  status code = libsvm_read(path, data);
  for (size_t i = 0; code == STATUS_OK && i < data->rows; i++) {
    found += data->label[i] == positive;
    data->label[i] = data->label[i] == positive ? 1.0 : -1.0;
  }
  if (code == STATUS_OK && (found == 0 || found == data->rows)) {
    code = FAIL(STATUS_INVALID, "%s: %s has positive_label = %s, expected rows of two classes", path,
                found == 0 ? "no row" : "every row", number_text(positive, text));
  }
  free(path);
  return code;
}

static status draw_row(libsvm_data *data, const options *values, size_t row, random_stream *bits,
                       random_stream *noise) {
  const size_t relevant = option_count(values, "relevant"), features = option_count(values, "features");
  size_t ones = 0;
  for (size_t f = 0; f < features; f++) {
    if (!random_chance(bits, 0.5)) continue;
    ones += f < relevant;
    TRY(libsvm_append_entry(data, f, 1.0));
  }
  const bool other = random_chance(noise, option_number(values, "noise"));
  return libsvm_append_row(data, (2 * ones > relevant) != other ? 1.0 : -1.0, row + 1);
}

static status draw_examples(const problem_setting *setting, const options *values, libsvm_data *data) {
  random_stream *bits = NULL, *noise = NULL;
  status code = random_stream_new(setting->seed, "instances", &bits);
  if (code == STATUS_OK) code = random_stream_new(setting->seed, "noise", &noise);
  for (size_t i = 0; code == STATUS_OK && i < option_count(values, "n"); i++) {
    code = draw_row(data, values, i, bits, noise);
  }
  data->features = option_count(values, "features");
  random_stream_free(bits);
  random_stream_free(noise);
  return code;
}

/* The examples, and how many of their rows are used. */
static status examples(const problem_setting *setting, const options *values, libsvm_data *data, size_t *rows) {
  *data = (libsvm_data){0};
  const status code =
      option_given(values, "file") ? read_examples(setting, values, data) : draw_examples(setting, values, data);
  *rows = data->rows;
  if (option_given(values, "file") && option_given(values, "rows") && option_count(values, "rows") < *rows) {
    *rows = option_count(values, "rows");
  }
  return code;
}

static status check_options(const options *values) {
  static const char *const drawn[] = {"n", "features", "relevant", "noise"};
  static const char *const read[] = {"positive_label", "rows"};
  const char *who = option_who(values);
  const bool file = option_given(values, "file");
  for (size_t i = 0; file && i < sizeof drawn / sizeof drawn[0]; i++) {
    if (option_explicit(values, drawn[i]))
      return FAIL(STATUS_INVALID, "%s: %s has no effect with a file", who, drawn[i]);
  }
  for (size_t i = 0; !file && i < sizeof read / sizeof read[0]; i++) {
    if (option_explicit(values, read[i]))
      return FAIL(STATUS_INVALID, "%s: %s has no effect without a file", who, read[i]);
  }
  const size_t relevant = option_count(values, "relevant"), features = option_count(values, "features");
  if (relevant % 2 == 1 && relevant <= features) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: relevant = %zu must be odd and at most features = %zu", who, relevant, features);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  libsvm_data data = {0};
  size_t n = option_count(values, "n");
  TRY(check_options(values));
  if (option_given(values, "file")) {
    const status code = examples(setting, values, &data, &n);
    libsvm_free(&data);
    TRY(code);
  }
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_VIOLATION, -1.0, 1.0, -1.0, 1.0, 1.0},
                         .adaptive = true,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static status build(decision_stumps *source, const libsvm_data *data, size_t rows) {
  source->n = rows;
  TRY(stump_columns_new(data, rows, &source->columns));
  TRY(NEW_ARRAY(rows, source->label));
  TRY(NEW_ARRAY(rows, source->weights));
  TRY(NEW_ARRAY(rows, source->constraint));
  for (size_t i = 0; i < rows; i++) source->label[i] = data->label[stump_columns_row(data, rows, i)];
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  decision_stumps *source = self;
  libsvm_data data;
  size_t rows = 0;
  source->tolerance = option_number(values, "tolerance");
  status code = examples(setting, values, &data, &rows);
  if (code == STATUS_OK) code = build(source, &data, rows);
  libsvm_free(&data);
  return code;
}

/* weights[i] = y_i w_i; equal weights without a learner. */
static status ask_weights(decision_stumps *source, const learner *learner) {
  for (size_t i = 0; i < source->n; i++) {
    double one = 1.0, weight = 1.0 / (double)source->n;
    const instance unit = instance_sparse(INSTANCE_VECTOR, source->n, 1, &i, &one);
    if (learner != NULL) TRY(learner_score(learner, &unit, &weight));
    source->weights[i] = source->label[i] * weight;
  }
  return STATUS_OK;
}

static status next(void *self, const learner *learner, instance *x) {
  decision_stumps *source = self;
  double infeasible = 0.0;
  if (learner != NULL && learner_constant(learner, "infeasible", &infeasible) && infeasible != 0.0) return STATUS_END;
  TRY(ask_weights(source, learner));
  source->last = stump_best(&source->columns, source->weights);
  if (!(source->last.edge > source->tolerance)) return STATUS_END;
  stump_apply(&source->columns, &source->last, source->constraint);
  for (size_t i = 0; i < source->n; i++) source->constraint[i] *= source->label[i];
  *x = instance_dense_vector(source->n, source->constraint);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(decision_stumps),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(decision_stumps, zero),
};

const problem_class problem_decision_stumps = {
    .about = {.name = "decision_stumps",
              .title = "Decision stumps",
              .citation = "Freund & Schapire 1997; Tsuda, Raetsch & Warmuth 2005, section 4.3",
              .help = "the decision stump with the largest edge under the learner's weights, as a constraint: AdaBoost",
              .formula = "$C=(y_ih(x_i))_i$ of the stump $h$ with the largest edge $\\langle w,C\\rangle$ under the "
                         "weights $w$ of the learner; the constraint is $\\langle w,C\\rangle\\le0$",
              .family = "decision_stumps",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
