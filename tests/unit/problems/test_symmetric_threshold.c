/* Thresholds on symmetric matrices: the problem, Winnow on density matrices against its definition and against Winnow on vectors, and
 * the bounds' constants. */
#include <math.h>
#include <string.h>

#include "bounds/bound.h"
#include "learners/winnow/simplex_winnow.h"
#include "linalg/eigen.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/problem_fixture.h"

enum { N = 6, TRIALS = 150 };

static learner_setting setting_of(instance_kind kind) {
  return (learner_setting){.n = N, .kind = kind, .rank = N, .trials = TRIALS, .seed = 1, .eigen = &eigen_own};
}

/* W = e^H / tr e^H, H the sum of eta y X over updates. */
Test(symmetric_threshold, definition) {
  const learner_setting setting = setting_of(INSTANCE_MATRIX);
  fixture f = fixture_make("symmetric_threshold", "{\"n\":6,\"margin\":0.2,\"range\":2,\"noise\":0.1}", 3);
  played p = played_make("winnow_threshold", "{\"margin\":0.2,\"range\":2,\"threshold\":0.05,\"eta\":0.4}", &setting);
  double h[N * N] = {0}, w[N * N];
  size_t updates = 0;
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0, trace = 0.0, score = 0.0;
    prediction said;
    OK(fixture_trial(&f, &x, &label));
    dense_exponential(N, h, w);
    for (size_t i = 0; i < N; i++) trace += w[i * (N + 1)];
    for (size_t i = 0; i < N * N; i++) score += w[i] * x.matrix[i] / trace;
    const bool updated = played_trial(&p, &x, label, &said);
    cr_assert(fabs(said.score - score) <= 1e-10, "trial %zu: %.17g, expected %.17g", t, said.score, score);
    cr_assert_eq(updated, label * score <= 0.05, "trial %zu", t);
    cr_assert_eq(said.value, score >= 0.0 ? 1.0 : -1.0, "trial %zu", t);
    for (size_t i = 0; i < N * N && updated; i++) h[i] += 0.4 * label * x.matrix[i];
    updates += updated;
  }
  cr_expect_gt(updates, 20);
  played_free(&p);
  fixture_free(&f);
}

/* The diagonal, the dense and the low-rank representation on diagonal matrices: one run. */
Test(symmetric_threshold, diagonal_matrices_are_vectors) {
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_MATRIX, INSTANCE_LOW_RANK};
  static const char json[] = "{\"margin\":0.1,\"threshold\":0.02}";
  fixture f = fixture_make("linear_threshold", "{\"n\":6,\"margin\":0.1,\"noise\":0.1}", 5);
  played players[3];
  double axes[N * N] = {0}, matrix[N * N] = {0};
  size_t updates = 0;
  for (size_t i = 0; i < N; i++) axes[i * (N + 1)] = 1.0;
  for (size_t k = 0; k < 3; k++) {
    const learner_setting setting = setting_of(kinds[k]);
    players[k] = played_make("winnow_threshold", json, &setting);
  }
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0;
    prediction said[3];
    bool updated[3];
    OK(fixture_trial(&f, &x, &label));
    for (size_t i = 0; i < N; i++) matrix[i * (N + 1)] = x.value[i];
    const instance views[3] = {x, instance_matrix(N, matrix), instance_low_rank(N, N, axes, x.value, 0.0)};
    for (size_t k = 0; k < 3; k++) {
      updated[k] = played_trial(&players[k], &views[k], label, &said[k]);
      cr_assert_eq(updated[k], updated[0], "trial %zu", t);
      cr_assert(fabs(said[k].score - said[0].score) <= 1e-12, "trial %zu: %.17g and %.17g", t, said[k].score,
                said[0].score);
    }
    updates += updated[0];
  }
  cr_expect_gt(updates, 10);
  for (size_t k = 0; k < 3; k++) played_free(&players[k]);
  fixture_free(&f);
}

