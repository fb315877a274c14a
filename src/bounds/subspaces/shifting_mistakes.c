/* The mistake bound of shifting (Matrix) Winnow: for comparators P_1, .., P_K of rank r that take turns, hinge sum H, share a,
 *
 *   M <= ( ln(n/r) + (D/r) ln(n/a) + eta H / r ) / (c + ln(1 - a)),   D = sum of tr((P_{j+1} - P_j)_+) over the shifts so far,
 *
 * with the progress c of normalised Winnow (winnow_normalized_progress). Proof: an update lowers D(P/r, W) by c - eta h_t / r as
 * without shifts, and W >= (1 - a) W' (mix), or every eigenvalue keeps the share gamma >= 1 - a (floor), costs at most -ln(1 - a)
 * because log is monotone; a shift raises it by <P_j - P_{j+1}, log W>/r <= (D_j/r) ln(n/a) because (a/n) I <= W <= I
 * (Herbster & Warmuth 1998 for vectors).
 *
 * Judged after every trial. Invariants: "progress" (an update), "shift" (a change of the comparator). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/bound.h"
#include "bounds/constants.h"
#include "bounds/potential.h"
#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"
#include "linalg/angles.h"

typedef struct shifting_mistakes {
  subspace_premises premises;
  double eta, theta, share, n, r;
  double per_mistake;        /* c + ln(1 - a) */
  double distance;           /* D so far */
  potential_steps potential; /* of the comparator scaled by 1/r */
  invariant_judge shift;
  const instance *segment; /* the comparator of the last trial */
  angles *angles;
  double *rows; /* of the comparator before and now, 2 r x n */
} shifting_mistakes;

static const double invariant_tolerance = 1e-9; /* times max(1, potential) */
static const double premise_tolerance = 1e-9;

static double value_now(const shifting_mistakes *self) {
  if (!(self->per_mistake > 0.0)) return NAN; /* the premise fails; it would be below 0 */
  const double shifts = self->distance / self->r * fixed_log(self->n / self->share);
  return (fixed_log(self->n / self->r) + shifts + self->eta * self->premises.hinge / self->r) / self->per_mistake;
}

static void clear(void *data) {
  shifting_mistakes *self = data;
  subspace_premises_end(&self->premises);
  angles_free(self->angles);
  free(self->rows);
}

static status begin_comparator(shifting_mistakes *self, const bound_context *context) {
  double whole = 0.0;
  const comparator *u = context->comparator;
  if (comparator_shift_distance(u, &whole) != STATUS_OK) {
    premise_fail(&self->premises.failed, "all comparators are projections of one rank", 0, NAN);
    return STATUS_OK;
  }
  if (!self->premises.projection) {
    premise_fail(&self->premises.failed, "P is a projection", 0, NAN);
    return STATUS_OK;
  }
  const size_t n = context->problem->facts.n, r = self->premises.rank;
  self->r = (double)r;
  const double progress = winnow_normalized_progress(self->eta, self->theta, self->premises.gap_low / self->r,
                                                     self->premises.gap / self->r);
  self->per_mistake = progress + fixed_log1p(-self->share);
  premise_require(&self->premises.failed, self->per_mistake > 0.0, "the guaranteed progress is positive",
                  self->per_mistake);
  TRY(angles_new(n, r, &self->angles));
  TRY(NEW_ARRAY(2 * r * n, self->rows));
  comparator_rows(u, self->rows + r * n);
  self->segment = comparator_instance(u);
  return STATUS_OK;
}

static status init(void *data, const bound_context *context) {
  shifting_mistakes *self = data;
  self->n = (double)context->problem->facts.n;
  self->eta = constant_or(context->learner, "eta", 0.0);
  self->theta = constant_or(context->learner, "theta", 0.0);
  self->share = constant_or(context->learner, "share", 0.0);
  TRY(subspace_premises_begin_shifting(context, constant_or(context->learner, "gap", 0.0), &self->premises));
  if (context->comparator != NULL) TRY(begin_comparator(self, context));
  const comparator *u = self->angles != NULL ? context->comparator : NULL;
  return potential_begin(context->learner, u, potential_scale(context->learner, u), &self->potential);
}

