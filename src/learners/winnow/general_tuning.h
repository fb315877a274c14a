/* Tuning of the normalised General Matrix Winnow and the progress that its proof guarantees.
 *
 * W = e^Z(H) / tr e^Z(H), spectrum of Z(X) in [-1,1]; negative instances have <U, Z(X)> <= delta0, positive ones >= delta1 for a
 * density U. From Golden-Thompson and e^(sZ) <= cosh(s) I + sinh(s) Z a mistake lowers D(U, W) by at least
 *   c+ = eta delta1 - ln(cosh eta + theta sinh eta)  (positive),   c- = -eta delta0 - ln(cosh eta - theta sinh eta)  (negative)
 * less eta times what the label violates the margins by (docs/errata.md, E0.7). */
#pragma once

/* The rate at which c below is largest, root of (delta1 - delta0)/2 - tanh eta + (s/2) tanh(eta s/2), s = delta0 + delta1;
 * -1 <= delta0 < delta1 <= 1. At most 20 (delta1 = 1 or delta0 = -1 may have no maximum). */
double general_rate(double delta_low, double delta_high);
/* theta = tanh(eta s/2) / tanh(eta): then c+ = c- = eta (delta1 - delta0)/2 - ln cosh eta + ln cosh(eta s/2). */
double general_threshold(double eta, double delta_sum);
/* min(c+, c-) where positive and negative mistakes have rates of their own. */
double general_progress(double up, double down, double theta, double delta_low, double delta_high);
