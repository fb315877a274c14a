#include "linalg/angles.h"
#include "base/arena.h"
#include "base/fixed_math.h"
#include "linalg/kernels.h"
#include "linalg/singular.h"

struct angles {
  size_t n, r;
  double *outside;         /* r x n: rows of b minus their projection on a */
  double *inner;           /* r x r: b a^T */
  double *cosines, *sines; /* ascending */
  arena memory;            /* of the arrays */
};

void angles_free(angles *work) {
  if (work == NULL) return;
  arena_free(&work->memory);
  free(work);
}

status angles_new(size_t n, size_t r, angles **out) {
  CLEANUP(angles_free_at) angles *work = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, work));
  work->n = n;
  work->r = r;
  TRY(ARENA_ARRAY(&work->memory, r * n, work->outside));
  TRY(ARENA_ARRAY(&work->memory, r * r, work->inner));
  TRY(ARENA_ARRAY(&work->memory, r, work->cosines));
  TRY(ARENA_ARRAY(&work->memory, r, work->sines));
  return HAND_OVER(work, *out);
}

/* Singular values of r rows of length `length`, ascending; the rows are changed. */
static status singular_values(size_t r, size_t length, double *rows, double *values) {
  TRY(singular_rotate(r, length, rows, NULL, values));
  for (size_t i = 1; i < r; i++) {
    const double value = values[i];
    size_t at = i;
    for (; at > 0 && values[at - 1] > value; at--) values[at] = values[at - 1];
    values[at] = value;
  }
  return STATUS_OK;
}

static status measure(angles *work, const double *a, const double *b) {
  const size_t n = work->n, r = work->r;
  kernel_multiply_transposed(r, r, n, b, n, a, n, work->inner, r);
  memcpy(work->outside, b, r * n * sizeof *b);
  for (size_t i = 0; i < r; i++) {
    for (size_t j = 0; j < r; j++) kernel_axpy(n, -work->inner[i * r + j], a + j * n, work->outside + i * n);
  }
  TRY(singular_values(r, r, work->inner, work->cosines));
  return singular_values(r, n, work->outside, work->sines);
}

status angles_between(angles *work, const double *a, const double *b, double *radians) {
  const size_t r = work->r;
  TRY(measure(work, a, b));
  for (size_t i = 0; i < r; i++) { /* the least sine belongs to the largest cosine */
    radians[i] = fixed_atan2(work->sines[i], work->cosines[r - 1 - i]);
  }
  return STATUS_OK;
}

status angles_positive_part(angles *work, const double *a, const double *b, double *sum) {
  TRY(measure(work, a, b));
  *sum = 0.0;
  for (size_t i = 0; i < work->r; i++) *sum += fmin(work->sines[i], 1.0);
  return STATUS_OK;
}
