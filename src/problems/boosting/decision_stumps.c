/* The constraints of AdaBoost (Freund & Schapire 1997; as a projection: Kivinen & Warmuth 1999; Tsuda, Raetsch & Warmuth 2005, section
 * 4.3):
 * examples x_i with labels y_i, base hypotheses h_j = decision stumps. A trial shows C = (y_i h(x_i))_i of the stump with the largest edge
 * <w,C> under the learner's weights w; the constraint is <w,C> <= 0. The weighted error of h is (1 - edge)/2.
 *
 * With h there is -h: a distribution w meets all constraints only if every stump has edge 0. The sequence ends when the largest edge is at
 * most `tolerance`, and when the learner finds that no distribution meets the constraints ("infeasible"): then sum alpha_j h_j has no error
 * on the examples. No comparator is known. Streams: "instances", "noise" (only without a file). */

#include "base/text.h"
#include "data/shared_data.h"
#include "problems/boosting/stump_columns.h"
#include "problems/problem.h"

/* The examples that are used. */
typedef struct examples {
  size_t n;
  stump_columns columns;
  double *label; /* n */
} examples;

typedef struct decision_stumps {
  const char *file;
  double positive_label;
  size_t rows, n, features, relevant;
  double noise, tolerance;
  const examples *examples;
  double *weights, *constraint; /* examples->n */
  double zero;                  /* the label of every trial */
  stump last;
  live_constant refuted; /* the learner found that no density meets the constraints */
} decision_stumps;

static const parameter parameters[] = {
    OPTION_FILE(decision_stumps, file, ABSENT,
                "examples in LIBSVM's format: label index:value ...; absent: random bits and a majority of some"),
    OPTION_NUMBER(decision_stumps, positive_label, "1", ANY_NUMBER,
                  "the label of the file that becomes 1; all others become -1"),
    OPTION_COUNT(decision_stumps, rows, ABSENT, 1, 1e6,
                 "take this many rows of the file, evenly spaced; absent, or more than it has: all of them"),
    OPTION_COUNT(decision_stumps, n, "500", 1, 1e6, "without a file: examples"),
    OPTION_COUNT(decision_stumps, features, "20", 1, 10000, "without a file: bits of an example, fair coins"),
    OPTION_COUNT(decision_stumps, relevant, "5", 1, 9999,
                 "without a file: the label is 1 if most of the first so many bits are 1; odd, at most features"),
    OPTION_NUMBER(decision_stumps, noise, "0", 0, 1, "without a file: probability of the other label"),
    OPTION_NUMBER(decision_stumps, tolerance, "1e-9", 0, 1, "the sequence ends when no stump has an edge above it"),
};

static void clear_examples(void *data) {
  examples *made = data;
  stump_columns_free(&made->columns);
  free(made->label);
}

static status take_examples(const libsvm_data *data, size_t rows, examples *out) {
  out->n = rows;
  TRY(stump_columns_new(data, rows, &out->columns));
  TRY(NEW_ARRAY(rows, out->label));
  for (size_t i = 0; i < rows; i++) out->label[i] = data->label[stump_columns_row(data, rows, i)];
  return STATUS_OK;
}

static status read_examples(void *out, const char *path, const char *second, const void *how) {
  const decision_stumps *source = how;
  CLEANUP(libsvm_free) libsvm_data data = {0};
  char text[NUMBER_TEXT];
  size_t found = 0;
  TRY(libsvm_read(path, &data));
  for (size_t i = 0; i < data.rows; i++) {
    found += data.label[i] == source->positive_label;
    data.label[i] = data.label[i] == source->positive_label ? 1.0 : -1.0;
  }
  if (found == 0 || found == data.rows) {
    return FAIL(STATUS_INVALID, "%s: %s has positive_label = %s, expected rows of two classes", path,
                found == 0 ? "no row" : "every row", number_text(source->positive_label, text));
  }
  return take_examples(&data, source->rows > 0 && source->rows < data.rows ? source->rows : data.rows, out);
}

