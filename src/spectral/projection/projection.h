/* Bregman projection of W' = exp(A') onto linear constraints (Warmuth 2007, side constraints):
 *
 *   argmin D(W, W')  over  { W : tr(W C_j) = b_j, or <= b_j }                  is  W = exp(A), A = A' - sum_j a_j C_j,
 *
 * where a (a_j >= 0 for <=) minimises  g(a) = tr exp(A' - sum a_j C_j) + sum a_j b_j,  convex and smooth:
 *   dg/da_j = b_j - tr(W C_j),
 *   d2g/da_j da_k = sum_pq (V C_j V^T)_pq (V C_k V^T)_pq k(l_p, l_q),  k(u, v) = (e^u - e^v)/(u - v), k(u, u) = e^u
 * for A = V^T diag(l) V (Daleckii and Krein 1965). Damped Newton steps on the a_j that are not held at 0.
 *
 * Two closed forms are used where they apply: a single trace constraint is a shift of A; on the space of diagonal
 * matrices (`diagonal`) only the diagonal of A' and of the C_j take part, because the duals of the off-diagonal entries
 * remove the rest. The minimum exists iff a positive definite W satisfies the constraints. */
#pragma once

#include "base/arena.h"
#include "linalg/eigen.h"
#include "spectral/instance/instance.h"
#include "spectral/projection/linear_constraint.h"

typedef struct projection projection;

typedef struct projection_report {
  double residual; /* largest violation of the optimality conditions in units of projection_scale */
  double weight;   /* sum of |a_j| |C_j|_F: a comparator that violates the constraints by v costs at most weight * v */
  size_t steps;    /* Newton steps */
} projection_report;

/* Copies the constraints. diagonal: W ranges over diagonal matrices, and A is a vector. STATUS_INVALID for a constraint
 * that is zero (on that space). */
status projection_new(arena *memory, size_t n, size_t count, const linear_constraint *constraints, bool diagonal,
                      const eigen_backend *eigen, projection **out);

/* a (n x n symmetric, or n numbers) becomes the log of the projection of exp(a). STATUS_INVALID, naming the
 * constraints, if no positive definite W satisfies them: shown by a combination C = sum d_j C_j >= 0 with sum d_j b_j
 * <= 0 (d_j >= 0 for <=). STATUS_NUMERIC if the residual stays above 1e-9. Allocates nothing. report may
 * be NULL. */
status projection_apply(projection *p, double *a, projection_report *report);

/* *violation = max |tr(U C_j) - b_j| / |C_j|_F, for <= only the excess over b_j. */
status projection_violation(projection *p, const instance *u, double *violation);

/* The unit of residuals: largest |b_j| / |C_j|_F, 1 if all b_j are 0. */
double projection_scale(const projection *p);
