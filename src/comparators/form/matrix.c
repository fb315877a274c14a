/* U, any symmetric positive semidefinite matrix. Up to COMPARATOR_SPECTRUM_LIMIT its eigenvalues are computed: they give the entropy, and a
 * projection becomes a frame. */
#include "base/fixed_math.h"
#include "comparators/form/form.h"
#include "linalg/cholesky.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

extern const comparator_form form_frame;

typedef struct matrix {
  comparator common;
  double *entries;
  double *range; /* of a projection, common.rank x n; NULL: it is none, or its spectrum is not known */
} matrix;

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
  FREED double *values = NULL, *vectors = NULL;
  TRY(eigen_solver_new(&eigen_own, n, &solver));
  TRY(NEW_ARRAY(n, values));
  TRY(NEW_ARRAY(n * n, vectors));
  TRY(eigen_solve(solver, n, made->entries, n, values, vectors, NULL));
  bool projection = true;
  size_t rank = 0;
  made->common.entropy = 0.0;
  for (size_t l = 0; l < n; l++) {
    const bool one = fabs(values[l] - 1.0) <= COMPARATOR_TOLERANCE;
    projection = projection && (one || fabs(values[l]) <= COMPARATOR_TOLERANCE);
    rank += one;
    made->common.entropy += fixed_u_ln_u(values[l]);
  }
  if (!projection || rank == 0) return STATUS_OK;
  made->common.rank = rank;
  return FORM_ARRAY(made, rank * n, vectors + (n - rank) * n, made->range); /* eigenvalues ascend */
}

static status init(void *self, const comparator_parts *parts) {
  matrix *made = self;
  const size_t n = parts->n;
  TRY(FORM_ARRAY(made, n * n, parts->matrix, made->entries));
  made->common.squared_norm = kernel_dot(n * n, made->entries, made->entries);
  TRY(form_view(&made->common, instance_matrix(n, made->entries)));
  TRY(check(n, made->entries, sqrt(made->common.squared_norm)));
  return n <= COMPARATOR_SPECTRUM_LIMIT ? examine_spectrum(made) : STATUS_OK;
}

static const comparator_form *simpler(const void *self, comparator_parts *parts) {
  const matrix *made = self;
  *parts = (comparator_parts){.n = made->common.n, .r = made->common.rank, .frame = made->range};
  return made->range != NULL ? &form_frame : NULL;
}

const comparator_form form_matrix = {
    .kind = COMPARATOR_MATRIX, .member = "matrix", .size = sizeof(matrix), .init = init, .simpler = simpler};
