/* Log-determinant matrix prediction against its definition, which inverts matrices by their eigenvalues in every round, and its
 * constants against the spectra of the matrices of each class. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "comparators/decomposition.h"
#include "learners/matrix_prediction/log_det_tuning.h"
#include "linalg/eigen.h"
#include "unit/check.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"

enum { LARGEST = 24, ROUNDS = 500 };

static const loss half_absolute = {LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};
static const loss absolute = {LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 1.0};
static const loss square = {LOSS_SQUARE, -1.0, 1.0, -1.0, 1.0, 1.0};
static const loss probability = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};

/* ---- the definition */

typedef struct definition {
  size_t p, offset;
  double cap, sign, eta, centre, stretch, floor;
  loss loss;
  bool skips;
  double a[LARGEST * LARGEST], y[LARGEST * LARGEST]; /* Y^{-1} and Y */
} definition;

static void invert(definition *d) {
  double values[LARGEST], vectors[LARGEST * LARGEST];
  const size_t p = d->p;
  eigen_of(p, d->a, values, vectors);
  memset(d->y, 0, sizeof d->y);
  for (size_t l = 0; l < p; l++) {
    for (size_t i = 0; i < p; i++) {
      for (size_t j = 0; j < p; j++) d->y[i * p + j] += vectors[l * p + i] * vectors[l * p + j] / values[l];
    }
  }
}

static definition define(const played *player, const loss *l) {
  definition d = {.p = (size_t)played_constant(player, "order"),
                  .offset = (size_t)played_constant(player, "offset"),
                  .cap = played_constant(player, "diagonal") + played_constant(player, "eps"),
                  .sign = played_constant(player, "sign"),
                  .eta = played_constant(player, "eta"),
                  .centre = played_constant(player, "centre"),
                  .stretch = played_constant(player, "stretch"),
                  .floor = played_constant(player, "floor") * played_constant(player, "eps"),
                  .loss = *l};
  d.skips = d.offset == 0;
  cr_assert(d.p <= LARGEST);
  for (size_t i = 0; i < d.p; i++) d.a[i * d.p + i] = 1.0 / played_constant(player, "start");
  invert(&d);
  return d;
}

static void project(definition *d, size_t q) {
  const double diagonal = d->y[q * d->p + q];
  if (diagonal <= d->cap) return;
  d->a[q * d->p + q] += 1.0 / d->cap - 1.0 / diagonal;
  invert(d);
}

/* The unclipped prediction. */
static double ask(definition *d, size_t i, size_t jj) {
  project(d, i);
  project(d, jj);
  return d->centre + d->stretch * d->sign * d->y[i * d->p + jj];
}

/* Eigenvalues of Y below the floor become that. */
static void raise_to_floor(definition *d) {
  double values[LARGEST], vectors[LARGEST * LARGEST];
  const size_t p = d->p;
  eigen_of(p, d->y, values, vectors);
  memset(d->a, 0, sizeof d->a);
  for (size_t l = 0; l < p; l++) {
    for (size_t i = 0; i < p; i++) {
      for (size_t j = 0; j < p; j++) {
        d->a[i * p + j] += vectors[l * p + i] * vectors[l * p + j] / fmax(values[l], d->floor);
      }
    }
  }
  invert(d);
}

static void learn(definition *d, size_t i, size_t jj, double z, double label) {
  const double g = d->stretch * loss_extended_subgradient(&d->loss, z, label), k = d->eta * g * d->sign;
  d->a[i * d->p + jj] += k;
  d->a[jj * d->p + i] += k;
  if (k != 0.0) invert(d);
  if (d->floor > 0.0) raise_to_floor(d);
}

typedef enum sequence_kind { RANDOM, REPEATED, ALTERNATING, STAR, SEQUENCES } sequence_kind;

