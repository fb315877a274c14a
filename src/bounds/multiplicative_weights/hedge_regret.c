/* Regret of Hedge against the matrices of its class; proved in hedge.h.
 *
 *   hedge_regret            regret <= ln(N)/eta + eta T R^2/8,  R = G (high - low)
 *   hedge_regret.data       regret <= ln(N)/eta + eta/8 sum of r^2,  r = |loss(high) - loss(low)| of each trial
 *   hedge_regret.potential  loss(prediction) - (Phi' - Phi) <= eta r^2/8 in each trial
 *
 * Premises: labels are in their range, and the comparator has one of the two values at every entry asked for ("the comparator is of the
 * class"; that it is a cut or an order is known of the comparators made as such). Tolerance 1e-9 max(1, value); of the potential
 * 1e-9 max(1, |Phi|). Phi is the logarithm of a sum of N weights over eta: the rounding of that is its error. */
#include <float.h>
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/regret.h"

typedef struct hedge_regret {
  regret_bound regret;
  double eta, entropy, range; /* ln N; R */
  double squares, potential;  /* sum of r^2; Phi */
  double rounding;            /* of two values of Phi */
  invariant_judge step;
} hedge_regret;

static const double relative_tolerance = 1e-9;

static status init(void *data, const bound_context *context) {
  hedge_regret *self = data;
  const learner *learner = context->learner;
  const loss *loss = &context->problem->facts.loss;
  const double matrices = learner_constant_or_nan(learner, "matrices");
  regret_begin(context, &self->regret);
  self->eta = learner_constant_or_nan(learner, "eta");
  self->entropy = fixed_log(matrices);
  self->rounding = 2.0 * DBL_EPSILON * (matrices + 8.0) / self->eta;
  self->range = loss_lipschitz(loss) * (loss->high - loss->low);
  self->potential = learner_constant_or_nan(learner, "potential");
  self->step.direction = BOUND_UPPER;
  if (context->comparator != NULL) {
    const comparator_kind wanted = learner_constant_or_nan(learner, "cuts") != 0.0 ? COMPARATOR_CUT : COMPARATOR_ORDER;
    premise_require(&self->regret.failed, comparator_kind_of(context->comparator) == wanted,
                    "the comparator is of the class", NAN);
  }
  return STATUS_OK;
}

static double value_now(const hedge_regret *self) {
  return self->entropy / self->eta + self->eta * (double)self->regret.t * self->range * self->range / 8.0;
}

static double data_now(const hedge_regret *self) {
  return self->entropy / self->eta + self->eta * self->squares / 8.0;
}

static void check_premises(regret_bound *regret, const trial_event *event) {
  const loss *loss = &regret->loss;
  premise_of_label(&regret->failed, loss, event);
  if (regret->comparator == NULL) return;
  const double u = comparator_value(regret->comparator, event->x);
  if (u != loss->low && u != loss->high) premise_fail(&regret->failed, "the comparator is of the class", event->t, u);
}

static void judge_potential(hedge_regret *self, const trial_event *event, double paid, double range) {
  const double before = self->potential, allowed = self->eta * range * range / 8.0;
  self->potential = learner_constant_or_nan(&self->regret.learner, "potential");
  invariant_judge_trial(&self->step, (trial_figures){.trial = event->t,
                                                     .measured = paid - (self->potential - before),
                                                     .value = allowed,
                                                     .tolerance = relative_tolerance * fmax(1.0, fabs(before)),
                                                     .error = self->rounding});
}

static status watch(void *data, const trial_event *event) {
  hedge_regret *self = data;
  regret_bound *regret = &self->regret;
  const loss *loss = &regret->loss;
  const double range = fabs(loss_value(loss, loss->high, event->label) - loss_value(loss, loss->low, event->label));
  const double paid = loss_value(loss, event->predicted.value, event->label);
  self->squares += range * range;
  check_premises(regret, event);
  judge_potential(self, event, paid, range);
  (void)regret_add(regret, event, paid);
  if (regret->comparator == NULL) return STATUS_OK;
  regret_judge(regret, &regret->theorem, value_now(self));
  regret_judge(regret, &regret->data, data_now(self));
  return STATUS_OK;
}

static double current(void *data) {
  const hedge_regret *self = data;
  return regret_current(&self->regret, value_now(self));
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const hedge_regret *self = data;
  const regret_bound *regret = &self->regret;
  const double trivial = self->range * (double)regret->t;
  (void)totals;
  regret_rows(regret, rows, value_now(self), data_now(self), trivial);
  (void)invariant_judge_row(&self->step, rows, "potential", "progress");
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(hedge_regret),
    .init = init,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_hedge_regret = {
    .about = {.name = "hedge_regret",
              .short_name = "Freund & Schapire",
              .title = "Hedge: R sqrt(T ln(N)/2)",
              .citation = "Freund & Schapire 1997; Cesa-Bianchi & Lugosi 2006, Theorem 2.2",
              .help = "regret of exponential weights on all cuts or orders, with the learner's rate",
              .formula = "regret $\\le\\frac{\\ln N}\\eta+\\frac{\\eta TR^2}8$, $R=G(p_1-p_0)$",
              .result_version = 4},
    .premises = "labels are in their range; the comparator is a cut (an order)",
    .learner_family = "hedge",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "regret",
    .applies = bound_of_reals,
    .methods = &methods,
};
