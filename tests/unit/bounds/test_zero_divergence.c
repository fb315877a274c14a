/* Bounds whose comparator is where the learner starts: the divergence is 0, the bound is 0, and no mistake is allowed. Rounding of a
 * difference of larger numbers must not make it a number below 0, which a run without mistakes would exceed. */
#include <criterion/criterion.h>
#include <math.h>

#include "bounds/bound.h"
#include "linalg/eigen.h"
#include "unit/problem_fixture.h"

enum { LARGEST = 40, TEXT = 200 };

/* %d is n; every learner starts at r/n I or I/n with a progress per mistake far below rounding of 1. */
typedef struct pair {
  const char *bound, *problem, *options, *learner, *rates;
} pair;

/* U = I/n */
static const pair densities[] = {
    {"subspace_mistakes", "disjunction", "{\"n\":%d,\"r\":1}", "winnow", "{\"eta\":1e-9}"},
    {"asymmetric_mistakes", "disjunction", "{\"n\":%d,\"r\":1}", "asymmetric_winnow", "{\"kappa\":1e-9}"},
    {"randomized_mistakes", "disjunction", "{\"n\":%d,\"r\":1}", "randomized_winnow", "{\"kappa\":1e-9}"},
    {"cos_winnow_mistakes", "linear_threshold", "{\"n\":%d,\"margin\":1e-5}", "winnow_normalized", "{\"margin\":1e-5}"},
    {"threshold_winnow_updates", "linear_threshold", "{\"n\":%d,\"margin\":1e-5}", "winnow_threshold",
     "{\"margin\":1e-5}"},
    {"eg_loss", "regression", "{\"n\":%d}", "eg", "{\"tuning\":\"separable\",\"range\":1e6}"},
};

/* P = I, from two vectors of length 1 up to rounding */
static const pair projections[] = {
    {"subspace_mistakes", "close_to_subspace", "{\"n\":%d,\"r\":%d,\"positives\":1}", "matrix_winnow",
     "{\"r\":%d,\"eta\":1e-9}"},
    {"subspace_mistakes", "close_to_subspace", "{\"n\":%d,\"r\":%d,\"positives\":1}", "matrix_winnow",
     "{\"r\":%d,\"hinge\":1}"},
    {"subspace_mistakes", "close_to_subspace", "{\"n\":%d,\"r\":%d,\"positives\":1}", "matrix_winnow",
     "{\"r\":%d,\"eta\":1e-9,\"normalize\":\"trace\"}"},
    {"kernel_mistakes", "close_to_subspace", "{\"n\":%d,\"r\":%d,\"positives\":1}", "kernel_matrix_winnow",
     "{\"r\":%d,\"eta\":1e-9,\"normalize\":\"trace\"}"},
    {"asymmetric_mistakes", "close_to_subspace", "{\"n\":%d,\"r\":%d,\"positives\":1}", "asymmetric_matrix_winnow",
     "{\"r\":%d,\"kappa\":1e-9}"},
};

static options *options_of(const char *name, const parameter *table, size_t count, const char *form, int n) {
  char json[TEXT];
  cJSON *given = NULL;
  options *values = NULL;
  (void)snprintf(json, sizeof json, form, n);
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  cr_assert_eq(options_read(name, table, count, given, &values), STATUS_OK, "%s", status_message());
  cJSON_Delete(given);
  return values;
}

/* The verdict on a run of one trial without mistake and loss. */
static void expect_holds(const pair *p, int n, const comparator *given) {
  char json[TEXT];
  (void)snprintf(json, sizeof json, p->options, n, n);
  fixture f = fixture_make(p->problem, json, 1);
  const problem_facts *facts = &f.problem.facts;
  const learner_class *class = learner_find(p->learner);
  const bound_class *claim = bound_find(p->bound);
  options *rates = options_of(p->learner, class->about.parameters, class->about.parameter_count, p->rates, n);
  options *none = options_of(p->bound, claim->about.parameters, claim->about.parameter_count, "{}", n);
  const learner_setting setting = problem_learner_setting(facts, 1000, 1, &eigen_own);
  learner player;
  bound judge;
  cr_assert_eq(learner_new(class, &setting, rates, &player), STATUS_OK, "%s", status_message());
  const bound_context context = {.problem = &f.problem, .learner = &player, .comparator = given, .trials = 1000};
  cr_assert(bound_applies(claim, &context), "%s", p->bound);
  cr_assert_eq(bound_new(claim, &context, none, &judge), STATUS_OK, "%s", status_message());
  bound_row_list judged;
  const cell_totals totals = {.trials = 1000};
  cr_assert_eq(bound_finish(&judge, &totals, &judged), STATUS_OK);
  cr_expect(judged.row[0].value >= 0.0 && judged.row[0].value <= 0.01, "%s, n = %d: %.17g, expected 0", p->bound, n,
            judged.row[0].value);
  cr_expect_eq(bound_verdict(&judged.row[0]), VERDICT_HOLDS, "%s, n = %d: %s", p->bound, n,
               verdict_name(bound_verdict(&judged.row[0])));
  bound_destroy(&judge);
  learner_destroy(&player);
  options_free(none);
  options_free(rates);
  fixture_free(&f);
}

Test(zero_divergence, densities) {
  double u[LARGEST];
  for (int n = 2; n <= LARGEST; n++) {
    comparator *uniform = NULL;
    for (int i = 0; i < n; i++) u[i] = 1.0 / n;
    cr_assert_eq(comparator_from_vector(COMPARATOR_GIVEN, (size_t)n, u, &uniform), STATUS_OK);
    for (size_t i = 0; i < sizeof densities / sizeof densities[0]; i++) expect_holds(&densities[i], n, uniform);
    comparator_free(uniform);
  }
}

Test(zero_divergence, projections) {
  for (int k = 1; k <= 30; k++) {
    const double c = cos(0.1 * k), d = sin(0.1 * k), frame[4] = {c, d, -d, c};
    comparator *rotated = NULL;
    cr_assert_eq(comparator_from_frame(COMPARATOR_GIVEN, 2, 2, frame, &rotated), STATUS_OK);
    for (size_t i = 0; i < sizeof projections / sizeof projections[0]; i++) expect_holds(&projections[i], 2, rotated);
    comparator_free(rotated);
  }
}
