/* Bounds of exponentiated gradient: every premise broken once, wrong learners caught, how near runs come. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/bound.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"

enum { N = 4, LARGEST = 400 };

/* ---- a sequence with its comparator, played by any learner under any bound */

typedef struct sequence {
  problem_facts facts;
  comparator *u;
  size_t trials;
  instance x[LARGEST];
  double label[LARGEST], numbers[LARGEST][N * N];
} sequence;

typedef enum fault { NO_FAULT, TWICE, STILL, BACKWARDS } fault;

typedef struct outcome {
  bound_row_list rows;
  double loss;
} outcome;

static outcome judge(const char *name, const char *json, const char *bound_name, const sequence *s, fault faulty) {
  const learner_setting setting = problem_learner_setting(&s->facts, s->trials, 0, &eigen_own);
  const loss l = setting.loss;
  const problem source = {.facts = s->facts};
  played p = played_make(name, json, &setting);
  const bound_context context = {.problem = &source, .learner = &p.learner, .comparator = s->u, .trials = s->trials};
  bound judge;
  outcome out = {0};
  if (s->u != NULL) OK(comparator_prepare(s->u, s->facts.kind, s->facts.rank));
  cr_assert(bound_applies(bound_find(bound_name), &context));
  OK(bound_new(bound_find(bound_name), &context, NULL, &judge));
  for (size_t t = 0; t < s->trials; t++) {
    trial_event event = {.t = t + 1, .x = &s->x[t], .label = s->label[t]};
    bool updated = false;
    OK(learner_predict(&p.learner, event.x, &event.predicted));
    event.loss = loss_value(&l, event.predicted.value, event.label);
    out.loss += event.loss;
    OK(bound_before(&judge, &event));
    prediction told = event.predicted;
    if (faulty == BACKWARDS) told.score = 2.0 * event.label - told.score;
    if (faulty != STILL) OK(learner_update(&p.learner, event.x, &told, event.label, &updated));
    if (faulty == TWICE) OK(learner_update(&p.learner, event.x, &told, event.label, &updated));
    OK(bound_watch(&judge, &event));
  }
  const cell_totals totals = {.trials = s->trials, .loss = out.loss};
  OK(bound_finish(&judge, &totals, &out.rows));
  bound_destroy(&judge);
  played_free(&p);
  return out;
}

static const bound_row *row_of(const outcome *o, const char *invariant) {
  for (size_t i = 0; i < o->rows.count; i++) {
    const char *dot = strchr(o->rows.row[i].name, '.');
    if (dot == NULL ? invariant == NULL : invariant != NULL && strcmp(dot + 1, invariant) == 0) return &o->rows.row[i];
  }
  cr_assert_fail("no row %s", invariant);
  return NULL;
}

static void expect_verdict(const outcome *o, const char *invariant, verdict expected, const char *what) {
  const bound_row *row = row_of(o, invariant);
  const verdict found = bound_verdict(row);
  cr_expect_eq(found, expected, "%s: %s is %s (%.17g, %.17g, %s)", what, row->name, verdict_name(found), row->measured,
               row->value, row->premise != NULL ? row->premise : "-");
}

static void expect_premise(const outcome *o, const char *premise, size_t trial) {
  const bound_row *row = row_of(o, NULL);
  cr_expect(row->premise != NULL, "%s: none failed", premise);
  if (row->premise == NULL) return;
  cr_expect_str_eq(row->premise, premise, "%s instead of %s", row->premise, premise);
  cr_expect_eq(row->premise_trial, trial, "%s: trial %zu", premise, row->premise_trial);
  cr_expect_eq(bound_verdict(row), VERDICT_PREMISE);
}

/* ---- random sequences: densities, instances of every kind, labels with noise */

