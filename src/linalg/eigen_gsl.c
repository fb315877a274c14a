#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>

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

/* What is added to the diagonal before and taken from the eigenvalues after. The QR steps of GSL stop only when an entry beside the diagonal is
 * small against its neighbours on it; where a matrix has low rank both are rounding, their squares underflow, and it never stops. Far from 0
 * they are dropped at once, and what is lost, a rounding of the largest entry, is lost anyway. The factor is no number that a matrix
 * is likely to have minus as a repeated eigenvalue. */
static double shift_of(size_t n, const double *a) {
  double largest = 0.0;
  int exponent = 0;
  for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(a[i]));
  (void)frexp(largest, &exponent);
  return ldexp(0.7390851332151607, exponent);
}

static status solve(void *workspace, size_t n, double *a, double *values, double *vectors) {
  gsl_matrix_view matrix = gsl_matrix_view_array(a, n, n), columns = gsl_matrix_view_array(vectors, n, n);
  gsl_vector_view spectrum = gsl_vector_view_array(values, n);
  const double shift = shift_of(n, a);
  for (size_t i = 0; i < n; i++) a[i * (n + 1)] += shift;
  const int failed = gsl_eigen_symmv(&matrix.matrix, &spectrum.vector, &columns.matrix, workspace);
  if (failed) return FAIL(STATUS_NUMERIC, "GSL's eigensolver failed at order %zu: %s", n, gsl_strerror(failed));
  for (size_t i = 0; i < n; i++) values[i] -= shift;
  transpose(n, vectors);
  return STATUS_OK;
}

const eigen_backend eigen_gsl = {"gsl", create, solve, destroy};
