/* Steps of the proofs of online matrix prediction, computed from their definitions: the claims of docs/errata.md. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "spectral/entry/entry_projection.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"

static arena memory; /* of what a test makes */

/* The loss matrix of the pair (i, jj), of order 2p: L^2 = g^2 at (i,i), (jj,jj), (p+i,p+i), (p+jj,p+jj) and nowhere
 * else, |L| = |g|. */
Test(prediction_proofs, squares_of_losses) {
  enum { P = 5, ORDER = 2 * P };
  const double g = -0.75;
  for (size_t i = 0; i < P; i++) {
    for (size_t j = 0; j < i; j++) {
      double l[ORDER * ORDER] = {0}, values[ORDER], largest = 0, trace = 0;
      l[i * ORDER + j] = l[j * ORDER + i] = g;
      l[(P + i) * ORDER + P + j] = l[(P + j) * ORDER + P + i] = -g;
      for (size_t a = 0; a < ORDER; a++) {
        for (size_t b = 0; b < ORDER; b++) {
          double square = 0;
          for (size_t c = 0; c < ORDER; c++) square += l[a * ORDER + c] * l[c * ORDER + b];
          const bool expected = a == b && (a == i || a == j || a == P + i || a == P + j);
          near(square, expected ? g * g : 0, 0, "L^2");
          trace += a == b ? square : 0;
        }
      }
      dense_eigenvalues(ORDER, l, values, NULL);
      for (size_t a = 0; a < ORDER; a++) largest = fmax(largest, fabs(values[a]));
      near(largest, fabs(g), 1e-15, "|L|");
      near(trace, 4 * g * g, 1e-15, "tr L^2");
    }
  }
}

/* exp(a) <= 1 + a + a^2 up to 1.7932821329, so that the step of the proof needs eta G <= 1.79, not eta 2G <= 1. */
Test(prediction_proofs, quadratic_bound_of_exp) {
  const double root = 1.793282132900598;
  for (int k = -3000; 0.01 * k <= root; k++) {
    const double a = 0.01 * k;
    cr_expect(exp(a) <= 1 + a + a * a + 1e-12, "%g", a);
  }
  near(exp(root), 1 + root + root * root, 1e-12, "the root");
  cr_expect(exp(root + 1e-6) > 1 + (root + 1e-6) * (1 + root + 1e-6));
}

/* Lemma 19: the eigenvalues of sym(W) are +-sigma, so that Schatten p-norms grow by 2^(1/p). */
Test(prediction_proofs, schatten_norms) {
  enum { M = 3, N = 5, ORDER = M + N };
  random_stream *stream = NULL;
  double w[M * N], gram[M * M], sym[ORDER * ORDER] = {0}, singular[M], values[ORDER];
  OK(random_stream_new(1, "schatten", &stream));
  random_gaussian_vector(stream, M * N, w);
  random_stream_free(stream);
  for (size_t i = 0; i < M; i++) {
    for (size_t j = 0; j < N; j++) sym[i * ORDER + M + j] = sym[(M + j) * ORDER + i] = w[i * N + j];
    for (size_t k = 0; k < M; k++) {
      gram[i * M + k] = 0;
      for (size_t j = 0; j < N; j++) gram[i * M + k] += w[i * N + j] * w[k * N + j];
    }
  }
  dense_eigenvalues(M, gram, singular, NULL);
  dense_eigenvalues(ORDER, sym, values, NULL);
  for (int k = 0; k <= 6; k++) {
    const double p = ldexp(1, k);
    double of_w = 0, of_sym = 0;
    for (size_t i = 0; i < M; i++) of_w += pow(singular[i], p / 2);
    for (size_t i = 0; i < ORDER; i++) of_sym += pow(fabs(values[i]), p);
    near(pow(of_sym / of_w, 1 / p), pow(2, 1 / p), 1e-9, "2, 1.4142, 1.1892, ..., towards 1");
  }
}

