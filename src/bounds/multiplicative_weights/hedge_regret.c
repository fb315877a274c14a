/* Regret of Hedge against the matrices of its class; proved in hedge.h.
 *
 *   hedge_regret            regret <= ln(N)/eta + eta T R^2/8,  R = G (high - low)
 *   hedge_regret.data       regret <= ln(N)/eta + eta/8 sum of r^2,  r = |loss(high) - loss(low)| of each trial
 *   hedge_regret.potential  loss(prediction) - (Phi' - Phi) <= eta r^2/8 in each trial
 *
 * Premises: labels are in their range, and the comparator has one of the two values at every entry asked for ("the comparator is of the
 * class"; that it is a cut or an order is known of the comparators made as such). Tolerance 1e-9 max(1, value); of the potential
 * 1e-9 max(1, |Phi|). Phi is the logarithm of a sum of N weights over eta: the rounding of that is its error. */
#include "bounds/regret.h"
#include <float.h>

typedef struct hedge_regret {
  regret_bound regret;
  double eta, matrices;
  bool cuts;
  live_constant potential; /* Phi */
  double phi, squares;     /* Phi before this round; sum of r^2 */
  double entropy, range;   /* ln N; R */
  double rounding;         /* of two values of Phi */
} hedge_regret;

static const ask asks[] = {ASK(hedge_regret, eta), ASK(hedge_regret, matrices), ASK(hedge_regret, cuts),
                           ASK(hedge_regret, potential)};

static status begin(void *data, const bound_context *context) {
  hedge_regret *self = data;
  const loss *l = &self->regret.loss;
  self->entropy = fixed_log(self->matrices);
  self->rounding = 2.0 * DBL_EPSILON * (self->matrices + 8.0) / self->eta;
  self->range = loss_lipschitz(l) * (l->high - l->low);
  self->phi = live_constant_now(&self->potential);
  if (context->comparator == NULL) return STATUS_OK;
  premise_require(&self->regret.failed,
                  comparator_kind_of(context->comparator) == (self->cuts ? COMPARATOR_CUT : COMPARATOR_ORDER),
                  "the comparator is of the class", NAN);
  return STATUS_OK;
}

static double value(const void *data) {
  const hedge_regret *self = data;
  return self->entropy / self->eta + self->eta * (double)self->regret.t * self->range * self->range / 8.0;
}

static double data_value(const void *data) {
  const hedge_regret *self = data;
  return self->entropy / self->eta + self->eta * self->squares / 8.0;
}

static status round_of(void *data, const trial_event *event) {
  hedge_regret *self = data;
  regret_bound *regret = &self->regret;
  const loss *l = &regret->loss;
  const double range = fabs(loss_value(l, l->high, event->label) - loss_value(l, l->low, event->label));
  const double paid = loss_value(l, event->predicted.value, event->label), before = self->phi;
  const double u = regret->comparator == NULL ? l->low : comparator_value(regret->comparator, event->x);
  self->squares += range * range;
  premise_of_label(&regret->failed, l, event);
  if (u != l->low && u != l->high) premise_fail(&regret->failed, "the comparator is of the class", event->t, u);
  self->phi = live_constant_now(&self->potential);
  invariant_judge_trial(&regret->step, (trial_figures){.trial = event->t,
                                                       .measured = paid - (self->phi - before),
                                                       .value = self->eta * range * range / 8.0,
                                                       .tolerance = REGRET_TOLERANCE * fmax(1.0, fabs(before)),
                                                       .error = self->rounding});
  return STATUS_OK;
}

const bound_class bound_hedge_regret = {
    .about = {.name = "hedge_regret",
              .short_name = "Freund & Schapire",
              .symbols = "R: range of the losses, N: experts",
              .title = "Hedge: R sqrt(T ln(N)/2)",
              .citation = "Freund & Schapire 1997; Cesa-Bianchi & Lugosi 2006, Theorem 2.2",
              .help = "regret of exponential weights on all cuts or orders, with the learner's rate",
              .formula = "regret $\\le\\frac{\\ln N}\\eta+\\frac{\\eta TR^2}8$, $R=G(p_1-p_0)$",
              .result_version = 4},
    .premises = "labels are in their range; the comparator is a cut (an order)",
    .learner_family = "hedge",
    .status = BOUND_PROVED,
    .measure = "regret",
    .applies = bound_of_reals,
    .methods = &(const bound_methods){.size = sizeof(hedge_regret), FIELDS(asks, asks), REGRET_METHODS},
    .variant = &(const regret_kind){.begin = begin,
                                    .round = round_of,
                                    .value = value,
                                    .data = data_value,
                                    .step = "potential",
                                    .measure = "progress"},
};
