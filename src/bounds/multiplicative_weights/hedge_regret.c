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
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

typedef struct hedge_regret {
  learner learner;
  const comparator *comparator;
  loss loss;
  double eta, entropy, range; /* ln N; R */
  size_t t;
  double regret, squares, potential; /* sum of r^2; Phi */
  double rounding;                   /* of two values of Phi */
  failed_premise failed;
  theorem_judge theorem, data;
  invariant_judge step;
} hedge_regret;

static const double relative_tolerance = 1e-9;

static bool applies(const bound_context *context) {
  return context->problem->facts.labels == LABEL_REAL;
}

static void destroy(void *data) {
  free(data);
}

static status create(const bound_context *context, const options *options, void **out) {
  hedge_regret *self = NULL;
  (void)options;
  *out = NULL;
  TRY(NEW_ARRAY(1, self));
  self->learner = *context->learner;
  self->comparator = context->comparator;
  self->loss = context->problem->facts.loss;
  const double matrices = learner_constant_or_nan(&self->learner, "matrices");
  self->eta = learner_constant_or_nan(&self->learner, "eta");
  self->entropy = fixed_log(matrices);
  self->rounding = 2.0 * DBL_EPSILON * (matrices + 8.0) / self->eta;
  self->range = loss_lipschitz(&self->loss) * (self->loss.high - self->loss.low);
  self->potential = learner_constant_or_nan(&self->learner, "potential");
  self->step.direction = BOUND_UPPER;
  if (self->comparator != NULL) {
    const comparator_kind kind = comparator_kind_of(self->comparator);
    const bool member =
        kind == (learner_constant_or_nan(&self->learner, "cuts") != 0.0 ? COMPARATOR_CUT : COMPARATOR_ORDER);
    if (!member) premise_fail(&self->failed, "the comparator is of the class", 0, NAN);
  }
  *out = self;
  return STATUS_OK;
}

static double value_now(const hedge_regret *self) {
  return self->entropy / self->eta + self->eta * (double)self->t * self->range * self->range / 8.0;
}

static double data_now(const hedge_regret *self) {
  return self->entropy / self->eta + self->eta * self->squares / 8.0;
}

static void check_premises(hedge_regret *self, const trial_event *event) {
  premise_of_label(&self->failed, &self->loss, event);
  if (self->comparator == NULL) return;
  const double u = comparator_value(self->comparator, event->x);
  if (u != self->loss.low && u != self->loss.high)
    premise_fail(&self->failed, "the comparator is of the class", event->t, u);
}

static void judge_potential(hedge_regret *self, const trial_event *event, double range) {
  const double before = self->potential, allowed = self->eta * range * range / 8.0;
  self->potential = learner_constant_or_nan(&self->learner, "potential");
  const double paid = loss_value(&self->loss, event->predicted.value, event->label);
  invariant_judge_trial(&self->step, (trial_figures){.trial = event->t,
                                                     .measured = paid - (self->potential - before),
                                                     .value = allowed,
                                                     .tolerance = relative_tolerance * fmax(1.0, fabs(before)),
                                                     .error = self->rounding});
}

static status watch(void *data, const trial_event *event) {
  hedge_regret *self = data;
  const double range = fabs(loss_value(&self->loss, self->loss.high, event->label) -
                            loss_value(&self->loss, self->loss.low, event->label));
  self->t = event->t;
  self->squares += range * range;
  check_premises(self, event);
  judge_potential(self, event, range);
  if (self->comparator == NULL) return STATUS_OK;
  self->regret += loss_value(&self->loss, event->predicted.value, event->label) -
                  loss_value(&self->loss, comparator_value(self->comparator, event->x), event->label);
  theorem_judge_value(&self->theorem, event->t, self->regret, value_now(self), relative_tolerance);
  theorem_judge_value(&self->data, event->t, self->regret, data_now(self), relative_tolerance);
  return STATUS_OK;
}

static double current(void *data) {
  const hedge_regret *self = data;
  return self->t == 0 ? NAN : value_now(self);
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_hedge_regret = {
    .about = {.name = "hedge_regret",
              .title = "Hedge: R sqrt(T ln(N)/2)",
              .citation = "Freund & Schapire 1997; Cesa-Bianchi & Lugosi 2006, Theorem 2.2",
              .help = "regret of exponential weights on all cuts or orders, with the learner's rate",
              .formula = "regret $\\le\\frac{\\ln N}\\eta+\\frac{\\eta TR^2}8$, $R=G(p_1-p_0)$",
              .result_version = 3},
    .premises = "labels are in their range; the comparator is a cut (an order)",
    .learner_family = "hedge",
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

static bound_row regret_row(const hedge_regret *self, const char *name, double value, const theorem_judge *judge) {
  bound_row row = bound_row_of(&bound_hedge_regret, name);
  row.measured = self->regret;
  row.value = value;
  row.tolerance = relative_tolerance * fmax(1.0, value);
  row.trivial = self->range * (double)self->t;
  row.unchecked = self->failed.name == NULL && self->comparator == NULL;
  premise_row(&self->failed, &row);
  theorem_judge_row(judge, &row);
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  const hedge_regret *self = data;
  (void)totals;
  *count = 0;
  rows[(*count)++] = regret_row(self, NULL, value_now(self), &self->theorem);
  rows[(*count)++] = regret_row(self, "data", data_now(self), &self->data);
  bound_row step = bound_row_of(&bound_hedge_regret, "potential");
  if (invariant_judge_row(&self->step, "progress", &step)) rows[(*count)++] = step;
  return STATUS_OK;
}
