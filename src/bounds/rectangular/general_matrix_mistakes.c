/* The mistake bound of the normalised General Matrix Winnow, with N = m + n, a generalised projection G of rank r and its hinge sum H
 * (for a matrix K of trace norm at most 1: r = 1, and ln N less the entropy of the density it lifts to in place of ln(N/r); for signs
 * of tr(K^T X) with margin d, gap = -gap_low = d and eta = artanh d, below 2 ln N/d^2):
 *   M <= ( ln(N/r) + eta H / r ) / min(c+, c-),   c+ and c- of learners/winnow/general_tuning.h at the margins gap_low/r and gap/r;
 * with two rates eta_+ H_+ + eta_- H_- in place of eta H;
 * at gap 1/2 and the best rate 29.6 ln N for r = 1, and below 32 r^2 ln(N/r) for every r. It replaces the bound that
 * Warmuth 2007, section 6, claims (docs/errata.md, E0.7). Judged after every trial with H measured so far.
 *
 * The invariant "progress" is the step of the proof: each mistake lowers D(Phat/r, W) by at least c - eta h_t / r. */

#include "bounds/potential.h"
#include "bounds/rectangular/general_premises.h"
#include "learners/winnow/general_matrix_winnow.h"
#include "learners/winnow/general_tuning.h"

typedef struct general_mistakes {
  general_premises premises; /* first */
  general_variant variant;
  double eta[2]; /* of negative and positive mistakes */
  double theta, progress;
  double charge; /* sum of eta h_t */
  potential_steps potential;
} general_mistakes;

static const ask asks[] = {
    ASK(general_mistakes, variant),
    ASK_AS("eta_down", general_mistakes, eta[0]),
    ASK_AS("eta", general_mistakes, eta[1]),
    ASK(general_mistakes, theta),
};

static const double progress_tolerance = 1e-9; /* times max(1, potential) */

static double value_now(const general_mistakes *self) {
  const general_premises *premises = &self->premises;
  if (!general_premises_hold(premises)) return NAN; /* without progress it would be below 0 */
  const double charge = self->eta[0] == self->eta[1] ? self->eta[1] * premises->hinge : self->charge;
  return (premises->start + charge / premises->r) / self->progress;
}

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && ((const general_mistakes *)self)->variant == GENERAL_NORMALIZED;
}

static status init(void *data, const bound_context *context) {
  general_mistakes *self = data;
  const learner *player = context->learner;
  general_premises *premises = &self->premises;
  TRY(general_premises_begin(context, premises));
  if (context->comparator != NULL) {
    self->progress = general_progress(self->eta[1], self->eta[0], self->theta, premises->gap_low / premises->r,
                                      premises->gap / premises->r);
    premise_require(&premises->failed, self->progress > 0.0, "the guaranteed progress is positive", self->progress);
  }
  const comparator *u = general_premises_hold(premises) ? premises->comparator : NULL;
  double scale = 1.0;
  TRY(potential_scale(player, u, &scale));
  return potential_begin(player, u, scale, &self->potential);
}

static status watch(void *data, const trial_event *event) {
  general_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  general_premises_watch(&self->premises, event);
  const double eta = self->eta[event->label > 0.0];
  self->charge += eta * self->premises.last_hinge;
  /* The derivative of ln(cosh eta +- theta sinh eta) in theta. */
  const double growth = fixed_cosh(eta) - fabs(self->theta) * fixed_sinh(eta);
  self->potential.budget +=
      self->potential.score_error * instance_nuclear(event->x) * fixed_sinh(eta) / fmax(growth, fixed_exp(-eta));
  if (!general_premises_hold(&self->premises)) return STATUS_OK;
  TRY(potential_judge(&self->potential, event->t, self->progress - eta * self->premises.last_hinge / self->premises.r,
                      progress_tolerance, 0.0));
  general_premises_judge(&self->premises, event->t, value_now(self), self->potential.budget / self->progress);
  return STATUS_OK;
}

static double current(void *data) {
  const general_mistakes *self = data;
  return general_premises_hold(&self->premises) ? value_now(self) : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const general_mistakes *self = data;
  general_mistakes_row(&self->premises, rows, totals, value_now(self), self->potential.budget / self->progress);
  bound_row *progress = invariant_judge_row(&self->potential.progress, rows, "progress", "progress");
  if (progress == NULL) return STATUS_OK;
  general_premises_row(&self->premises, progress);
  progress->trivial = 0.0;
  return STATUS_OK;
}

const bound_class bound_general_matrix_mistakes = {
    .about = {.name = "general_matrix_mistakes",
              .short_name = "ours, section 6 repaired",
              .symbols = "H: hinge losses of P, c_G: progress of a mistake",
              .title = "(ln((m+n)/r) + eta H/r) / c_G",
              .citation = "after Warmuth 2007, section 6",
              .help =
                  "mistakes of the normalised General Matrix Winnow: below 32 r^2 ln((m+n)/r) at gap 1/2 without noise",
              .formula = "$M\\le\\frac{\\ln((m+n)/r)+\\eta\\mathcal{H}/r}{\\min(c_+,c_-)}$, $c_+=\\frac{\\eta "
                         "g_1}r-\\ln(\\cosh\\eta+\\theta\\sinh\\eta)$, $c_-=-\\frac{\\eta "
                         "g_0}r-\\ln(\\cosh\\eta-\\theta\\sinh\\eta)$; at gap $\\frac12$ below $32r^2\\ln\\frac{m+n}r$ "
                         "without noise",
              .result_version = 3},
    .premises = "$\\Vert X\\Vert\\le1$ in trials with an update; the comparator is a generalised projection of rank "
                "$r$, or a matrix of trace norm at most $1$ ($r=1$), of vectors $\\mathrm{diag}(u)$ or any $G$ with "
                "that diagonal; $\\min(c_+,c_-)\\gt0$",
    .learner_family = "general_winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(general_mistakes),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
