#include "linalg/angles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

struct angles {
  size_t n, r;
  eigen_solver *solver;
  double *outside;         /* r x n: rows of b minus their projection on a */
  double *inner;           /* r x r: b a^T */
  double *gram;            /* r x r */
  double *cosines, *sines; /* squared, ascending */
};

void angles_free(angles *work) {
  if (work == NULL) return;
  eigen_solver_free(work->solver);
  free(work->outside);
  free(work->inner);
  free(work->gram);
  free(work->cosines);
  free(work->sines);
  free(work);
}

status angles_new(size_t n, size_t r, angles **out) {
  CLEANUP(angles_free_at) angles *work = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, work));
  work->n = n;
  work->r = r;
  TRY(eigen_solver_new(&eigen_own, r, &work->solver));
  TRY(NEW_ARRAY(r * n, work->outside));
  TRY(NEW_ARRAY(r * r, work->inner));
  TRY(NEW_ARRAY(r * r, work->gram));
  TRY(NEW_ARRAY(r, work->cosines));
  TRY(NEW_ARRAY(r, work->sines));
  *out = work;
  work = NULL;
  return STATUS_OK;
}

/* Eigenvalues of M M^T for r rows of length `length`: squared singular values, ascending. */
static status squared_singular_values(angles *work, const double *rows, size_t length, double *values) {
  const size_t r = work->r;
  kernel_multiply_transposed(r, r, length, rows, length, rows, length, work->gram, r);
  return eigen_solve(work->solver, r, work->gram, r, values, NULL, NULL);
}

static status measure(angles *work, const double *a, const double *b) {
  const size_t n = work->n, r = work->r;
  kernel_multiply_transposed(r, r, n, b, n, a, n, work->inner, r);
  memcpy(work->outside, b, r * n * sizeof *b);
  for (size_t i = 0; i < r; i++) {
    for (size_t j = 0; j < r; j++) kernel_axpy(n, -work->inner[i * r + j], a + j * n, work->outside + i * n);
  }
  TRY(squared_singular_values(work, work->inner, r, work->cosines));
  return squared_singular_values(work, work->outside, n, work->sines);
}

status angles_between(angles *work, const double *a, const double *b, double *radians) {
  const size_t r = work->r;
  TRY(measure(work, a, b));
  for (size_t i = 0; i < r; i++) { /* the least sine belongs to the largest cosine */
    radians[i] = fixed_atan2(sqrt(fmax(work->sines[i], 0.0)), sqrt(fmax(work->cosines[r - 1 - i], 0.0)));
  }
  return STATUS_OK;
}

status angles_positive_part(angles *work, const double *a, const double *b, double *sum) {
  TRY(measure(work, a, b));
  *sum = 0.0;
  for (size_t i = 0; i < work->r; i++) *sum += sqrt(fmin(fmax(work->sines[i], 0.0), 1.0));
  return STATUS_OK;
}
