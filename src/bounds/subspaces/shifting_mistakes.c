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

#include "bounds/subspaces/mistake_bound.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"
#include "linalg/angles.h"

typedef struct shifting_mistakes {
  mistake_bound proof; /* first; per_mistake: c + ln(1 - a), the potential of the comparator scaled by 1/r */
  double eta, theta, share, n, r;
  double distance; /* D so far */
  invariant_judge shift;
  const instance *segment; /* the comparator of the last trial */
  angles *angles;          /* NULL: no comparator is known for which the theorem holds */
  double *rows;            /* of the comparator before and now, 2 r x n */
} shifting_mistakes;

static const ask asks[] = {
    ASK(shifting_mistakes, eta),
    ASK(shifting_mistakes, theta),
    ASK(shifting_mistakes, share),
    ASK_AS("gap", shifting_mistakes, proof.premises.gap),
};

static const double invariant_tolerance = 1e-9; /* times max(1, potential) */
static const double premise_tolerance = 1e-9;

static double value(const void *data) {
  const shifting_mistakes *self = data;
  if (self->angles == NULL) return NAN;
  const double shifts = self->distance / self->r * fixed_log(self->n / self->share);
  return (fixed_log(self->n / self->r) + shifts + self->eta * self->proof.premises.hinge / self->r) /
         self->proof.per_mistake;
}

static status begin_comparator(shifting_mistakes *self, const bound_context *context) {
  double whole = 0.0;
  const comparator *u = context->comparator;
  if (comparator_shift_distance(u, &whole) != STATUS_OK) {
    premise_fail(&self->proof.premises.failed, "all comparators are projections of one rank", 0, NAN);
    return STATUS_OK;
  }
  if (!self->proof.premises.projection) {
    premise_fail(&self->proof.premises.failed, "P is a projection", 0, NAN);
    return STATUS_OK;
  }
  const size_t n = context->problem->facts.n, r = self->proof.premises.rank;
  self->r = (double)r;
  const double progress = winnow_normalized_progress(self->eta, self->theta, self->proof.premises.gap_low / self->r,
                                                     self->proof.premises.gap / self->r);
  self->proof.per_mistake = progress + fixed_log1p(-self->share);
  premise_require(&self->proof.premises.failed, self->proof.per_mistake > 0.0, "the guaranteed progress is positive",
                  self->proof.per_mistake);
  TRY(angles_new(n, r, &self->angles));
  TRY(OWN(self, self->angles, angles_free));
  TRY(OWN_ARRAY(self, 2 * r * n, self->rows));
  comparator_rows(u, self->rows + r * n);
  self->segment = comparator_instance(u);
  return STATUS_OK;
}

static status begin(void *data, const bound_context *context) {
  shifting_mistakes *self = data;
  self->n = (double)context->problem->facts.n;
  TRY(subspace_premises_begin_shifting(context, self->proof.premises.gap, &self->proof.premises));
  if (context->comparator != NULL) TRY(begin_comparator(self, context));
  const comparator *u = self->angles != NULL ? context->comparator : NULL;
  double scale = 1.0;
  TRY(potential_scale(context->learner, u, &scale));
  return potential_begin(context->learner, u, scale, &self->proof.potential);
}

/* A shift changes the potential without an update. */
static status before(void *data, const trial_event *event) {
  shifting_mistakes *self = data;
  const comparator *u = self->proof.premises.comparator;
  if (u == NULL || self->angles == NULL || comparator_instance(u) == self->segment) return STATUS_OK;
  self->segment = comparator_instance(u);
  const size_t size = (size_t)self->r * (size_t)self->n;
  memcpy(self->rows, self->rows + size, size * sizeof *self->rows);
  comparator_rows(u, self->rows + size);
  double moved = 0.0;
  TRY(angles_positive_part(self->angles, self->rows, self->rows + size, &moved));
  self->distance += moved;
  const double earlier = self->proof.potential.now;
  TRY(potential_measure(&self->proof.potential));
  invariant_judge_trial(&self->shift, (trial_figures){.trial = event->t,
                                                      .measured = self->proof.potential.now - earlier,
                                                      .value = moved / self->r * fixed_log(self->n / self->share),
                                                      .tolerance = invariant_tolerance * fmax(1.0, fabs(earlier)),
                                                      .error = 2.0 * self->proof.potential.trace_error});
  return STATUS_OK;
}

static status check_floor(shifting_mistakes *self, size_t t) {
  spectral *w = learner_parameter(&self->proof.potential.learner);
  double least = 0.0, largest = 0.0, trace = 0.0;
  TRY(spectral_extremes(w, &least, &largest));
  TRY(spectral_trace(w, &trace));
  const double floor = least * self->n / self->share;
  premise_at_least(&self->proof.premises.failed, "lambda_min(W) >= a/n, as a multiple of a/n", t, floor,
                   1.0 - premise_tolerance);
  if (!(fabs(trace - 1.0) <= premise_tolerance)) premise_fail(&self->proof.premises.failed, "tr W = 1", t, trace);
  return STATUS_OK;
}

static status step(void *data, const trial_event *event) {
  shifting_mistakes *self = data;
  const subspace_premises *premises = &self->proof.premises;
  TRY(check_floor(self, event->t));
  potential_charge(&self->proof.potential, event, self->eta, premises->low, premises->high - premises->low);
  if (self->angles == NULL) return STATUS_OK;
  return potential_judge(&self->proof.potential, event->t,
                         self->proof.per_mistake - self->eta * premises->last_hinge / self->r, invariant_tolerance,
                         0.0);
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const shifting_mistakes *self = data;
  TRY(mistake_finish(data, totals, rows));
  bound_row *shift = invariant_judge_row(&self->shift, rows, "shift", "rise of the potential");
  if (shift != NULL) subspace_premises_row(&self->proof.premises, shift);
  return STATUS_OK;
}

const bound_class bound_shifting_mistakes = {
    .about = {.name = "shifting_mistakes",
              .short_name = "ours, shifting",
              .symbols = "D: how far P shifts, a: share mixed in, H: hinge losses of P, c: progress of a mistake",
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
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &(const bound_methods){.size = sizeof(shifting_mistakes),
                                      FIELDS(asks, asks),
                                      .init = mistake_init,
                                      .before = before,
                                      .watch = mistake_watch,
                                      .current = mistake_current,
                                      .finish = finish},
    .variant = &(const mistake_kind){.begin = begin, .step = step, .value = value},
};
