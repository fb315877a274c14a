/* Singular values by one-sided Jacobi rotations: to high relative accuracy, in a fixed order of operations. */
#pragma once

#include "base/status.h"

/* B (k x length, rows; fastest for k <= length) <- J B with orthogonal rows, J (k x k) orthogonal: B = J^T diag(values)
 * V^T for rows V^T of norm 1. values[i] = norm of row i of the result, in no order. rotation may be NULL. The remaining
 * cosine between two rows is at most singular_cosine(length). STATUS_NUMERIC for entries that are not finite or without
 * convergence after 60 sweeps. Allocates nothing. */
status singular_rotate(size_t k, size_t length, double *rows, double *rotation, double *values);
double singular_cosine(size_t length);

/* The largest singular value of a (m x n, row by row). work: m * n + min(m, n) doubles. */
status singular_largest(size_t m, size_t n, const double *a, double *work, double *value);