static void draw(random_stream *stream, instance_kind kind, double *numbers, instance *x) {
  static const double weights[2] = {0.5, -0.25};
  random_gaussian_vector(stream, N * N, numbers);
  if (kind == INSTANCE_MATRIX || kind == INSTANCE_VECTOR) {
    for (size_t i = 0; i < N * N; i++)
      numbers[i] = fmax(-1.0, fmin(1.0, numbers[i])) * (kind == INSTANCE_MATRIX ? 0.25 : 1.0);
  }
  for (size_t i = 0; i < N && kind == INSTANCE_MATRIX; i++) {
    for (size_t j = 0; j < i; j++) numbers[i * N + j] = numbers[j * N + i];
  }
  for (size_t f = 0; f < 2 && (kind == INSTANCE_DYAD || kind == INSTANCE_LOW_RANK); f++) {
    double norm = 0.0;
    for (size_t i = 0; i < N; i++) norm += numbers[f * N + i] * numbers[f * N + i];
    for (size_t i = 0; i < N; i++) numbers[f * N + i] /= sqrt(norm);
  }
  *x = kind == INSTANCE_VECTOR     ? instance_dense_vector(N, numbers)
       : kind == INSTANCE_DYAD     ? instance_dense_dyad(N, numbers)
       : kind == INSTANCE_LOW_RANK ? instance_low_rank(N, 2, numbers, weights, 0.25)
       : kind == INSTANCE_MATRIX   ? instance_matrix(N, numbers)
                                   : instance_distance(N, random_index(stream, N), random_index(stream, N));
}

/* All kinds here have lambda_max - lambda_min <= 2. */
static sequence *sequence_of(instance_kind kind, uint64_t seed, size_t trials, double noise, double power) {
  sequence *s = calloc(1, sizeof *s);
  random_stream *stream = NULL;
  OK(random_stream_new(seed, "bounds", &stream));
  double u[N * N], g[N * N], trace = 0.0;
  s->facts = (problem_facts){.n = N, .kind = kind, .rank = kind == INSTANCE_VECTOR ? N : 2, .labels = LABEL_REAL};
  s->trials = trials;
  random_gaussian_vector(stream, N * N, g);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) g[i * N + j] *= pow(power, (double)j);
  }
  for (size_t i = 0; i < N * N; i++) {
    u[i] = 0.0;
    for (size_t k = 0; k < N; k++) u[i] += g[i / N * N + k] * g[i % N * N + k];
  }
  for (size_t i = 0; i < N; i++) trace += u[i * (N + 1)];
  for (size_t i = 0; i < N * N; i++) u[i] /= trace;
  if (kind == INSTANCE_VECTOR) {
    double diagonal[N];
    for (size_t i = 0; i < N; i++) diagonal[i] = u[i * (N + 1)];
    OK(comparator_from_vector(COMPARATOR_PLANTED, N, diagonal, &s->u));
  } else {
    OK(comparator_from_matrix(COMPARATOR_PLANTED, N, u, &s->u));
  }
  OK(comparator_prepare(s->u, kind, s->facts.rank));
  for (size_t t = 0; t < trials; t++) {
    draw(stream, kind, s->numbers[t], &s->x[t]);
    s->label[t] = comparator_value(s->u, &s->x[t]) + noise * random_gaussian(stream);
  }
  random_stream_free(stream);
  return s;
}

static void sequence_free(sequence *s) {
  comparator_free(s->u);
  free(s);
}

static double comparators_loss(const sequence *s) {
  double sum = 0.0;
  for (size_t t = 0; t < s->trials; t++) {
    const double e = comparator_value(s->u, &s->x[t]) - s->label[t];
    sum += e * e;
  }
  return sum;
}

/* ---- every kind of instance, each tuning */

Test(exponentiated_bounds, kinds) {
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_MATRIX,
                                        INSTANCE_DISTANCE};
  for (size_t k = 0; k < 5; k++) {
    sequence *noisy = sequence_of(kinds[k], 3, 200, 0.2, 0.5);
    const double l = comparators_loss(noisy), delta = log(N) + comparator_entropy(noisy->u);
    outcome o = judge("meg", "{\"range\":2,\"c\":0.7}", "meg_loss", noisy, NO_FAULT);
    near(row_of(&o, NULL)->measured, o.loss, 1e-12, "loss");
    cr_expect_eq(o.rows.count, 2);
    char json[120];
    snprintf(json, sizeof json, "{\"range\":2,\"loss_at_most\":%.17g,\"divergence_at_most\":%.17g}", 1.5 * l,
             1.2 * delta);
    o = judge("meg", json, "meg_loss", noisy, NO_FAULT);
    expect_verdict(&o, NULL, VERDICT_HOLDS, "B4.2");
    expect_verdict(&o, "any_rate", VERDICT_HOLDS, "B4.1");
    expect_verdict(&o, "step", VERDICT_HOLDS, "I4.1");
    sequence_free(noisy);
  }
}

