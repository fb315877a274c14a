/* Bounds: of which pairs they speak, verdicts against their definition, rules over seeds against sums by hand. Values are compared with the theorems
 * in tests/checkers/bounds. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "bounds/bound.h"
#include "linalg/eigen.h"
#include "results/summary.h"
#include "unit/problem_fixture.h"

static options *options_of(const char *name, const parameter *table, size_t count, const char *json) {
  cJSON *given = NULL;
  options *values = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  cr_assert_eq(options_read(name, table, count, given, &values), STATUS_OK, "%s", status_message());
  cJSON_Delete(given);
  return values;
}

/* A bound that watches a learner on a problem; it stays where it was made, since the bound asks the learner in it. */
typedef struct watched {
  fixture problem;
  learner learner;
  options *learner_options, *bound_options;
  bound bound;
  bool applies;
} watched;

static void watch_pair(watched *w, const char *bound_name, const char *source, const char *problem_json,
                       const char *player, const char *learner_json) {
  *w = (watched){.problem = fixture_make(source, problem_json, 1)};
  const learner_class *class = learner_find(player);
  const bound_class *claim = bound_find(bound_name);
  cr_assert(class != NULL && claim != NULL, "%s, %s", player, bound_name);
  const problem_facts *facts = &w->problem.problem.facts;
  const learner_setting setting = problem_learner_setting(facts, 1000, 1, &eigen_own);
  w->learner_options = options_of(player, class->about.parameters, class->about.parameter_count, learner_json);
  cr_assert_eq(learner_new(class, &setting, w->learner_options, &w->learner), STATUS_OK, "%s", status_message());
  w->bound_options = options_of(bound_name, claim->about.parameters, claim->about.parameter_count, "{}");
  const bound_context context = {
      .problem = &w->problem.problem, .learner = &w->learner, .comparator = w->problem.u, .trials = 1000};
  w->applies = bound_applies(claim, &context);
  if (w->applies)
    cr_assert_eq(bound_new(claim, &context, w->bound_options, &w->bound), STATUS_OK, "%s", status_message());
}

static void end(watched *w) {
  bound_destroy(&w->bound);
  learner_destroy(&w->learner);
  options_free(w->bound_options);
  options_free(w->learner_options);
  fixture_free(&w->problem);
}

static bound_row first_row(watched *w, size_t mistakes) {
  bound_row_list rows;
  const cell_totals totals = {.trials = 1000, .mistakes = mistakes, .updates = mistakes, .loss = (double)mistakes};
  cr_assert_eq(bound_finish(&w->bound, &totals, &rows), STATUS_OK);
  cr_assert_geq(rows.count, 1);
  return rows.row[0];
}

#define NEAR(value, expected, tolerance)                                                                        \
  cr_expect(fabs((value) - (expected)) <= (tolerance)*fabs(expected), "%.17g, expected %.17g", (double)(value), \
            (double)(expected))

/* The second update follows a score that may have wrong digits. */
static void expect_rounding(const char *claim, const char *source, const char *problem_json, const char *player,
                            const char *learner_json, const instance *x) {
  watched w;
  watch_pair(&w, claim, source, problem_json, player, learner_json);
  cr_assert(w.applies);
  for (size_t t = 1; t <= 2; t++) {
    const trial_event event = {.t = t,
                               .x = x,
                               .predicted = {.score = -1, .value = -1},
                               .label = 1,
                               .mistake = true,
                               .updated = true,
                               .loss = 1};
    bool updated = false;
    cr_assert_eq(learner_update(&w.learner, x, &event.predicted, 1, &updated), STATUS_OK);
    cr_assert_eq(bound_watch(&w.bound, &event), STATUS_OK);
  }
  const double error = first_row(&w, 2).error;
  cr_expect(error > 0.0 && error < 1e-12, "%s: %g", claim, error);
  end(&w);
}

