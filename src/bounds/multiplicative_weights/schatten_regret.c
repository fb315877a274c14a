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
#include "bounds/regret.h"
#include "learners/multiplicative_weights/schatten_mirror_descent.h"
#include "linalg/singular.h"

typedef struct schatten_regret {
  regret_bound regret;
  double eta, p, radius, lipschitz, norm; /* |U|_p */
  double squares, conjugate;              /* sum of g^2; F(Theta) */
  invariant_judge step;
} schatten_regret;

static const double relative_tolerance = 1e-9;

static status norm_of(const schatten_regret *self, const comparator *u, size_t m, size_t n, double *norm) {
  const size_t k = m < n ? m : n, length = m < n ? n : m;
  const double centre = learner_constant_or_nan(&self->regret.learner, "centre");
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

static status init(void *data, const bound_context *context) {
  schatten_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  const learner *learner = context->learner;
  regret_begin(context, &self->regret);
  self->eta = learner_constant_or_nan(learner, "eta");
  self->p = learner_constant_or_nan(learner, "p");
  self->radius = learner_constant_or_nan(learner, "radius");
  self->lipschitz = loss_lipschitz(&facts->loss);
  self->conjugate = learner_constant_or_nan(learner, "conjugate");
  self->step.direction = BOUND_UPPER;
  self->norm = NAN;
  if (context->comparator == NULL) return STATUS_OK;
  TRY(norm_of(self, context->comparator, facts->rows, facts->n, &self->norm));
  premise_require(&self->regret.failed, !(self->norm > self->radius * (1.0 + relative_tolerance)), "|U|_p <= R",
                  self->norm);
  return STATUS_OK;
}

static double value_now(const schatten_regret *self) {
  return self->radius * self->radius / (2.0 * self->eta) +
         self->eta * self->lipschitz * self->lipschitz * (double)self->regret.t / (2.0 * (self->p - 1.0));
}

static double data_now(const schatten_regret *self) {
  return self->norm * self->norm / (2.0 * self->eta) + self->eta * self->squares / (2.0 * (self->p - 1.0));
}

static void judge_step(schatten_regret *self, size_t t, double g) {
  const double before = self->conjugate;
  self->conjugate = learner_constant_or_nan(&self->regret.learner, "conjugate");
  invariant_judge_trial(
      &self->step, (trial_figures){.trial = t,
                                   .measured = self->conjugate - before +
                                               self->eta * g * learner_constant_or_nan(&self->regret.learner, "entry"),
                                   .value = self->eta * self->eta * g * g / (2.0 * (self->p - 1.0)),
                                   .tolerance = relative_tolerance * fmax(1.0, before)});
}

static status watch(void *data, const trial_event *event) {
  schatten_regret *self = data;
  regret_bound *regret = &self->regret;
  const loss *loss = &regret->loss;
  const double g = learner_constant_or_nan(&regret->learner, "g");
  self->squares += g * g;
  premise_of_label(&regret->failed, loss, event);
  judge_step(self, event->t, g);
  (void)regret_add(regret, event, loss_value(loss, event->predicted.value, event->label));
  if (regret->comparator == NULL) return STATUS_OK;
  const double u = comparator_value(regret->comparator, event->x), slack = relative_tolerance * fmax(1.0, fabs(u));
  if (u < loss->low - slack || u > loss->high + slack) {
    premise_fail(&regret->failed, "the comparator is in the interval", event->t, u);
  }
  regret_judge(regret, &regret->theorem, value_now(self));
  regret_judge(regret, &regret->data, data_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const schatten_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const schatten_regret *self = data;
  const regret_bound *regret = &self->regret;
  const double trivial = (regret->loss.high - regret->loss.low) * self->lipschitz * (double)regret->t;
  (void)totals;
  regret_rows(regret, rows, value_now(self), data_now(self), trivial);
  (void)invariant_judge_row(&self->step, rows, "step", "conjugate");
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(schatten_regret),
    .init = init,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_schatten_regret = {
    .about = {.name = "schatten_regret",
              .short_name = "Kakade et al.",
              .title = "Schatten: G R sqrt(T/(p-1))",
              .citation = "Kakade, Shalev-Shwartz & Tewari 2012; Ball, Carlen & Lieb 1994",
              .help = "regret of mirror descent with a Schatten norm, with the learner's rate and radius",
              .formula = "regret $\\le\\frac{R^2}{2\\eta}+\\frac{\\eta G^2T}{2(p-1)}$",
              .result_version = 3},
    .premises = "labels are in their range; $|U|_p\\le R$; the comparator's entries are in the interval",
    .learner_family = "schatten",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = regret_of_one_rate,
    .methods = &methods,
};
