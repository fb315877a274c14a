/* Symmetric eigenproblems behind one guarded interface. */
#pragma once

#include "base/memory.h"
#include "linalg/eigen_backend.h"

/* A = V^T diag(values) V with the eigenvectors in the ROWS of `vectors` (row l belongs to values[l]), values ascending.
 * residual = max_l |A v_l - values_l v_l|_2 * sqrt(n)  (an upper bound of the spectral norm of A V^T - V^T
 * diag(values)); orthogonality = Frobenius norm of V V^T - I. Both are measured after every solve and enter the error
 * budget. */
typedef struct eigen_quality {
  double residual;
  double orthogonality;
} eigen_quality;

extern const eigen_backend eigen_own; /* the laboratory's: what results come from, the same bytes on every processor */
extern const eigen_backend eigen_gsl; /* what it is compared with */
/* By name; another one is STATUS_INVALID naming the valid ones. */
status eigen_backend_by_name(const char *name, const eigen_backend **out);

typedef struct eigen_solver eigen_solver;
status eigen_solver_new(const eigen_backend *backend, size_t largest, eigen_solver **out); /* orders 1..largest */
void eigen_solver_free(eigen_solver *solver);
POINTER_CLEANUP(eigen_solver, eigen_solver_free)
/* a: n x n symmetric, row stride `stride`, not changed. STATUS_NUMERIC if an entry is not finite, if the solver fails
 * or if residual > 1e-8 * max(1, |A|_F) or orthogonality > 1e-8. Allocates nothing. quality may be NULL (it is checked
 * all the same). vectors may be NULL: values only; the residual is then what the trace, over sqrt(n), or |A|_F
 * differs by from theirs. Order n = 1 and diagonal matrices are exact. Eigenvectors have a fixed sign: the entry of largest
 * modulus (first on ties) is positive. */
status eigen_solve(eigen_solver *solver, size_t n, const double *a, size_t stride, double *values, double *vectors,
                   eigen_quality *quality);

/* *sum = tr(A_+), the sum of the positive eigenvalues of a symmetric n x n matrix. */
status eigen_positive_sum(const eigen_backend *backend, size_t n, const double *a, double *sum);

/* The quality of pairs that were found in another way; a has no entry beyond 2^500. Allocates nothing. */
eigen_quality eigen_measure(eigen_solver *solver, size_t n, const double *a, size_t stride, const double *values,
                            const double *vectors);
void eigen_fix_sign(size_t n, double *vector); /* as above */