Test(bounds, rounding_of_scores) {
  const double numbers[2] = {1.0, -0.5}, unit[2] = {0.6, 0.8};
  const instance x = instance_dense_vector(2, numbers), dyad = instance_dense_dyad(2, unit);
  expect_rounding("perceptron_margin", "linear_threshold", "{\"n\":2,\"margin\":0.1}", "perceptron", "{}", &x);
  expect_rounding("side_information_expected_mistakes", "close_to_subspace", "{\"n\":2}",
                  "randomized_side_information_completion",
                  "{\"gamma\":0.5,\"trace\":8,\"eta\":0.2,\"representation\":\"dense\"}", &dyad);
}

/* Curves end where a premise of the whole run fails: an entry of 2, beyond the range of 1. */
Test(bounds, no_curve_without_its_premises) {
  watched w;
  watch_pair(&w, "cos_winnow_mistakes", "linear_threshold", "{\"n\":2,\"margin\":0.1}", "winnow_normalized",
             "{\"margin\":0.1}");
  const double numbers[2] = {2.0, -2.0};
  const instance x = instance_dense_vector(2, numbers);
  const trial_event event = {.t = 1,
                             .x = &x,
                             .predicted = {.score = -1, .value = -1},
                             .label = 1,
                             .mistake = true,
                             .updated = true,
                             .loss = 1};
  bool updated = false;
  cr_expect(isfinite(bound_current(&w.bound)));
  cr_assert_eq(learner_update(&w.learner, &x, &event.predicted, 1, &updated), STATUS_OK);
  cr_assert_eq(bound_watch(&w.bound, &event), STATUS_OK);
  cr_expect_str_eq(first_row(&w, 1).premise, "entries within [-range, range]");
  cr_expect(isnan(bound_current(&w.bound)));
  end(&w);
}

/* A regret is at most (p1 - p0) G in a trial: 2 times 12 for 3 (p - y)^2 on [-1,1]. */
Test(bounds, trivial_regret_of_entries) {
  watched w;
  watch_pair(&w, "entry_averages_regret", "collaborative_filtering",
             "{\"m\":3,\"n\":3,\"loss\":\"square\",\"scale\":3}", "entry_averages", "{}");
  cr_assert(w.applies);
  const instance x = instance_entry(3, 3, 0, 1);
  trial_event event = {.t = 1, .x = &x, .label = 1};
  bool updated = false;
  cr_assert_eq(learner_predict(&w.learner, &x, &event.predicted), STATUS_OK);
  cr_assert_eq(learner_update(&w.learner, &x, &event.predicted, 1, &updated), STATUS_OK);
  cr_assert_eq(bound_watch(&w.bound, &event), STATUS_OK);
  NEAR(first_row(&w, 0).trivial, 24.0, 1e-15);
  end(&w);
}

/* Regret against these adversaries is that of the expected loss: max-cut's is |p - y|/2 on [-1,1], so a prediction of 1 with probability 1/4 costs
 * 1/4 at y = -1 and 3/4 at y = 1. The comparator's loss is 0 or 1. */
Test(bounds, lower_regret_of_coins) {
  watched w;
  watch_pair(&w, "max_cut_lower", "max_cut_lower", "{\"n\":4,\"rounds\":1}", "randomized_matrix_prediction",
             "{\"class\":\"max_cut\"}");
  cr_assert(w.applies);
  double expected = 0.0;
  for (size_t t = 1; t <= 2; t++) {
    const instance x = instance_entry(4, 4, 0, t);
    const double label = t == 1 ? -1 : 1;
    const trial_event event = {.t = t, .x = &x, .label = label, .predicted = {.probability = 0.25, .value = -1}};
    expected += (t == 1 ? 0.25 : 0.75) - 0.5 * fabs(comparator_value(w.problem.u, &x) - label);
    cr_assert_eq(bound_watch(&w.bound, &event), STATUS_OK);
  }
  NEAR(first_row(&w, 0).measured, expected, 1e-15);
  end(&w);
}

