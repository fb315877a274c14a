#include "spectral/instance_spectrum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

struct instance_spectrum {
  size_t n, most; /* most: orders that are decomposed, 0: none */
  eigen_solver *solver;
  double *inner, *values, *vectors;   /* most x most, values: most */
  double *basis, *coefficient, *work; /* low rank: (most + 1) x n, most + 1, most + n + 1 */
};

void instance_spectrum_free(instance_spectrum *work) {
  if (work == NULL) return;
  eigen_solver_free(work->solver);
  free(work->inner);
  free(work->values);
  free(work->vectors);
  free(work->basis);
  free(work->coefficient);
  free(work->work);
  free(work);
}

static status build(instance_spectrum *work, instance_kind kind, const eigen_backend *eigen) {
  if (work->most == 0) return STATUS_OK;
  TRY(NEW_ARRAY(work->most * work->most, work->inner));
  TRY(NEW_ARRAY(work->most * work->most, work->vectors));
  TRY(NEW_ARRAY(work->most, work->values));
  TRY(eigen_solver_new(eigen, work->most, &work->solver));
  if (kind != INSTANCE_LOW_RANK) return STATUS_OK;
  TRY(NEW_ARRAY((work->most + 1) * work->n, work->basis));
  TRY(NEW_ARRAY(work->most + 1, work->coefficient));
  return NEW_ARRAY(work->most + work->n + 1, work->work);
}

status instance_spectrum_new(instance_kind kind, size_t n, size_t rank, const eigen_backend *eigen,
                             instance_spectrum **out) {
  instance_spectrum *work = NULL;
  *out = NULL;
  if (instance_kind_has_rows(kind)) {
    return FAIL(STATUS_INVALID, "instances are %s, expected symmetric ones", instance_kind_name(kind));
  }
  TRY(NEW_ARRAY(1, work));
  work->n = n;
  work->most = kind == INSTANCE_MATRIX ? n : kind == INSTANCE_LOW_RANK ? (rank < n ? rank : n) : 0;
  const status code = build(work, kind, eigen);
  if (code != STATUS_OK) {
    instance_spectrum_free(work);
    return code;
  }
  *out = work;
  return STATUS_OK;
}

static void widen(double value, double *least, double *largest) {
  *least = fmin(*least, value);
  *largest = fmax(*largest, value);
}

/* Eigenvalues of the symmetric a (order k, stride k). */
static status decompose(instance_spectrum *work, size_t k, const double *a, double *least, double *largest,
                        double *error) {
  eigen_quality quality;
  TRY(eigen_solve(work->solver, k, a, k, work->values, work->vectors, &quality));
  *least = work->values[0];
  *largest = work->values[k - 1];
  const double size = fmax(fabs(*least), fabs(*largest));
  *error = quality.residual + size * (quality.orthogonality + DBL_EPSILON * (double)(k + 4));
  return STATUS_OK;
}

/* inner = coefficients of the factors in the basis, C^T diag(weights) C; returns its order. */
static size_t compress(instance_spectrum *work, const instance *x) {
  const size_t n = x->n, m = work->most;
  size_t k = 0;
  memset(work->inner, 0, m * m * sizeof *work->inner);
  for (size_t q = 0; q < x->rank; q++) {
    double rest = 0.0;
    const int appended = frame_append(n, k, work->basis, x->factors + q * n, work->coefficient, &rest, work->work);
    if (appended) work->coefficient[k++] = rest;
    for (size_t i = 0; i < k; i++) {
      for (size_t j = 0; j < k; j++) {
        work->inner[i * m + j] += x->weights[q] * (work->coefficient[i] * work->coefficient[j]);
      }
    }
  }
  for (size_t i = 1; i < k; i++) memmove(work->inner + i * k, work->inner + i * m, k * sizeof *work->inner);
  return k;
}

static status low_rank_ends(instance_spectrum *work, const instance *x, double *least, double *largest, double *error) {
  const size_t k = compress(work, x);
  *least = *largest = *error = 0.0;
  if (k > 0) {
    double nuclear = 0.0;
    for (size_t q = 0; q < x->rank; q++) {
      nuclear += fabs(x->weights[q]) * kernel_dot(x->n, x->factors + q * x->n, x->factors + q * x->n);
    }
    TRY(decompose(work, k, work->inner, least, largest, error));
    *error += DBL_EPSILON * nuclear * (32.0 + 0.25 * (double)x->n);
  }
  if (k < x->n) widen(0.0, least, largest);
  *least += x->shift;
  *largest += x->shift;
  *error += DBL_EPSILON * fabs(x->shift);
  return STATUS_OK;
}

status instance_spectrum_ends(instance_spectrum *work, const instance *x, double *least, double *largest,
                              double *error) {
  *least = INFINITY;
  *largest = -INFINITY;
  *error = 0.0;
  switch (x->kind) {
  case INSTANCE_LOW_RANK: return low_rank_ends(work, x, least, largest, error);
  case INSTANCE_MATRIX: return decompose(work, x->n, x->matrix, least, largest, error);
  case INSTANCE_DYAD:
  case INSTANCE_DISTANCE:
    widen(instance_trace(x), least, largest);
    if (x->n > 1) widen(0.0, least, largest);
    return STATUS_OK;
  default:
    for (size_t j = 0; j < x->count; j++) widen(x->value[j], least, largest);
    if (x->count < x->n) widen(0.0, least, largest);
    return STATUS_OK;
  }
}
