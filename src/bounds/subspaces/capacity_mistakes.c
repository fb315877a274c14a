/* The mistake bound of deterministic (Matrix) Winnow of trace 1 with two rates, any alpha, beta, theta (capacity_tuning.h), p1 = gap/tr P and
 * p0 = gap_low/tr P:
 *
 *   M <= [ ln(n/r) + (alpha H+ + beta H-)/r ] / min(c+, c-)
 *   c+ = alpha p1 - ln(1 + (e^alpha - 1) theta),  c- = -beta p0 - ln(1 - (1 - e^-beta) theta)
 *
 * With rates = "capacity" c+ = c- = C, the capacity of a Z-channel, and no learner has a smaller multiple of ln n for all n
 * (docs/constants.md). Invariant "progress": every mistake lowers D(P/r, W) by at least that. */
#include <math.h>

#include "bounds/constants.h"
#include "bounds/potential.h"
#include "bounds/subspaces/asymmetric_progress.h"

static bool applies(const void *self, const bound_context *context) {
  (void)self;
  return asymmetric_applies(context, "theta", true);
}

static status init(void *self, const bound_context *context) {
  const learner *learner = context->learner;
  const double zeta = potential_scale(learner, context->comparator), theta = constant_or(learner, "theta", 0.0);
  const double up =
      capacity_progress_up(zeta * constant_or(learner, "gap", 0.0), constant_or(learner, "alpha", 0.0), theta);
  const double down =
      capacity_progress_down(zeta * constant_or(learner, "gap_low", 0.0), constant_or(learner, "beta", 0.0), theta);
  return asymmetric_progress_begin(context, fmin(up, down), self);
}

static const bound_methods methods = {
    .size = sizeof(asymmetric_progress),
    .init = init,
    .clear = asymmetric_progress_clear,
    .watch = asymmetric_progress_watch,
    .current = asymmetric_progress_current,
    .finish = asymmetric_progress_finish,
};

const bound_class bound_capacity_mistakes = {
    .about = {.name = "capacity_mistakes",
              .short_name = "capacity",
              .title = "(ln(n/r) + (alpha H+ + beta H-)/r) / C",
              .citation = "docs/constants.md",
              .help = "mistakes of (Matrix) Winnow of trace 1 with two rates: ln(n/r)/C at the capacity, C = ln(1 + "
                      "(q-1)^(q-1)/q^q), q = r/gap",
              .formula = "$M\\le\\frac{\\ln(n/r)+(\\alpha\\mathcal{H}_++\\beta\\mathcal{H}_-)/r}{\\min(c_+,c_-)}$, "
                         "$c_+=\\frac{\\alpha g_1}r-\\ln(1+(e^\\alpha-1)\\theta)$, $c_-=-\\frac{\\beta "
                         "g_0}r-\\ln(1-(1-e^{-\\beta})\\theta)$; at capacity, $g_0=0$ and without noise "
                         "$c_+=c_-=\\ln\\left(1+\\frac{(\\rho-1)^{\\rho-1}}{\\rho^\\rho}\\right)$, $\\rho=\\frac "
                         "r{g_1}$",
              .result_version = 1},
    .premises =
        "$0\\preceq X_t\\preceq I$ in trials with an update; one comparator for all trials; the spectrum of $P$ "
        "is known; $\\min(c_+,c_-)\\gt0$; in elimination $\\mathrm{tr}(PX_t)=0$ in negative trials with an "
        "update",
    .learner_family = "asymmetric_winnow",
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = applies,
    .methods = &methods,
};
