/* The trace norm |W|_* (sum of singular values) and the max-norm gamma_2(W) of an m x n matrix: twice the one is the
 * least tau, half of the other the least beta of a decomposition (Hazan, Kale and Shalev-Shwartz 2012, Theorems 23 and
 * 21).
 *
 *   gamma_2(W) = max over unit vectors u, v of |diag(u) W diag(v)|_*                                     (from below)
 *              = min of the largest diagonal entry of a positive semidefinite [[Y1, W], [W^T, Y2]]       (from above)
 *
 * Both sides give an interval that is rigorous in floating point: any u and v give a lower end, minus the error of the
 * eigenvalues; any Y1 and Y2 give an upper end, after adding a multiple of I with which Cholesky's factorisation
 * succeeds (Rump 2006: then the matrix has no eigenvalue below -(p + 2) 2^-53 tr). u and v come from the iteration
 * u_i^2 <- |S S^T|^(1/2)_ii / |S|_*, S = diag(u) W diag(v), v likewise, each step of which raises |S|_* and whose fixed
 * points are where both sides meet. */
#pragma once

#include "linalg/eigen.h"

typedef struct norm_interval {
  double low, high;
  size_t steps; /* of the iteration */
} norm_interval;

/* From the eigenvalues of sym(W); high - low is the bound of their error. */
status trace_norm(size_t m, size_t n, const double *w, const eigen_backend *eigen, norm_interval *out);

/* By the iteration, until high - low <= tolerance * high or `most` steps. STATUS_INVALID if all entries of w are 0. */
status max_norm(size_t m, size_t n, const double *w, double tolerance, size_t most, const eigen_backend *eigen,
                norm_interval *out);

/* u (m) and v (n) unit vectors, y (p x p, p = m + n) with the blocks Y1 and Y2 on its diagonal: the interval that they
 * prove. y is overwritten. STATUS_NUMERIC if u or v is 0 or y is far from positive semidefinite. */
status max_norm_certify(size_t m, size_t n, const double *w, const double *u, const double *v, double *y,
                        const eigen_backend *eigen, norm_interval *out);
