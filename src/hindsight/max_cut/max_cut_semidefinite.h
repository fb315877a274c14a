/* The semidefinite bound of max-cut for graphs of up to thousands of nodes.
 *
 * For any real u, every cut is at most  sum of weights / 2 + sum u_i + n max(0, -lambda_min(Diag(u) + W/4)).  Good u
 * come from the low-rank problem max -<W/4, V V^T> over unit vectors v_i, by exact steps in one v_i at a time: u_i =
 * |sum_j w_ij v_j| / 4 (Burer and Monteiro, Math. Programming 95 (2003); Wang, Chang and Kolter, The mixing method,
 * 2017). */
#pragma once

#include "hindsight/max_cut/max_cut_graph.h"

enum {
  SEMIDEFINITE_LARGEST = 4000
}; /* nodes: two matrices of this order; a Cholesky factorisation takes half a minute */

/* u (n) */
status max_cut_multipliers(const cut_graph *graph, double *u);
/* The bound, for any finite u. A Cholesky factorisation, with its rounding errors allowed for, proves that the shifted
 * matrix is positive definite (Rump, Verification of positive definiteness, BIT 46 (2006)). STATUS_INVALID if u is not
 * finite. */
status max_cut_semidefinite_bound(const cut_graph *graph, const double *u, double *bound);