/* The relaxation K holds more than the convex hull of the class: N with unit diagonal and -1/2 elsewhere gives 3/2 on a
 * triangle, every cut at most 1; and the learner goes there. */
Test(prediction_proofs, improper) {
  const double n[9] = {1, -0.5, -0.5, -0.5, 1, -0.5, -0.5, -0.5, 1};
  double values[3], best = -3;
  dense_eigenvalues(3, n, values, NULL);
  for (size_t i = 0; i < 3; i++) cr_expect(values[i] > -1e-15);
  near(dense_trace(3, n), 3, 0, "trace");
  near(-n[1] - n[2] - n[5], 1.5, 0, "W_12 + W_13 + W_23");
  for (unsigned cut = 0; cut < 8; cut++) {
    const double s[3] = {cut & 1u ? 1 : -1, cut & 2u ? 1 : -1, cut & 4u ? 1 : -1};
    best = fmax(best, -s[0] * s[1] - s[0] * s[2] - s[1] * s[2]);
  }
  near(best, 1, 0, "the best cut");
  const loss l = {LOSS_ABSOLUTE, -1, 1, -1, 1, 0.5};
  const learner_setting setting = {
      .n = 3, .rows = 3, .kind = INSTANCE_ENTRY, .trials = 300, .loss = l, .seed = 1, .eigen = &eigen_own};
  played p =
      played_make("online_matrix_prediction", "{\"class\":\"max_cut\",\"decomposition\":\"one_block\"}", &setting);
  const instance pairs[3] = {instance_entry(3, 3, 0, 1), instance_entry(3, 3, 0, 2), instance_entry(3, 3, 1, 2)};
  for (size_t t = 0; t < 300; t++) {
    const prediction predicted = {0};
    bool updated = false;
    OK(learner_update(&p.learner, &pairs[t % 3], &predicted, 1, &updated));
  }
  const double sum = played_score(&p, &pairs[0]) + played_score(&p, &pairs[1]) + played_score(&p, &pairs[2]);
  cr_expect(sum > 1.4 && sum <= 1.5 + 1e-9, "%g", sum);
  played_free(&p);
}

/* D(U, X_1) <= tau ln N for X_1 = (tau/N) I needs N >= 3 or tr U = tau: U = 0 and N = 2 give tau. log of X_1 - eta L
 * need not exist. */
Test(prediction_proofs, divergence_from_the_start) {
  for (int size = 1; size <= 64; size++) { /* U = 0, tau = 1: D = tr X_1 = 1 */
    cr_expect_eq(1 <= log(size), size >= 3);
  }
  const double half[4] = {0.5, 0.6, 0.6, 0.5}; /* X_1 of max-cut, less eta L with eta g = -0.6 */
  double values[2];
  dense_eigenvalues(2, half, values, NULL);
  near(fmin(values[0], values[1]), -0.1, 1e-15, "X_1 - eta L");
}

/* A multiplier beyond 3 tau, where the trace before the projection is at most 3 tau, as the text's estimate asks: the
 * lower end of the box is 0 in gambling, so that it costs the dual nothing. */
Test(prediction_proofs, large_multipliers) {
  entry_projection *p = NULL;
  const double s = 10, a[4] = {0, -s, -s, 0};
  const entry_part part = {
      .order = 2, .t = a, .shift = -s, .weight = 1, .trace = NAN, .pair_count = 1, .pairs = {{0, 1, 1}}};
  const entry_limits limits = {4, 0, 1, 1};
  entry_solution solution;
  OK(entry_projection_new(&memory, 2, &eigen_own, 0, &p));
  OK(entry_project(p, 1, &part, &limits, &solution));
  near(solution.start_trace, 2 * exp(-s) * cosh(s), 1e-12, "the trace before");
  near(solution.nu, -2 * s, 1e-6, "nu undoes the entry");
  cr_expect(solution.start_trace <= 3 * limits.trace && fabs(solution.nu) > 3 * limits.trace);
  arena_free(&memory);
}
