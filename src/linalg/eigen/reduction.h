/* Symmetric matrices and tridiagonal ones of the same spectrum: A = H T H^T, H orthogonal, by Householder's reflections in
 * blocks (Golub & Van Loan, Matrix Computations, 4th ed., 8.3.1; Dongarra, Sorensen & Hammarling 1989).
 *
 * From the last row up, the reflection I - tau_i v_i v_i^T makes all of row i zero but the entries next to the diagonal
 * (EISPACK's tred2), so that v_i is a row in memory: i numbers, the last of them 1. The reflections of a block change the
 * rest of the matrix by A <- A - V^T W - W^T V once for all, and only A v_i needs all of A for one of them. */
#pragma once

#include <stddef.h>

/* Doubles of scratch for order n, for both functions. */
size_t reduction_work(size_t n);

/* a: n x n, row stride n, the lower triangle is read; entries at most 2^500, the squares of which exist. It keeps the
 * reflections: row i has v_i and then zeros. diagonal and beside (n each): T, beside[i] = T(i+1, i), the last 0.
 * tau: n. Rows of A below 2^-400 of the largest entry beside the diagonal are taken as 0. */
void reduction_to_tridiagonal(size_t n, double *a, double *diagonal, double *beside, double *tau, double *work);

/* Rows q of vectors (n x n, stride n) <- H q, with what reduction_to_tridiagonal left in a and tau. */
void reduction_undo(size_t n, const double *a, const double *tau, double *vectors, double *work);

enum { REFLECTIONS = 64 }; /* that are undone at once */

/* Rows of x (rows x n, rows <= n) times I - tau_p v_p v_p^T for the rows of v in order (count x n, count <= REFLECTIONS, of
 * which the first `length` columns are not 0): X <- X - X V^T S V. work: as above. */
void reflections_apply(size_t rows, size_t n, size_t length, size_t count, const double *v, const double *tau,
                       double *x, double *work);