static void draw(random_stream *stream, sequence_kind kind, const loss *l, size_t m, size_t n, size_t t, size_t *i,
                 size_t *j, double *label) {
  *i = random_index(stream, m);
  *j = random_index(stream, n);
  *label = random_chance(stream, 0.5) ? l->high : l->low;
  if (kind == RANDOM) {
    *label = l->kind == LOSS_SQUARE ? random_range(stream, l->low, l->high) : *label;
    return;
  }
  *i = kind == STAR ? 0 : m - 1;
  *j = kind == STAR ? 1 + t % (n - 1) : 0;
  if (kind != ALTERNATING) *label = kind == REPEATED ? l->high : l->low;
  if (kind == ALTERNATING) *label = t % 2 == 0 ? l->high : l->low;
}

static void compare(const char *json, const loss *l, size_t m, size_t n, sequence_kind kind) {
  const learner_setting setting = {
      .n = n, .rows = m, .kind = INSTANCE_ENTRY, .rank = 1, .trials = ROUNDS, .loss = *l, .eigen = &eigen_own};
  played player = played_make("log_det", json, &setting);
  definition d = define(&player, l);
  random_stream *stream = stream_of("log_det");
  double worst = 0.0;
  for (size_t t = 0; t < ROUNDS; t++) {
    size_t i = 0, j = 0;
    double label = 0.0, y = 0.0;
    prediction predicted = {0};
    bool updated = false;
    draw(stream, kind, l, m, n, t, &i, &j, &label);
    const instance x = instance_entry(m, n, i, j);
    OK(learner_predict(&player.learner, &x, &predicted));
    OK(learner_update(&player.learner, &x, &predicted, label, &updated));
    if (d.skips && i == j) {
      cr_expect(predicted.value == -1.0 && !updated);
      continue;
    }
    const double z = ask(&d, i, j + d.offset);
    learn(&d, i, j + d.offset, z, label);
    y = d.centre + d.stretch * played_constant(&player, "y");
    worst = fmax(worst, fabs(y - z));
    worst = fmax(worst, fabs(predicted.value - fmin(fmax(z, l->low), l->high)));
  }
  cr_expect(worst <= 1e-9, "%s, m = %zu, n = %zu, sequence %d: %g from the definition", json, m, n, (int)kind, worst);
  for (size_t i = 0; i < m; i++) { /* every entry in the end */
    for (size_t j = 0; j < n; j++) {
      if (d.skips && i == j) continue;
      definition copy = d;
      const instance x = instance_entry(m, n, i, j);
      const double z = ask(&copy, i, j + d.offset), expected = fmin(fmax(z, l->low), l->high);
      near(played_score(&player, &x), expected, 1e-9, json);
    }
  }
  random_stream_free(stream);
  played_free(&player);
}

Test(log_det, definition_of_max_cut) {
  for (sequence_kind kind = RANDOM; kind < SEQUENCES; kind++) {
    for (size_t n = 6; n <= 12; n += 3) compare("{\"class\":\"max_cut\"}", &half_absolute, n, n, kind);
    compare("{\"class\":\"max_cut\",\"eps\":0.01}", &half_absolute, 6, 6, kind);
    compare("{\"class\":\"max_cut\",\"eps\":1,\"eta\":0.4}", &half_absolute, 6, 6, kind);
    compare("{\"class\":\"max_cut\",\"eps\":1}", &square, 7, 7, kind);
    compare("{\"class\":\"max_cut\",\"eps\":0.4,\"floor\":true}", &half_absolute, 6, 6, kind);
    compare("{\"class\":\"collaborative_filtering\",\"trace_norm\":4,\"floor\":true}", &absolute, 4, 5, kind);
  }
}

Test(log_det, definition_of_gambling_and_filtering) {
  for (sequence_kind kind = RANDOM; kind < SEQUENCES; kind++) {
    compare("{\"class\":\"gambling\"}", &probability, 6, 6, kind);
    compare("{\"class\":\"gambling\",\"eta\":0.1}", &probability, 9, 9, kind);
    compare("{\"class\":\"collaborative_filtering\",\"trace_norm\":4}", &absolute, 5, 7, kind);
    compare("{\"class\":\"collaborative_filtering\",\"trace_norm\":1e9,\"eps\":0.5}", &square, 8, 4, kind);
  }
}

/* ---- constants */

typedef struct asked {
  class_choice choice;
  double eps;
} asked;