Test(bounds, speak_of_their_pairs_only) {
  static const struct {
    const char *bound, *problem, *json, *learner, *options;
    bool applies;
  } pairs[] = {
      {"subspace_mistakes", "close_to_subspace", "{\"n\":8}", "matrix_winnow", "{}", true},
      {"subspace_mistakes", "close_to_subspace", "{\"n\":8}", "matrix_perceptron", "{}", false},
      {"subspace_mistakes", "close_to_subspace", "{\"n\":8}", "constant", "{}", false},
      {"subspace_mistakes", "disjunction", "{\"n\":8}", "winnow", "{\"gap\":1}", true},
      {"subspace_mistakes_printed", "close_to_subspace", "{\"n\":8}", "matrix_winnow", "{}", false},
      {"subspace_mistakes_printed", "close_to_subspace", "{\"n\":8,\"r\":2}", "matrix_winnow", "{\"r\":2,\"w0\":2}",
       true},
      {"subspace_mistakes_printed", "close_to_subspace", "{\"n\":8}", "matrix_winnow", "{\"w0\":1,\"eta\":1.2}", false},
      {"subspace_mistakes_printed", "close_to_subspace", "{\"n\":8}", "matrix_winnow", "{\"w0\":1,\"gap\":1}", false},
      {"trace_potential", "close_to_subspace", "{\"n\":8}", "matrix_winnow", "{\"normalize\":\"trace\"}", false},
      {"trace_potential", "close_to_subspace", "{\"n\":8}", "matrix_winnow", "{\"theta\":0.3}", true},
      {"forced_mistakes", "close_to_subspace", "{\"n\":8}", "matrix_winnow", "{}", false},
      {"forced_mistakes", "forced_mistakes", "{\"n\":8}", "constant", "{}", true},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    watched w;
    watch_pair(&w, pairs[i].bound, pairs[i].problem, pairs[i].json, pairs[i].learner, pairs[i].options);
    cr_expect_eq(w.applies, pairs[i].applies, "%s on %s, %s %s", pairs[i].bound, pairs[i].problem, pairs[i].learner,
                 pairs[i].options);
    end(&w);
  }
}

/* No learner makes less than no mistake. */
Test(bounds, forced_mistakes) {
  static const char *const both[] = {"forced_mistakes", "forced_mistakes_printed"};
  for (size_t i = 0; i < 2; i++) {
    watched w;
    watch_pair(&w, both[i], "forced_mistakes", "{\"n\":4,\"r\":2}", "constant", "{}");
    cr_expect_eq(first_row(&w, 0).trivial, 0.0, "%s", both[i]);
    end(&w);
  }
}

/* ---- verdicts */

typedef struct verdict_case {
  bound_row row;
  verdict expected;
} verdict_case;

#define UPPER .status = BOUND_PROVED, .direction = BOUND_UPPER, .trivial = 100
#define LOWER .status = BOUND_PROVED, .direction = BOUND_LOWER, .trivial = 0

