/* Competitors without a bound of their own: Winnow by gradient descent, the kernel perceptron, spectral hypentropy; each against its
 * definition, and against what it turns into at an end of its range. */
#include <math.h>
#include <string.h>

#include "bounds/bound.h"
#include "linalg/eigen.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"

enum { N = 10, TRIALS = 200 };

static learner_setting setting_of(instance_kind kind, size_t n) {
  return (learner_setting){.n = n,
                           .rows = kind == INSTANCE_RECTANGULAR ? n : 0,
                           .kind = kind,
                           .rank = n,
                           .trials = 4 * TRIALS,
                           .seed = 1,
                           .eigen = &eigen_own};
}

/* ---- Winnow by gradient descent */

/* u by the definition: gradient steps of size eta/4 on -y <u o u, x>, the gradient is -2 y x o u. */
static void gradient_definition(const char *json, double eta, double theta, double start, bool normalized,
                                bool doubled) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR, N);
  const size_t order = doubled ? 2 * N : N;
  played p = played_make("winnow_gradient_descent", json, &setting);
  fixture f = fixture_make("linear_threshold",
                           "{\"n\":10,\"margin\":0.1,\"noise\":0.15,\"target\":\"signed\",\"density\":0.5}", 4);
  double u[2 * N], wide[2 * N];
  size_t updates = 0;
  for (size_t i = 0; i < order; i++) u[i] = sqrt(start);
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0, expected = 0.0, square = 0.0, packed[N];
    size_t index[N], count = 0;
    prediction said;
    OK(fixture_trial(&f, &x, &label));
    for (size_t i = 0; i < N; i++) {
      wide[i] = x.value[i];
      wide[N + i] = -x.value[i];
      if (x.value[i] == 0.0) continue;
      index[count] = i;
      packed[count++] = x.value[i];
    }
    const instance sparse = instance_sparse(INSTANCE_VECTOR, N, count, index, packed);
    for (size_t i = 0; i < N; i++) expected += (u[i] * u[i] - (doubled ? u[N + i] * u[N + i] : 0.0)) * x.value[i];
    const bool updated = played_trial(&p, t % 2 == 0 ? &sparse : &x, label, &said);
    near_in_trial(said.score, expected, 1e-12, json, t);
    cr_assert_eq(said.value, expected >= theta ? 1.0 : -1.0, "trial %zu", t);
    const bool sign = theta == 0.0; /* the form with a margin */
    cr_assert_eq(updated, said.value != label || (sign && label * expected <= 0.0), "trial %zu", t);
    if (!updated) continue;
    updates++;
    for (size_t i = 0; i < order; i++) u[i] -= eta / 4.0 * (-2.0 * label * wide[i] * u[i]);
    for (size_t i = 0; i < order; i++) square += u[i] * u[i];
    for (size_t i = 0; i < order && normalized; i++) u[i] /= sqrt(square);
  }
  cr_expect_gt(updates, 20);
  played_free(&p);
  fixture_free(&f);
}

Test(competitors, gradient_descent_by_definition) {
  gradient_definition("{\"eta\":0.3,\"theta\":0.1,\"w0\":0.25}", 0.3, 0.1, 0.25, false, false);
  gradient_definition("{\"eta\":0.3,\"theta\":0.1,\"r\":2}", 0.3, 0.1, 0.2, false, false);
  gradient_definition("{\"eta\":0.3,\"theta\":0.1,\"w0\":0.25,\"doubled\":true}", 0.3, 0.1, 0.25, false, true);
  gradient_definition("{\"eta\":0.4,\"theta\":0.2,\"normalize\":\"trace\"}", 0.4, 0.2, 0.1, true, false);
  /* atanh(0.2) */
  gradient_definition("{\"margin\":0.2,\"normalize\":\"trace\",\"doubled\":true}", 0.5 * log(1.2 / 0.8), 0.0, 0.05,
                      true, true);
}