static status draw_row(libsvm_data *data, const decision_stumps *source, size_t row, random_stream *bits,
                       random_stream *noise) {
  size_t ones = 0;
  for (size_t f = 0; f < source->features; f++) {
    if (!random_chance(bits, 0.5)) continue;
    ones += f < source->relevant;
    TRY(libsvm_append_entry(data, f, 1.0));
  }
  const bool other = random_chance(noise, source->noise);
  return libsvm_append_row(data, (2 * ones > source->relevant) != other ? 1.0 : -1.0, row + 1);
}

static status draw_examples(decision_stumps *source, uint64_t seed) {
  CLEANUP(libsvm_free) libsvm_data data = {0};
  random_stream *bits = NULL, *noise = NULL;
  examples *drawn = NULL;
  TRY(member_stream(source, seed, "instances", &bits));
  TRY(member_stream(source, seed, "noise", &noise));
  for (size_t i = 0; i < source->n; i++) TRY(draw_row(&data, source, i, bits, noise));
  data.features = source->features;
  TRY(OWN_ARRAY(source, 1, drawn));
  TRY(OWN(source, drawn, clear_examples));
  source->examples = drawn;
  return take_examples(&data, data.rows, drawn);
}

static status check_options(const decision_stumps *source, const problem_setting *setting) {
  static const size_t drawn[] = {PLACE(decision_stumps, n), PLACE(decision_stumps, features),
                                 PLACE(decision_stumps, relevant), PLACE(decision_stumps, noise)};
  static const size_t read[] = {PLACE(decision_stumps, positive_label), PLACE(decision_stumps, rows)};
  TRY(source->file != NULL ? options_needless(setting->options, 4, drawn, "with a file")
                           : options_needless(setting->options, 2, read, "without a file"));
  if (source->relevant % 2 == 1 && source->relevant <= source->features) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: relevant = %zu must be odd and at most features = %zu", setting->class->about.name,
              source->relevant, source->features);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const data_reader reader = {sizeof(examples), read_examples, clear_examples};
  decision_stumps *source = self;
  const data_question question = {.reader = &reader,
                                  .folders = &setting->folders,
                                  .values = setting->options,
                                  .from = PLACE(decision_stumps, file),
                                  .to = PLACE(decision_stumps, n),
                                  .how = source};
  const void *found = NULL;
  TRY(check_options(source, setting));
  if (source->file != NULL) {
    TRY(shared_data(self, &question, &found));
    source->examples = found;
  }
  const size_t n = source->examples != NULL ? source->examples->n : source->n;
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

static status init(void *self, const problem_setting *setting) {
  decision_stumps *source = self;
  if (source->examples == NULL) TRY(draw_examples(source, setting->seed));
  TRY(OWN_ARRAY(self, source->examples->n, source->weights));
  return OWN_ARRAY(self, source->examples->n, source->constraint);
}

/* weights[i] = y_i w_i; equal weights without a learner. */
static status ask_weights(decision_stumps *source, const learner *player) {
  const examples *from = source->examples;
  for (size_t i = 0; i < from->n; i++) {
    double one = 1.0, weight = 1.0 / (double)from->n;
    const instance unit = instance_sparse(INSTANCE_VECTOR, from->n, 1, &i, &one);
    if (player != NULL) TRY(learner_score(player, &unit, &weight));
    source->weights[i] = from->label[i] * weight;
  }
  return STATUS_OK;
}

static const ask asks[] = {
    ASK_AS_OR("infeasible", decision_stumps, refuted, 0.0),
};

static status next(void *self, const learner *player, instance *x) {
  decision_stumps *source = self;
  const examples *from = source->examples;
  if (live_constant_now(&source->refuted) != 0.0) return STATUS_END;
  TRY(ask_weights(source, player));
  source->last = stump_best(&from->columns, source->weights);
  if (!(source->last.edge > source->tolerance)) return STATUS_END;
  stump_apply(&from->columns, &source->last, source->constraint);
  for (size_t i = 0; i < from->n; i++) source->constraint[i] *= from->label[i];
  *x = instance_dense_vector(from->n, source->constraint);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(decision_stumps),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(decision_stumps, zero),
    FIELDS(asks, asks),
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
