/* Matrix Multiplicative Weights against its definition, squares and ends of the spectra of instances against dense ones, and the loss matrices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "learners/multiplicative_weights/singular_map.h"
#include "linalg/eigen.h"
#include "spectral/instance/instance_square.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"

static arena memory; /* of what a test makes */

enum { N = 6, ROUNDS = 200 };

/* ---- squares and the ends of spectra */

static void check_square(const instance *x, size_t rank, const char *what) {
  double dense[N * N], square[N * N], values[N], vectors[N * N];
  instance_square *work = NULL;
  instance out;
  OK(instance_square_new(&memory, x->kind, N, rank, &eigen_own, &work));
  instance_to_dense(x, dense);
  OK(instance_square_of(work, x, &out));
  cr_expect_eq(out.kind, x->kind);
  instance_to_dense(&out, square);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      double sum = 0.0;
      for (size_t l = 0; l < N; l++) sum += dense[i * N + l] * dense[l * N + j];
      near_of_size(square[i * N + j], sum, 1e-12, what);
    }
  }
  eigen_of(N, dense, values, vectors);
  double low = 0.0, high = 0.0;
  OK(instance_square_ends(work, x, &low, &high));
  near_of_size(low, values[0], 1e-12, what);
  near_of_size(high, values[N - 1], 1e-12, what);
  arena_free(&memory);
}

Test(multiplicative_weights, squares) {
  random_stream *stream = stream_of("squares");
  const size_t index[] = {1, 2, 5};
  const double sparse[] = {3, -0.25, -1}, weights[] = {0.5, -2, 1, 0.3, -0.1, 0.7, 2};
  double x[7 * N], whole[N * N];
  random_gaussian_vector(stream, 7 * N, x);
  dense_draw(stream, N, 1, whole);
  memcpy(x + 2 * N, x, N * sizeof *x); /* two equal factors */
  const instance forms[] = {instance_dense_vector(N, x),
                            instance_sparse(INSTANCE_VECTOR, N, 3, index, sparse),
                            instance_dense_dyad(N, x),
                            instance_sparse(INSTANCE_DYAD, N, 3, index, sparse),
                            instance_low_rank(N, 0, x, weights, -0.5),
                            instance_low_rank(N, 2, x, weights, 0.75),
                            instance_low_rank(N, 3, x, weights, -0.25),
                            instance_low_rank(N, 7, x, weights, 0.0),
                            instance_low_rank(N, 7, x, weights, -3.0),
                            instance_low_rank(N, 6, x + N, weights + 1, 5.0),
                            instance_distance(N, 4, 1),
                            instance_distance(N, 2, 2),
                            instance_matrix(N, whole)};
  for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
    char what[40];
    snprintf(what, sizeof what, "form %zu", f);
    check_square(&forms[f], 7, what);
  }
  instance_square *work = NULL;
  double low = 0.0, high = 0.0;
  whole[3] = NAN;
  const instance broken = instance_dense_vector(N, whole), single = instance_distance(1, 0, 0);
  OK(instance_square_new(&memory, INSTANCE_VECTOR, N, N, &eigen_own, &work));
  cr_expect_eq(instance_square_ends(work, &broken, &low, &high), STATUS_NUMERIC);
  cr_expect(isnan(low) && isnan(high));
  OK(instance_square_ends(work, &single, &low, &high));
  cr_expect(low == 0.0 && high == 0.0);
  arena_free(&memory);
  cr_expect_eq(instance_square_new(&memory, INSTANCE_RECTANGULAR, N, 1, &eigen_own, &work), STATUS_INVALID);
  random_stream_free(stream);
}

/* ---- the definition: X = tau exp(H) / tr exp(H), H from the sum of the losses; at_most: only if the trace is above tau */

typedef struct definition {
  double tau, eta;
  bool equal;
  double h[N * N], x[N * N];
} definition;

static void play(definition *d) {
  double values[N], vectors[N * N], trace = 0.0;
  eigen_of(N, d->h, values, vectors);
  for (size_t l = 0; l < N; l++) trace += exp(values[l]);
  const double scale = d->equal || trace > d->tau ? d->tau / trace : 1.0;
  memset(d->x, 0, sizeof d->x);
  for (size_t i = 0; i < N; i++) d->h[i * N + i] += log(scale);
  for (size_t l = 0; l < N; l++) {
    for (size_t e = 0; e < N * N; e++) {
      d->x[e] += scale * exp(values[l]) * vectors[l * N + e / N] * vectors[l * N + e % N];
    }
  }
}

