/* A large symmetric H seen from one or two unit vectors: block Lanczos.
 *
 * From V_1 = [e_i, e_j] (or [e_i]) blocks V_1, V_2, ... of orthonormal vectors are constructed with H V_k = V_{k-1}
 * R_{k-1}^T + V_k A_k + V_{k+1} R_k, so that T = V^T H V is block tridiagonal. For every symmetric D on the leading
 * positions
 *
 *   E^T f(H + V_1 D V_1^T) E = leading block of f(T + D),   tr f(H + V_1 D V_1^T) - tr f(H) = tr f(T + D) - tr f(T)
 *
 * for polynomials f of degree below 2m (m blocks), and exactly when the space is exhausted. For f = exp the error is at
 * most about e^lambda prod_{k=1}^{m} |R_k|^2 / (2m)!, lambda the largest eigenvalue of H + V_1 D V_1^T: a path that
 * leaves the window crosses each R_k twice (Beckermann, Kressner & Schweitzer 2018 for the convergence); |R_k| is the
 * Frobenius norm. The number of blocks is chosen by that estimate, which is not a proved bound.
 *
 * A block is made orthogonal to the last two only. V loses its orthogonality when eigenvalues of T settle, but the leading
 * block of f(T) does not suffer: its error remains of the order of rounding times the largest |f| (Druskin and Knizhnerman
 * 1991; Musco, Musco and Sidford 2018), and traces of f(T + D) - f(T) are integrals of leading blocks of f'(T + s D).
 *
 * Rows of H and of the first block that are 0 are left out. */
#pragma once

#include "spectral/representation/sparse_symmetric.h"

enum { KRYLOV_BLOCKS = 64 }; /* the largest number of blocks: (2m)! outgrows any |R_k|^2 for which exp is finite */

typedef struct block_krylov block_krylov;

/* Work space for matrices of order n. */
status block_krylov_new(arena *memory, size_t n, block_krylov **out);

/* Largest order of a window; t needs its square in doubles. */
size_t block_krylov_largest(const block_krylov *k);

/* t (*order x *order, row stride *order; half-bandwidth 2) = T for the unit vectors i and j (position 0 and 1; only
 * position 0 if i = j). Blocks are added until the estimate above is at most tolerance * e^lambda. *missing = the
 * estimate over e^lambda at the end (0: exhausted). STATUS_NUMERIC if KRYLOV_BLOCKS do not suffice. Allocates
 * nothing. */
status block_krylov_window(block_krylov *k, const sparse_symmetric *h, size_t i, size_t j, double tolerance,
                           size_t *order, double *t, double *missing);
/* The same from one unit vector z (n numbers, |z| = 1): T is tridiagonal. */
status block_krylov_window_from(block_krylov *k, const sparse_symmetric *h, const double *z, double tolerance,
                                size_t *order, double *t, double *missing);
