/* The change of an exponential by a change of rank one, without an eigendecomposition: W += exp(H + a z z^T) - exp(H),
 * all times e^-c.
 *
 * With a Chebyshev expansion p = sum_{k<=m} c_k T_k of e^x on [low, high], which holds the spectra of H and of H + a z
 * z^T, both mapped to h and h + epsilon z z^T on [-1, 1] (epsilon = 2 a / (high - low)), and t_k = T_k(h) z, mu_k =
 * z.t_k,
 *
 *   p(H + a z z^T) - p(H) = epsilon sum_{l+i<m} 2'_l 2'_i g_{l+i} t_l t_i^T,           2'_0 = 1, 2'_k = 2,
 *   g_n = s_{n+1} + 2 epsilon sum_r N_r s_{n+2+r},                                      s_n = c_n + c_{n+2} + ...,
 *   nu_j = mu_j + epsilon sum_{l<j} 2'_l N_{j-1-l} mu_l  (= z.T_j(h') z),               N_n = 2'_n nu_n + 2'_{n-2}
 *     nu_{n-2} + ...
 *
 * the low-rank correction of a matrix function in the Krylov space of z (Beckermann, Kressner & Schweitzer 2018),
 * written in a basis that needs no orthogonalisation and with coefficients that depend on l + i only. m products with H
 * and m n^2 / 2 operations.
 *
 * Truncation: with g = exp - p, |g(H') - g(H)| <= 2 sup |g| <= 2 sum_{k>m} c_k, and in the Frobenius norm <= |H' - H|_F
 * sup |g'| <= |epsilon| |z|^2 sum_{k>m} k^2 c_k. m is the least degree that keeps the smaller of the two within the
 * tolerance: a proved bound, not an estimate. */
#pragma once

#include "base/arena.h"
#include "spectral/instance/instance.h"

enum { CORRECTION_DEGREE = 128 }; /* the largest m */

typedef struct exponential_correction exponential_correction;

/* Work space for matrices of order n. */
status exponential_correction_new(arena *memory, size_t n, exponential_correction **out);

/* Sets the interval [low, high] of spectra, and c. Returns false if it is wider than 100 or |high - c| exceeds 100; the
 * work space may then not be used. */
bool exponential_correction_interval(exponential_correction *k, double low, double high, double c);

/* w (n x n, symmetric) += exp(H + a z z^T - c I) - exp(H - c I) for H = h (n x n, both triangles) and the dyad or
 * distance x = z z^T. The spectra of H and H + a z z^T must lie in the interval (the caller must prove it). tolerance:
 * absolute, of the truncation. row_sum: an upper bound of sum_j |h_ij| over all i. *error = a bound of the spectral
 * norm of the truncation and rounding errors of the correction (without the rounding of the sum w + correction).
 * Returns false, with w unchanged, if no degree suffices. Allocates nothing. */
bool exponential_correction_add(exponential_correction *k, const double *h, const instance *x, double a,
                                double tolerance, double row_sum, double *w, double *error);