/* A shift changes the potential without an update. */
static status before(void *data, const trial_event *event) {
  shifting_mistakes *self = data;
  const comparator *u = self->premises.comparator;
  if (u == NULL || self->angles == NULL || comparator_instance(u) == self->segment) return STATUS_OK;
  self->segment = comparator_instance(u);
  const size_t size = (size_t)self->r * (size_t)self->n;
  memcpy(self->rows, self->rows + size, size * sizeof *self->rows);
  comparator_rows(u, self->rows + size);
  double moved = 0.0;
  TRY(angles_positive_part(self->angles, self->rows, self->rows + size, &moved));
  self->distance += moved;
  const double earlier = self->potential.now;
  TRY(potential_measure(&self->potential));
  invariant_judge_trial(&self->shift, (trial_figures){.trial = event->t,
                                                      .measured = self->potential.now - earlier,
                                                      .value = moved / self->r * fixed_log(self->n / self->share),
                                                      .tolerance = invariant_tolerance * fmax(1.0, fabs(earlier)),
                                                      .error = 2.0 * self->potential.trace_error});
  return STATUS_OK;
}

static status check_floor(shifting_mistakes *self, size_t t) {
  spectral *w = learner_parameter(&self->potential.learner);
  double least = 0.0, largest = 0.0, trace = 0.0;
  TRY(spectral_extremes(w, &least, &largest));
  TRY(spectral_trace(w, &trace));
  const double floor = least * self->n / self->share;
  if (!(floor >= 1.0 - premise_tolerance)) {
    premise_fail(&self->premises.failed, "lambda_min(W) >= a/n, as a multiple of a/n", t, floor);
  }
  if (!(fabs(trace - 1.0) <= premise_tolerance)) premise_fail(&self->premises.failed, "tr W = 1", t, trace);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  shifting_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  TRY(check_floor(self, event->t));
  potential_charge(&self->potential, event, self->eta, self->premises.low, self->premises.high - self->premises.low);
  if (self->angles == NULL) return STATUS_OK;
  TRY(potential_judge(&self->potential, event->t, self->per_mistake - self->eta * self->premises.last_hinge / self->r,
                      invariant_tolerance, 0.0));
  subspace_premises_judge(&self->premises, event->t, value_now(self), self->potential.budget / self->per_mistake);
  return STATUS_OK;
}

static double current(void *data) {
  const shifting_mistakes *self = data;
  const bool silent = self->angles == NULL || self->premises.failed.name != NULL;
  return silent ? NAN : value_now(self);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const shifting_mistakes *self = data;
  const bool known = self->angles != NULL;
  const double value = known ? value_now(self) : NAN, error = known ? self->potential.budget / self->per_mistake : 0.0;
  (void)subspace_mistakes_row(&self->premises, rows, totals, value, error);
  (void)subspace_progress_row(&self->premises, rows, &self->potential.progress);
  bound_row *shift = invariant_judge_row(&self->shift, rows, "shift", "rise of the potential");
  if (shift != NULL) subspace_premises_row(&self->premises, shift);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(shifting_mistakes),
    .init = init,
    .clear = clear,
    .before = before,
    .watch = watch,
    .current = current,
    .finish = finish,
};

const bound_class bound_shifting_mistakes = {
    .about = {.name = "shifting_mistakes",
              .short_name = "shifting",
              .title = "(ln(n/r) + (D/r) ln(n/a) + eta H/r) / (c + ln(1-a))",
              .citation = "Warmuth 2007, section 1; Herbster & Warmuth 1998",
              .help =
                  "mistakes of shifting (Matrix) Winnow on subspaces that change; D counts the directions that changed",
              .formula =
                  "$M\\le\\frac{\\ln(n/r)+\\frac Dr\\ln\\frac na+\\eta\\mathcal{H}/r}{\\min(c_+,c_-)+\\ln(1-a)}$, "
                  "$D=\\sum_j\\mathrm{tr}((P_{j+1}-P_j)_+)$ over the shifts so far, $c_+=\\frac{\\eta "
                  "g_1}r-\\ln(1+(e^\\eta-1)\\theta)$, $c_-=-\\frac{\\eta g_0}r-\\ln(1-(1-e^{-\\eta})\\theta)$",
              .result_version = 3},
    .premises = "$0\\preceq X_t\\preceq I$ in trials with an update; all comparators are projections of one rank; "
                "$W\\succeq\\frac anI$ and $\\mathrm{tr}W=1$; the denominator is positive",
    .learner_family = "shifting_winnow",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &methods,
};
