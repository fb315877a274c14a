/* (beta, tau)-decompositions built as matrices, sym(W) = P - N of order p, so that they can be verified;
 * decomposition.h describes the same ones without building them. sym(W) = [[0, W], [W^T, 0]], or W itself where
 * `symmetric`. J = diag(I, -I).
 *
 *   cut        W = -w w^T: P = 0, N = w w^T
 *   recursive  W(i,j) = 1 if i <= j, by the recursion of Hazan, Kale and Shalev-Shwartz 2012, Theorem 16: T of size
 *              2^k is [[T', 1], [0, T']]; with rho the indicator of the upper rows and kappa that of the right
 *              columns the block of ones adds (rho + kappa)(rho + kappa)^T to P and rho rho^T + kappa kappa^T to N;
 *              each leaf of size one adds the same with one row and one column. For n below 2^k the first n rows and
 *              columns are kept
 *   hadamard   W = m rows of Sylvester's Hadamard matrix: P = (1/2) [[s I, W], [W^T, W^T W/s]], N = J P J, for any s
 *              > 0: beta = max(s, m/s)/2, tau = m (s + n/s); s = sqrt(n) gives the positive and negative parts, s =
 *              sqrt(m) the least beta tau, m (m + n)/2, of which at least m n/2 is needed (Theorem 20 with the
 *              constant of docs/errata.md)
 *   parts      any W: the positive and negative parts of sym(W) (Theorem 15; Theorem 23: no decomposition has a
 *              smaller tau) */
#pragma once

#include "base/arena.h"
#include "linalg/eigen.h"

typedef struct dense_decomposition {
  size_t order;                /* p */
  double *sym;                 /* sym(W); all three p x p, row by row, owned */
  double *positive, *negative; /* P, N */
  arena memory;                /* of the arrays */
} dense_decomposition;

/* Measured on the matrices. */
typedef struct decomposition_check {
  double beta, tau;        /* largest diagonal entry of P and N; tr P + tr N */
  double least_eigenvalue; /* of P and N */
  double error;            /* largest |P - N - sym(W)| */
} decomposition_check;

/* signs: n entries 1 or -1 */
status dense_decomposition_of_cut(size_t n, const double *signs, dense_decomposition *out);
status dense_decomposition_recursive(size_t n, dense_decomposition *out);
/* n a power of two, 1 <= m <= n, s > 0: STATUS_INVALID otherwise */
status dense_decomposition_hadamard(size_t m, size_t n, double s, dense_decomposition *out);
/* w: m x n, row by row; symmetric: n x n with w = w^T, m = n */
status dense_decomposition_parts(size_t m, size_t n, const double *w, bool symmetric, const eigen_backend *eigen,
                                 dense_decomposition *out);
/* P and N as they are, p x p. */
status dense_decomposition_given(size_t p, const double *positive, const double *negative, dense_decomposition *out);
void dense_decomposition_free(dense_decomposition *d);

status dense_decomposition_check(const dense_decomposition *d, const eigen_backend *eigen, decomposition_check *out);

/* Entries of the matrices above: T(i,j) = 1 if i <= j; sign(j - i); Sylvester's matrix of signs. */
double triangular_entry(size_t i, size_t j);
double sign_entry(size_t i, size_t j);
double hadamard_entry(size_t i, size_t j);
