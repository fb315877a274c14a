/* The mistakes of completion with side information (learners/matrix_prediction/side_information_completion.h, the conservative one), for any
 * comparator U of trace at most Dhat, the learner's constant "largest_trace", zeta = theta sinh(eta)/eta and H the sum over mistakes of
 * [gamma - y (tr(UX) - 1)]_+:
 *
 *   M <= ( Dhat max(1, zeta ln(zeta n) + 1 - zeta) + eta zeta H ) / ( theta (gamma sinh(eta) - cosh(eta) + 1) )
 *
 *   sharp, zeta = 1: ( Dhat ln n + eta H ) / ( eta (gamma - tanh(eta/2)) ), n >= 3; eta = gamma, H = 0: at most 2 Dhat ln n/gamma^2
 *
 * Proof: subspace_mistakes for zeta U and the gap from 1 - gamma to 1 + gamma, with the largest divergence from (Dhat/n) I that a U of this
 * trace has. (A mistake with y = 1 has s = tr(WX) < theta, and D(zeta U, W) falls by at least eta zeta tr(UX) - (e^eta - 1) s, by Golden and
 * Thompson and because 0 <= X <= I; one with y = -1 by at least (1 - e^-eta) s - eta zeta tr(UX), s >= theta.) */

#include "bounds/subspaces/subspace_premises.h"
#include "learners/matrix_prediction/side_information_completion.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct side_information_mistakes {
  subspace_premises premises;
  double eta, theta, gap, largest_trace;
  double divergence, per_hinge, per_mistake;
} side_information_mistakes;

/* Of the family, completion alone has the last one. */
static const ask asks[] = {ASK(side_information_mistakes, eta), ASK(side_information_mistakes, theta),
                           ASK(side_information_mistakes, gap), ASK_OR(side_information_mistakes, largest_trace, NAN)};

static const double premise_tolerance = 1e-9;

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && !isnan(((const side_information_mistakes *)self)->largest_trace);
}

static double value_now(const side_information_mistakes *self) {
  if (!(self->per_mistake > 0.0)) return NAN;
  return (self->divergence + self->per_hinge * self->premises.hinge) / self->per_mistake;
}

static status init(void *data, const bound_context *context) {
  side_information_mistakes *self = data;
  const double eta = self->eta, theta = self->theta, gap = self->gap, trace = self->largest_trace;
  TRY(OWN(self, &self->premises, subspace_premises_end));
  TRY(subspace_premises_begin(context, gap, &self->premises));
  const double zeta = winnow_scale(eta, theta, self->premises.gap_low, gap);
  failed_premise *failed = &self->premises.failed;
  self->divergence = side_information_divergence(trace, zeta, context->problem->facts.n);
  self->per_hinge = eta * zeta;
  self->per_mistake = winnow_progress(eta, theta, self->premises.gap_low, gap);
  premise_require(failed, self->per_mistake > 0.0, "the guaranteed progress is positive", self->per_mistake);
  const comparator *u = context->comparator;
  if (u == NULL) return STATUS_OK;
  premise_require(failed, comparator_trace(u) <= trace * (1.0 + premise_tolerance),
                  "the comparator's trace is at most D", comparator_trace(u));
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  side_information_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  subspace_premises_watch(&self->premises, event);
  if (self->premises.comparator != NULL) subspace_premises_judge(&self->premises, event->t, value_now(self), 0.0);
  return STATUS_OK;
}

static double current(void *data) {
  const side_information_mistakes *self = data;
  return subspace_premises_hold(&self->premises) ? value_now(self) : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const side_information_mistakes *self = data;
  (void)subspace_mistakes_row(&self->premises, rows, totals, value_now(self), 0.0);
  return STATUS_OK;
}

const bound_class bound_side_information_mistakes = {
    .about = {.name = "side_information_mistakes",
              .short_name = "ours, after Herbster et al.",
              .symbols = "D: dimension of the target with the side information, H: its hinge losses, gamma: margin",
              .title = "(D ln n + eta H) / (eta (gamma - tanh(eta/2)))",
              .citation = "after Herbster, Pasteris & Tse 2020",
              .help = "mistakes of completion with side information: at most 2 D ln(n)/gamma^2 and hinge loss",
              .formula =
                  "$M\\le\\frac{D\\max(1,\\zeta\\ln(\\zeta n)+1-\\zeta)+\\eta\\zeta\\mathcal{H}}"
                  "{\\theta(\\gamma\\sinh\\eta-\\cosh\\eta+1)}$, $\\zeta=\\frac{\\theta\\sinh\\eta}\\eta$; sharp: "
                  "$\\frac{D\\ln n+\\eta\\mathcal{H}}{\\eta(\\gamma-\\tanh\\frac\\eta2)}\\le\\frac{2D\\ln n}"
                  "{\\gamma^2}$ without noise; $\\mathcal{H}=\\sum[\\gamma-y(\\mathrm{tr}(UX)-1)]_+$ over mistakes",
              .result_version = 1},
    .premises =
        "$0\\preceq X_t\\preceq I$ in trials with an update; $U\\succeq0$ with $\\mathrm{tr}U\\le D$, one for all "
        "trials; the progress, which is the denominator, is positive",
    .learner_family = "winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(side_information_mistakes),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