static log_det_constants constants_of(const char *json, const loss *l, size_t m, size_t n, size_t trials) {
  static const parameter rows[] = {PREDICTION_CLASS_OPTION(asked, ""), PREDICTION_TRACE_NORM_OPTION(asked),
                                   OPTION_NUMBER(asked, eps, ABSENT, ANY_NUMBER, "as the learner's")};
  const learner_setting setting = {.class = learner_find("log_det"),
                                   .n = n,
                                   .rows = m,
                                   .kind = INSTANCE_ENTRY,
                                   .rank = 1,
                                   .trials = trials,
                                   .loss = *l,
                                   .eigen = &eigen_own};
  cJSON *given = NULL;
  options *values = NULL;
  log_det_constants c;
  asked of = {0};
  OK(json_parse(json, &given));
  OK(options_read("log_det", rows, sizeof rows / sizeof rows[0], given, &values));
  cJSON_Delete(given);
  options_fill(values, &of);
  OK(log_det_constants_new(&setting, &of.choice, of.eps, NAN, &c));
  options_free(values);
  return c;
}

/* D(Z + eps I, a I) by eigenvalues, and the largest diagonal entry of Z, where Z = the positive part of w, p x p, times `sign`. */
static double divergence_of(size_t p, const double *w, double sign, double eps, double a, double *diagonal,
                            double *log_det) {
  double signed_w[LARGEST * LARGEST], values[LARGEST], vectors[LARGEST * LARGEST], sum = -(double)p;
  for (size_t i = 0; i < p * p; i++) signed_w[i] = sign * w[i];
  eigen_of(p, signed_w, values, vectors);
  *diagonal = *log_det = 0.0;
  for (size_t l = 0; l < p; l++) {
    const double shifted = fmax(values[l], 0.0) + eps;
    sum += log(a) - log(shifted) + shifted / a;
    *log_det += log(shifted);
  }
  for (size_t i = 0; i < p; i++) {
    double entry = 0.0;
    for (size_t l = 0; l < p; l++) entry += fmax(values[l], 0.0) * vectors[l * p + i] * vectors[l * p + i];
    *diagonal = fmax(*diagonal, entry);
  }
  return sum;
}

Test(log_det, divergence_of_cuts) {
  const log_det_constants c = constants_of("{\"class\":\"max_cut\"}", &half_absolute, 9, 9, 1000);
  const double signs[9] = {1, -1, -1, 1, 1, 1, -1, 1, -1};
  double w[81], diagonal = 0.0, log_det = 0.0;
  for (size_t i = 0; i < 81; i++) w[i] = -signs[i / 9] * signs[i % 9];
  near(divergence_of(9, w, -1.0, c.eps, c.start, &diagonal, &log_det), c.divergence, 1e-10, "D of a cut");
  near(diagonal, c.diagonal, 1e-12, "b of a cut");
  near(c.start, 1.0 + c.eps, 0.0, "start");
  near(c.slope, 0.5, 0.0, "G'");
  decomposition *d = NULL;
  OK(decomposition_of_cut(9, signs, &d));
  near(decomposition_log_det(d, c.eps), log_det, 1e-10, "ln det of a cut");
  decomposition_free(d);
}

Test(log_det, divergence_of_orders) {
  enum { N = 7, P = 2 * N };
  const log_det_constants c = constants_of("{\"class\":\"gambling\"}", &probability, N, N, 1000);
  const size_t order[N] = {3, 0, 6, 2, 5, 1, 4};
  double w[P * P] = {0}, diagonal = 0.0, log_det = 0.0;
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      const double s = (double)((order[j] > order[i]) - (order[j] < order[i]));
      w[i * P + N + j] = w[(N + j) * P + i] = s;
    }
  }
  near(divergence_of(P, w, 1.0, c.eps, c.start, &diagonal, &log_det), c.divergence, 1e-10, "D of an order");
  near(diagonal, c.diagonal, 1e-12, "b of an order");
  near(c.slope, 1.0, 0.0, "G'");
  decomposition *d = NULL;
  OK(decomposition_of_signs(N, order, &d));
  near(decomposition_log_det(d, c.eps), log_det, 1e-10, "ln det of an order");
  near(decomposition_row_diagonal(d, 2), 2.0 * diagonal, 1e-12, "P + N of a row");
  near(decomposition_column_diagonal(d, 2), 2.0 * diagonal, 1e-12, "P + N of a column");
  decomposition_free(d);
}

