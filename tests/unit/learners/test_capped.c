/* Capped MEG and capped gradient descent against their definitions; capped Hedge on diagonals; a small world inside a large one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/frame.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"

enum { N = 6, K = 2, ROUNDS = 60, LARGE = 10000, SMALL = 5 };

static const loss kept = {LOSS_ABSOLUTE, 0.0, N, 0.0, N, 1.0};

static learner_setting setting_of(instance_kind kind, size_t n) {
  return (learner_setting){
      .n = n, .kind = kind, .rank = kind == INSTANCE_DYAD ? 1 : n, .trials = ROUNDS, .loss = kept, .eigen = &eigen_own};
}

/* ---- the definition, on numbers: sum of weight_i w_i = m after w_i <- min(1, c w_i), or w_i <- min(1, max(0, w_i - t)), by bisection */

typedef enum rule { ENTROPIC, EUCLIDEAN } rule;

static double cut(rule method, double w, double at) {
  return method == ENTROPIC ? fmin(1, w * exp(at)) : fmin(1, fmax(0, w + at));
}

static void project(rule method, size_t n, double *w, const double *weight, double m) {
  double low = -60, high = 60;
  for (int step = 0; step < 200; step++) {
    const double middle = 0.5 * (low + high);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (weight != NULL ? weight[i] : 1) * cut(method, w[i], middle);
    if (sum < m) {
      low = middle;
    } else {
      high = middle;
    }
  }
  for (size_t i = 0; i < n; i++) w[i] = cut(method, w[i], high);
}

/* ---- and on matrices: W <- the projection of exp(ln W - eta X), or of W - eta X; the last of the n eigenvalues may stand for many */

static void play(rule method, size_t n, double *w, const double *x, double eta, double *outside, double many,
                 double m) {
  double values[N + 1], vectors[N * N], weight[N + 1], argument[N * N];
  dense_eigenvalues(n, w, values, vectors);
  memset(argument, 0, sizeof argument);
  for (size_t l = 0; l < n; l++) {
    const double value = method == ENTROPIC ? log(values[l]) : values[l];
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) argument[i * n + j] += value * vectors[i * n + l] * vectors[j * n + l];
    }
  }
  for (size_t i = 0; i < n * n; i++) argument[i] -= eta * x[i];
  dense_eigenvalues(n, argument, values, vectors);
  for (size_t l = 0; l < n; l++) values[l] = method == ENTROPIC ? exp(values[l]) : values[l];
  for (size_t l = 0; l < n; l++) weight[l] = 1;
  values[n] = outside != NULL ? *outside : 0;
  weight[n] = many;
  project(method, n + (outside != NULL), values, weight, m);
  memset(w, 0, n * n * sizeof *w);
  for (size_t l = 0; l < n; l++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) w[i * n + j] += values[l] * vectors[i * n + l] * vectors[j * n + l];
    }
  }
  if (outside != NULL) *outside = values[n];
}

static void start(size_t n, double share, double *w) {
  memset(w, 0, n * n * sizeof *w);
  for (size_t i = 0; i < n; i++) w[i * (n + 1)] = share;
}

static const char *const learners[] = {"capped_meg", "capped_gradient_descent"};

Test(capped, are_their_definitions) {
  static const char *const forms[] = {"{\"dimension\":2,\"eta\":0.5,\"representation\":\"low_rank\"}",
                                      "{\"dimension\":2,\"eta\":0.5,\"representation\":\"dense\"}"};
  for (size_t f = 0; f < 4; f++) {
    const rule method = f / 2 == 0 ? ENTROPIC : EUCLIDEAN;
    const learner_setting setting = setting_of(INSTANCE_DYAD, N);
    played player = played_make(learners[method], forms[f % 2], &setting);
    random_stream *stream = stream_of("directions");
    double x[N], dyad[N * N], w[N * N];
    start(N, (N - K) / (double)N, w);
    for (size_t t = 1; t <= ROUNDS; t++) {
      random_unit_vector(stream, N, x);
      if (t % 3 == 0) x[0] = x[1] = 0; /* shorter ones, and a subspace that is seen less */
      const instance shown = instance_dense_dyad(N, x);
      instance_to_dense(&shown, dyad);
      near_in_trial(played_score(&player, &shown), dense_trace(N, dyad) - dense_inner(N * N, w, dyad), 1e-11,
                    learners[method], t);
      played_update(&player, &shown, 1.0);
      play(method, N, w, dyad, 0.5, NULL, 0, N - K);
    }
    random_stream_free(stream);
    played_free(&player);
  }
}

/* Capped Hedge: w_i <- the projection of w_i e^(-eta x_i); as vectors, and as diagonal matrices. */
Test(capped, hedge_on_diagonals) {
  for (int r = 0; r < 2; r++) {
    const rule method = r == 0 ? ENTROPIC : EUCLIDEAN;
    const learner_setting vectors = setting_of(INSTANCE_VECTOR, N), matrices = setting_of(INSTANCE_MATRIX, N);
    played vector = played_make(learners[method], "{\"dimension\":2,\"eta\":0.7}", &vectors);
    played matrix = played_make(learners[method], "{\"dimension\":2,\"eta\":0.7}", &matrices);
    random_stream *stream = stream_of("losses");
    double x[N], whole[N * N], w[N];
    for (size_t i = 0; i < N; i++) w[i] = (N - K) / (double)N;
    for (size_t t = 1; t <= ROUNDS; t++) {
      double sum = 0;
      for (size_t i = 0; i < N; i++) x[i] = random_uniform(stream) * (i < 3 ? 1 : 0.6);
      for (size_t i = 0; i < N; i++) sum += (1 - w[i]) * x[i];
      const instance shown = instance_dense_vector(N, x), full = instance_matrix(N, whole);
      instance_to_dense(&shown, whole);
      near_in_trial(played_score(&vector, &shown), sum, 1e-11, "vector", t);
      near_in_trial(played_score(&matrix, &full), sum, 1e-11, "matrix", t);
      played_update(&vector, &shown, 1.0);
      played_update(&matrix, &full, 1.0);
      for (size_t i = 0; i < N; i++) w[i] = method == ENTROPIC ? w[i] * exp(-0.7 * x[i]) : w[i] - 0.7 * x[i];
      project(method, N, w, NULL, N - K);
    }
    random_stream_free(stream);
    played_free(&vector);
    played_free(&matrix);
  }
}

