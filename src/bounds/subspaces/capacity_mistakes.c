/* The mistake bound of deterministic (Matrix) Winnow of trace 1 with two rates, any alpha, beta, theta (capacity_tuning.h), p1 = gap/tr P and
 * p0 = gap_low/tr P:
 *
 *   M <= [ ln(n/r) + (alpha H+ + beta H-)/r ] / min(c+, c-)
 *   c+ = alpha p1 - ln(1 + (e^alpha - 1) theta),  c- = -beta p0 - ln(1 - (1 - e^-beta) theta)
 *
 * With rates = "capacity" c+ = c- = C, the capacity of a Z-channel, and no deterministic learner has a smaller multiple of ln n
 * for all n (docs/constants.md). Invariant "progress": every mistake lowers D(P/r, W) by at least that. */

#include "bounds/subspaces/asymmetric_progress.h"

static bool applies(const void *self, const bound_context *context) {
  const asymmetric_progress *progress = self;
  return bound_of_signs(self, context) && progress->normalized && !isnan(progress->theta);
}

static double per_mistake(const asymmetric_progress *progress) {
  const subspace_premises *premises = &progress->premises;
  const double zeta = progress->scale;
  return fmin(capacity_progress_up(zeta * premises->gap, progress->alpha, progress->theta),
              capacity_progress_down(zeta * premises->gap_low, progress->beta, progress->theta));
}

/* ---- whole bounds: log2 n, for r = gap = 1 and n = 2^M, up to rounding: with other rates the value is another one. No other r, gap <= 1 and n
 * have a whole M: that asks for a whole rho = r/gap and r (rho^rho + (rho-1)^(rho-1))^M = n rho^(rho M), so that rho^(rho M) divides r <= rho. */
static double whole_bound(const asymmetric_progress *progress, size_t n) {
  static const double rounding = 1e-9;
  const subspace_premises *premises = &progress->premises;
  const double value = progress->start / progress->per_mistake, mistakes = floor(value + 0.5);
  if (progress->r != 1.0 || premises->gap != 1.0 || premises->gap_low != 0.0) return NAN;
  return fabs(value - mistakes) <= rounding && mistakes >= 1.0 && mistakes < 64.0 && n == (size_t)1 << (int)mistakes
             ? mistakes
             : NAN;
}

const bound_class bound_capacity_mistakes = {
    .about = {.name = "capacity_mistakes",
              .short_name = "ours, capacity",
              .symbols = "H+, H-: hinge losses of P on the labels 1, -1; C: progress of a mistake",
              .title = "(ln(n/r) + (alpha H+ + beta H-)/r) / C",
              .citation = "docs/constants.md",
              .help = "mistakes of (Matrix) Winnow of trace 1 with two rates: ln(n/r)/C at the capacity, C = ln(1 + "
                      "(q-1)^(q-1)/q^q), q = r/gap",
              .formula = "$M\\le\\frac{\\ln(n/r)+(\\alpha\\mathcal{H}_++\\beta\\mathcal{H}_-)/r}{\\min(c_+,c_-)}$, "
                         "$c_+=\\frac{\\alpha g_1}r-\\ln(1+(e^\\alpha-1)\\theta)$, $c_-=-\\frac{\\beta "
                         "g_0}r-\\ln(1-(1-e^{-\\beta})\\theta)$; at capacity, $g_0=0$ and without noise "
                         "$c_+=c_-=\\ln\\left(1+\\frac{(\\rho-1)^{\\rho-1}}{\\rho^\\rho}\\right)$, $\\rho=\\frac "
                         "r{g_1}$",
              .result_version = 2},
    .premises =
        "$0\\preceq X_t\\preceq I$ in trials with an update; one comparator for all trials; the spectrum of $P$ "
        "is known; $\\min(c_+,c_-)\\gt0$; in elimination $\\mathrm{tr}(PX_t)=0$ in negative trials with an "
        "update",
    .learner_family = "asymmetric_winnow",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &asymmetric_progress_methods,
    .variant = &(const asymmetric_kind){.per_mistake = per_mistake, .whole = whole_bound},
};