Test(log_det, divergence_of_matrices) {
  enum { M = 4, N = 6, P = M + N };
  random_stream *stream = stream_of("matrices");
  for (size_t trial = 0; trial < 20; trial++) {
    double w[P * P] = {0}, entries[M * N], diagonal = 0.0, log_det = 0.0;
    for (size_t e = 0; e < M * N; e++) {
      entries[e] = trial == 0 ? 0.0 : random_range(stream, -1.0, 1.0);
      w[e / N * P + M + e % N] = w[(M + e % N) * P + e / N] = entries[e];
    }
    decomposition *d = NULL;
    OK(decomposition_parts(M, N, entries, &eigen_own, &d));
    char json[100];
    const double trace_norm = fmax(0.1, 0.5 * decomposition_trace(d) * (1.0 + 1e-12));
    snprintf(json, sizeof json, "{\"class\":\"collaborative_filtering\",\"trace_norm\":%.17g}", trace_norm);
    const log_det_constants c = constants_of(json, &absolute, M, N, 1000);
    near(c.start, trace_norm / P + c.eps, 1e-15, "a = tau'/p + eps");
    const double of_this = divergence_of(P, w, 1.0, c.eps, c.start, &diagonal, &log_det);
    cr_expect(of_this <= c.divergence && diagonal <= c.diagonal, "%.17g, at most %.17g expected", of_this,
              c.divergence);
    near(decomposition_log_det(d, c.eps), log_det, 1e-9, "ln det of a matrix");
    decomposition_free(d);
  }
  random_stream_free(stream);
}

/* In units of sqrt(T) as T grows: G' cap sqrt(2 Dv). */
static double leading(const log_det_constants *c) {
  return c->slope * c->cap * sqrt(2.0 * c->divergence);
}

Test(log_det, best_eps) {
  const size_t many = (size_t)1 << 52;
  const double root = sqrt(2000.0);
  const log_det_constants cut = constants_of("{\"class\":\"max_cut\"}", &half_absolute, 2000, 2000, many);
  near(cut.eps, 0.40, 0.01, "the best eps of max-cut");
  near(leading(&cut) / root, 1.11, 0.005, "the best constant of max-cut");
  const log_det_constants one = constants_of("{\"class\":\"max_cut\",\"eps\":1}", &half_absolute, 2000, 2000, many);
  near(leading(&one) / root, sqrt(2.0 * log(2.0)), 0.005, "the constant of max-cut at eps = 1");
  const struct {
    size_t n;
    double constant;
  } known[] = {{16, 9.7}, {64, 28.9}, {320, 90.5}};
  for (size_t i = 0; i < 3; i++) {
    const log_det_constants c = constants_of("{\"class\":\"gambling\"}", &probability, known[i].n, known[i].n, many);
    near(leading(&c), known[i].constant, 0.06, "the constant of gambling");
    cr_expect(c.eps > 0.75 && c.eps < 1.1, "eps = %g", c.eps);
  }
  for (size_t trials = 1; trials < 100000;
       trials *= 10) { /* rho = min(sqrt(2 Dv/T), 1/2), and no eps near it is better */
    const log_det_constants c = constants_of("{\"class\":\"max_cut\"}", &half_absolute, 20, 20, trials);
    const double rho = fmin(0.5, sqrt(2.0 * c.divergence / (double)trials));
    near(2.0 * c.eta * c.slope * c.cap, rho, 1e-14, "rho");
    double least = INFINITY;
    for (size_t i = 1; i < 4000; i++) {
      const double eps = 0.001 * (double)i, divergence = log_det_divergence(&c, eps);
      const double r = fmin(0.5, sqrt(2.0 * divergence / (double)trials));
      least = fmin(least, (1.0 + eps) * (divergence / r + 0.5 * r * (double)trials / (1.0 - r)));
    }
    const double mine = c.cap * (c.divergence / rho + 0.5 * rho * (double)trials / (1.0 - rho));
    cr_expect(mine <= least * (1.0 + 1e-9), "T = %zu: %.17g, a grid gives %.17g", trials, mine, least);
  }
}