/* ln w after m forced updates less Winnow's: the sum of 2 ln(1 + s/2) - s = -s^2/4 + O(s^3), s = eta y x_i. */
static void distance_from_winnow(double eta, size_t updates, double *error, double *predicted) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR, 3);
  char json[80];
  snprintf(json, sizeof json, "{\"eta\":%.17g,\"theta\":1,\"w0\":0.5}", eta);
  played p = played_make("winnow_gradient_descent", json, &setting), q = played_make("winnow", json, &setting);
  double squares[3] = {0};
  for (size_t t = 0; t < updates; t++) {
    const double x[3] = {1.0, t % 3 == 0 ? 0.5 : -0.25, -0.75};
    const instance column = instance_dense_vector(3, x);
    played_update(&p, &column, t % 4 == 3 ? -1.0 : 1.0);
    played_update(&q, &column, t % 4 == 3 ? -1.0 : 1.0);
    for (size_t i = 0; i < 3; i++) squares[i] += x[i] * x[i];
  }
  for (size_t i = 0; i < 3; i++) {
    const double one = 1.0;
    const instance attribute = instance_sparse(INSTANCE_VECTOR, 3, 1, &i, &one);
    error[i] = log(played_score(&p, &attribute) / played_score(&q, &attribute));
    predicted[i] = -0.25 * eta * eta * squares[i];
  }
  played_free(&p);
  played_free(&q);
}

/* With eta times the number of updates fixed the weights approach Winnow's like eta. */
Test(competitors, gradient_descent_approaches_winnow) {
  double error[3], half[3], predicted[3];
  for (size_t updates = 120; updates <= 1920; updates *= 2) {
    const double eta = 6.0 / (double)updates;
    distance_from_winnow(eta, updates, error, predicted);
    distance_from_winnow(eta / 2.0, 2 * updates, half, predicted);
    for (size_t i = 0; i < 3; i++) {
      cr_expect(fabs(error[i] / half[i] - 2.0) <= 2.0 * eta, "eta %g, weight %zu: %g", eta, i, error[i] / half[i]);
      cr_expect(fabs(half[i] / predicted[i] - 1.0) <= eta, "eta %g, weight %zu: %g", eta, i, half[i] / predicted[i]);
    }
  }
}

/* On a score of 0 the sign form updates for both labels, as winnow_normalized does; the threshold form on mistakes only. */
Test(competitors, gradient_descent_ties) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR, 2);
  static const char *const jsons[] = {"{\"margin\":0.5,\"normalize\":\"trace\"}", "{\"theta\":0}"};
  const double x[2] = {1.0, -1.0};
  const instance column = instance_dense_vector(2, x);
  for (size_t k = 0; k < 2; k++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      const double label = sign;
      played p = played_make("winnow_gradient_descent", jsons[k], &setting);
      prediction said;
      cr_expect_eq(played_trial(&p, &column, label, &said), k == 0 || label < 0.0);
      cr_expect_eq(said.value, 1.0);
      played_free(&p);
    }
  }
}

Test(competitors, gradient_descent_options) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR, N);
  static const char *const name = "winnow_gradient_descent";
  played p = played_make(name, "{\"r\":2}", &setting), q = played_make("winnow", "{\"r\":2}", &setting);
  cr_expect_eq(played_constant(&p, "eta"), played_constant(&q, "eta"));
  cr_expect_eq(played_constant(&p, "theta"), played_constant(&q, "theta"));
  played_free(&p);
  played_free(&q);
  played_refused(name, "{\"r\":11}", &setting, "winnow_gradient_descent: r = 11 must be at most n = 10");
  played_refused(name, "{\"margin\":0.1}", &setting, "winnow_gradient_descent: margin needs normalize = \"trace\"");
  played_refused(name, "{\"w0\":0.1,\"normalize\":\"trace\"}", &setting,
                 "winnow_gradient_descent: w0 has no effect with normalize = \"trace\": leave it out");
}

/* ---- the kernel perceptron */

