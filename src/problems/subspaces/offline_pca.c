#include "problems/subspaces/offline_pca.h"
#include "linalg/kernels.h"
#include "spectral/perturbation.h"

/* The projection onto orthonormal rows: of coordinates, if they are unit vectors. */
static status projection(size_t n, size_t k, const double *rows, comparator **out) {
  FREED double *diagonal = NULL;
  TRY(NEW_ARRAY(n, diagonal));
  size_t found = 0;
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j < n; j++) {
      if (rows[i * n + j] == 0.0) continue;
      diagonal[j] = 1.0;
      found++;
    }
  }
  return found == k ? comparator_from_vector(COMPARATOR_PLANTED, n, diagonal, out)
                    : comparator_from_frame(COMPARATOR_PLANTED, n, k, rows, out);
}

status offline_pca(size_t n, size_t k, const double *sum, comparator **out) {
  FREED double *values = NULL, *vectors = NULL;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  double least = 0.0, own = 0.0;
  eigen_quality quality;
  TRY(NEW_ARRAY(n, values));
  TRY(NEW_ARRAY(n * n, vectors));
  TRY(eigen_solver_new(&eigen_own, n, &solver));
  TRY(eigen_solve(solver, n, sum, n, values, vectors, &quality));
  TRY(projection(n, k, vectors + (n - k) * n, out));
  for (size_t i = 0; i < n; i++) own += sum[i * (n + 1)];
  for (size_t i = n - k; i < n; i++) own -= kernel_quadratic(n, sum, n, vectors + i * n);
  for (size_t i = 0; i < n - k; i++) least += values[i];
  least -= (double)(n - k) * perturbation_of_decomposition(quality, values[n - 1]);
  comparator_set_least(*out, fmax(least, 0.0), fmax(own, 0.0));
  return STATUS_OK;
}