/* The gamma for which the eigenvalues, raised to the floor, add up to 1. */
static double scale_by_bisection(const double *values, double floor) {
  double low = 0.0, high = 1.0;
  for (int step = 0; step < 200; step++) {
    const double middle = 0.5 * (low + high);
    double sum = 0.0;
    for (size_t l = 0; l < N; l++) sum += fmax(middle * values[l], floor);
    *(sum > 1.0 ? &high : &low) = middle;
  }
  return low;
}

/* After a step: h of X with a share of the identity, or with a floor. */
static void keep(definition *d, double share, bool floors) {
  double values[N], vectors[N * N];
  play(d);
  eigen_of(N, d->x, values, vectors);
  for (size_t l = 0; l < N; l++) values[l] /= d->tau;
  const double gamma = floors ? scale_by_bisection(values, share / N) : 1.0 - share;
  memset(d->h, 0, sizeof d->h);
  for (size_t l = 0; l < N; l++) {
    const double kept = floors ? fmax(gamma * values[l], share / N) : gamma * values[l] + share / N;
    for (size_t e = 0; e < N * N; e++) {
      d->h[e] += log(d->tau * kept) * vectors[l * N + e / N] * vectors[l * N + e % N];
    }
  }
}

static void compare(const char *form, double tau, bool equal, double share, bool floors) {
  char source[200], json[200];
  snprintf(source, sizeof source, "{\"n\":%d,\"r\":2,\"tau\":%g,\"gap\":0.3,\"instances\":\"%s\"}", N, tau, form);
  snprintf(json, sizeof json, "{\"tau\":%g,\"eta\":0.2,\"trace\":\"%s\",\"share\":%g,\"method\":\"%s\"}", tau,
           equal ? "equal" : "at_most", share, floors ? "floor" : "mix");
  fixture f = fixture_make("matrix_losses", source, 3);
  const learner_setting setting = {.n = N,
                                   .kind = f.problem.facts.kind,
                                   .rank = f.problem.facts.rank,
                                   .trials = ROUNDS,
                                   .loss = f.problem.facts.loss,
                                   .eigen = &eigen_own};
  played player = played_make("matrix_multiplicative_weights", json, &setting);
  definition d = {.tau = tau, .eta = 0.2, .equal = equal};
  for (size_t i = 0; i < N; i++) d.h[i * N + i] = log(tau / N);
  for (size_t t = 0; t < ROUNDS; t++) {
    instance x;
    double label = 0.0, dense[N * N], expected = 0.0;
    prediction predicted = {0};
    bool updated = false;
    OK(fixture_trial(&f, &x, &label));
    instance_to_dense(&x, dense);
    play(&d);
    for (size_t e = 0; e < N * N; e++) expected += d.x[e] * dense[e];
    OK(learner_predict(&player.learner, &x, &predicted));
    near_of_size(predicted.value, expected, 1e-10 * tau, form);
    OK(learner_update(&player.learner, &x, &predicted, label, &updated));
    cr_expect(updated);
    for (size_t e = 0; e < N * N; e++) d.h[e] -= d.eta * label * dense[e];
    if (share > 0.0) keep(&d, share, floors);
  }
  played_free(&player);
  fixture_free(&f);
}

Test(multiplicative_weights, definition) {
  static const char *const forms[] = {"matrix", "low_rank", "vector"};
  for (size_t i = 0; i < 3; i++) {
    compare(forms[i], 1.0, true, 0.0, false);
    compare(forms[i], 3.0, true, 0.0, false);
    compare(forms[i], 3.0, false, 0.0, false);
    for (int floors = 0; floors < 2; floors++) {
      compare(forms[i], 1.0, true, 0.3, floors);
      compare(forms[i], 3.0, true, 0.001, floors);
    }
  }
}

Test(multiplicative_weights, constants_and_refusals) {
  learner_setting setting = {.n = N,
                             .kind = INSTANCE_MATRIX,
                             .rank = N,
                             .trials = 1000,
                             .loss = {LOSS_LINEAR, -2.0, 2.0, -1.0, 1.0, 0.5},
                             .eigen = &eigen_own};
  played player = played_make("matrix_multiplicative_weights", "{\"tau\":2}", &setting);
  near_of_size(played_constant(&player, "eta"), 2.0 * sqrt(log(6.0) / 1000.0), 1e-15, "eta");
  near_of_size(played_constant(&player, "slope"), 0.5, 0.0, "G");
  played_free(&player);
  played_refused("matrix_multiplicative_weights", "{\"share\":0.1,\"trace\":\"at_most\"}", &setting,
                 "matrix_multiplicative_weights: share needs trace = \"equal\"");
  played_refused("matrix_multiplicative_weights", "{\"tau\":3}", &setting,
                 "matrix_multiplicative_weights: tau = 3 needs predictions from -3 to 3, the problem asks for -2 to 2");
  setting.loss.kind = LOSS_LOGISTIC;
  played_refused("matrix_multiplicative_weights", "{}", &setting,
                 "matrix_multiplicative_weights: needs real labels with the loss linear, absolute or square, this one "
                 "is logistic");
  setting.loss = (loss){LOSS_SQUARE, -INFINITY, INFINITY, -INFINITY, INFINITY, 1.0};
  played_refused(
      "matrix_multiplicative_weights", "{}", &setting,
      "matrix_multiplicative_weights: needs predictions in an interval: give the problem interval = {low, high}");
}

