/* Upper bounds of quadratic problems over signs by semidefinite duality with triangle inequalities.
 *
 * Among any three signs, s_ij x_i x_j + s_ik x_i x_k + s_jk x_j x_k <= 1 where s_ij s_ik s_jk = -1. So, for any real u
 * and any y_t >= 0,
 *
 *   x^T Q x <= sum u_i + sum y_t + n max(0, lambda_max(M)),   M = Q - Diag(u) - (1/2) sum y_t S_t,
 *
 * where S_t is the symmetric matrix of the signs of triangle t. It is a bound for any u and y, however they were
 * found. */
#pragma once

#include "hindsight/max_cut/max_cut_signs.h"
#include "linalg/eigen.h"

/* i < j < k. odd: the pair with s = -1 if the other two are 1: 1 (i,j), 2 (i,k), 3 (j,k); 0: all three are -1. */
typedef struct sign_triangle {
  uint32_t i, j, k, odd;
  double multiplier;
} sign_triangle;

typedef struct sign_duals {
  size_t n, count, room;
  double *u;
  sign_triangle *triangle; /* room for `room` */
} sign_duals;

status sign_duals_new(size_t n, size_t room, sign_duals *out); /* zeros, no triangle */
void sign_duals_set(const sign_duals *duals, sign_duals *out); /* out has room for them */
void sign_duals_clear(sign_duals *duals);
/* The duals of the problem in which x_j = sign x_i: u_j is added to u_i, triangles with both signs are dropped. In
 * place. */
void sign_duals_contract(sign_duals *duals, size_t i, size_t j, double sign);

typedef double triangle_signs[3];                 /* s_ij, s_ik, s_jk */
extern const triangle_signs triangle_signs_of[4]; /* by `odd` */

/* Work space and result of an evaluation. */
typedef struct dual_space {
  size_t largest;
  eigen_solver *solver;
  double *matrix, *values, *vectors; /* M and its eigenvectors as rows, values ascending */
  double *positive;                  /* [M]_+, n x n */
  double bound, squared;             /* the bound above; |[M]_+|_F^2 */
} dual_space;

status dual_space_new(arena *memory, size_t largest, dual_space **out);

/* Computes the bound, increased by all possible errors of rounding and of the eigensolver. STATUS_INVALID for duals
 * that prove nothing: numbers that are not finite, negative multipliers, invalid triangles. */
status dual_space_evaluate(dual_space *space, const sign_problem *problem, const sign_duals *duals);
/* Fills `positive` after an evaluation. */
void dual_space_positive(dual_space *space, size_t n);
