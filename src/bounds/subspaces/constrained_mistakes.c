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

#include "bounds/subspaces/mistake_bound.h"
#include "learners/winnow/constrained_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct constrained_mistakes {
  mistake_bound proof; /* first */
  double eta, theta, r;
  live_constant constraint_scale, kkt_residual, projection_weight;
  double start, projected_start; /* D(P, (r/n) I), D(P, W_1) */
  double violation;              /* of the constraints by P, in units of |C_j|_F */
  double start_error;
  double projection_budget; /* progress that inexact projections can have cost */
} constrained_mistakes;

static const ask asks[] = {
    ASK(constrained_mistakes, eta),
    ASK(constrained_mistakes, theta),
    ASK(constrained_mistakes, r),
    ASK_AS("gap", constrained_mistakes, proof.premises.gap),
    ASK(constrained_mistakes, constraint_scale),
    ASK(constrained_mistakes, kkt_residual),
    ASK(constrained_mistakes, projection_weight),
};

static const double progress_tolerance = 1e-6; /* times max(1, potential): a numerical projection took part */
static const double start_tolerance = 1e-9;    /* times max(1, potential) */
static const double residual_limit = 1e-9;

static double value(const void *data) {
  const constrained_mistakes *self = data;
  return (self->projected_start + self->eta * self->proof.premises.hinge) / self->proof.per_mistake;
}

/* What the last projection can have cost: see above. */
static double projection_error(const constrained_mistakes *self) {
  const double residual = live_constant_now(&self->kkt_residual) * live_constant_now(&self->constraint_scale);
  return live_constant_now(&self->projection_weight) * (self->violation + residual);
}

static status measure_start(constrained_mistakes *self, const bound_context *context) {
  const comparator *u = context->comparator;
  failed_premise *failed = &self->proof.premises.failed;
  const double r = self->r, gap = self->proof.premises.gap;
  const double n = (double)context->problem->facts.n, trace = comparator_trace(u);
  const double zeta = winnow_scale(self->eta, self->theta, 0.0, gap);
  premise_require(failed, !isnan(comparator_entropy(u)), "the spectrum of the comparator is known", NAN);
  premise_require(failed, fabs(zeta - 1.0) <= 1e-9, "theta = eta gap / (e^eta - e^-eta)", zeta);
  premise_require(failed, isnan(comparator_entropy(u)) || !isnan(self->proof.potential.now),
                  "the comparator is a vector, where instances are", NAN);
  TRY(constrained_winnow_violation(context->learner->self, comparator_instance(u), &self->violation));
  premise_require(failed, self->violation <= 1e-9 * fmax(1.0, live_constant_now(&self->constraint_scale)),
                  "P satisfies the constraints", self->violation);
  self->start = comparator_entropy(u) + trace * fixed_log(n / r) + r - trace;
  self->projected_start = at_least_zero(self->proof.potential.now);
  self->start_error = self->proof.potential.trace_error + projection_error(self);
  return STATUS_OK;
}

static status begin(void *data, const bound_context *context) {
  constrained_mistakes *self = data;
  mistake_bound *proof = &self->proof;
  proof->per_mistake = self->eta * proof->premises.gap / (1.0 + fixed_exp(self->eta));
  TRY(potential_begin(context->learner, context->comparator, 1.0, &proof->potential));
  TRY(subspace_premises_begin(context, proof->premises.gap, &proof->premises));
  return context->comparator == NULL ? STATUS_OK : measure_start(self, context);
}

static double error(const void *data) {
  const constrained_mistakes *self = data;
  return (self->proof.potential.budget + self->projection_budget + self->start_error) / self->proof.per_mistake;
}

static status step(void *data, const trial_event *event) {
  constrained_mistakes *self = data;
  mistake_bound *proof = &self->proof;
  potential_charge(&proof->potential, event, self->eta, 0.0, 1.0);
  if (proof->premises.comparator == NULL) return STATUS_OK;
  const double inexact = projection_error(self), least = proof->per_mistake - self->eta * proof->premises.last_hinge;
  self->projection_budget += inexact;
  return potential_judge(&proof->potential, event->t, least, progress_tolerance, inexact);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const constrained_mistakes *self = data;
  (void)mistake_row(&self->proof, totals, rows);
  bound_row *residual = bound_row_add(rows, "residual"); /* needs neither a comparator nor a premise */
  residual->measure = "residual";
  residual->measured = live_constant_now(&self->kkt_residual);
  residual->value = residual_limit;
  if (self->proof.premises.comparator == NULL) return STATUS_OK;
  bound_row *start = bound_row_add(rows, "start");
  subspace_premises_row(&self->proof.premises, start);
  start->measure = "potential";
  start->measured = self->projected_start;
  start->value = self->start;
  start->tolerance = start_tolerance * fmax(1.0, fabs(self->start));
  start->error = self->start_error;
  (void)subspace_progress_row(&self->proof.premises, rows, &self->proof.potential.progress);
  return STATUS_OK;
}

const bound_class bound_constrained_mistakes = {
    .about = {.name = "constrained_mistakes",
              .short_name = "Warmuth, side constraints",
              .symbols = "D: divergence of P from the start, H: its hinge losses, c: progress of a mistake",
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
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &(const bound_methods){.size = sizeof(constrained_mistakes),
                                      FIELDS(asks, asks),
                                      .init = mistake_init,
                                      .watch = mistake_watch,
                                      .current = mistake_current,
                                      .finish = finish},
    .variant = &(const mistake_kind){.begin = begin, .step = step, .value = value, .error = error},
};