/* Work space that no machine has: the bound is not made, and what it had is freed once. */
Test(bounds, a_start_that_fails) {
  static const char *const pairs[][3] = {{"kernel_mistakes", "kernel_matrix_winnow", "close_to_subspace"},
                                         {"subspace_mistakes", "matrix_winnow", "close_to_subspace"},
                                         {"trace_potential", "matrix_winnow", "close_to_subspace"},
                                         {"asymmetric_mistakes", "asymmetric_matrix_winnow", "close_to_subspace"},
                                         {"shifting_mistakes", "shifting_matrix_winnow", "close_to_subspace"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    watched w;
    watch_pair(&w, pairs[i][0], pairs[i][2], "{\"n\":8}", pairs[i][1], "{}");
    problem huge = w.problem.problem;
    huge.facts.kind = INSTANCE_MATRIX;
    huge.facts.n = (size_t)1 << 31;
    const bound_context context = {.problem = &huge, .learner = &w.learner, .comparator = w.problem.u, .trials = 1000};
    bound none;
    cr_assert(w.applies);
    cr_expect_eq(bound_new(bound_find(pairs[i][0]), &context, w.bound_options, &none), STATUS_MEMORY, "%s",
                 pairs[i][0]);
    cr_expect_null(none.self);
    end(&w);
  }
}

Test(bounds, verdicts) {
  const verdict_case cases[] = {
      {{UPPER, .measured = 5, .value = 10}, VERDICT_HOLDS},
      {{UPPER, .measured = 10, .value = 10}, VERDICT_HOLDS},
      {{UPPER, .measured = 11, .value = 10}, VERDICT_VIOLATED},
      {{UPPER, .measured = 11, .value = 10, .tolerance = 1}, VERDICT_HOLDS},
      {{UPPER, .measured = 11, .value = 10, .error = 1.5}, VERDICT_INCONCLUSIVE},
      {{UPPER, .measured = 11, .value = 10, .error = 0.5}, VERDICT_VIOLATED},
      {{UPPER, .measured = 9, .value = 10, .error = 1.5}, VERDICT_INCONCLUSIVE},
      {{UPPER, .measured = 9, .value = 10, .error = 0.5}, VERDICT_HOLDS},
      {{UPPER, .measured = 11, .value = 10, .unchecked = true}, VERDICT_UNCHECKED},
      {{UPPER, .measured = 11, .value = 10, .premise = "one"}, VERDICT_PREMISE},
      {{UPPER, .measured = 11, .value = 10, .premise = "one", .unchecked = true}, VERDICT_UNCHECKED},
      {{UPPER, .measured = 5, .value = 100}, VERDICT_VACUOUS},
      {{UPPER, .measured = 5, .value = 99.5}, VERDICT_HOLDS},
      {{UPPER, .measured = 101, .value = 100}, VERDICT_VIOLATED},
      {{UPPER, .measured = NAN, .value = 10}, VERDICT_INCONCLUSIVE},
      {{UPPER, .measured = 1, .value = NAN}, VERDICT_INCONCLUSIVE},
      {{UPPER, .measured = 1, .value = 10, .error = NAN}, VERDICT_INCONCLUSIVE},
      {{UPPER, .measured = 1, .value = INFINITY}, VERDICT_VACUOUS},
      {{UPPER, .measured = 1, .value = -INFINITY}, VERDICT_VIOLATED},
      {{LOWER, .measured = 5, .value = 4}, VERDICT_HOLDS},
      {{LOWER, .measured = 4, .value = 5}, VERDICT_VIOLATED},
      {{LOWER, .measured = 4, .value = 5, .tolerance = 1}, VERDICT_HOLDS},
      {{LOWER, .measured = 4, .value = 5, .error = 2}, VERDICT_INCONCLUSIVE},
      {{LOWER, .measured = 5, .value = 0}, VERDICT_VACUOUS},
      {{LOWER, .measured = 5, .value = -1}, VERDICT_VACUOUS},
      {{.status = BOUND_CLAIMED, .direction = BOUND_UPPER, .trivial = 100, .measured = 11, .value = 10},
       VERDICT_REFUTED},
      {{.status = BOUND_CLAIMED, .direction = BOUND_LOWER, .trivial = 0, .measured = 9, .value = 10}, VERDICT_REFUTED},
      {{.status = BOUND_CLAIMED, .direction = BOUND_UPPER, .trivial = 100, .measured = 9, .value = 10}, VERDICT_HOLDS},
      {{.status = BOUND_REPORTED, .direction = BOUND_UPPER, .trivial = 100, .measured = 11, .value = 10}, VERDICT_NONE},
      {{.status = BOUND_PROVED, .direction = BOUND_UPPER, .trivial = NAN, .measured = 5, .value = 1e9}, VERDICT_HOLDS},
      {{.status = BOUND_PROVED, .direction = BOUND_UPPER, .trivial = NAN, .measured = 5, .value = INFINITY},
       VERDICT_VACUOUS},
      {{.status = BOUND_PROVED, .direction = BOUND_LOWER, .trivial = NAN, .measured = 5, .value = -INFINITY},
       VERDICT_VACUOUS},
      {{.status = BOUND_PROVED, .direction = BOUND_LOWER, .trivial = NAN, .measured = 5, .value = INFINITY},
       VERDICT_VIOLATED},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const verdict got = bound_verdict(&cases[i].row);
    cr_expect_eq(got, cases[i].expected, "case %zu: %s, expected %s", i, verdict_name(got),
                 verdict_name(cases[i].expected));
  }
}

/* All that says whether a premise failed, and nothing else. */
Test(bounds, premises_of_another_row) {
  const bound_row from = {
      .measured = 1.0, .value = 2.0, .unchecked = true, .premise = "rain", .premise_trial = 7, .premise_value = 0.5};
  bound_row to = {.measured = 3.0, .value = 4.0};
  bound_row_copy_premise(&from, &to);
  cr_expect(to.unchecked);
  cr_expect_str_eq(to.premise, "rain");
  cr_expect_eq(to.premise_trial, 7);
  cr_expect_eq(to.premise_value, 0.5);
  cr_expect(to.measured == 3.0 && to.value == 4.0);
}

Test(bounds, used) {
  bound_row row = {UPPER, .measured = 5, .value = 10};
  cr_expect_eq(bound_used(&row, VERDICT_HOLDS), 0.5);
  row.measured = row.value = 0;
  cr_expect_eq(bound_used(&row, VERDICT_HOLDS), 0, "0/0 is 0");
  row.measured = -1e-16;
  row.tolerance = 1e-9;
  cr_expect_eq(bound_used(&row, VERDICT_HOLDS), 0, "rounding/0");
  row.measured = 1;
  cr_expect_eq(bound_used(&row, VERDICT_VIOLATED), INFINITY, "1/0");
  cr_expect(isnan(bound_used(&row, VERDICT_PREMISE)) && isnan(bound_used(&row, VERDICT_UNCHECKED)) &&
            isnan(bound_used(&row, VERDICT_NONE)));
}

/* ---- over seeds */

enum { MOST_SEEDS = 100 };

typedef struct seeds {
  double measured[MOST_SEEDS], value[MOST_SEEDS], used[MOST_SEEDS], slack[MOST_SEEDS];
  verdict verdicts[MOST_SEEDS];
} seeds;

/* At alpha = 1e-6. chance: spread, least and most of the slack; NULL: nothing is known. */
static verdict joint_verdict(bound_status kind, bound_direction direction, bound_level level, size_t count,
                             const double *measured, double value, double confidence, const double chance[3]) {
  static seeds of;
  for (size_t i = 0; i < count; i++) {
    const bound_row row = {.status = kind,
                           .direction = direction,
                           .trivial = direction == BOUND_UPPER ? 100 : 0,
                           .measured = measured[i],
                           .value = value};
    of.measured[i] = measured[i];
    of.value[i] = value;
    of.slack[i] = direction == BOUND_UPPER ? value - measured[i] : measured[i] - value;
    of.verdicts[i] = bound_verdict(&row);
    of.used[i] = bound_used(&row, of.verdicts[i]);
  }
  const summary_row row = {.status = kind,
                           .direction = direction,
                           .level = level,
                           .measured = of.measured,
                           .value = of.value,
                           .used = of.used,
                           .slack = of.slack,
                           .verdicts = of.verdicts,
                           .trivial = direction == BOUND_UPPER ? 100 : 0,
                           .confidence = confidence,
                           .squares = chance == NULL ? NAN : (double)count * chance[0] * chance[0],
                           .slack_low = chance == NULL ? NAN : chance[1],
                           .slack_high = chance == NULL ? NAN : chance[2],
                           .count = count};
  return summary_statistics_of(&row, 1e-6).verdict;
}

/* A spread of 1 gives four seeds a radius of sqrt(3 ln 10) = 2.628: slacks of -2.62 and -2.63 in the mean, which single seeds do not tell. */
Test(bounds, mean_rule) {
  const double inside[4] = {12.62, 12.62, 9.62, 15.62}, outside[4] = {12.63, 12.63, 9.63, 15.63},
               below[4] = {7, 7, 7, 7};
  const double chance[3] = {1, NAN, NAN};
  static const struct {
    bound_status standing;
    bound_direction direction;
    int measured;
    double value;
    verdict with, without;
  } cases[] = {
      {BOUND_PROVED, BOUND_UPPER, 0, 10, VERDICT_HOLDS, VERDICT_INCONCLUSIVE},
      {BOUND_PROVED, BOUND_UPPER, 1, 10, VERDICT_VIOLATED, VERDICT_INCONCLUSIVE},
      {BOUND_CLAIMED, BOUND_UPPER, 1, 10, VERDICT_REFUTED, VERDICT_INCONCLUSIVE},
      {BOUND_PROVED, BOUND_LOWER, 1, 10, VERDICT_HOLDS, VERDICT_HOLDS},
      {BOUND_PROVED, BOUND_UPPER, 2, 10, VERDICT_HOLDS, VERDICT_HOLDS},
      {BOUND_PROVED, BOUND_LOWER, 2, 10, VERDICT_VIOLATED, VERDICT_INCONCLUSIVE},
      {BOUND_PROVED, BOUND_UPPER, 2, 100, VERDICT_VACUOUS, VERDICT_VACUOUS},
  };
  const double *const measured[3] = {inside, outside, below};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double *seen = measured[cases[i].measured], value = cases[i].value;
    cr_expect_eq(joint_verdict(cases[i].standing, cases[i].direction, LEVEL_MEAN, 4, seen, value, 0, chance),
                 cases[i].with, "case %zu", i);
    cr_expect_eq(joint_verdict(cases[i].standing, cases[i].direction, LEVEL_MEAN, 4, seen, value, 0, NULL),
                 cases[i].without, "case %zu, nothing known", i);
  }
}