/* eta given: c follows from it, with the range of the instances so far; from 2/r^2 on a clean comparator is needed. */
Test(exponentiated_bounds, given_rates) {
  sequence *noisy = sequence_of(INSTANCE_MATRIX, 5, 100, 0.2, 0.5),
           *clean = sequence_of(INSTANCE_DISTANCE, 6, 100, 0.0, 0.5);
  outcome o = judge("meg", "{\"eta\":0.05}", "meg_loss", noisy, NO_FAULT);
  expect_verdict(&o, NULL, VERDICT_HOLDS, "no range");
  expect_verdict(&o, "step", VERDICT_HOLDS, "no range");
  o = judge("meg", "{\"eta\":3,\"range\":1}", "meg_loss", clean, NO_FAULT);
  expect_verdict(&o, NULL, VERDICT_HOLDS, "eta = 3/r^2");
  expect_verdict(&o, "step", VERDICT_HOLDS, "eta = 3/r^2");
  o = judge("meg", "{\"eta\":4,\"range\":1}", "meg_loss", clean, NO_FAULT);
  expect_premise(&o, "r^2 eta < 4", 1);
  o = judge("meg", "{\"eta\":0.5,\"range\":2}", "meg_loss", noisy, NO_FAULT);
  expect_premise(&o, "the comparator has no loss: r^2 eta is 2 or more", 1);
  sequence_free(noisy);
  sequence_free(clean);
}

/* The start itself as comparator: Delta = 0, and (1 + c) L_U is left, c = 2 r^2 eta/(2 - r^2 eta) / 2. */
Test(exponentiated_bounds, comparator_at_the_start) {
  static const double u[2] = {0.5, 0.5}, x[2] = {1.0, 0.0};
  sequence *s = calloc(1, sizeof *s);
  s->facts = (problem_facts){.n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .labels = LABEL_REAL};
  s->trials = 10;
  OK(comparator_from_vector(COMPARATOR_PLANTED, 2, u, &s->u));
  for (size_t t = 0; t < s->trials; t++) {
    s->x[t] = instance_dense_vector(2, x);
    s->label[t] = t % 2 == 0 ? 0.6 : 0.4;
  }
  const outcome o = judge("meg", "{\"eta\":0.5,\"range\":1}", "meg_loss", s, NO_FAULT);
  near(row_of(&o, NULL)->value, (1.0 + 0.5 / 1.5) * 10.0 * 0.01, 1e-14, "value");
  expect_verdict(&o, NULL, VERDICT_HOLDS, "at the start");
  sequence_free(s);
}

/* A comparator whose matrix is whole, under every representation: one potential. */
Test(exponentiated_bounds, representations) {
  sequence *s = sequence_of(INSTANCE_DISTANCE, 7, 60, 0.1, 0.5);
  const outcome dense = judge("meg", "{\"representation\":\"dense\"}", "meg_loss", s, NO_FAULT);
  const outcome thin = judge("meg", "{\"representation\":\"low_rank\"}", "meg_loss", s, NO_FAULT);
  near(row_of(&thin, NULL)->value, row_of(&dense, NULL)->value, 1e-12, "value");
  near(row_of(&thin, NULL)->measured, row_of(&dense, NULL)->measured, 1e-12, "loss");
  near(row_of(&thin, "step")->measured, row_of(&dense, "step")->measured, 1e-12, "progress");
  near(row_of(&thin, "step")->value, row_of(&dense, "step")->value, 1e-12, "least progress");
  sequence_free(s);
}

/* ---- eg and eg_pm */

