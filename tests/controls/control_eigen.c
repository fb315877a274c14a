/* The eigensolver with eigenvalues that are off by a few parts in a billion: as bad as is still accepted. */
#include <math.h>

#include "linalg/eigen.h"

static status create(size_t largest, void **workspace) {
  return eigen_own.create(largest, workspace);
}

static void destroy(void *workspace) {
  eigen_own.destroy(workspace);
}

static status solve(void *workspace, size_t n, double *a, double *values, double *vectors) {
  double squares = 0.0;
  for (size_t i = 0; i < n * n; i++) squares += a[i] * a[i];
  const double size = fmax(1.0, sqrt(squares));
  TRY(eigen_own.solve(workspace, n, a, values, vectors));
  for (size_t i = 0; i < n; i++) values[i] += 5e-9 * size / sqrt((double)n);
  return STATUS_OK;
}

const eigen_backend eigen_loosened = {"loosened", create, solve, destroy};
