/* U, any symmetric positive semidefinite matrix. Up to COMPARATOR_SPECTRUM_LIMIT its eigenvalues are computed: they give the entropy, and a
 * projection becomes a frame. */
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "comparators/form/form.h"
#include "linalg/cholesky.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

extern const comparator_form form_frame;

typedef struct matrix {
  comparator common;
  double *entries;
  double *vectors; /* n x n: of a projection, whose range the last `ones` of them span */
  size_t ones;     /* eigenvalues of a projection that are 1; 0: it is none, or its spectrum is not known */
} matrix;

static void clear(void *self) {
  const matrix *made = self;
  free(made->entries);
  free(made->vectors);
}

/* Symmetric and positive semidefinite up to COMPARATOR_TOLERANCE |U|_F. */
static status check(size_t n, const double *entries, double norm) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (fabs(entries[i * n + j] - entries[j * n + i]) <= COMPARATOR_TOLERANCE * norm) continue;
      return FAIL(STATUS_INVALID, "entries (%zu,%zu) and (%zu,%zu) are %g and %g, expected a symmetric matrix", i + 1,
                  j + 1, j + 1, i + 1, entries[i * n + j], entries[j * n + i]);
    }
  }
  FREED double *work = NULL;
  TRY(NEW_ARRAY(n * n, work));
  if (norm == 0.0 || cholesky_positive(n, entries, 1.0, COMPARATOR_TOLERANCE * norm, work)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "a negative eigenvalue, expected a semidefinite matrix");
}

/* The entropy, and whether it is a projection. */
static status examine_spectrum(matrix *made) {
  const size_t n = made->common.n;
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  FREED double *values = NULL;
  TRY(eigen_solver_new(&eigen_gsl, n, &solver));
  TRY(NEW_ARRAY(n, values));
  TRY(NEW_ARRAY(n * n, made->vectors));
  TRY(eigen_solve(solver, n, made->entries, n, values, made->vectors, NULL));
  bool projection = true;
  made->common.entropy = 0.0;
  for (size_t l = 0; l < n; l++) {
    const bool one = fabs(values[l] - 1.0) <= COMPARATOR_TOLERANCE;
    projection = projection && (one || fabs(values[l]) <= COMPARATOR_TOLERANCE);
    made->ones += one;
    made->common.entropy += fixed_u_ln_u(values[l]);
  }
  if (projection) return STATUS_OK;
  made->ones = 0;
  free(made->vectors);
  made->vectors = NULL;
  return STATUS_OK;
}

static status init(void *self, const comparator_parts *parts) {
  matrix *made = self;
  const size_t n = parts->n;
  TRY(NEW_ARRAY(n * n, made->entries));
  memcpy(made->entries, parts->matrix, n * n * sizeof *made->entries);
  made->common.squared_norm = kernel_dot(n * n, made->entries, made->entries);
  TRY(form_view(&made->common, instance_matrix(n, made->entries)));
  TRY(check(n, made->entries, sqrt(made->common.squared_norm)));
  return n <= COMPARATOR_SPECTRUM_LIMIT ? examine_spectrum(made) : STATUS_OK;
}

/* Eigenvalues ascend. */
static const comparator_form *simpler(const void *self, comparator_parts *parts) {
  const matrix *made = self;
  const size_t n = made->common.n, r = made->ones;
  if (r == 0) return NULL;
  *parts = (comparator_parts){.n = n, .r = r, .frame = made->vectors + (n - r) * n};
  return &form_frame;
}

const comparator_form form_matrix = {.kind = COMPARATOR_MATRIX,
                                     .member = "matrix",
                                     .size = sizeof(matrix),
                                     .init = init,
                                     .clear = clear,
                                     .simpler = simpler};