/* Two learners on one sequence make the same predictions; scores are equal up to rounding. Returns the mistakes. */
static size_t same_run(played *p, played *q, fixture *f, double scale) {
  size_t mistakes = 0;
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0;
    prediction one, two;
    OK(fixture_trial(f, &x, &label));
    const bool updated = played_trial(p, &x, label, &one);
    cr_assert_eq(played_trial(q, &x, label, &two), updated, "trial %zu", t);
    cr_assert_eq(one.value, two.value, "trial %zu: %.17g and %.17g", t, one.score, two.score);
    near_in_trial(one.score, scale * two.score, 1e-9, "score", t);
    mistakes += updated;
  }
  return mistakes;
}

Test(competitors, linear_kernel_is_the_perceptron) {
  const learner_setting vectors = setting_of(INSTANCE_VECTOR, N);
  fixture f = fixture_make("linear_threshold", "{\"n\":10,\"margin\":0.02,\"target\":\"signed\",\"noise\":0.1}", 6);
  played p = played_make("kernel_perceptron", "{}", &vectors), q = played_make("perceptron", "{}", &vectors);
  cr_expect_gt(same_run(&p, &q, &f, 1.0), 20);
  fixture_free(&f);
  played_free(&p);
  played_free(&q);
  learner_setting dyads = setting_of(INSTANCE_DYAD, N);
  dyads.rank = 1;
  f = fixture_make("close_to_subspace", "{\"n\":10,\"r\":2,\"noise\":0.1}", 6);
  p = played_make("kernel_perceptron", "{}", &dyads);
  q = played_make("matrix_perceptron", "{\"representation\":\"dense\"}", &dyads);
  cr_expect_gt(same_run(&p, &q, &f, 1.0), 20);
  fixture_free(&f);
  played_free(&p);
  played_free(&q);
}

/* Novikoff's bound says the same of the linear kernel perceptron, nothing of other kernels. */
Test(competitors, novikoff_on_the_linear_kernel) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR, N);
  const bound_class *novikoff = bound_find("perceptron_margin");
  fixture f = fixture_make("linear_threshold", "{\"n\":10,\"margin\":0.1,\"noise\":0.05}", 6);
  played players[3] = {played_make("kernel_perceptron", "{}", &setting), played_make("perceptron", "{}", &setting),
                       played_make("kernel_perceptron", "{\"kernel\":\"gaussian\"}", &setting)};
  bound watching[2];
  bound_row_list judged[2];
  cell_totals totals = {0};
  for (size_t k = 0; k < 3; k++) {
    const bound_context context = {
        .problem = &f.problem, .learner = &players[k].learner, .comparator = f.u, .trials = TRIALS};
    cr_assert_eq(bound_applies(novikoff, &context), k < 2);
    if (k < 2) OK(bound_new(novikoff, &context, NULL, &watching[k]));
  }
  for (size_t t = 1; t <= TRIALS; t++) {
    trial_event event = {.t = t};
    instance x;
    OK(fixture_trial(&f, &x, &event.label));
    event.x = &x;
    for (size_t k = 0; k < 2; k++) {
      event.updated = played_trial(&players[k], &x, event.label, &event.predicted);
      OK(bound_watch(&watching[k], &event));
    }
    totals.trials = t;
    totals.mistakes += event.updated;
    totals.updates += event.updated;
  }
  for (size_t k = 0; k < 2; k++) OK(bound_finish(&watching[k], &totals, &judged[k]));
  cr_expect_eq(judged[0].count, 4);
  cr_assert_eq(judged[1].count, 4);
  for (size_t i = 0; i < 4; i++) {
    const bound_row *one = &judged[0].row[i], *two = &judged[1].row[i];
    near_in_trial(one->measured - one->value, two->measured - two->value, 1e-10, one->name, i);
    /* Invariants show the trial of the least slack; of several at the margin itself rounding decides which. */
    if (i == 0) near_in_trial(one->measured, two->measured, 1e-10, one->name, i);
    cr_expect_eq(bound_verdict(one), VERDICT_HOLDS, "%s", one->name);
  }
  for (size_t k = 0; k < 2; k++) bound_destroy(&watching[k]);
  for (size_t k = 0; k < 3; k++) played_free(&players[k]);
  fixture_free(&f);
}

