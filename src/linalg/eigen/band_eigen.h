/* Eigenvalues of a narrow symmetric matrix and the first two entries of its eigenvectors: what a function of a block
 * Lanczos window needs. O(n^2) operations instead of O(n^3), without square matrices. */
#pragma once

#include "base/status.h"

/* Number of doubles of work space for order n. */
size_t band_eigen_work(size_t n);

/* a: n x n symmetric with a_ij = 0 for |i - j| > 2 (other entries are not read), n >= 1, not changed. values (n) in no
 * particular order; leading (n x 2): row l holds the entries 0 and 1 of the unit eigenvector of values[l], of either
 * sign (n = 1: entry 1 is 0); NULL: values only, about half the time. Rotations to tridiagonal form (Schwarz 1968),
 * then implicit QL (EISPACK's tql2); only IEEE operations and square roots, so that results are the same everywhere.
 * STATUS_NUMERIC if an entry is not finite, QL does not converge, or the results do not reproduce the moments of A: sum
 * values^k, k = 1, 2, and the entries (0,0), (0,1), (1,1) of A and I, to 1e-10. */
status band_eigen(size_t n, const double *a, double *work, double *values, double *leading);
