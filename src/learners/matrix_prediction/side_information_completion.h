/* Completion of matrices of signs with side information (after Herbster, Pasteris & Tse 2020), on dyads X of order n as problem side_information
 * shows them, for comparators U >= 0 with tr U <= D and tr(UX) >= 1 + gamma on positive, <= 1 - gamma on negative instances:
 *
 *   conservative   Matrix Winnow from W_1 = (D/n) I: predict +1 iff tr(WX) >= theta; on a mistake H += eta y X
 *                  sharp      eta maximises eta (gamma - tanh(eta/2)), theta = eta/sinh(eta)
 *                  published  eta = gamma, theta = 1
 *   randomised     s = tr(WX) - 1; predict +1 with probability min(1, max(0, (gamma + s)/(2 gamma))); H += eta y X where y s <= gamma, whatever
 *                  the coin said; eta = min(1, sqrt(D l/((e - 2)(1 + gamma) T))), D l the largest D(U, W_1) of such a U
 *
 * The low-rank representation is exact: W is known from the dyads of the updates.
 *
 * Constants: "gamma", "largest_trace" (D), "eta"; conservative ones also those of Matrix Winnow, for the gap from 1 - gamma to 1 + gamma. */
#pragma once

#include <stddef.h>

/* The largest D(zeta U, (D/n) I) of a U >= 0 of order n with tr U <= D: D max(1, zeta ln(zeta n) + 1 - zeta), by convexity in tr U. */
double side_information_divergence(double trace, double zeta, size_t n);
