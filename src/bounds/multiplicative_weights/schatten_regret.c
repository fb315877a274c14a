/* Regret of mirror descent with a Schatten norm against c + U, |U|_p <= R; proved in schatten_mirror_descent.h.
 *
 *   schatten_regret       regret <= R^2/(2 eta) + eta G^2 T/(2(p-1))
 *   schatten_regret.data  regret <= |U|_p^2/(2 eta) + eta/(2(p-1)) sum of g^2
 *   schatten_regret.step  F(Theta') - F(Theta) + eta g W_ij <= eta^2 g^2/(2(p-1)) in each trial
 *
 * Premises: labels are in their range, |U|_p <= R, and the comparator's entries are in the interval where they are visited. Tolerance
 * 1e-9 max(1, value); of the step 1e-9 max(1, F). */

#include "bounds/regret.h"
#include "learners/multiplicative_weights/schatten_mirror_descent.h"
#include "linalg/singular.h"

typedef struct schatten_regret {
  regret_bound regret;
  double eta, p, radius, centre;
  live_constant conjugate, g, entry;       /* F(Theta); of the last round: g, W_ij */
  double lipschitz, norm, squares, before; /* G, |U|_p; sum of g^2; F(Theta) before the round */
} schatten_regret;

static const ask asks[] = {ASK(regret_bound, tuned),     ASK(schatten_regret, eta),    ASK(schatten_regret, p),
                           ASK(schatten_regret, radius), ASK(schatten_regret, centre), ASK(schatten_regret, conjugate),
                           ASK(schatten_regret, g),      ASK(schatten_regret, entry)};

static status norm_of(const schatten_regret *self, const comparator *u, size_t m, size_t n, double *norm) {
  const size_t k = m < n ? m : n, length = m < n ? n : m;
  FREED double *rows = NULL, *values = NULL;
  TRY(NEW_ARRAY(m * n, rows));
  TRY(NEW_ARRAY(k, values));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const instance x = instance_entry(m, n, i, j);
      rows[m <= n ? i * n + j : j * m + i] = comparator_value(u, &x) - self->centre;
    }
  }
  TRY(singular_rotate(k, length, rows, NULL, values));
  *norm = schatten_norm(k, values, self->p);
  return STATUS_OK;
}

static status begin(void *data, const bound_context *context) {
  schatten_regret *self = data;
  const problem_facts *facts = &context->problem->facts;
  self->lipschitz = loss_lipschitz(&facts->loss);
  self->before = live_constant_now(&self->conjugate);
  self->norm = NAN;
  if (context->comparator == NULL) return STATUS_OK;
  TRY(norm_of(self, context->comparator, facts->rows, facts->n, &self->norm));
  premise_require(&self->regret.failed, !(self->norm > self->radius * (1.0 + REGRET_TOLERANCE)), "|U|_p <= R",
                  self->norm);
  return STATUS_OK;
}

static double value(const void *data) {
  const schatten_regret *self = data;
  return self->radius * self->radius / (2.0 * self->eta) +
         self->eta * self->lipschitz * self->lipschitz * (double)self->regret.t / (2.0 * (self->p - 1.0));
}

static double data_value(const void *data) {
  const schatten_regret *self = data;
  return self->norm * self->norm / (2.0 * self->eta) + self->eta * self->squares / (2.0 * (self->p - 1.0));
}

static status round_of(void *data, const trial_event *event) {
  schatten_regret *self = data;
  regret_bound *regret = &self->regret;
  const loss *l = &regret->loss;
  const double g = live_constant_now(&self->g), before = self->before;
  self->squares += g * g;
  premise_of_label(&regret->failed, l, event);
  self->before = live_constant_now(&self->conjugate);
  invariant_judge_trial(&regret->step, (trial_figures){.trial = event->t,
                                                       .measured = self->before - before +
                                                                   self->eta * g * live_constant_now(&self->entry),
                                                       .value = self->eta * self->eta * g * g / (2.0 * (self->p - 1.0)),
                                                       .tolerance = REGRET_TOLERANCE * fmax(1.0, before)});
  if (regret->comparator == NULL) return STATUS_OK;
  const double u = comparator_value(regret->comparator, event->x), slack = REGRET_TOLERANCE * fmax(1.0, fabs(u));
  if (u < l->low - slack || u > l->high + slack) {
    premise_fail(&regret->failed, "the comparator is in the interval", event->t, u);
  }
  return STATUS_OK;
}

const bound_class bound_schatten_regret = {
    .about = {.name = "schatten_regret",
              .short_name = "Kakade et al.",
              .symbols = "G: slope, R: Schatten norm of the target",
              .title = "Schatten: G R sqrt(T/(p-1))",
              .citation = "Kakade, Shalev-Shwartz & Tewari 2012; Ball, Carlen & Lieb 1994",
              .help = "regret of mirror descent with a Schatten norm, with the learner's rate and radius",
              .formula = "regret $\\le\\frac{R^2}{2\\eta}+\\frac{\\eta G^2T}{2(p-1)}$",
              .result_version = 3},
    .premises = "labels are in their range; $|U|_p\\le R$; the comparator's entries are in the interval",
    .learner_family = "schatten",
    .status = BOUND_PROVED,
    .measure = "regret",
    .applies = regret_of_one_rate,
    .methods = &(const bound_methods){.size = sizeof(schatten_regret), FIELDS(asks, asks), REGRET_METHODS},
    .variant = &(const regret_kind){.begin = begin,
                                    .round = round_of,
                                    .value = value,
                                    .data = data_value,
                                    .step = "step",
                                    .measure = "conjugate"},
};