/* Dyads in a space of 5 dimensions, at order 10,000: W is a matrix there and one number, 9,995 times, outside. */
Test(capped, is_exact_in_low_rank) {
  double *frame = malloc(SMALL * LARGE * sizeof *frame), *x = malloc(LARGE * sizeof *x);
  for (int r = 0; r < 2; r++) {
    const rule method = r == 0 ? ENTROPIC : EUCLIDEAN;
    const learner_setting setting = setting_of(INSTANCE_DYAD, LARGE);
    played player = played_make(learners[method], "{\"dimension\":3,\"eta\":0.5}", &setting);
    random_stream *stream = stream_of("directions");
    double z[SMALL], dyad[SMALL * SMALL], w[SMALL * SMALL], outside = (LARGE - 3) / (double)LARGE;
    cr_assert_eq(frame_random(stream, LARGE, SMALL, frame), STATUS_OK);
    start(SMALL, outside, w);
    for (size_t t = 1; t <= ROUNDS; t++) {
      random_unit_vector(stream, SMALL, z);
      memset(x, 0, LARGE * sizeof *x);
      for (size_t l = 0; l < SMALL; l++) {
        for (size_t i = 0; i < LARGE; i++) x[i] += z[l] * frame[l * LARGE + i];
        for (size_t j = 0; j < SMALL; j++) dyad[l * SMALL + j] = z[l] * z[j];
      }
      const instance shown = instance_dense_dyad(LARGE, x);
      near_in_trial(played_score(&player, &shown), 1 - dense_inner(SMALL * SMALL, w, dyad), 1e-11, learners[method], t);
      played_update(&player, &shown, 1.0);
      play(method, SMALL, w, dyad, 0.5, &outside, LARGE - SMALL, LARGE - 3);
    }
    random_stream_free(stream);
    played_free(&player);
  }
  free(frame);
  free(x);
}

/* Each draw drops m unit vectors of any basis together, and e_i as often as W says. */
Test(capped, draws_projections) {
  enum { SEEDS = 2000 };
  double mean[N] = {0}, expected[N];
  for (size_t seed = 1; seed <= SEEDS; seed++) {
    learner_setting setting = setting_of(INSTANCE_DYAD, N);
    setting.seed = seed;
    played player = played_make("randomized_capped_meg", "{\"dimension\":2,\"eta\":0.5}", &setting);
    random_stream *stream = stream_of("directions");
    double x[N], sum = 0;
    for (size_t t = 0; t < 10; t++) {
      random_unit_vector(stream, N, x);
      const instance shown = instance_dense_dyad(N, x);
      played_update(&player, &shown, 1.0);
    }
    for (size_t i = 0; i < N; i++) {
      memset(x, 0, sizeof x);
      x[i] = 1;
      const instance shown = instance_dense_dyad(N, x);
      prediction said;
      cr_assert_eq(learner_predict(&player.learner, &shown, &said), STATUS_OK, "%s", status_message());
      sum += 1 - said.value;
      mean[i] += said.value / SEEDS;
      expected[i] = said.score;
    }
    near_in_trial(sum, N - K, 1e-11, "dropped", seed);
    random_stream_free(stream);
    played_free(&player);
  }
  /* a number of [0,1] has a standard deviation of at most 1/2 */
  for (size_t i = 0; i < N; i++) {
    cr_expect(fabs(mean[i] - expected[i]) < 4 * 0.5 / sqrt(SEEDS), "%zu: mean %g, expected %g", i, mean[i],
              expected[i]);
  }
}

Test(capped, rates) {
  const learner_setting dyads = setting_of(INSTANCE_DYAD, N), vectors = setting_of(INSTANCE_VECTOR, N);
  const double m = N - K, d = m * log(N / m);
  const struct {
    const char *learner, *options;
    const learner_setting *setting;
    double eta;
  } cases[] = {
      {"capped_meg", "{\"dimension\":2}", &dyads, log(1 + sqrt(2 * d * N / (m * ROUNDS)))},
      {"capped_meg", "{\"dimension\":2}", &vectors, log(1 + sqrt(2 * d / (m * ROUNDS)))},
      {"capped_meg", "{\"dimension\":2,\"loss_at_most\":3}", &dyads, log(1 + sqrt(2 * d / 3))},
      {"capped_gradient_descent", "{\"dimension\":2}", &dyads, sqrt(m * K / (N * ROUNDS))},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    played player = played_make(cases[i].learner, cases[i].options, cases[i].setting);
    near_in_trial(learner_constant_or_nan(&player.learner, "eta"), cases[i].eta, 1e-11, cases[i].options, i);
    played_free(&player);
  }
}

Test(capped, refusals) {
  learner_setting setting = setting_of(INSTANCE_DYAD, N);
  played_refused("capped_meg", "{\"dimension\":6}", &setting, "capped_meg: dimension = 6 must be below n = 6");
  setting.loss.kind = LOSS_SQUARE;
  played_refused("capped_gradient_descent", "{}", &setting,
                 "capped_gradient_descent: needs real labels, tr X, with the loss absolute, this one is square");
}