/* The definition, with the kernels written out; vectors and dyads, dense and sparse. */
static double kernel_by_hand(int kind, const double *x, const double *z) {
  double inner = 0.0, distance = 0.0;
  for (size_t i = 0; i < N; i++) {
    inner += x[i] * z[i];
    distance += (x[i] - z[i]) * (x[i] - z[i]);
  }
  if (kind == 0) return inner;
  if (kind == 1) return pow((inner + 0.5) / 1.5, 3.0);
  return exp(-distance / (2.0 * 0.7 * 0.7));
}

Test(competitors, kernel_perceptron_by_definition) {
  static const char *const jsons[] = {"{}", "{\"kernel\":\"polynomial\",\"degree\":3,\"offset\":0.5}",
                                      "{\"kernel\":\"gaussian\",\"width\":0.7}"};
  for (int run = 0; run < 6; run++) {
    const bool dyads = run >= 3;
    const int kind = run % 3;
    learner_setting setting = setting_of(dyads ? INSTANCE_DYAD : INSTANCE_VECTOR, N);
    played p = played_make("kernel_perceptron", jsons[kind], &setting);
    fixture f = fixture_make("linear_threshold", "{\"n\":10,\"margin\":0.02,\"noise\":0.1}", 9);
    double points[TRIALS][N], signs[TRIALS];
    size_t mistakes = 0, every[N];
    for (size_t i = 0; i < N; i++) every[i] = i;
    for (size_t t = 1; t <= TRIALS; t++) {
      instance x;
      double label = 0.0, expected = 0.0;
      prediction said;
      OK(fixture_trial(&f, &x, &label));
      for (size_t i = 0; i < mistakes; i++) {
        const double value = kernel_by_hand(kind, points[i], x.value);
        expected += signs[i] * (dyads ? value * value : value);
      }
      x.kind = setting.kind;
      const instance sparse = instance_sparse(setting.kind, N, N, every, x.value);
      const bool updated = played_trial(&p, t % 2 == 0 ? &sparse : &x, label, &said);
      near_in_trial(said.score, expected, 1e-10, jsons[kind], t);
      if (!updated) continue;
      memcpy(points[mistakes], x.value, sizeof points[0]);
      signs[mistakes++] = label;
    }
    cr_expect_gt(mistakes, 20);
    played_free(&p);
    fixture_free(&f);
  }
}

/* All rows are orthogonal and of one length: any kernel sees the same similarity between any two. */
Test(competitors, kernels_on_hadamard) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR, 64);
  static const char *const jsons[] = {"{}", "{\"kernel\":\"polynomial\",\"offset\":0}"};
  for (size_t k = 0; k < 2; k++) {
    fixture f = fixture_make("hadamard", "{\"n\":64}", 2);
    played p = played_make("kernel_perceptron", jsons[k], &setting);
    size_t mistakes = 0;
    instance x;
    double label = 0.0;
    while (fixture_trial(&f, &x, &label) == STATUS_OK) {
      prediction said;
      mistakes += played_trial(&p, &x, label, &said);
    }
    cr_expect_eq(mistakes, 32, "%s: %zu mistakes", jsons[k], mistakes); /* those labelled -1 */
    played_free(&p);
    fixture_free(&f);
  }
  played_refused("kernel_perceptron", "{\"width\":1}", &setting,
                 "kernel_perceptron: width has no effect with kernel = \"linear\": leave it out");
}

/* ---- spectral hypentropy */