Test(multiplicative_weights, states) {
  fixture f = fixture_make("matrix_losses", "{\"n\":6,\"instances\":\"low_rank\"}", 3);
  learner_setting setting = {.n = N,
                             .kind = f.problem.facts.kind,
                             .rank = f.problem.facts.rank,
                             .trials = 100,
                             .loss = f.problem.facts.loss,
                             .eigen = &eigen_own};
  played first = played_make("matrix_multiplicative_weights", "{}", &setting);
  setting.trials = 1000; /* the rate goes with the state */
  played second = played_make("matrix_multiplicative_weights", "{}", &setting);
  cJSON *state = cJSON_CreateObject();
  for (size_t t = 0; t < 100; t++) {
    instance x;
    double label = 0.0;
    prediction predicted = {0}, again = {0};
    bool updated = false;
    OK(fixture_trial(&f, &x, &label));
    OK(learner_predict(&first.learner, &x, &predicted));
    if (t == 40) {
      OK(learner_save(&first.learner, state));
      OK(learner_load(&second.learner, state));
    }
    if (t >= 40) {
      OK(learner_predict(&second.learner, &x, &again));
      cr_expect_eq(predicted.score, again.score);
      OK(learner_update(&second.learner, &x, &again, label, &updated));
    }
    OK(learner_update(&first.learner, &x, &predicted, label, &updated));
  }
  cJSON_Delete(state);
  played_free(&first);
  played_free(&second);
  fixture_free(&f);
}

/* ---- the problem */

Test(multiplicative_weights, losses) {
  static const char *const forms[] = {"matrix", "low_rank", "vector"};
  for (size_t i = 0; i < 3; i++) {
    char json[200];
    snprintf(json, sizeof json, "{\"n\":6,\"r\":2,\"tau\":3,\"gap\":0.25,\"rank\":3,\"instances\":\"%s\"}", forms[i]);
    fixture f = fixture_make("matrix_losses", json, 7);
    double sum = 0.0, plus = 0.0, squares = 0.0;
    near_of_size(comparator_trace(f.u), 3.0, 1e-12, "tr U");
    for (size_t t = 0; t < 4000; t++) {
      instance x;
      double label = 0.0, dense[N * N], values[N], vectors[N * N];
      OK(fixture_trial(&f, &x, &label));
      const double cost = label * comparator_value(f.u, &x);
      sum += cost;
      squares += cost * cost;
      plus += label;
      if (t >= 50) continue;
      instance_to_dense(&x, dense);
      eigen_of(N, dense, values, vectors);
      cr_expect(values[0] >= -1.0 - 1e-12 && values[N - 1] <= 1.0 + 1e-12, "%s: %g to %g", forms[i], values[0],
                values[N - 1]);
    }
    const double deviation = sqrt(squares / 4000.0 - sum * sum / 16e6);
    near_of_size(sum / 4000.0, -0.25 * 3.0, 4.5 * deviation / sqrt(4000.0), "the comparator's mean loss");
    near_of_size(plus / 4000.0, 0.0, 4.5 / sqrt(4000.0), "the mean label");
    fixture_free(&f);
  }
  fixture f;
  cr_expect_eq(fixture_try("matrix_losses", "{\"n\":3,\"r\":4}", 1, NULL, &f), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "matrix_losses: r = 4 must be at most n = 3", "%s", status_message());
  fixture_free(&f);
}

/* ---- singular values */

/* Factors of 1 give Theta, entry by entry; what stands behind the numbers is not read. */
Test(multiplicative_weights, singular_map_of_theta) {
  double values[3], factors[3] = {1.0, 1.0, NAN}, theta[6] = {1.0, -2.0, 0.5, 0.0, 3.0, 4.0}, rows[9], rotation[9];
  for (size_t i = 0; i < 9; i++) rows[i] = rotation[i] = NAN;
  singular_map map = {2, 3, 2, values, factors, theta, rows, rotation, false};
  bool changed = false;
  OK(singular_map_decompose(&map, &changed));
  for (size_t i = 0; i < 6; i++) near(singular_map_entry(&map, i / 3, i % 3), theta[i], 1e-14, "entry");
}
