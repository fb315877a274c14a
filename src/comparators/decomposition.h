/* (beta, tau)-decompositions of matrices: sym(W) = P - N with P, N positive semidefinite (Hazan, Kale and
 * Shalev-Shwartz 2012, Definition 1), described by the numbers that online matrix prediction uses. sym(W) = W of order
 * p = n, or [[0, W], [W^T, 0]] of order p = m + n.
 *
 *   y(i,j) = W_ij,  d(i,j) = P_ii + N_ii + P_jj + N_jj (rows i and j of sym W),  trace = tr P + tr N,  entropy = sum of
 *   u ln u over the eigenvalues u of P and N
 *
 *   cut         W = -w w^T, w of signs: P = 0, N = w w^T                       d = 2, trace n, entropy n ln n
 *   recursive   W(i,j) = 1 if order(i) <= order(j): the recursion of the paper on dyadic blocks of positions, for any n
 *               with 2^k >= n > 2^(k-1):  P_ii = N_ii = 1 + zeros of the k bits of a row's position, 1 + ones for a
 *               column; trace 2n(k + 2); the entropy is unknown
 *   triangular  the same W, P and N the positive and negative parts of sym W, in closed form
 *   sign        W = sign(order(j) - order(i)), parts of sym W in closed form: d = 2 c_n, trace 2 n c_n
 *   parts       any W: P and N the positive and negative parts of sym W, from its singular values (W itself, if it is
 *               symmetric and taken as one block, from its eigenvalues)
 *   given       P and N as they are, which need not be of least trace */
#pragma once

#include "linalg/eigen.h"

typedef struct decomposition decomposition;

/* signs: n entries 1 or -1 */
status decomposition_of_cut(size_t n, const double *signs, decomposition **out);
/* order: n different positions from 0 to n - 1; order[i] is the position of i */
status decomposition_recursive(size_t n, const size_t *order, decomposition **out);
status decomposition_triangular(size_t n, const size_t *order, decomposition **out);
status decomposition_of_signs(size_t n, const size_t *order, decomposition **out);
/* w: m x n, row by row */
status decomposition_parts(size_t m, size_t n, const double *w, const eigen_backend *eigen, decomposition **out);
/* w: n x n symmetric, sym(W) = W; STATUS_INVALID if it is not symmetric */
status decomposition_symmetric_parts(size_t n, const double *w, const eigen_backend *eigen, decomposition **out);
/* positive, negative: p x p symmetric, p = n or m + n as of comparator_from_decomposition, with the m x n entries w of W; *least: the smallest
 * eigenvalue of the two. */
status decomposition_given(size_t m, size_t n, const double *w, size_t p, const double *positive,
                           const double *negative, const eigen_backend *eigen, decomposition **out, double *least);
void decomposition_free(decomposition *d);
POINTER_CLEANUP(decomposition, decomposition_free)

/* *moved = tr((P' - P)_+) + tr((N' - N)_+), P', N' those of `to`, a decomposition of the same kind and shape. Builds the matrices. */
status decomposition_moved(const decomposition *from, const decomposition *to, const eigen_backend *eigen,
                           double *moved);

/* i < m (or n), j < n */
double decomposition_value(const decomposition *d, size_t i, size_t j);
double decomposition_diagonal(const decomposition *d, size_t i, size_t j);
/* P_ii + N_ii of row i, and of column j, of W. */
double decomposition_row_diagonal(const decomposition *d, size_t i);
double decomposition_column_diagonal(const decomposition *d, size_t j);
double decomposition_trace(const decomposition *d);
double decomposition_entropy(const decomposition *d); /* NaN: unknown */
/* Largest diagonal entry of P or N. */
double decomposition_beta(const decomposition *d);
/* ln det(B + shift I), shift > 0, for one block B: N of a cut, of order n; P of order m + n otherwise, which has the
 * eigenvalues of N. NaN where these are unknown: recursive, and the parts of a W taken as one block. */
double decomposition_log_det(const decomposition *d, double shift);
