/* The mistake bound of Matrix Winnow with side constraints that P satisfies, theta = eta gap/(e^eta - e^-eta):
 *
 *   M <= ( D(P, W_1) + eta H ) / c,   c = eta gap/(1 + e^eta),   W_1 the projection of (r/n) I
 *
 * At most (r ln(n/r) + eta H)/c, the bound without constraints (Warmuth 2007, Theorem 2), because by the generalised Pythagorean
 * theorem projections only lower D(P, W). The rows beside it:
 *
 *   start      D(P, W_1) <= D(P, (r/n) I) = sum u ln u + tr(P) ln(n/r) + r - tr P, which is r ln(n/r) for rank r
 *   progress   each mistake lowers D(P, W) by at least c - eta h_t, projection included
 *   residual   the optimality conditions of all projections hold within 1e-9 of the constraints' values
 *
 * A projection lowers D(P, W) by what its dual gains, residual or not, if P satisfies the constraints exactly; a P that is off
 * by v costs at most the sum of |a_j| |C_j| times v. That and the residual are in the error of a row. */
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/bound.h"
#include "bounds/potential.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/constrained_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct constrained_mistakes {
  learner learner;
  subspace_premises premises;
  double eta, per_mistake;
  double start, projected_start; /* D(P, (r/n) I), D(P, W_1) */
  double violation;              /* of the constraints by P, in units of |C_j|_F */
  double start_error;
  potential_steps potential;
  double projection_budget; /* progress that inexact projections can have cost */
} constrained_mistakes;

static const double progress_tolerance = 1e-6; /* times max(1, potential): a numerical projection took part */
static const double start_tolerance = 1e-9;    /* times max(1, potential) */
static const double residual_limit = 1e-9;

static double value_now(const constrained_mistakes *self) {
  return (self->projected_start + self->eta * self->premises.hinge) / self->per_mistake;
}

/* What the last projection can have cost: see above. */
static double projection_error(const constrained_mistakes *self) {
  const double residual = learner_constant_or_nan(&self->learner, "kkt_residual") *
                          learner_constant_or_nan(&self->learner, "constraint_scale");
  return learner_constant_or_nan(&self->learner, "projection_weight") * (self->violation + residual);
}

static status measure_start(constrained_mistakes *self, const bound_context *context) {
  const comparator *u = context->comparator;
  failed_premise *failed = &self->premises.failed;
  const double r = learner_constant_or_nan(&self->learner, "r"), gap = learner_constant_or_nan(&self->learner, "gap"),
               theta = learner_constant_or_nan(&self->learner, "theta");
  const double n = (double)context->problem->facts.n, trace = comparator_trace(u);
  const double zeta = winnow_scale(self->eta, theta, 0.0, gap);
  premise_require(failed, !isnan(comparator_entropy(u)), "the spectrum of the comparator is known", NAN);
  premise_require(failed, fabs(zeta - 1.0) <= 1e-9, "theta = eta gap / (e^eta - e^-eta)", zeta);
  premise_require(failed, isnan(comparator_entropy(u)) || !isnan(self->potential.now),
                  "the comparator is a vector, where instances are", NAN);
  TRY(constrained_winnow_violation(context->learner->self, comparator_instance(u), &self->violation));
  premise_require(failed,
                  self->violation <= 1e-9 * fmax(1.0, learner_constant_or_nan(&self->learner, "constraint_scale")),
                  "P satisfies the constraints", self->violation);
  self->start = comparator_entropy(u) + trace * fixed_log(n / r) + r - trace;
  self->projected_start = at_least_zero(self->potential.now);
  self->start_error = self->potential.trace_error + projection_error(self);
  return STATUS_OK;
}

static status init(void *data, const bound_context *context) {
  constrained_mistakes *self = data;
  self->learner = *context->learner;
  self->eta = learner_constant_or_nan(&self->learner, "eta");
  self->per_mistake = self->eta * learner_constant_or_nan(&self->learner, "gap") / (1.0 + fixed_exp(self->eta));
  TRY(potential_begin(context->learner, context->comparator, 1.0, &self->potential));
  TRY(subspace_premises_begin(context, learner_constant_or_nan(&self->learner, "gap"), &self->premises));
  if (context->comparator != NULL) TRY(measure_start(self, context));
  return STATUS_OK;
}

static void clear(void *data) {
  constrained_mistakes *self = data;
  subspace_premises_end(&self->premises);
}

static double budget(const constrained_mistakes *self) {
  return (self->potential.budget + self->projection_budget + self->start_error) / self->per_mistake;
}

static status watch(void *data, const trial_event *event) {
  constrained_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  potential_charge(&self->potential, event, self->eta, 0.0, 1.0);
  if (self->premises.comparator == NULL) return STATUS_OK;
  const double inexact = projection_error(self), least = self->per_mistake - self->eta * self->premises.last_hinge;
  self->projection_budget += inexact;
  TRY(potential_judge(&self->potential, event->t, least, progress_tolerance, inexact));
  subspace_premises_judge(&self->premises, event->t, value_now(self), budget(self));
  return STATUS_OK;
}

static double current(void *data) {
  const constrained_mistakes *self = data;
  return subspace_premises_hold(&self->premises) ? value_now(self) : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const constrained_mistakes *self = data;
  (void)subspace_mistakes_row(&self->premises, rows, totals, value_now(self), budget(self));
  bound_row *residual = bound_row_add(rows, "residual"); /* needs neither a comparator nor a premise */
  residual->measure = "residual";
  residual->measured = learner_constant_or_nan(&self->learner, "kkt_residual");
  residual->value = residual_limit;
  if (self->premises.comparator == NULL) return STATUS_OK;
  bound_row *start = bound_row_add(rows, "start");
  subspace_premises_row(&self->premises, start);
  start->measure = "potential";
  start->measured = self->projected_start;
  start->value = self->start;
  start->tolerance = start_tolerance * fmax(1.0, fabs(self->start));
  start->error = self->start_error;
  (void)subspace_progress_row(&self->premises, rows, &self->potential.progress);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(constrained_mistakes),
    .init = init,
    .clear = clear,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_constrained_mistakes = {
    .about = {.name = "constrained_mistakes",
              .short_name = "Theorem 2, constrained",
              .title = "(D(P, W1) + eta H) / c",
              .citation = "Warmuth 2007, Theorem 2 and side constraints",
              .help =
                  "mistakes of Matrix Winnow with side constraints that P satisfies: at most the bound without them",
              .formula = "$M\\le\\frac{\\Delta(P,W_1)+\\eta\\mathcal{H}}c$, $c=\\frac{\\eta g_1}{1+e^\\eta}$, $W_1$ "
                         "the projection of $\\frac rnI$: $\\Delta(P,W_1)\\le r\\ln\\frac nr$",
              .result_version = 4},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update, for instances as the learner reads them; one "
                "comparator for all trials; $P$ satisfies the constraints; the spectrum of $P$ is known; "
                "$\\theta=\\frac{\\eta g_1}{e^\\eta-e^{-\\eta}}$",
    .learner_family = "constrained_winnow",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &methods,
};