/* Two equal seeds have no deviation, and prove nothing; one seed with a spread does: radius sqrt(12 ln 10) = 5.257. */
Test(bounds, mean_of_few_seeds) {
  const double two[2] = {15, 15}, near[1] = {15.25}, far[1] = {15.26}, chance[3] = {5, NAN, NAN},
               narrow[3] = {1, NAN, NAN};
  cr_expect_eq(joint_verdict(BOUND_PROVED, BOUND_LOWER, LEVEL_MEAN, 2, two, 16, 0, chance), VERDICT_HOLDS);
  cr_expect_eq(joint_verdict(BOUND_PROVED, BOUND_UPPER, LEVEL_MEAN, 1, near, 10, 0, narrow), VERDICT_HOLDS);
  cr_expect_eq(joint_verdict(BOUND_PROVED, BOUND_UPPER, LEVEL_MEAN, 1, far, 10, 0, narrow), VERDICT_VIOLATED);
}

/* Slacks of -1/2 in [-1, 1]: half of what may be lost at the claim, 1, is staked, which makes 5/4 of the capital with each seed: 62 seeds
 * make 10^6 of it. */
Test(bounds, mean_by_betting) {
  double measured[MOST_SEEDS];
  const double chance[3] = {NAN, -1, 1};
  for (size_t i = 0; i < MOST_SEEDS; i++) measured[i] = 10.5;
  cr_expect_eq(joint_verdict(BOUND_PROVED, BOUND_UPPER, LEVEL_MEAN, 61, measured, 10, 0, chance), VERDICT_HOLDS);
  cr_expect_eq(joint_verdict(BOUND_PROVED, BOUND_UPPER, LEVEL_MEAN, MOST_SEEDS, measured, 10, 0, chance),
               VERDICT_VIOLATED);
  cr_expect_eq(joint_verdict(BOUND_CLAIMED, BOUND_UPPER, LEVEL_MEAN, MOST_SEEDS, measured, 10, 0, chance),
               VERDICT_REFUTED);
  cr_expect_eq(joint_verdict(BOUND_PROVED, BOUND_LOWER, LEVEL_MEAN, MOST_SEEDS, measured, 10, 0, chance),
               VERDICT_HOLDS);
}

