/* GSL's eigensolver, gsl_eigen_symmv: Householder tridiagonalisation and implicit QR. What ours is compared with. Its
 * workspaces are a few vectors; those allocated for the largest order serve smaller ones, since the order is taken from the
 * matrix. */
#include "linalg/eigen.h"
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>

typedef struct gsl_workspace {
  gsl_eigen_symmv_workspace *pairs;
  gsl_eigen_symm_workspace *values;
} gsl_workspace;

static void destroy(void *workspace) {
  gsl_workspace *w = workspace;
  gsl_eigen_symmv_free(w->pairs);
  gsl_eigen_symm_free(w->values);
  free(w);
}

static status create(size_t largest, void **workspace) {
  gsl_workspace *w = NULL;
  TRY(NEW_ARRAY(1, w));
  *workspace = w;
  w->pairs = gsl_eigen_symmv_alloc(largest);
  w->values = gsl_eigen_symm_alloc(largest);
  if (w->pairs != NULL && w->values != NULL) return STATUS_OK;
  return FAIL(STATUS_MEMORY, "no memory for an eigensolver of order %zu", largest);
}

/* GSL returns the eigenvectors in columns. */
static void transpose(size_t n, double *a) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      const double entry = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = entry;
    }
  }
}

/* The shift added to the diagonal before, and subtracted from the eigenvalues after. GSL's QR steps stop only when an
 * entry beside the diagonal is small against its neighbours on the diagonal; in a matrix of low rank all of these are
 * rounding errors, their squares underflow, and the iteration never stops. With a shift away from 0 they are dropped at
 * once. The shift costs a rounding error of the largest entry, which is there anyway. Minus the factor is unlikely to
 * be a repeated eigenvalue of a matrix. */
static double shift_of(size_t n, const double *a) {
  double largest = 0.0;
  int exponent = 0;
  for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(a[i]));
  (void)frexp(largest, &exponent);
  return ldexp(0.7390851332151607, exponent);
}

static status solve(void *workspace, size_t n, double *a, double *values, double *vectors) {
  gsl_workspace *w = workspace;
  gsl_matrix_view matrix = gsl_matrix_view_array(a, n, n), columns = gsl_matrix_view_array(vectors, n, n);
  gsl_vector_view spectrum = gsl_vector_view_array(values, n);
  const double shift = shift_of(n, a);
  for (size_t i = 0; i < n; i++) a[i * (n + 1)] += shift;
  const int failed = vectors == NULL ? gsl_eigen_symm(&matrix.matrix, &spectrum.vector, w->values)
                                     : gsl_eigen_symmv(&matrix.matrix, &spectrum.vector, &columns.matrix, w->pairs);
  if (failed) return FAIL(STATUS_NUMERIC, "GSL's eigensolver failed at order %zu: %s", n, gsl_strerror(failed));
  for (size_t i = 0; i < n; i++) values[i] -= shift;
  if (vectors != NULL) transpose(n, vectors);
  return STATUS_OK;
}

const eigen_backend eigen_gsl = {"gsl", create, solve, destroy};