/* Commuting instances: the same run as Winnow's on x_i = q_i^T X q_i, the q_i being the eigenvectors of U. */
Test(symmetric_threshold, commuting_instances_are_vectors) {
  const learner_setting matrices = setting_of(INSTANCE_MATRIX), vectors = setting_of(INSTANCE_VECTOR);
  fixture f =
      fixture_make("symmetric_threshold",
                   "{\"n\":6,\"margin\":0.1,\"weights\":\"random\",\"instances\":\"commuting\",\"noise\":0.1}", 2);
  played p = played_make("winnow_normalized", "{\"margin\":0.1}", &matrices);
  played q = played_make("winnow_normalized", "{\"margin\":0.1}", &vectors);
  double values[N], rows[N * N];
  size_t updates = 0;
  eigen_of(N, comparator_instance(f.u)->matrix, values, rows);
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0, diagonal[N], outside = 0.0;
    prediction one, two;
    OK(fixture_trial(&f, &x, &label));
    for (size_t i = 0; i < N; i++) {
      for (size_t j = 0; j < N; j++) {
        double entry = 0.0;
        for (size_t k = 0; k < N * N; k++) entry += rows[i * N + k / N] * x.matrix[k] * rows[j * N + k % N];
        if (i == j) diagonal[i] = entry;
        if (i != j) outside = fmax(outside, fabs(entry));
      }
    }
    cr_assert(outside <= 1e-12, "they do not commute: %g", outside);
    const instance view = instance_dense_vector(N, diagonal);
    const bool updated = played_trial(&p, &x, label, &one);
    cr_assert_eq(played_trial(&q, &view, label, &two), updated, "trial %zu", t);
    cr_assert(fabs(one.score - two.score) <= 1e-11, "trial %zu: %.17g and %.17g", t, one.score, two.score);
    updates += updated;
  }
  cr_expect_gt(updates, 10);
  played_free(&p);
  played_free(&q);
  fixture_free(&f);
}

/* General Matrix Winnow for gap -margin, margin on a symmetric X is the learner on diag(X, -X): e^Z(H) is e^H and e^-H. */
Test(symmetric_threshold, general_matrix_winnow_is_the_doubled_one) {
  learner_setting doubled = setting_of(INSTANCE_MATRIX), rectangular = setting_of(INSTANCE_RECTANGULAR);
  doubled.n = doubled.rank = 2 * N;
  rectangular.rows = N;
  fixture f = fixture_make("symmetric_threshold", "{\"n\":6,\"margin\":0.2,\"noise\":0.1}", 8);
  played p = played_make("winnow_normalized", "{\"margin\":0.2}", &doubled);
  played q = played_make("general_matrix_winnow", "{\"gap\":0.2,\"gap_low\":-0.2}", &rectangular);
  double both[4 * N * N] = {0};
  size_t updates = 0;
  cr_expect_float_eq(played_constant(&p, "eta"), played_constant(&q, "eta"), 1e-12);
  cr_expect_float_eq(played_constant(&q, "theta"), 0.0, 1e-12);
  for (size_t t = 1; t <= TRIALS; t++) {
    instance x;
    double label = 0.0;
    prediction one, two;
    OK(fixture_trial(&f, &x, &label));
    for (size_t i = 0; i < N; i++) {
      for (size_t j = 0; j < N; j++) {
        both[i * 2 * N + j] = x.matrix[i * N + j];
        both[(N + i) * 2 * N + N + j] = -x.matrix[i * N + j];
      }
    }
    const instance large = instance_matrix(2 * N, both), flat = instance_rectangular(N, N, x.matrix);
    if (t == 1) { /* both scores are 0, which only one of them counts as a mistake for both labels */
      played_update(&p, &large, label);
      played_update(&q, &flat, label);
      continue;
    }
    const bool updated = played_trial(&p, &large, label, &one);
    cr_assert_eq(played_trial(&q, &flat, label, &two), updated, "trial %zu", t);
    cr_assert(fabs(one.score - two.score) <= 1e-11, "trial %zu: %.17g and %.17g", t, one.score, two.score);
    updates += updated;
  }
  cr_expect_gt(updates, 10);
  played_free(&p);
  played_free(&q);
  fixture_free(&f);
}

