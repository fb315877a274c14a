/* Tuning of (Matrix) Winnow with different rates for the two kinds of updates, H += alpha X on positive and H -= beta
 * X on negative ones, and the progress that its proofs guarantee. Notation as in winnow_tuning.h; beta may be infinite
 * (elimination).
 *
 * With h the violation of the gap, an update lowers D(zeta P, W) by at least
 *   zeta alpha (g - h) - (e^alpha - 1) tr(WX)    on a positive update
 *   (1 - e^-beta) tr(WX) - zeta beta h           on a negative one
 * (Golden-Thompson and the chord of exp on [0,1]). The constants below make both at least as large as what is claimed
 * for one mistake; with the theorem's threshold zeta = 1. */
#pragma once

/* Factors 1 + kappa and 1 - kappa: alpha = ln(1 + kappa), beta = -ln(1 - kappa), infinite for kappa = 1. */
double asymmetric_up(double kappa);
double asymmetric_down(double kappa);

/* Deterministic: +1 iff tr(WX) >= theta, updates on mistakes.
 *   theta = alpha g / ((e^alpha - 1) + (1 - e^-beta))         for the factors: g ln(1 + kappa) / (2 kappa)
 *   zeta  = theta ((e^alpha - 1) + (1 - e^-beta)) / (alpha g)
 *   progress of a mistake  (1 - e^-beta) theta                for the factors: (g / 2) ln(1 + kappa) */
double asymmetric_threshold(double alpha, double beta, double gap);
double asymmetric_scale(double alpha, double beta, double theta, double gap);
double asymmetric_mistake_progress(double beta, double theta);

/* Randomised: +1 with probability min(1, tr(WX) / theta), updates whenever the conditional error probability e is
 * positive.
 *   theta = alpha g / (e^alpha - 1)                           for the factors: g ln(1 + kappa) / kappa
 *   zeta  = theta (e^alpha - 1) / (alpha g)
 *   progress of an update  min(e^alpha - 1, 1 - e^-beta) theta e    for the factors: g ln(1 + kappa) e */
double randomized_threshold(double alpha, double gap);
double randomized_scale(double alpha, double theta, double gap);
double randomized_mistake_progress(double alpha, double beta, double theta);
