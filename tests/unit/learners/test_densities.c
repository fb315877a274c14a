/* The matrix log loss against its definition, and what is exact about it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "unit/dense_matrix.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"

enum { N = 5, ROUNDS = 40 };

static const loss priced = {LOSS_LINEAR, 0.0, 50.0, 1.0, 1.0, 1.0};

static learner_setting setting_of(instance_kind kind) {
  return (learner_setting){.n = N, .kind = kind, .rank = 1, .trials = ROUNDS, .loss = priced, .eigen = &eigen_own};
}

/* -x^T ln(H/tr H) x */
static double defined(const double *h, const double *x) {
  double values[N], vectors[N * N], sum = 0;
  dense_eigenvalues(N, h, values, vectors);
  for (size_t l = 0; l < N; l++) {
    double along = 0;
    for (size_t i = 0; i < N; i++) along += vectors[i * N + l] * x[i];
    sum -= along * along * log(values[l] / dense_trace(N, h));
  }
  return sum;
}

static void add_dyad(const double *x, double *h) {
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) h[i * N + j] += x[i] * x[j];
  }
}

static void start(double prior, double *h) {
  memset(h, 0, N * N * sizeof *h);
  for (size_t i = 0; i < N; i++) h[i * (N + 1)] = prior;
}

Test(densities, is_its_definition) {
  static const char *const forms[] = {"{\"prior\":0.5,\"representation\":\"low_rank\"}",
                                      "{\"prior\":0.5,\"representation\":\"dense\"}"};
  for (size_t f = 0; f < 2; f++) {
    const learner_setting setting = setting_of(INSTANCE_DYAD);
    played player = played_make("matrix_log_loss", forms[f], &setting);
    random_stream *stream = NULL;
    double x[N], h[N * N];
    cr_assert_eq(random_stream_new(1, "directions", &stream), STATUS_OK);
    start(0.5, h);
    for (size_t t = 1; t <= ROUNDS; t++) {
      random_unit_vector(stream, N, x);
      const instance shown = instance_dense_dyad(N, x);
      near_in_trial(played_score(&player, &shown), defined(h, x), 1e-12, forms[f], t);
      double error = NAN;
      cr_expect(learner_constant(&player.learner, "error", &error) && error < 1e-11, "error %g", error);
      played_update(&player, &shown, 1.0);
      add_dyad(x, h);
    }
    random_stream_free(stream);
    played_free(&player);
  }
}

/* Of counts: -ln((c_i + a)/(t + n a)), as a vector, as a dyad, and sparse. */
Test(densities, counts) {
  const learner_setting vectors = setting_of(INSTANCE_VECTOR), dyads = setting_of(INSTANCE_DYAD);
  played vector = played_make("matrix_log_loss", "{}", &vectors), dyad = played_make("matrix_log_loss", "{}", &dyads);
  double counts[N] = {0};
  const double one = 1;
  for (size_t t = 0; t < ROUNDS; t++) {
    const size_t i = t * t % N;
    double x[N] = {0};
    x[i] = 1;
    const instance sparse = instance_sparse(INSTANCE_VECTOR, N, 1, &i, &one), full = instance_dense_dyad(N, x);
    const double expected = -log((counts[i] + 1) / ((double)t + N));
    near_in_trial(played_score(&vector, &sparse), expected, 1e-12, "vector", t);
    near_in_trial(played_score(&dyad, &full), expected, 1e-12, "dyad", t);
    played_update(&vector, &sparse, 1.0);
    played_update(&dyad, &full, 1.0);
    counts[i]++;
  }
  played_free(&vector);
  played_free(&dyad);
}

Test(densities, refusals) {
  learner_setting setting = setting_of(INSTANCE_DYAD);
  setting.loss.kind = LOSS_SQUARE;
  played_refused(
      "matrix_log_loss", "{}", &setting,
      "matrix_log_loss: predicts its own loss and needs real labels with the loss linear, this one is square");
}