Test(symmetric_threshold, instances_keep_margin_and_norm) {
  static const struct {
    const char *json;
    double range, margin;
  } cases[] = {{"{\"n\":6,\"margin\":0.3}", 1, 0.3},
               {"{\"n\":6,\"margin\":0.9,\"r\":1,\"entries\":\"extreme\"}", 1, 0.9},
               {"{\"n\":6,\"margin\":1.5,\"range\":2,\"r\":3,\"weights\":\"random\"}", 2, 1.5},
               {"{\"n\":6,\"margin\":1,\"r\":2,\"instances\":\"commuting\"}", 1, 1},
               {"{\"n\":1,\"margin\":0.5}", 1, 0.5}};
  double work[2 * N * N], scaled[N * N], worst = 0.0;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    fixture f = fixture_make("symmetric_threshold", cases[c].json, 7);
    size_t positive = 0;
    cr_expect_float_eq(comparator_trace(f.u), 1.0, 1e-13);
    for (size_t t = 1; t <= TRIALS; t++) {
      instance x;
      double label = 0.0;
      OK(fixture_trial(&f, &x, &label));
      const double value = label * comparator_value(f.u, &x);
      cr_assert_geq(value, cases[c].margin - 1e-12, "%s trial %zu: %.17g", cases[c].json, t, value);
      for (size_t i = 0; i < x.n * x.n; i++) {
        scaled[i] = x.matrix[i] / cases[c].range;
        cr_assert_eq(x.matrix[i], x.matrix[i % x.n * x.n + i / x.n], "not symmetric");
      }
      const instance view = instance_matrix(x.n, scaled);
      cr_assert(instance_norm_within(&view, 1e-12, work, &worst), "%s trial %zu: %g", cases[c].json, t, worst);
      positive += label > 0.0;
    }
    cr_expect(positive > TRIALS / 4 && positive < 3 * TRIALS / 4, "%s: %zu positive", cases[c].json, positive);
    fixture_free(&f);
  }
  fixture_refused("symmetric_threshold", "{\"n\":6,\"r\":7}", "symmetric_threshold: r = 7 must be at most n = 6");
  fixture_refused("symmetric_threshold", "{\"n\":6,\"margin\":2}",
                  "symmetric_threshold: margin = 2 must be at most range = 1");
}

/* Of the first theorem there is no form with a threshold or another range. */
Test(symmetric_threshold, bounds_that_apply) {
  static const struct {
    const char *problem, *learner;
    bool first;
  } cases[] = {{"{\"n\":6,\"margin\":0.2,\"r\":1}", "{\"margin\":0.2}", true},
               {"{\"n\":6,\"margin\":0.2,\"r\":3}", "{\"margin\":0.2,\"threshold\":0.1}", false},
               {"{\"n\":6,\"margin\":0.5,\"range\":2,\"r\":6}", "{\"margin\":0.5,\"range\":2}", false}};
  const learner_setting setting = setting_of(INSTANCE_MATRIX);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    fixture f = fixture_make("symmetric_threshold", cases[c].problem, 5);
    played p = played_make("winnow_threshold", cases[c].learner, &setting);
    const bound_context context = {.problem = &f.problem, .learner = &p.learner, .comparator = f.u, .trials = TRIALS};
    cr_expect(bound_applies(bound_find("threshold_winnow_updates"), &context));
    cr_expect_eq(bound_applies(bound_find("cos_winnow_mistakes"), &context), cases[c].first);
    played_free(&p);
    fixture_free(&f);
  }
  played_refused("winnow_threshold", "{\"margin\":0.2,\"start\":[1,1,1,1,1,1]}", &setting,
                 "winnow_threshold: start is for vectors only: leave it out");
}

/* |X| <= 1 for dyads, and for low rank with eigenvalues of both signs. */
Test(symmetric_threshold, norms_of_compact_instances) {
  const double x[3] = {0.6, 0.0, 0.8}, z[6] = {0.6, 0.8, 0, -0.8, 0.6, 0}, weights[2] = {0.7, -1.3};
  double work[200], worst = 0.0;
  instance dyad = instance_dense_dyad(3, x);
  cr_expect(instance_norm_within(&dyad, 1e-12, work, &worst));
  const double longer[3] = {1.2, 0.0, 0.5}; /* |x|^2 = 1.69 */
  dyad = instance_dense_dyad(3, longer);
  cr_expect(!instance_norm_within(&dyad, 1e-9, work, &worst));
  cr_expect_float_eq(worst, 0.69, 1e-12);
  instance low = instance_low_rank(3, 2, z, weights, 0.3); /* eigenvalues 1, -1, 0.3 */
  cr_assert_leq(instance_norm_work(&low), sizeof work / sizeof work[0]);
  cr_expect(instance_norm_within(&low, 1e-12, work, &worst));
  low.shift = 0.1; /* 0.8, -1.2, 0.1 */
  cr_expect(!instance_norm_within(&low, 1e-9, work, &worst));
  cr_expect_float_eq(worst, 0.2, 0.01, "%.17g", worst);
  low.rank = 1;
  low.shift = -1.1; /* -0.4, -1.1, -1.1 */
  cr_expect(!instance_norm_within(&low, 1e-9, work, &worst));
  cr_expect_float_eq(worst, 0.1, 0.01, "%.17g", worst);
}
