/* Completion with side information: the problem's dyads and comparator, and both learners against their definition, which decomposes H in
 * every trial. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/eigen.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"

enum { LARGEST = 24, ROUNDS = 300 };

/* ---- what is shown */

/* tr(UX) = 1 + y gamma, |x| <= 1; the trace is the constant and, without side information, m + n. */
static void check_gap(const char *json, double gamma, double trace) {
  fixture f = fixture_make("side_information", json, 2);
  const size_t n = f.problem.facts.n;
  double constant = NAN, longest = 0.0;
  cr_assert(problem_constant(&f.problem, "trace", &constant));
  near_of_size(comparator_trace(f.u), constant, 1e-10, "the trace");
  if (trace > 0.0) near_of_size(constant, trace, 1e-10, "D");
  for (size_t t = 0; t < ROUNDS; t++) {
    instance x;
    double label = NAN;
    OK(fixture_trial(&f, &x, &label));
    near_of_size(comparator_value(f.u, &x), 1.0 + label * gamma, 1e-10, json);
    longest = fmax(longest, dense_inner(n, x.value, x.value));
  }
  cr_expect(longest <= 1.0 + 1e-12 && longest > 0.5, "%s: |x|^2 up to %g", json, longest);
  fixture_free(&f);
}

Test(side_information, gap_and_trace) {
  check_gap("{\"m\":8,\"n\":5,\"side\":\"none\",\"classes\":1}", 1.0, 13.0);
  check_gap("{\"m\":8,\"n\":12,\"side\":\"none\",\"classes\":3}", 1.0 / sqrt(3.0), 20.0);
  check_gap("{\"m\":8,\"n\":12}", 1.0 / sqrt(2.0), 0.0);
  check_gap("{\"m\":9,\"n\":7,\"classes\":4,\"wrong\":0.5,\"links\":2}", 0.5, 0.0);
}

/* One class and no links: two rings, whose (L^+)_ij = (m^2 - 1)/(12 m) - d (m - d)/(2m) for nodes d apart. Inner products of the first parts are
 * (L^+_ij + R_L)/(4 R_L), and every distance occurs. D: all vectors are equal, tr(P^T M P) = |P^T 1|^2/(R_L m^2) = 1/R_L. */
Test(side_information, rings) {
  enum { M = 7, N = 5, TRIALS = 120 };
  static double shown[TRIALS][M];
  bool seen[M / 2 + 1] = {false};
  fixture f = fixture_make("side_information", "{\"m\":7,\"n\":5,\"classes\":1,\"links\":0}", 3);
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double label = NAN;
    OK(fixture_trial(&f, &x, &label));
    memcpy(shown[t], x.value, sizeof shown[t]);
  }
  const double largest = (M * M - 1.0) / (12.0 * M);
  for (size_t t = 0; t < TRIALS; t++) {
    for (size_t s = 0; s < t; s++) {
      const double inner = dense_inner(M, shown[t], shown[s]);
      bool found = false;
      for (size_t d = 0; d <= M / 2; d++) {
        const double entry = largest - (double)(d * (M - d)) / (2.0 * M),
                     expected = (entry + largest) / (4.0 * largest);
        if (fabs(inner - expected) > 1e-12) continue;
        found = seen[d] = true;
      }
      cr_expect(found, "trials %zu and %zu: %.17g", s, t, inner);
    }
  }
  for (size_t d = 0; d <= M / 2; d++) cr_expect(seen[d], "distance %zu", d);
  near_of_size(comparator_trace(f.u), 2.0 + 2.0, 1e-10, "D of two rings"); /* R_M/R_L + R_N/R_L' */
  fixture_free(&f);
}

/* ---- learners */

typedef struct definition {
  size_t n;
  double h[LARGEST * LARGEST];
} definition;

static definition define(size_t n, double trace) {
  definition d = {.n = n};
  for (size_t i = 0; i < n; i++) d.h[i * n + i] = log(trace / (double)n);
  return d;
}