Test(exponentiated_bounds, vectors) {
  sequence *s = sequence_of(INSTANCE_VECTOR, 8, 200, 0.1, 0.5);
  outcome o = judge("eg", "{\"range\":2,\"c\":1.5}", "eg_loss", s, NO_FAULT);
  expect_verdict(&o, NULL, VERDICT_HOLDS, "B2.5");
  expect_verdict(&o, "step", VERDICT_HOLDS, "I2.3");
  comparator_free(s->u);
  static const double signs[N] = {0.9, 0.0, -0.6, 0.3}; /* |u|_1 = 1.8 <= 2.5 */
  OK(comparator_from_signed_vector(COMPARATOR_PLANTED, N, signs, &s->u));
  OK(comparator_prepare(s->u, INSTANCE_VECTOR, N));
  for (size_t t = 0; t < s->trials; t++) s->label[t] = comparator_value(s->u, &s->x[t]) + 0.1 * cos((double)t);
  o = judge("eg_pm", "{\"radius\":2.5,\"bound\":1,\"c\":1.5}", "eg_loss", s, NO_FAULT);
  expect_verdict(&o, NULL, VERDICT_HOLDS, "EG+-");
  expect_verdict(&o, "step", VERDICT_HOLDS, "EG+-");
  o = judge("eg_pm", "{\"radius\":1.7,\"bound\":1}", "eg_loss", s, NO_FAULT);
  expect_premise(&o, "the comparator's |u|_1 is at most radius", 0);
  o = judge("eg", "{\"range\":2}", "eg_loss", s, NO_FAULT);
  expect_premise(&o, "the comparator is positive semidefinite", 0);
  o = judge("eg_pm", "{\"radius\":2.5,\"bound\":0.3}", "eg_loss", s, NO_FAULT);
  expect_premise(&o, "lambda_max - lambda_min <= r", 1);
  sequence_free(s);
}

/* ---- premises */

