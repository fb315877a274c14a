/* Square systems A x = b by elimination with row exchanges, and triangular factors of positive definite matrices (Golub
 * & Van Loan, sections 3.4 and 4.2). Matrices are contiguous, row by row. Nothing is allocated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* a (n x n) <- its factors P A = L U, L with ones on its diagonal; row[i] = the row of A that P puts in place i.
 * Returns false if a pivot is 0 or not finite; a is then undefined. */
bool linear_factor(size_t n, double *a, size_t *row);
/* x = A^{-1} b by the factors; x and b must not overlap. */
void linear_solve(size_t n, const double *factors, const size_t *row, const double *b, double *x);
/* inverse (n x n) = A^{-1} by the factors; work: 2 n doubles. */
void linear_inverse(size_t n, const double *factors, const size_t *row, double *inverse, double *work);
/* Largest column sum of absolute values, |A|_1, of an m x n matrix; work: n doubles. */
double linear_column_norm(size_t m, size_t n, const double *a, double *work);
/* Largest row sum of absolute values, |A|_inf. */
double linear_row_norm(size_t m, size_t n, const double *a);

/* lower (n x n, zeros above the diagonal) = L with A = L L^T for the symmetric a, of which the lower triangle is read.
 * Returns n, or the index of the first pivot that is not positive. lower may be a. */
size_t cholesky_factor(size_t n, const double *a, double *lower);
