/* Tuning of Winnow and Matrix Winnow, and the progress that its proofs guarantee.
 *
 * Notation: g0 <= g1 the gap (negative: tr(PX) <= g0, positive: tr(PX) >= g1), eta the rate, theta the threshold, w0 I the start, r the
 * rank of the comparator, H the sum of its violations of the gap over the updated trials (hinge sum). */
#ifndef LEARNERS_WINNOW_TUNING_H
#define LEARNERS_WINNOW_TUNING_H

/* eta* = 1 + LambertW(1/e) = 1.27846..., the root of eta = 1 + e^-eta: maximises eta g/(1 + e^eta).
 * Warmuth 2007, Theorem 2 ("eta ~ 1.28"). */
double winnow_rate(void);
/* theta = eta g / (e^eta - e^-eta), for g0 = 0. Warmuth 2007, proof of Theorem 2. */
double winnow_threshold(double eta, double gap);

/* Normalised Winnow (trace 1), delta = gap / r in (0,1]: the rate that maximises the progress below,
 * root of e^(eta (1 - delta)) + delta = (1 - delta) e^eta; at most 20 (at delta = 1 the maximiser is infinite and
 * the progress at 20 is within 3e-9 of its limit ln 2). */
double winnow_normalized_rate(double delta);
/* theta = (e^(eta s) - 1) / ((1 - e^-eta)(e^eta + e^(eta s))), s = delta (delta0 = 0): equal progress on both kinds of mistake. */
double winnow_normalized_threshold(double eta, double delta);

/* Guaranteed progress of a mistake without noise, unnormalised, towards zeta P with zeta = theta (e^eta - e^-eta)/(eta (g0 + g1)):
 * b = (1 - e^-eta) theta - eta zeta g0. */
double winnow_scale(double eta, double theta, double gap_low, double gap_high);
double winnow_progress(double eta, double theta, double gap_low, double gap_high);
/* Normalised (trace 1), towards P/r: min(c+, c-), c+ = eta delta1 - ln(1 + (e^eta - 1) theta),
 * c- = -eta delta0 - ln(1 - (1 - e^-eta) theta). */
double winnow_normalized_progress(double eta, double theta, double delta_low, double delta_high);

#endif
