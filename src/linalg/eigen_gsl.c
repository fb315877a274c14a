#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>

#include "linalg/eigen.h"

/* gsl_eigen_symmv: Householder tridiagonalisation and implicit QR. Its workspace is four vectors; one made for the
 * largest order serves the smaller ones (it takes the order from the matrix). */
static status create(size_t largest, void **workspace) {
  *workspace = gsl_eigen_symmv_alloc(largest);
  return *workspace != NULL ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for an eigensolver of order %zu", largest);
}

static void destroy(void *workspace) {
  if (workspace != NULL) gsl_eigen_symmv_free(workspace);
}

/* GSL gives the eigenvectors in columns. */
static void transpose(size_t n, double *a) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      const double entry = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = entry;
    }
  }
}

static status solve(void *workspace, size_t n, double *a, double *values, double *vectors) {
  gsl_matrix_view matrix = gsl_matrix_view_array(a, n, n), columns = gsl_matrix_view_array(vectors, n, n);
  gsl_vector_view spectrum = gsl_vector_view_array(values, n);
  const int failed = gsl_eigen_symmv(&matrix.matrix, &spectrum.vector, &columns.matrix, workspace);
  if (failed) return FAIL(STATUS_NUMERIC, "GSL's eigensolver failed at order %zu: %s", n, gsl_strerror(failed));
  transpose(n, vectors);
  return STATUS_OK;
}

const eigen_backend eigen_gsl = {"gsl", create, solve, destroy};
