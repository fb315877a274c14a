/* Regret of mirror descent with a Schatten norm against c + U, |U|_p <= R; proved in schatten_mirror_descent.h.
 *
 *   schatten_regret       regret <= R^2/(2 eta) + eta G^2 T/(2(p-1))
 *   schatten_regret.data  regret <= |U|_p^2/(2 eta) + eta/(2(p-1)) sum of g^2
 *   schatten_regret.step  F(Theta') - F(Theta) + eta g W_ij <= eta^2 g^2/(2(p-1)) in each trial
 *
 * Premises: labels are in their range, |U|_p <= R, and the comparator's entries are in the interval where they are visited. Tolerance
 * 1e-9 max(1, value); of the step 1e-9 max(1, F). */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"
#include "learners/multiplicative_weights/schatten_mirror_descent.h"
#include "linalg/singular.h"

typedef struct schatten_regret {
  learner learner;
  const comparator *comparator;
  loss loss;
  double eta, p, radius, lipschitz, norm; /* |U|_p */
  size_t t;
  double regret, squares, conjugate; /* sum of g^2; F(Theta) */
  failed_premise failed;
  theorem_judge theorem, data;
  invariant_judge step;
} schatten_regret;

static const double relative_tolerance = 1e-9;

static bool applies(const bound_context *context) {
  double tuned = 1.0;
  return context->problem->facts.labels == LABEL_REAL && learner_constant(context->learner, "tuned", &tuned) &&
         tuned == 0.0;
}

static void destroy(void *data) {
  free(data);
}

static status norm_of(const schatten_regret *self, const comparator *u, size_t m, size_t n, double *norm) {
  const size_t k = m < n ? m : n, length = m < n ? n : m;
  const double centre = learner_constant_or_nan(&self->learner, "centre");
  double *rows = NULL, *values = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(m * n, rows));
  CHECK(NEW_ARRAY(k, values));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const instance x = instance_entry(m, n, i, j);
      rows[m <= n ? i * n + j : j * m + i] = comparator_value(u, &x) - centre;
    }
  }
  CHECK(singular_rotate(k, length, rows, NULL, values));
  *norm = schatten_norm(k, values, self->p);
end:
  free(rows);
  free(values);
  return code;
}

static status create(const bound_context *context, const options *options, void **out) {
  const problem_facts *facts = &context->problem->facts;
  schatten_regret *self = NULL;
  (void)options;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->loss = facts->loss;
  self->eta = learner_constant_or_nan(&self->learner, "eta");
  self->p = learner_constant_or_nan(&self->learner, "p");
  self->radius = learner_constant_or_nan(&self->learner, "radius");
  self->lipschitz = loss_lipschitz(&self->loss);
  self->conjugate = learner_constant_or_nan(&self->learner, "conjugate");
  self->step.direction = BOUND_UPPER;
  self->norm = NAN;
  if (context->comparator != NULL) {
    const status code = norm_of(self, context->comparator, facts->rows, facts->n, &self->norm);
    if (code != STATUS_OK) {
      destroy(self);
      return code;
    }
    if (self->norm > self->radius * (1.0 + relative_tolerance))
      premise_fail(&self->failed, "|U|_p <= R", 0, self->norm);
  }
  *out = self;
  return STATUS_OK;
}

static double value_now(const schatten_regret *self) {
  return self->radius * self->radius / (2.0 * self->eta) +
         self->eta * self->lipschitz * self->lipschitz * (double)self->t / (2.0 * (self->p - 1.0));
}

static double data_now(const schatten_regret *self) {
  return self->norm * self->norm / (2.0 * self->eta) + self->eta * self->squares / (2.0 * (self->p - 1.0));
}

static void judge_step(schatten_regret *self, size_t t, double g) {
  const double before = self->conjugate;
  self->conjugate = learner_constant_or_nan(&self->learner, "conjugate");
  invariant_judge_trial(&self->step,
                        (trial_figures){.trial = t,
                                        .measured = self->conjugate - before +
                                                    self->eta * g * learner_constant_or_nan(&self->learner, "entry"),
                                        .value = self->eta * self->eta * g * g / (2.0 * (self->p - 1.0)),
                                        .tolerance = relative_tolerance * fmax(1.0, before)});
}

static status watch(void *data, const trial_event *event) {
  schatten_regret *self = data;
  const double g = learner_constant_or_nan(&self->learner, "g");
  self->t = event->t;
  self->squares += g * g;
  premise_of_label(&self->failed, &self->loss, event);
  judge_step(self, event->t, g);
  if (self->comparator == NULL) return STATUS_OK;
  const double u = comparator_value(self->comparator, event->x), slack = relative_tolerance * fmax(1.0, fabs(u));
  if (u < self->loss.low - slack || u > self->loss.high + slack) {
    premise_fail(&self->failed, "the comparator is in the interval", event->t, u);
  }
  self->regret +=
      loss_value(&self->loss, event->predicted.value, event->label) - loss_value(&self->loss, u, event->label);
  theorem_judge_value(&self->theorem, event->t, self->regret, value_now(self), relative_tolerance);
  theorem_judge_value(&self->data, event->t, self->regret, data_now(self), relative_tolerance);
  return STATUS_OK;
}

static double current(void *data) {
  const schatten_regret *self = data;
  return self->t == 0 ? NAN : value_now(self);
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_schatten_regret = {
    .about = {.name = "schatten_regret",
              .title = "Schatten: G R sqrt(T/(p-1))",
              .citation = "Kakade, Shalev-Shwartz & Tewari 2012; Ball, Carlen & Lieb 1994",
              .help = "regret of mirror descent with a Schatten norm, with the learner's rate and radius",
              .formula = "regret $\\le\\frac{R^2}{2\\eta}+\\frac{\\eta G^2T}{2(p-1)}$",
              .result_version = 2},
    .premises = "labels are in their range; $|U|_p\\le R$; the comparator's entries are in the interval",
    .learner_family = "schatten",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = applies,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static bound_row regret_row(const schatten_regret *self, const char *name, double value, const theorem_judge *judge) {
  bound_row row = bound_row_of(&bound_schatten_regret, name);
  row.measured = self->regret;
  row.value = value;
  row.tolerance = relative_tolerance * fmax(1.0, value);
  row.trivial = (self->loss.high - self->loss.low) * self->lipschitz * (double)self->t;
  row.unchecked = self->failed.name == NULL && self->comparator == NULL;
  premise_row(&self->failed, &row);
  theorem_judge_row(judge, &row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  const schatten_regret *self = data;
  (void)totals;
  *count = 0;
  rows[(*count)++] = regret_row(self, NULL, value_now(self), &self->theorem);
  rows[(*count)++] = regret_row(self, "data", data_now(self), &self->data);
  bound_row step = bound_row_of(&bound_schatten_regret, "step");
  if (invariant_judge_row(&self->step, "conjugate", &step)) rows[(*count)++] = step;
  return STATUS_OK;
}