Test(exponentiated_bounds, premises) {
  sequence *s = sequence_of(INSTANCE_MATRIX, 9, 30, 0.1, 0.5);
  outcome o = judge("meg", "{\"range\":2,\"start\":[0.5,0.5,0.5,0.5]}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "tr W_1 = 1", 0); /* E4.5 */
  near(row_of(&o, NULL)->premise_value, 2.0, 1e-15, "tr W_1");
  o = judge("meg", "{\"range\":0.01}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "lambda_max - lambda_min <= r", 1);
  o = judge("meg", "{\"range\":2,\"update\":\"implicit\"}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "the update is the explicit one", 0);
  o = judge("meg", "{\"range\":2,\"loss_at_most\":0.01}", "meg_loss", s, NO_FAULT);
  cr_expect_str_eq(row_of(&o, NULL)->premise, "the comparator's loss is at most loss_at_most");
  o = judge("meg", "{\"range\":2,\"loss_at_most\":10,\"divergence_at_most\":1e-3}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "the comparator's divergence is at most divergence_at_most", 0);
  o = judge("meg", "{\"range\":2,\"tuning\":\"separable\"}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "the comparator has no loss: r^2 eta is 2 or more", 1);
  s->facts.loss = (loss){LOSS_SQUARE, -10.0, 10.0, -10.0, 10.0, 1.0};
  o = judge("meg", "{\"range\":2}", "meg_loss", s, NO_FAULT);
  expect_verdict(&o, NULL, VERDICT_HOLDS, "an interval");
  near(row_of(&o, NULL)->trivial, 30 * 400.0, 0.0, "trivial");
  const double label = s->label[4];
  s->label[4] = 11.0;
  o = judge("meg", "{\"range\":2}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "labels are in the interval of predictions", 5);
  s->label[4] = label;
  s->facts.loss.kind = LOSS_ABSOLUTE;
  o = judge("meg", "{\"eta\":0.1}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "the loss is square", 0);
  s->facts.loss = (loss){0};
  comparator_free(s->u);
  static const double half[N * N] = {0.25, 0, 0, 0, 0, 0.25};
  OK(comparator_from_matrix(COMPARATOR_GIVEN, N, half, &s->u));
  o = judge("meg", "{\"range\":2}", "meg_loss", s, NO_FAULT);
  expect_premise(&o, "the comparator's trace is 1", 0);
  comparator_free(s->u);
  s->u = NULL;
  o = judge("meg", "{\"range\":2}", "meg_loss", s, NO_FAULT);
  expect_verdict(&o, NULL, VERDICT_UNCHECKED, "no comparator");
  free(s);
}

/* Lemma 3.1 as printed, for any positive semidefinite U and Delta(U, W) = tr(U log U - U log W): with U = 0 both divergences are 0, and so is
 * the comparator's loss at y = 0, but a e^2 is not. A trace of 1 keeps what the normalisation takes: the step holds for U = I/2. */
Test(exponentiated_bounds, lemma_needs_traces) {
  const learner_setting setting = {
      .n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .trials = 1, .loss = {LOSS_SQUARE, -1e3, 1e3, -1e3, 1e3, 1.0}};
  static const double x[2] = {1.0, 0.0};
  const instance vector = instance_dense_vector(2, x);
  played p = played_make("eg", "{\"range\":1,\"c\":1}", &setting);
  const prediction said = {.score = 0.5, .value = 0.5};
  const double eta = played_constant(&p, "eta"), b = 1.0, e = 0.5;
  bool updated = false;
  OK(learner_update(&p.learner, &vector, &said, 0.0, &updated));
  const double w = played_score(&p, &vector), none[2] = {0.0, 0.0}, half[2] = {0.5, 0.5};
  for (size_t i = 0; i < 2; i++) {
    const double *u = i == 0 ? none : half;
    const double progress = u[0] * log(w / 0.5) + u[1] * log((1.0 - w) / 0.5);
    const double least = eta * e * e - b * u[0] * u[0];
    cr_expect(i == 0 ? progress < least : progress >= least, "U = %g I: %g, %g", u[0], progress, least);
  }
  played_free(&p);
}

/* ---- how near: theory.md 5.1, d = 2, one instance again and again, U = diag(q, 1 - q): L/B4.3 */

Test(exponentiated_bounds, repeated_instance) {
  static const double targets[4] = {0.49, 0.4, 0.2, 0.05}, used[4] = {1.000, 0.993, 0.945, 0.875};
  for (size_t i = 0; i < 4; i++) {
    sequence *s = calloc(1, sizeof *s);
    const double q = targets[i], u[2] = {q, 1.0 - q};
    static const double x[2] = {1.0, 0.0};
    s->facts = (problem_facts){.n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .labels = LABEL_REAL};
    s->trials = LARGEST;
    OK(comparator_from_vector(COMPARATOR_PLANTED, 2, u, &s->u));
    for (size_t t = 0; t < LARGEST; t++) {
      s->x[t] = instance_dense_vector(2, x);
      s->label[t] = q;
    }
    const outcome o = judge("meg", "{\"range\":1,\"tuning\":\"separable\"}", "meg_loss", s, NO_FAULT);
    double w = 0.5, cost = 0.0; /* the definition: odds times e^(-4 (w - q)) */
    for (size_t t = 0; t < LARGEST; t++) {
      const double e = w - q;
      cost += e * e;
      w = w * exp(-4.0 * e) / (w * exp(-4.0 * e) + 1.0 - w);
    }
    const double most = 0.5 * (log(2.0) + q * log(q) + (1.0 - q) * log(1.0 - q));
    near(row_of(&o, NULL)->measured, cost, 1e-13, "loss");
    near(cost / most, used[i], 5.01e-4, "used");
    expect_verdict(&o, NULL, VERDICT_HOLDS, "repeated");
    sequence_free(s);
  }
}

/* A comparator that misses the labels by d, less than the premise allows: sum of a e^2 <= Delta + 2 eta s sum |e| d, so the loss, s sum e^2, has an
 * error of (2 eta s^2/a) sum |e| d = 2 s d sum |e| at eta = 2/(r^2 s), r = 1. */
Test(exponentiated_bounds, error_of_a_comparator_with_rounding) {
  const double q = 0.3, u[2] = {q, 1.0 - q}, d = 5e-10, scale = 0.25;
  static const double x[2] = {1.0, 0.0};
  sequence *s = calloc(1, sizeof *s);
  s->facts = (problem_facts){.n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .labels = LABEL_REAL};
  s->facts.loss = (loss){LOSS_SQUARE, -10.0, 10.0, -10.0, 10.0, scale};
  s->trials = 50;
  OK(comparator_from_vector(COMPARATOR_PLANTED, 2, u, &s->u));
  double w = 0.5, sum = 0.0;
  for (size_t t = 0; t < s->trials; t++) {
    s->x[t] = instance_dense_vector(2, x);
    s->label[t] = q + d;
    const double e = w - s->label[t];
    sum += fabs(e);
    w = w * exp(-4.0 * e) / (w * exp(-4.0 * e) + 1.0 - w);
  }
  const outcome o = judge("meg", "{\"range\":1,\"tuning\":\"separable\"}", "meg_loss", s, NO_FAULT);
  expect_verdict(&o, NULL, VERDICT_HOLDS, "rounding");
  near(row_of(&o, NULL)->error, 2.0 * scale * d * sum, 1e-3 * d * sum, "error");
  sequence_free(s);
}

/* Wrong digits of scores cost 4 eta (|e| + |e_u|) each: a comparator with a larger error has the larger one in its step. */
Test(exponentiated_bounds, error_of_a_step) {
  sequence *s = sequence_of(INSTANCE_MATRIX, 10, 1, 0.0, 0.5);
  const outcome fits = judge("meg", "{\"eta\":0.05}", "meg_loss", s, NO_FAULT);
  comparator_free(s->u);
  static const double corner[N * N] = {1.0};
  OK(comparator_from_matrix(COMPARATOR_GIVEN, N, corner, &s->u));
  const outcome misses = judge("meg", "{\"eta\":0.05}", "meg_loss", s, NO_FAULT);
  cr_expect(row_of(&misses, "step")->error > row_of(&fits, "step")->error, "%g, %g", row_of(&misses, "step")->error,
            row_of(&fits, "step")->error);
  sequence_free(s);
}

/* Widrow-Hoff at eta |x|^2 = 1 with such a comparator: the step is eta (e^2 - 2 |e e_u|), up to 1e-9. One trial: W = 0 and e = -y, then x.W = y;
 * |U|^2 - |W - U|^2 = q^2 - (y - q)^2 in the direction of x, where nothing else changes. */
Test(exponentiated_bounds, widrow_hoff_at_its_limit) {
  const double q = 0.3, u[2] = {q, 0.7}, d = 5e-10;
  static const double x[2] = {0.1, 0.0};
  sequence *s = calloc(1, sizeof *s);
  s->facts = (problem_facts){.n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .labels = LABEL_REAL};
  s->trials = 1;
  s->x[0] = instance_dense_vector(2, x);
  s->label[0] = 0.1 * q + d;
  OK(comparator_from_vector(COMPARATOR_PLANTED, 2, u, &s->u));
  const outcome o = judge("widrow_hoff", "{\"eta\":100}", "widrow_hoff_loss", s, NO_FAULT);
  const double e = s->label[0], w = 10.0 * e;
  const bound_row *step = row_of(&o, "progress");
  near(step->measured, q * q - (w - q) * (w - q), 1e-15, "progress");
  near(step->value, 100.0 * (e * e - 2.0 * e * d), 2e-9 * 100.0 * e * e, "least progress");
  near(step->tolerance, 1e-9, 0.0, "tolerance");
  cr_expect(step->error < 1e-11, "rounding: %g", step->error);
  expect_verdict(&o, "progress", VERDICT_HOLDS, "limit");
  near(row_of(&o, NULL)->error, 2.0 * e * d, 2e-9 * e * e, "error");
  expect_verdict(&o, NULL, VERDICT_HOLDS, "limit");
  s->label[0] = 1e3; /* eta e^2 is much larger than the distances, and so is its rounding */
  const outcome large = judge("widrow_hoff", "{\"eta\":50}", "widrow_hoff_loss", s, NO_FAULT);
  step = row_of(&large, "progress");
  cr_expect(step->error >= 50.0 * 1e6 * 2e-16, "rounding: %g", step->error);
  sequence_free(s);
}

/* Random runs never come to 1, nor far from it. */
Test(exponentiated_bounds, random_runs) {
  static const char *const given[] = {"{\"range\":2,\"c\":0.3}", "{\"range\":2,\"c\":3}",
                                      "{\"range\":2,\"tuning\":\"separable\"}"};
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_MATRIX,
                                        INSTANCE_DISTANCE};
  double most = 0.0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    for (size_t k = 0; k < 5; k++) {
      for (size_t o = 0; o < 3; o++) {
        sequence *s =
            sequence_of(kinds[k], 20 + seed, 150, o < 2 ? 0.05 * (double)seed : 0.0, seed % 2 == 0 ? 0.3 : 1.0);
        const outcome out = judge("meg", given[o], "meg_loss", s, NO_FAULT);
        expect_verdict(&out, NULL, VERDICT_HOLDS, given[o]);
        expect_verdict(&out, "step", VERDICT_HOLDS, given[o]);
        most = fmax(most, row_of(&out, NULL)->measured / row_of(&out, NULL)->value);
        sequence_free(s);
      }
    }
  }
  cr_expect(most < 1.0 && most > 0.3, "%g of the bound", most);
}

/* ---- wrong learners */

Test(exponentiated_bounds, wrong_learners_are_caught) {
  sequence *s = calloc(1, sizeof *s);
  static const double x[2] = {1.0, 0.0}, u[2] = {0.3, 0.7};
  s->facts = (problem_facts){.n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .labels = LABEL_REAL};
  s->trials = 100;
  OK(comparator_from_vector(COMPARATOR_PLANTED, 2, u, &s->u));
  for (size_t t = 0; t < s->trials; t++) {
    s->x[t] = instance_dense_vector(2, x);
    s->label[t] = u[0];
  }
  static const struct {
    const char *learner, *options, *bound;
  } cases[] = {{"meg", "{\"range\":1,\"tuning\":\"separable\"}", "meg_loss"},
               {"eg", "{\"range\":1,\"tuning\":\"separable\"}", "eg_loss"},
               {"meg", "{\"range\":1,\"loss_at_most\":1e-3}", "meg_loss"},
               {"meg", "{\"range\":1,\"c\":1000}", "meg_loss"}};
  for (size_t i = 0; i < 4; i++) {
    outcome o = judge(cases[i].learner, cases[i].options, cases[i].bound, s, NO_FAULT);
    expect_verdict(&o, NULL, VERDICT_HOLDS, "right");
    expect_verdict(&o, "step", VERDICT_HOLDS, "right");
    o = judge(cases[i].learner, cases[i].options, cases[i].bound, s, STILL);
    expect_verdict(&o, NULL, VERDICT_VIOLATED, "still");
    expect_verdict(&o, "step", VERDICT_VIOLATED, "still");
    o = judge(cases[i].learner, cases[i].options, cases[i].bound, s, BACKWARDS);
    expect_verdict(&o, NULL, VERDICT_VIOLATED, "backwards");
    expect_verdict(&o, "step", VERDICT_VIOLATED, "backwards");
    o = judge(cases[i].learner, cases[i].options, cases[i].bound, s, TWICE);
    expect_verdict(&o, "step", VERDICT_VIOLATED, "eta twice");
  }
  sequence_free(s);
}

/* ---- the problem of one instance */

Test(exponentiated_bounds, repeated_instance_problem) {
  static const char *const given[] = {"{\"q\":0.3,\"swing\":0.125}",
                                      "{\"q\":0.3,\"swing\":0.125,\"instances\":\"distance\"}"};
  for (size_t i = 0; i < 2; i++) {
    fixture f = fixture_make("repeated_instance", given[i], 1);
    near(comparator_trace(f.u), 1.0, 1e-15, "tr U");
    near(comparator_entropy(f.u), 0.3 * log(0.3) + 0.7 * log(0.7), 1e-14, "eigenvalues q and 1 - q");
    for (size_t t = 0; t < 4; t++) {
      instance x;
      double label = 0.0;
      OK(fixture_trial(&f, &x, &label));
      near(comparator_value(f.u, &x), 0.3, 1e-15, "<U,X>");
      near(label, t % 2 == 0 ? 0.425 : 0.175, 1e-15, "label");
      cr_expect_eq(x.kind, f.problem.facts.kind);
    }
    fixture_free(&f);
  }
}
