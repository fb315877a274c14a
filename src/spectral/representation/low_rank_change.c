/* What changes a low-rank parameter: steps, shifts, maps of eigenvalues. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "spectral/link.h"
#include "spectral/representation/low_rank.h"

/* H += weight z z^T. Its rounding: that of the coefficients (sums of n products in eight running sums, twice), what
 * frame_append leaves out when z is in the span, and half an ulp for every entry of A. */
static status add_factor(low_rank *d, double weight, const double *z) {
  double rest;
  double *p = d->coefficient;
  const double square = kernel_dot(d->n, z, z);
  if (weight == 0.0 || square == 0.0) return STATUS_OK;
  const int appended = frame_append(d->n, d->k, d->basis, z, p, &rest, d->append_work);
  if (appended && d->k == d->limit) {
    return FAIL(STATUS_INVALID, "low rank parameter: more than %zu independent factors, its capacity", d->limit);
  }
  if (appended) {
    for (size_t l = 0; l <= d->k; l++) d->a[l * d->limit + d->k] = d->a[d->k * d->limit + l] = 0.0;
    p[d->k++] = rest;
  }
  double size = 0.0;
  for (size_t i = 0; i < d->k; i++) {
    double *row = d->a + i * d->limit;
    for (size_t j = 0; j < d->k; j++) row[j] += weight * (p[i] * p[j]);
    size += kernel_dot(d->k, row, row);
  }
  if (!isfinite(size)) return FAIL(STATUS_NUMERIC, "spectral parameter: an entry of H is beyond a double after a step");
  const double n = (double)d->n, dropped = appended || d->k == d->n ? 0.0 : 64.0; /* 2 * 32, see frame_append */
  d->drift += DBL_EPSILON * (sqrt(size) + fabs(weight) * square * (0.25 * n + 32.0 + dropped));
  d->decomposed = d->weighed = false;
  return STATUS_OK;
}

static status add_entry(low_rank *d, double weight, size_t count, const size_t *index, const double *z) {
  memset(d->dense, 0, d->n * sizeof *d->dense);
  for (size_t j = 0; j < count; j++) d->dense[index[j]] = z[j];
  return add_factor(d, weight, d->dense);
}

status low_rank_shift(void *self, double c) {
  low_rank *d = self;
  d->offset += c;
  d->drift += 0.5 * DBL_EPSILON * fabs(d->offset);
  d->weighed = false;
  return STATUS_OK;
}

status low_rank_step(void *self, double a, const instance *x) {
  low_rank *d = self;
  const double one = 1.0;
  switch (x->kind) {
  case INSTANCE_DYAD:
    return x->index == NULL ? add_factor(d, a, x->value) : add_entry(d, a, x->count, x->index, x->value);
  case INSTANCE_DISTANCE: {
    size_t index[2];
    double value[2];
    const instance dyad = instance_distance_dyad(x, index, value);
    return dyad.count == 0 ? STATUS_OK : add_entry(d, a, dyad.count, index, value);
  }
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count; j++) {
      const size_t i = x->index != NULL ? x->index[j] : j;
      TRY(add_entry(d, a * x->value[j], 1, &i, &one));
    }
    return STATUS_OK;
  default:
    for (size_t q = 0; q < x->rank; q++) TRY(add_factor(d, a * x->weights[q], x->factors + q * d->n));
    return x->shift != 0.0 ? low_rank_shift(self, a * x->shift) : STATUS_OK;
  }
}

/* A <- U diag(values) U^T: the sum over eigenvectors, by row */
static void assemble(low_rank *d) {
  const size_t k = d->k;
  for (size_t i = 0; i < k; i++) {
    for (size_t l = 0; l < k; l++) d->scratch[i * k + l] = d->vectors[l * k + i];
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t l = 0; l < k; l++) d->rotated[l] = d->values[l] * d->scratch[i * k + l];
    for (size_t j = 0; j <= i; j++) {
      const double entry = kernel_dot(k, d->rotated, d->scratch + j * k);
      d->a[i * d->limit + j] = d->a[j * d->limit + i] = entry;
    }
  }
}

status low_rank_map(void *self, eigenvalue_map *map, void *context) {
  low_rank *d = self;
  TRY(low_rank_decompose(d));
  const double before = low_rank_argument_error(d), k = (double)d->k;
  double offset = d->offset;
  if (d->k < d->n) TRY(link_map(d->link, map, context, &offset));
  for (size_t l = 0; l < d->k; l++) {
    double argument = d->offset + d->values[l];
    TRY(link_map(d->link, map, context, &argument));
    d->values[l] = argument - offset;
  }
  assemble(d);
  double span = fabs(offset);
  for (size_t l = 0; l < d->k; l++) span = fmax(span, fabs(d->values[l]));
  d->offset = offset;
  d->drift = before + DBL_EPSILON * (k * sqrt(k) + 2.0) * span;
  d->decomposed = d->weighed = false;
  return STATUS_OK;
}
