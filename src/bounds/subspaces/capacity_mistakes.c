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

/* ---- whole bounds: with rho = r/gap whole, M mistakes are allowed iff r (rho^rho + (rho-1)^(rho-1))^M <= n rho^(rho M), in integers. Equality
 * asks that rho^(rho M) divides r: a larger rho than this has none. */
enum { LARGEST_RHO = 9, LIMBS = 512 };

typedef struct whole {
  uint32_t limb[LIMBS]; /* the lowest first */
  size_t count;
} whole;

/* False if there is no room. */
static bool multiply(whole *a, uint32_t by) {
  uint64_t carry = 0;
  for (size_t i = 0; i < a->count; i++) {
    carry += (uint64_t)a->limb[i] * by;
    a->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry == 0) return true;
  if (a->count == LIMBS) return false;
  a->limb[a->count++] = (uint32_t)carry;
  return true;
}

static bool at_most(const whole *a, const whole *b) {
  if (a->count != b->count) return a->count < b->count;
  size_t i = a->count;
  while (i > 1 && a->limb[i - 1] == b->limb[i - 1]) i--;
  return a->limb[i - 1] <= b->limb[i - 1];
}

static uint32_t power(uint32_t base, uint32_t exponent) {
  uint32_t product = 1;
  for (uint32_t i = 0; i < exponent; i++) product *= base;
  return product;
}

/* *allowed = the inequality; false if the numbers have no room. */
static bool decide(uint32_t r, uint32_t n, uint32_t rho, size_t mistakes, bool *allowed) {
  whole left = {.limb = {r}, .count = 1}, right = {.limb = {n}, .count = 1};
  const uint32_t full = power(rho, rho), both = full + power(rho - 1, rho - 1);
  for (size_t i = 0; i < mistakes; i++) {
    if (!multiply(&left, both) || !multiply(&right, full)) return false;
  }
  *allowed = at_most(&left, &right);
  return true;
}

static double whole_bound(const asymmetric_progress *progress, size_t n) {
  static const double rounding = 1e-9;
  const double r = progress->r, rho = r / progress->premises.gap, value = progress->start / progress->per_mistake;
  const double mistakes = floor(value + 0.5);
  bool allowed = false;
  if (progress->premises.gap_low != 0.0 || r != floor(r) || rho != floor(rho) || !(rho >= 1.0 && rho <= LARGEST_RHO))
    return NAN;
  const double capacity = fixed_log1p(fixed_pow(rho - 1.0, rho - 1.0) / fixed_pow(rho, rho));
  const double clean =
      fixed_log((double)n / r) / capacity; /* other rates allow more mistakes, another comparator others */
  if (!(fabs(value - mistakes) <= rounding) || !(fabs(value - clean) <= rounding) || mistakes < 1.0) return NAN;
  if (n > UINT32_MAX || !decide((uint32_t)r, (uint32_t)n, (uint32_t)rho, (size_t)mistakes, &allowed)) return NAN;
  return allowed ? mistakes : nextafter(mistakes, 0.0);
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