/* beta = 2 w0: the repaired Algorithm 2, the same bits. */
Test(competitors, hypentropy_is_the_repaired_algorithm) {
  learner_setting setting = setting_of(INSTANCE_RECTANGULAR, 5);
  setting.rows = 7;
  fixture f = fixture_make("rectangular_targets", "{\"m\":7,\"n\":5,\"rank\":3,\"noise\":0.1}", 3);
  played p = played_make("spectral_hypentropy", "{\"beta\":0.5,\"eta\":0.8,\"theta\":0.2}", &setting);
  played q = played_make("general_matrix_winnow", "{\"variant\":\"repaired\",\"w0\":0.25,\"eta\":0.8,\"theta\":0.2}",
                         &setting);
  cr_expect_gt(same_run(&p, &q, &f, 1.0), 20);
  fixture_free(&f);
  played_free(&p);
  played_free(&q);
  setting = setting_of(INSTANCE_VECTOR, N);
  f = fixture_make("linear_threshold", "{\"n\":10,\"margin\":0.02,\"target\":\"signed\",\"noise\":0.1}", 3);
  p = played_make("spectral_hypentropy", "{\"beta\":0.5,\"eta\":0.8,\"theta\":0.2}", &setting);
  q = played_make("general_matrix_winnow", "{\"variant\":\"repaired\",\"w0\":0.25,\"eta\":0.8,\"theta\":0.2}",
                  &setting);
  cr_expect_gt(same_run(&p, &q, &f, 1.0), 20);
  fixture_free(&f);
  played_free(&p);
  played_free(&q);
}

/* eta = c/beta, beta large: the weights are c times the sum of y X over mistakes. */
Test(competitors, hypentropy_becomes_the_perceptron) {
  enum { ROWS = 6, COLUMNS = 4 };
  learner_setting setting = setting_of(INSTANCE_RECTANGULAR, COLUMNS);
  setting.rows = ROWS;
  fixture f = fixture_make("rectangular_targets", "{\"m\":6,\"n\":4,\"rank\":3,\"noise\":0.1}", 3);
  played p = played_make("spectral_hypentropy", "{\"beta\":1e8,\"eta\":2e-8,\"theta\":0.3}", &setting);
  double w[ROWS * COLUMNS] = {0};
  size_t mistakes = 0;
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0, expected = 0.0;
    prediction said;
    OK(fixture_trial(&f, &x, &label));
    for (size_t i = 0; i < ROWS * COLUMNS; i++) expected += 2.0 * w[i] * x.matrix[i];
    const bool updated = played_trial(&p, &x, label, &said);
    near_in_trial(said.score, expected, 1e-9, "score", t);
    cr_assert_eq(updated, (expected >= 0.3 ? 1.0 : -1.0) != label, "trial %zu", t);
    for (size_t i = 0; i < ROWS * COLUMNS && updated; i++) w[i] += label * x.matrix[i];
    mistakes += updated;
  }
  cr_expect_gt(mistakes, 20);
  played_free(&p);
  fixture_free(&f);
  /* on vectors: the perceptron itself, step size 1 */
  const learner_setting vectors = setting_of(INSTANCE_VECTOR, N);
  f = fixture_make("linear_threshold", "{\"n\":10,\"margin\":0.02,\"target\":\"signed\",\"noise\":0.1}", 3);
  p = played_make("spectral_hypentropy", "{\"beta\":1e8,\"eta\":1e-8}", &vectors);
  played q = played_make("perceptron", "{}", &vectors);
  cr_expect_gt(same_run(&p, &q, &f, 1.0), 20);
  fixture_free(&f);
  played_free(&p);
  played_free(&q);
}

/* One by one: W = beta sinh(eta k) after k updates; and a state of rectangular shape that goes on. */
Test(competitors, hypentropy_alone) {
  const learner_setting setting = setting_of(INSTANCE_RECTANGULAR, 1);
  const double one = 1.0;
  const instance x = instance_rectangular(1, 1, &one);
  static const char json[] = "{\"beta\":3,\"eta\":0.25}";
  played p = played_make("spectral_hypentropy", json, &setting), q = played_make("spectral_hypentropy", json, &setting);
  for (size_t k = 0; k < 20; k++) {
    near_in_trial(played_score(&p, &x), 3.0 * sinh(0.25 * (double)k), 1e-13, "score", k);
    played_update(&p, &x, 1.0);
  }
  cJSON *state = cJSON_CreateObject();
  OK(learner_save(&p.learner, state));
  OK(learner_load(&q.learner, state));
  cr_expect_eq(played_score(&p, &x), played_score(&q, &x));
  cJSON_Delete(state);
  played_free(&p);
  played_free(&q);
}
