/* The trace norm |W|_* (sum of singular values) and the max-norm gamma_2(W) of an m x n matrix: twice the one is the least tau, half of
 * the other the least beta of a decomposition (Hazan, Kale and Shalev-Shwartz 2012, Theorems 23 and 21).
 *
 *   gamma_2(W) = max over unit vectors u, v of |diag(u) W diag(v)|_*                                     (from below)
 *              = min of the largest diagonal entry of a positive semidefinite [[Y1, W], [W^T, Y2]]       (from above)
 *
 * Both sides give an interval that is rigorous in floating point: any u and v give a lower end, less the error of the eigenvalues; any Y1
 * and Y2 an upper end, once a multiple of I is added that lets Cholesky's factorisation succeed (Rump 2006: then the matrix has no
 * eigenvalue below -(p + 2) 2^-53 tr). u and v come from the iteration u_i^2 <- |S S^T|^(1/2)_ii / |S|_*, S = diag(u) W diag(v), v
 * likewise, each step of which raises |S|_* and which stands still where both sides meet; or from the program csdp. */
#ifndef HINDSIGHT_TRACE_NORM_MAX_NORM_H
#define HINDSIGHT_TRACE_NORM_MAX_NORM_H

#include <stddef.h>

#include "base/status.h"
#include "linalg/eigen.h"

typedef struct norm_interval {
  double low, high;
  size_t steps; /* of the iteration */
} norm_interval;

/* By eigenvalues of sym(W); low and high differ by what their error can be. */
status trace_norm(size_t m, size_t n, const double *w, const eigen_backend *eigen, norm_interval *out);

/* By the iteration, until high - low <= tolerance * high or `most` steps. w has an entry other than 0: STATUS_INVALID otherwise. */
status max_norm(size_t m, size_t n, const double *w, double tolerance, size_t most, const eigen_backend *eigen,
                norm_interval *out);

/* u (m) and v (n) unit vectors, y (p x p, p = m + n) with the blocks Y1 and Y2 on its diagonal: the interval that they prove. y is
 * changed. STATUS_NUMERIC if u, v or y is far from what is asked. */
status max_norm_certify(size_t m, size_t n, const double *w, const double *u, const double *v, double *y,
                        const eigen_backend *eigen, norm_interval *out);

#endif
