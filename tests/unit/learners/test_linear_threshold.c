/* Linear thresholds: Winnow on the simplex in its three forms, the problems, and the bounds' constants. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "bounds/bound.h"
#include "learners/winnow/guess_and_halve.h"
#include "learners/winnow/simplex_winnow.h"
#include "linalg/eigen.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/problem_fixture.h"
#include "unit/state_fixture.h"

enum { N = 12, TRIALS = 300 };

static learner_setting setting_of(size_t n) {
  return (learner_setting){
      .n = n, .kind = INSTANCE_VECTOR, .rank = n, .trials = 10 * TRIALS, .seed = 1, .eigen = &eigen_own};
}

/* One trial; the score and whether the learner updated. */
static void same_bits(double a, double b, const char *what, size_t t) {
  cr_assert_eq(memcmp(&a, &b, sizeof a), 0, "%s, trial %zu: %.17g and %.17g", what, t, a, b);
}

/* Winnow with a threshold of 0 and range 1 is Winnow on the simplex: same updates, scores and bounds. */
Test(linear_threshold, both_lecture_notes_have_one_learner) {
  const learner_setting setting = setting_of(N);
  fixture f = fixture_make("linear_threshold", "{\"n\":12,\"margin\":0.2,\"relevant\":2}", 3);
  played one = played_make("winnow_normalized", "{\"margin\":0.2}", &setting);
  played two = played_make("winnow_threshold", "{\"margin\":0.2,\"threshold\":0}", &setting);
  const char *const names[] = {"cos_winnow_mistakes", "threshold_winnow_updates"};
  bound watching[2];
  cell_totals totals = {0};
  for (size_t k = 0; k < 2; k++) {
    const bound_context context = {
        .problem = &f.problem, .learner = k == 0 ? &one.learner : &two.learner, .comparator = f.u, .trials = TRIALS};
    cr_assert(bound_applies(bound_find(names[k]), &context));
    OK(bound_new(bound_find(names[k]), &context, NULL, &watching[k]));
  }
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0;
    prediction first, second;
    OK(fixture_trial(&f, &x, &label));
    const bool updated = played_trial(&one, &x, label, &first);
    cr_assert_eq(played_trial(&two, &x, label, &second), updated, "trial %zu", t);
    same_bits(first.score, second.score, "scores", t);
    const trial_event event = {.t = t, .x = &x, .predicted = first, .label = label, .updated = updated};
    for (size_t k = 0; k < 2; k++) OK(bound_watch(&watching[k], &event));
    totals.trials = t;
    totals.updates += updated;
    totals.mistakes += first.value != label;
  }
  bound_row_list judged[2];
  cr_assert_gt(totals.updates, 5);
  for (size_t k = 0; k < 2; k++) OK(bound_finish(&watching[k], &totals, &judged[k]));
  cr_assert_eq(judged[0].count, judged[1].count);
  for (size_t i = 0; i < judged[0].count; i++)
    same_bits(judged[0].row[i].value, judged[1].row[i].value, judged[0].row[i].name, i);
  for (size_t k = 0; k < 2; k++) bound_destroy(&watching[k]);
  played_free(&one);
  played_free(&two);
  fixture_free(&f);
}

/* Balanced Winnow is Winnow on (x, -x), bit for bit, dense and sparse. */
Test(linear_threshold, balanced_is_doubled) {
  const learner_setting setting = setting_of(N), twice = setting_of(2 * N);
  fixture f = fixture_make("linear_threshold", "{\"n\":12,\"margin\":0.1,\"target\":\"signed\"}", 5);
  played balanced = played_make("balanced_winnow", "{\"margin\":0.1}", &setting);
  played doubled = played_make("winnow_normalized", "{\"margin\":0.1}", &twice);
  size_t updates = 0;
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0, both[2 * N];
    size_t index[2 * N];
    prediction first, second;
    OK(fixture_trial(&f, &x, &label));
    for (size_t i = 0; i < N; i++) {
      index[i] = i;
      index[N + i] = N + i;
      both[i] = x.value[i];
      both[N + i] = -x.value[i];
    }
    const instance dense = instance_dense_vector(2 * N, both);
    const instance sparse = instance_sparse(INSTANCE_VECTOR, N, N, index, both);
    const bool even = t % 2 == 0;
    const bool updated = played_trial(&balanced, even ? &sparse : &x, label, &first);
    cr_assert_eq(played_trial(&doubled, &dense, label, &second), updated, "trial %zu", t);
    cr_assert(fabs(first.score - second.score) <= 1e-15, "%.17g and %.17g", first.score, second.score);
    updates += updated;
  }
  cr_expect_gt(updates, 5);
  cr_expect_eq(spectral_order(learner_parameter(&balanced.learner)), 2 * N);
  played_free(&balanced);
  played_free(&doubled);
  fixture_free(&f);
}

