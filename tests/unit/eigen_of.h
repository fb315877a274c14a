/* One decomposition, where a definition needs it. */
#pragma once

#include "linalg/eigen.h"
#include "unit/check.h"

/* Eigenvalues of symmetric a of order n, ascending, and eigenvectors in the rows of `vectors`. */
static inline void eigen_of(size_t n, const double *a, double *values, double *vectors) {
  eigen_solver *solver = NULL;
  OK(eigen_solver_new(&eigen_gsl, n, &solver));
  OK(eigen_solve(solver, n, a, n, values, vectors, NULL));
  eigen_solver_free(solver);
}