/* x^T exp(H) x */
static double score_of(const definition *d, const double *x) {
  double values[LARGEST], vectors[LARGEST * LARGEST], sum = 0.0;
  eigen_of(d->n, d->h, values, vectors);
  for (size_t l = 0; l < d->n; l++) sum += exp(values[l]) * pow(dense_inner(d->n, vectors + l * d->n, x), 2.0);
  return sum;
}

static void step(definition *d, double rate, const double *x) {
  for (size_t k = 0; k < d->n * d->n; k++) d->h[k] += rate * x[k / d->n] * x[k % d->n];
}

/* The zero of the derivative of eta (gamma - tanh(eta/2)), which falls. */
static double sharp_rate(double gamma) {
  double low = 0.0, high = 20.0;
  for (int i = 0; i < 200; i++) {
    const double eta = 0.5 * (low + high), derivative = gamma - tanh(0.5 * eta) - 0.5 * eta / pow(cosh(0.5 * eta), 2.0);
    *(derivative > 0.0 ? &low : &high) = eta;
  }
  return low;
}

static void compare(const char *name, const char *json, double gamma, double trace, double eta, double theta) {
  const bool coin = theta == 0.0;
  fixture f = fixture_make("side_information", "{\"m\":11,\"n\":13,\"noise\":0.1,\"wrong\":0.2}", 4);
  const learner_setting setting = {
      .n = f.problem.facts.n, .kind = INSTANCE_DYAD, .rank = 1, .trials = ROUNDS, .seed = 3, .eigen = &eigen_own};
  played player = played_make(name, json, &setting);
  definition d = define(setting.n, trace);
  size_t updates = 0, mistakes = 0;
  near_of_size(played_constant(&player, "eta"), eta, 1e-10, "eta");
  for (size_t t = 0; t < ROUNDS; t++) {
    instance x;
    double label = NAN;
    prediction predicted = {0};
    bool updated = false;
    OK(fixture_trial(&f, &x, &label));
    OK(learner_predict(&player.learner, &x, &predicted));
    const double score = score_of(&d, x.value), s = score - 1.0;
    near_of_size(predicted.score, score, 1e-10, json);
    const double chance = fmin(1.0, fmax(0.0, (gamma + s) / (2.0 * gamma)));
    if (coin) near_of_size(predicted.probability, chance, 1e-10, "the chance of +1");
    if (!coin) cr_expect_eq(predicted.value, score >= theta ? 1.0 : -1.0, "trial %zu", t);
    OK(learner_update(&player.learner, &x, &predicted, label, &updated));
    mistakes += predicted.value != label;
    const bool learns = coin ? label * s <= gamma : predicted.value != label;
    cr_expect_eq(updated, learns, "trial %zu", t);
    if (learns) step(&d, eta * label, x.value);
    updates += learns;
  }
  cr_expect(mistakes > 10 && updates < ROUNDS, "%s: %zu mistakes, %zu updates", json, mistakes, updates);
  played_free(&player);
  fixture_free(&f);
}

Test(side_information, definitions) {
  const double e = exp(1.0), rate = sharp_rate(0.7);
  compare("side_information_completion", "{\"gamma\":0.7,\"trace\":20}", 0.7, 20.0, rate, rate / sinh(rate));
  compare("side_information_completion", "{\"gamma\":0.7,\"trace\":20,\"representation\":\"dense\"}", 0.7, 20.0, rate,
          rate / sinh(rate));
  compare("side_information_completion", "{\"gamma\":0.7,\"tuning\":\"published\"}", 0.7, 24.0, 0.7, 1.0);
  compare("randomized_side_information_completion", "{\"gamma\":0.7,\"trace\":9,\"eta\":0.3}", 0.7, 9.0, 0.3, 0.0);
  compare("randomized_side_information_completion", "{\"gamma\":0.7,\"trace\":9,\"representation\":\"dense\"}", 0.7,
          9.0, sqrt(9.0 * log(24.0) / ((e - 2.0) * 1.7 * ROUNDS)), 0.0);
}
