/* Singular values by one-sided Jacobi rotations: to high relative accuracy, in a fixed order of operations. */
#ifndef LINALG_SINGULAR_H
#define LINALG_SINGULAR_H

#include <stddef.h>

#include "base/status.h"

/* B (k x length, rows; k <= length is quickest) <- J B with orthogonal rows, J (k x k) orthogonal: B = J^T diag(values)
 * V^T for rows V^T of norm 1. values[i] = norm of row i of the result, in no order. rotation NULL: not wanted. The
 * cosine between two rows that remain is at most singular_cosine(length). STATUS_NUMERIC for entries that are not
 * finite or if 60 sweeps do not do. Allocates nothing. */
status singular_rotate(size_t k, size_t length, double *rows, double *rotation, double *values);
double singular_cosine(size_t length);

/* The largest singular value of a (m x n, row by row). work: m * n + min(m, n) doubles. */
status singular_largest(size_t m, size_t n, const double *a, double *work, double *value);

#endif