Test(bounds, mean_of_used) {
  double measured[2] = {2, 8}, value[2] = {10, 10}, used[2] = {0.2, 0.8};
  verdict verdicts[2] = {VERDICT_HOLDS, VERDICT_HOLDS};
  summary_row row = {.status = BOUND_PROVED,
                     .level = LEVEL_CELL,
                     .measured = measured,
                     .value = value,
                     .used = used,
                     .verdicts = verdicts,
                     .trivial = 100,
                     .count = 2};
  summary_statistics of = summary_statistics_of(&row, 1e-6);
  cr_expect(of.mean == 5 && of.least == 2 && of.largest == 8 && of.used == 0.8 && of.value == 10);
  NEAR(of.sd, sqrt(18), 1e-15);
  row.direction = BOUND_LOWER;
  cr_expect_eq(summary_statistics_of(&row, 1e-6).used, 0.2, "a lower bound: the smallest");
  verdicts[1] = VERDICT_PREMISE;
  cr_expect_eq(summary_statistics_of(&row, 1e-6).verdict, VERDICT_PREMISE, "the worst");
  verdicts[0] = VERDICT_VIOLATED;
  cr_expect_eq(summary_statistics_of(&row, 1e-6).verdict, VERDICT_VIOLATED, "the worst");
}