/* ---- refusals and states */

Test(log_det, refusals) {
  const learner_setting setting = {
      .n = 5, .rows = 5, .kind = INSTANCE_ENTRY, .rank = 1, .trials = 10, .loss = half_absolute, .eigen = &eigen_own};
  played_refused("log_det", "{\"class\":\"max_cut\",\"eps\":1,\"eta\":0.5}", &setting,
                 "log_det: eta = 0.5 must be below 0.5, so that matrices stay positive definite");
  played_refused("log_det", "{\"class\":\"max_cut\",\"eps\":1,\"grid\":[0.7,0.1]}", &setting,
                 "log_det: eta = 0.7 must be below 0.5, so that matrices stay positive definite");
  played_refused("log_det", "{\"class\":\"max_cut\",\"eta\":0.01,\"grid\":[0.01]}", &setting,
                 "log_det: eta has no effect with grid: leave it out");
  played_refused("log_det", "{\"class\":\"collaborative_filtering\"}", &setting,
                 "log_det: class = collaborative_filtering needs trace_norm");
  played_refused("log_det", "{\"class\":\"gambling\"}", &setting,
                 "log_det: class = gambling needs predictions from 0 to 1, the problem asks for -1 to 1");
}

static void play(played *player, random_stream *stream, size_t rounds, double *scores) {
  for (size_t t = 0; t < rounds; t++) {
    size_t i = 0, j = 0;
    double label = 0.0;
    prediction predicted = {0};
    bool updated = false;
    draw(stream, RANDOM, &half_absolute, 5, 5, t, &i, &j, &label);
    const instance x = instance_entry(5, 5, i, j);
    OK(learner_predict(&player->learner, &x, &predicted));
    OK(learner_update(&player->learner, &x, &predicted, label, &updated));
    if (scores != NULL) scores[t] = predicted.score;
  }
}

Test(log_det, states) {
  learner_setting setting = {
      .n = 5, .rows = 5, .kind = INSTANCE_ENTRY, .rank = 1, .trials = 100, .loss = half_absolute, .eigen = &eigen_own};
  played first = played_make("log_det", "{\"class\":\"max_cut\"}", &setting);
  setting.trials = 1000; /* the rate goes with the state */
  played second = played_make("log_det", "{\"class\":\"max_cut\"}", &setting);
  random_stream *stream = stream_of("state"), *again = stream_of("state");
  double whole[100], resumed[100];
  cJSON *state = cJSON_CreateObject();
  play(&first, stream, 60, NULL);
  OK(learner_save(&first.learner, state));
  OK(learner_load(&second.learner, state));
  play(&first, stream, 100, whole);
  for (size_t t = 0; t < 60; t++) {
    size_t i = 0, j = 0;
    double label = 0.0;
    draw(again, RANDOM, &half_absolute, 5, 5, t, &i, &j, &label);
  }
  play(&second, again, 100, resumed);
  cr_expect_eq(memcmp(whole, resumed, sizeof whole), 0);
  played_refuses(&second, "{\"eps\":1,\"eta\":0.1}", "matrix: missing");
  played_refuses(&second, "{\"eps\":1,\"eta\":0.6,\"matrix\":[]}",
                 "eta = 0.6 must be below 0.5, so that matrices stay positive definite");
  played_refuses(&second, "{\"eps\":0,\"eta\":0.1,\"matrix\":[]}", "eps: 0, expected a positive number");
  played_refuses(&second, "{\"eps\":1,\"eta\":0,\"matrix\":[]}", "eta: 0, expected a positive number");
  played_refuses(&second, "{\"eps\":1,\"eta\":0.1,\"matrix\":[1, 1,1, 0,0,1, 0,0,0,1, 0,0,0,0,1]}",
                 "matrix: not positive definite");
  cJSON_Delete(state);
  random_stream_free(stream);
  random_stream_free(again);
  played_free(&first);
  played_free(&second);
}
