/* Symmetric eigenproblems behind one guarded interface. */
#ifndef LINALG_EIGEN_H
#define LINALG_EIGEN_H

#include <stddef.h>

#include "base/status.h"

/* A = V^T diag(values) V with the eigenvectors in the ROWS of `vectors` (row l belongs to values[l]), values ascending.
 * residual = max_l |A v_l - values_l v_l|_2 * sqrt(n)  (an upper bound of the spectral norm of A V^T - V^T
 * diag(values)); orthogonality = Frobenius norm of V V^T - I. Both are measured after every solve and go to the error
 * budget. */
typedef struct eigen_quality {
  double residual;
  double orthogonality;
} eigen_quality;

/* A solver back-end: reads the full symmetric matrix a (n x n, row stride n, may be destroyed), writes values (any
 * order) and vectors as rows. Tests link their own. */
typedef struct eigen_backend {
  const char *name; /* "gsl", "lapack" */
  status (*create)(size_t largest, void **workspace);
  status (*solve)(void *workspace, size_t n, double *a, double *values, double *vectors);
  void (*destroy)(void *workspace);
} eigen_backend;

extern const eigen_backend eigen_gsl;
/* LAPACK's dsyevd loaded by dlopen(RTLD_NOW | RTLD_LOCAL) from liblapack.so.3; STATUS_ABSENT with the reason when it is
 * not there. BLAS threads are pinned to one (environment of the library set before loading). */
status eigen_lapack(const eigen_backend **out);
/* By name: "gsl" or "lapack"; anything else is STATUS_INVALID naming the valid ones. */
status eigen_backend_by_name(const char *name, const eigen_backend **out);

typedef struct eigen_solver eigen_solver;
status eigen_solver_new(const eigen_backend *backend, size_t largest, eigen_solver **out); /* orders 1..largest */
void eigen_solver_free(eigen_solver *solver);
/* a: n x n symmetric, row stride `stride`, not changed. STATUS_NUMERIC if an entry is not finite, if the solver fails
 * or if residual > 1e-8 * max(1, |A|_F) or orthogonality > 1e-8. Allocates nothing. quality may be NULL (it is
 * measured all the same). Order n = 1 and diagonal matrices are exact. Eigenvectors have a fixed sign: the entry of
 * largest modulus (first on ties) is positive. */
status eigen_solve(eigen_solver *solver, size_t n, const double *a, size_t stride, double *values, double *vectors,
                   eigen_quality *quality);

#endif
