/* Tuning of Winnow and Matrix Winnow, and the progress that its proofs guarantee.
 *
 * Notation: g0 <= g1 the gap (negative: tr(PX) <= g0, positive: tr(PX) >= g1), eta the rate, theta the threshold, w0 I the start, r the
 * rank of the comparator, H the sum of its violations of the gap over the updated trials (hinge sum). */
#pragma once

/* eta* = 1 + LambertW(1/e) = 1.27846..., the root of eta = 1 + e^-eta: maximises eta g/(1 + e^eta).
 * Warmuth 2007, Theorem 2 ("eta ~ 1.28"). */
double winnow_rate(void);
/* The rate that minimises (D + eta H0) / c(eta), c = eta (g1 - g0 e^eta)/(1 + e^eta), for a potential D = r ln(n/r) >= 0 and a known
 * hinge sum H0 >= 0, 0 <= g0 < g1; with H0 = 0 it maximises c on (0, ln(g1/g0)) whatever D is. At least 1e-6. */
double winnow_rate_for(double gap_low, double gap_high, double potential, double hinge);
/* theta = eta s / (e^eta - e^-eta), s = g0 + g1. Warmuth 2007, proof of Theorem 2 (g0 = 0). */
double winnow_threshold(double eta, double gap_sum);

/* Normalised Winnow (trace 1), delta = gap / r in (0,1]: the rate that maximises the progress below,
 * root of e^(eta (1 - delta)) + delta = (1 - delta) e^eta; at most 20 (at delta = 1 the maximiser is infinite and
 * the progress at 20 is within 3e-9 of its limit ln 2). */
double winnow_normalized_rate(double delta);
/* The rate in (0,20] that minimises (L + eta h) / c(eta), c = ln((e^eta + e^(eta s))/(e^eta + 1)) - eta delta0, s = delta0 + delta1,
 * L = ln(n/r), h = H0/r; with h = 0 it maximises c. 0 <= delta0 < delta1 <= 1. At least 1e-6. */
double winnow_normalized_rate_for(double delta_low, double delta_high, double potential, double hinge);
/* theta = (e^(eta s) - 1) / ((1 - e^-eta)(e^eta + e^(eta s))), s = delta0 + delta1: equal progress on both kinds of mistake. */
double winnow_normalized_threshold(double eta, double delta_sum);

/* Guaranteed progress of a mistake without noise, unnormalised, towards zeta P with zeta = theta (e^eta - e^-eta)/(eta (g0 + g1)):
 * b = (1 - e^-eta) theta - eta zeta g0. */
double winnow_scale(double eta, double theta, double gap_low, double gap_high);
double winnow_progress(double eta, double theta, double gap_low, double gap_high);
/* Normalised (trace 1), towards P/r: min(c+, c-), c+ = eta delta1 - ln(1 + (e^eta - 1) theta),
 * c- = -eta delta0 - ln(1 - (1 - e^-eta) theta). */
double winnow_normalized_progress(double eta, double theta, double delta_low, double delta_high);