/* Exact rational sums, from another program. */
Test(bounds, binomial_tail) {
  cr_expect_eq(summary_binomial_tail(10, 0, 0.5), 1);
  NEAR(summary_binomial_tail(10, 3, 0.5), 968.0 / 1024, 1e-12);
  NEAR(summary_binomial_tail(5, 1, 0.2), 0.67232, 1e-12);
  NEAR(summary_binomial_tail(20, 20, 0.1), 1e-20, 1e-9);
  cr_expect_eq(summary_binomial_tail(10, 11, 0.5), 0);
  NEAR(summary_binomial_tail(100, 27, 0.1), 1.2239434169526181e-06, 1e-9);
  NEAR(summary_binomial_tail(100, 28, 0.1), 3.481426687624851e-07, 1e-9);
}

/* Of 100 seeds, 10 may fail at confidence 0.9; 27 are still plausible, 28 are not. */
Test(bounds, probability_rule) {
  double measured[MOST_SEEDS];
  for (size_t failing = 27; failing <= 28; failing++) {
    for (size_t i = 0; i < MOST_SEEDS; i++) measured[i] = i < failing ? 11 : 9;
    const verdict expected = failing == 27 ? VERDICT_HOLDS : VERDICT_VIOLATED;
    const verdict got =
        joint_verdict(BOUND_PROVED, BOUND_UPPER, LEVEL_PROBABILITY, MOST_SEEDS, measured, 10, 0.9, NULL);
    cr_expect_eq(got, expected, "%zu failing: %s", failing, verdict_name(got));
  }
}

/* "Warmuth, Theorem 2": of the citation, or ours. */
static void expect_speaker(const bound_class *class, const char *name) {
  char speaker[64];
  size_t length = strcspn(name, ",(");
  const char *others = strstr(name, " et al.");
  if (others != NULL && (size_t)(others - name) < length) length = (size_t)(others - name);
  snprintf(speaker, sizeof speaker, "%.*s", (int)length, name);
  while (length > 0 && speaker[length - 1] == ' ') speaker[--length] = '\0';
  cr_expect(strcmp(speaker, "ours") == 0 || strstr(class->about.citation, speaker) != NULL, "%s: '%s' of '%s'",
            class->about.name, name, class->about.citation);
}

Test(bounds, names_in_pictures_say_whose_they_are) {
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    cr_assert_not_null(class->about.short_name, "%s", class->about.name);
    expect_speaker(class, class->about.short_name);
    for (const line_name *line = class->about.line_names; line != NULL && line->name != NULL; line++)
      expect_speaker(class, line->name);
  }
}
