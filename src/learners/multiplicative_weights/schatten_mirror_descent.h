/* Mirror descent with Schatten norms on m x n matrices, lazy form. In each trial g is the slope of the extended loss (loss.h) at the raw
 * prediction z = c + W_ij, c the middle of the interval; clip(z) is predicted:
 *
 *   Theta -= eta g E_ij,   W = argmax over |W|_p <= R of <Theta, W> - |W|_p^2/2,   1 < p <= 2,   q = p/(p - 1)
 *     = min(1, R/N) U diag(s_l (s_l/N)^(q-2)) V^T   for Theta = U diag(s) V^T, N = |s|_q
 *
 * (norms of singular values; the maximum on a sphere |W|_p = r is r N - r^2/2). p = 2 is gradient descent in the Frobenius ball; near 1,
 * p = 1 + 1/ln(min(m,n)), it stands for the trace norm (Kakade, Shalev-Shwartz & Tewari 2012).
 *
 * |W|_p^2/2 is (p - 1)-strongly convex in |.|_p (Ball, Carlen & Lieb 1994), so its conjugate on the ball, F(Theta) = N^2/2 if N <= R and
 * R N - R^2/2 otherwise, has a gradient W that is 1/(p-1)-Lipschitz in |.|_q, and |E_ij|_q = 1:
 *
 *   F(Theta') <= F(Theta) - eta g W_ij + eta^2 g^2/(2(p-1))   in each trial. With F(Theta) >= <Theta, U> - |U|_p^2/2 and F(0) = 0,
 *   regret <= sum of g (W_ij - U_ij) <= |U|_p^2/(2 eta) + eta/(2(p-1)) sum of g^2
 *
 * against c + U, |U|_p <= R, with entries in the interval: the extended loss is convex, at least the loss of clip(z), and equal inside.
 * eta absent: R sqrt((p-1)/T)/G, with regret <= G R sqrt(T/(p-1)). radius absent: (hi - lo)/2 sqrt(m n) min(m,n)^(1/p-1/2), which all
 * matrices of the interval satisfy. O(m n min(m,n)) per update.
 *
 * Constants, beside those of tuned_grid.h: "eta", "p", "radius", "centre", "conjugate": F(Theta) now; of the last update "entry": W_ij, and
 * "g". */
#pragma once

#include <stddef.h>

/* |s|_power of k numbers >= 0. */
double schatten_norm(size_t k, const double *values, double power);