/* p ln(p/q) + (1-p) ln((1-p)/(1-q)) */
static double binary_divergence(double p, double q) {
  return p * log(p / q) + (1.0 - p) * log((1.0 - p) / (1.0 - q));
}

Test(linear_threshold, tuned_rate) {
  static const double cases[][3] = {{1, 0.3, 0}, {1, 0.3, 0.1}, {2, 0.5, 0.25}, {0.5, 0.49, 0.48}, {1, 0.01, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double range = cases[i][0], margin = cases[i][1], threshold = cases[i][2];
    const double eta = simplex_winnow_rate(range, margin, threshold);
    const double printed =
        log((range + margin) * (range - threshold) / ((range - margin) * (range + threshold))) / (2.0 * range);
    cr_expect(fabs(eta - printed) <= 1e-14 * fabs(printed) + 1e-15, "%.17g, expected %.17g", eta, printed);
    const double progress = simplex_winnow_progress(eta, range, margin, threshold);
    const double entropy = binary_divergence(0.5 + 0.5 * margin / range, 0.5 + 0.5 * threshold / range);
    cr_expect(fabs(progress - entropy) <= 1e-14, "%.17g, expected %.17g", progress, entropy);
    const double distance = (margin - threshold) / range;
    cr_expect_geq(progress, 0.5 * distance * distance * (1.0 - 1e-12));
    cr_expect_leq(simplex_winnow_progress(1.1 * eta, range, margin, threshold), progress);
    cr_expect_leq(simplex_winnow_progress(0.9 * eta, range, margin, threshold), progress);
  }
}

/* One update by hand, and weights of 0. */
Test(linear_threshold, weights) {
  const learner_setting setting = setting_of(3);
  played p = played_make("winnow_threshold", "{\"margin\":0.5,\"eta\":0.7,\"start\":[6,2,0]}", &setting);
  const double x[3] = {-1.0, 0.5, 1.0}, one = 1.0;
  const instance column = instance_dense_vector(3, x);
  prediction said;
  cr_expect(played_trial(&p, &column, 1.0, &said));
  cr_expect_float_eq(said.score, -0.75 + 0.125, 1e-15, "%.17g", said.score);
  const double first = 0.75 * exp(-0.7), second = 0.25 * exp(0.35), sum = first + second;
  for (size_t i = 0; i < 3; i++) {
    const instance attribute = instance_sparse(INSTANCE_VECTOR, 3, 1, &i, &one);
    const double expected = i == 0 ? first / sum : i == 1 ? second / sum : 0.0;
    cr_expect(fabs(played_score(&p, &attribute) - expected) <= 2e-12, "%zu: %.17g, expected %.17g", i,
              played_score(&p, &attribute), expected);
  }
  const size_t last = 2;
  const instance absent = instance_sparse(INSTANCE_VECTOR, 3, 1, &last, &one);
  for (size_t t = 0; t < 5000; t++) (void)played_trial(&p, &column, t % 2 == 0 ? 1.0 : -1.0, &said);
  cr_expect_eq(played_score(&p, &absent), 0.0);
  played_free(&p);
}

/* An update on equality, none above: <w,x> = 0.25 exactly for the first two attributes of four. */
Test(linear_threshold, threshold_is_met_with_equality) {
  const learner_setting setting = setting_of(4);
  const double half[4] = {0.5, 0.5, 0.0, 0.0}, more[4] = {0.5, 0.5, 0.125, 0.0};
  const instance equal = instance_dense_vector(4, half), above = instance_dense_vector(4, more);
  prediction said;
  played p = played_make("winnow_threshold", "{\"margin\":0.5,\"threshold\":0.25}", &setting);
  cr_expect_not(played_trial(&p, &above, 1.0, &said));
  cr_expect(played_trial(&p, &equal, 1.0, &said), "%.17g", said.score);
  played_free(&p);
}

Test(linear_threshold, refusals) {
  const learner_setting setting = setting_of(2);
  played_refused("winnow_normalized", "{\"margin\":1}", &setting,
                 "winnow_normalized: margin = 1 must be below range = 1");
  played_refused("winnow_threshold", "{\"margin\":0.2,\"threshold\":0.2}", &setting,
                 "winnow_threshold: threshold = 0.2 must be below margin = 0.2");
  played_refused("winnow_threshold", "{\"margin\":0.2,\"start\":[1]}", &setting,
                 "winnow_threshold: start has 1 weights, expected n = 2");
  played_refused("winnow_threshold", "{\"margin\":0.2,\"start\":[1,-1]}", &setting,
                 "winnow_threshold: start weight 2 must be >= 0");
  played_refused("winnow_threshold", "{\"margin\":0.2,\"start\":[0,0]}", &setting,
                 "winnow_threshold: the sum of the start weights is 0, expected a number > 0");
  fixture_refused("linear_threshold", "{\"n\":2,\"relevant\":3}",
                  "linear_threshold: relevant = 3 must be at most n = 2");
  fixture_refused("linear_threshold", "{\"n\":2,\"instances\":\"nonnegative\"}",
                  "linear_threshold: instances = nonnegative needs target = signed: no label would be -1");
  fixture_refused("linear_threshold", "{\"n\":2,\"instances\":\"nonnegative\",\"target\":\"signed\",\"margin\":0.75}",
                  "linear_threshold: margin = 0.75 must be at most 0.5, the most that this target can have");
  fixture_refused("hadamard", "{\"n\":12}", "hadamard: n = 12 must be a power of 2");
  fixture_refused("irrelevant_features", "{\"n\":9,\"few\":4}", "irrelevant_features: few = 4 must be odd");
  fixture_refused("threshold_cycles", "{}", "threshold_cycles: n is needed for generated columns");
  fixture_refused("threshold_cycles", "{\"n\":2,\"target\":[1,1]}",
                  "threshold_cycles: target has no effect without columns: leave it out");
  fixture_refused("threshold_cycles", "{\"columns\":[[1,2]]}", "threshold_cycles: given columns need a target");
  fixture_refused("threshold_cycles", "{\"columns\":[[1,2],[1]],\"target\":[1,1]}",
                  "threshold_cycles: columns must have one length");
  fixture_refused("threshold_cycles", "{\"columns\":[[1,\"a\"]],\"target\":[1,1]}",
                  "threshold_cycles: columns must be a list of lists of numbers");
  fixture_refused("threshold_cycles", "{\"columns\":[[1,-1]],\"target\":[1,1]}",
                  "threshold_cycles: the target's smallest product with a column is 0, expected a number > 0");
}

/* Every trial of the oblivious problems: entries in range, y <u,x> >= margin, |u|_1 = 1; both labels occur. */
Test(linear_threshold, instances_keep_the_margin) {
  static const struct {
    const char *name, *json;
    double low;
  } cases[] = {
      {"linear_threshold", "{\"n\":12,\"margin\":0.3}", -1},
      {"linear_threshold", "{\"n\":12,\"margin\":0.9,\"relevant\":3,\"weights\":\"random\",\"entries\":\"extreme\"}",
       -1},
      {"linear_threshold", "{\"n\":12,\"margin\":0.3,\"target\":\"signed\",\"relevant\":5,\"density\":0.2}", -1},
      {"linear_threshold", "{\"n\":12,\"margin\":0.3,\"target\":\"signed\",\"instances\":\"nonnegative\"}", 0},
      {"irrelevant_features", "{\"n\":15}", -1},
      {"irrelevant_features", "{\"n\":15,\"regime\":\"dense_target\"}", -1},
      {"hadamard", "{\"n\":16,\"passes\":20}", -1},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    fixture f = fixture_make(cases[c].name, cases[c].json, 7);
    const instance *u = comparator_instance(f.u);
    double norm = 0.0;
    size_t positive = 0;
    for (size_t j = 0; j < u->count; j++) norm += fabs(u->value[j]);
    cr_expect_float_eq(norm, 1.0, 1e-14, "%s: %.17g", cases[c].json, norm);
    for (size_t t = 1; t <= TRIALS; t++) {
      instance x;
      double label = 0.0;
      OK(fixture_trial(&f, &x, &label));
      const double value = label * comparator_value(f.u, &x);
      cr_assert_geq(value, f.problem.facts.gap_high - 1e-14, "%s trial %zu: %.17g", cases[c].json, t, value);
      for (size_t j = 0; j < x.count; j++) {
        cr_assert(x.value[j] <= 1.0 + 1e-15 && x.value[j] >= cases[c].low - 1e-15, "%.17g", x.value[j]);
      }
      positive += label > 0.0;
    }
    cr_expect(positive > TRIALS / 4 && positive < 3 * TRIALS / 4, "%s: %zu positive", cases[c].json, positive);
    fixture_free(&f);
  }
}

/* Rows are orthogonal, so the perceptron scores 0 on each new one: it errs on those labelled -1, n/2, and never again. */
Test(linear_threshold, hadamard_perceptron) {
  for (size_t n = 2; n <= 256; n *= 2) {
    char json[60];
    snprintf(json, sizeof json, "{\"n\":%zu,\"passes\":2}", n);
    const learner_setting setting = setting_of(n);
    fixture f = fixture_make("hadamard", json, n);
    played p = played_make("perceptron", "{}", &setting);
    size_t mistakes = 0, trials = 0;
    instance x;
    double label = 0.0;
    for (; fixture_trial(&f, &x, &label) == STATUS_OK; trials++) {
      prediction said;
      mistakes += played_trial(&p, &x, label, &said);
    }
    cr_expect_eq(trials, 2 * n);
    cr_expect_eq(mistakes, n / 2, "n = %zu: %zu mistakes", n, mistakes);
    played_free(&p);
    fixture_free(&f);
  }
}

/* The perceptron that asks for a margin updates while y <w,x> <= margin: |x|^2 = 1, so 3 updates for margin 2. */
Test(linear_threshold, perceptron_margin) {
  const learner_setting setting = setting_of(2);
  const double x[2] = {1.0, 0.0};
  const instance one = instance_dense_vector(2, x);
  static const struct {
    const char *json;
    size_t updates;
  } cases[] = {{"{}", 0}, {"{\"margin\":0}", 1}, {"{\"margin\":2}", 3}, {"{\"margin\":1,\"eta\":0.5}", 3}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    played p = played_make("perceptron", cases[c].json, &setting);
    size_t updates = 0;
    for (size_t t = 0; t < 10; t++) {
      prediction said;
      updates += played_trial(&p, &one, 1.0, &said);
    }
    cr_expect_eq(updates, cases[c].updates, "%s: %zu updates", cases[c].json, updates);
    played_free(&p);
  }
}

/* A stage ends one update after its allowance, floor(2 ln(n) 4^k); then the margin is halved and the weights are equal. */
Test(linear_threshold, guess_and_halve_stages) {
  const learner_setting setting = setting_of(N);
  played p = played_make("guess_and_halve", "{\"range\":2}", &setting);
  const double x[N] = {2.0, -2.0}, one = 1.0;
  const instance column = instance_dense_vector(N, x);
  const size_t allowed = 19; /* 8 ln 12 = 19.88 */
  cr_expect_eq(guess_and_halve_allowance(N, 1), (double)allowed);
  prediction said;
  for (size_t t = 0; t <= allowed; t++) {
    cr_expect_eq(played_constant(&p, "stage"), 1.0);
    cr_expect_eq(played_constant(&p, "margin"), 1.0);
    cr_expect(played_trial(&p, &column, t % 2 == 0 ? 1.0 : -1.0, &said));
  }
  cr_expect_eq(played_constant(&p, "stage"), 2.0);
  cr_expect_float_eq(played_constant(&p, "eta"), atanh(0.25) / 2.0, 1e-15);
  for (size_t i = 0; i < N; i++) {
    const instance attribute = instance_sparse(INSTANCE_VECTOR, N, 1, &i, &one);
    cr_expect_float_eq(played_score(&p, &attribute), 1.0 / N, 1e-15);
  }
  played_free(&p);
}

/* Each order presents violated columns until there is none. */
Test(linear_threshold, cycles_end) {
  static const char *const orders[] = {"cyclic", "random", "most_violated", "least_violated"};
  for (size_t k = 0; k < 4; k++) {
    char json[120];
    snprintf(json, sizeof json, "{\"n\":20,\"count\":30,\"margin\":0.2,\"relevant\":3,\"order\":\"%s\"}", orders[k]);
    const learner_setting setting = setting_of(20);
    fixture f = fixture_make("threshold_cycles", json, 2);
    played p = played_make("winnow_threshold", "{\"margin\":0.2,\"threshold\":0.05}", &setting);
    instance x;
    size_t updates = 0;
    OK(problem_meet(&f.problem, &p.learner));
    while (problem_next(&f.problem, &p.learner, &x) == STATUS_OK) {
      prediction said;
      cr_assert(played_trial(&p, &x, 1.0, &said), "%s: a column that is not violated", orders[k]);
      cr_assert_lt(++updates, 100000);
    }
    /* 2 range^2 KL / (s - threshold)^2, KL = ln(20/3) */
    cr_expect(updates > 0 && (double)updates <= 2.0 * log(20.0 / 3.0) / (0.15 * 0.15), "%s: %zu", orders[k], updates);
    played_free(&p);
    fixture_free(&f);
  }
}

/* y <w,x> is just below 0, y <u,x> = margin, entries in [-1,1]. */
Test(linear_threshold, balancing_adversary) {
  const learner_setting setting = setting_of(64);
  fixture f = fixture_make("balancing_adversary", "{\"n\":64,\"margin\":0.3}", 1);
  played p = played_make("winnow_normalized", "{\"margin\":0.3}", &setting);
  instance x;
  size_t mistakes = 0;
  while (problem_next(&f.problem, &p.learner, &x) == STATUS_OK) {
    prediction said;
    double label = 0.0;
    OK(learner_predict(&p.learner, &x, &said));
    OK(problem_reveal(&f.problem, &said, &label));
    cr_assert(label * said.score < 0.0 && label * said.score > -1e-9, "%.17g", label * said.score);
    cr_assert_float_eq(label * comparator_value(f.u, &x), 0.3, 1e-15);
    for (size_t i = 0; i < x.count; i++) cr_assert(fabs(x.value[i]) <= 1.0 + 1e-12, "%.17g", x.value[i]);
    cr_assert(played_trial(&p, &x, label, &said));
    mistakes++;
  }
  cr_expect(mistakes > 60 && mistakes <= 91, "%zu mistakes, at most ln(64)/C = 91.003", mistakes);
  played_free(&p);
  fixture_free(&f);
}

Test(linear_threshold, signed_comparator) {
  const double u[3] = {0.5, -0.25, 0.25}, x[3] = {1.0, 1.0, -1.0};
  comparator *made = NULL;
  OK(comparator_from_signed_vector(COMPARATOR_GIVEN, 3, u, &made));
  OK(comparator_prepare(made, INSTANCE_VECTOR, 3));
  const instance column = instance_dense_vector(3, x);
  cr_expect_float_eq(comparator_value(made, &column), 0.0, 1e-16);
  cr_expect_float_eq(comparator_squared_norm(made), 0.375, 1e-16);
  cr_expect(isnan(comparator_entropy(made)));
  comparator_free(made);
}

/* A learner that is saved and read goes on with the same bits. */
static void goes_on(const char *name, const char *json) {
  learner_setting setting = setting_of(N);
  fixture f = fixture_make("linear_threshold", "{\"n\":12,\"margin\":0.05,\"target\":\"signed\",\"noise\":0.2}", 11);
  played p = played_make(name, json, &setting);
  instance x;
  double label = 0.0;
  prediction one, two;
  for (size_t t = 0; t < 100; t++) {
    OK(fixture_trial(&f, &x, &label));
    (void)played_trial(&p, &x, label, &one);
  }
  saved_learner saved = state_again(&p, &setting, TRIALS);
  played again = {saved.learner, saved.options};
  for (size_t t = 0; t < TRIALS; t++) {
    OK(fixture_trial(&f, &x, &label));
    const bool updated = played_trial(&p, &x, label, &one);
    cr_assert_eq(played_trial(&again, &x, label, &two), updated);
    same_bits(one.score, two.score, name, t);
  }
  saved_learner_free(&saved);
  played_free(&p);
  fixture_free(&f);
}

Test(linear_threshold, states) {
  goes_on("winnow_normalized", "{\"margin\":0.2}");
  goes_on("balanced_winnow", "{\"margin\":0.2}");
  goes_on("winnow_threshold", "{\"margin\":0.2,\"threshold\":0.1,\"start\":[0,1,2,3,4,5,6,7,8,9,10,11]}");
  goes_on("guess_and_halve", "{}");
  goes_on("perceptron", "{\"margin\":0.1}");
}
