#include "spectral/instance/vector_arithmetic.h"
#include "linalg/kernels.h"

double vector_inner_instance(const double *w, const instance *x) {
  double sum = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR:
    if (x->index == NULL) return kernel_dot(x->count, x->value, w);
    for (size_t j = 0; j < x->count; j++) sum += x->value[j] * w[x->index[j]];
    return sum;
  case INSTANCE_DYAD:
    for (size_t j = 0; j < x->count; j++) {
      sum += x->value[j] * x->value[j] * w[x->index != NULL ? x->index[j] : j];
    }
    return sum;
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < x->rank; q++) {
      const double *z = x->factors + q * x->n;
      double squares = 0.0;
      for (size_t i = 0; i < x->n; i++) squares += z[i] * z[i] * w[i];
      sum += x->weights[q] * squares;
    }
    for (size_t i = 0; i < x->n; i++) sum += x->shift * w[i];
    return sum;
  case INSTANCE_RECTANGULAR: return NAN;
  case INSTANCE_ENTRY:
    if (x->m != x->n) return NAN;
    return x->row == x->column ? w[x->row] : 0.0;
  case INSTANCE_DISTANCE: return x->row != x->column ? 0.5 * (w[x->row] + w[x->column]) : 0.0;
  default:
    for (size_t i = 0; i < x->n; i++) sum += x->matrix[i * (x->n + 1)] * w[i];
    return sum;
  }
}

static double larger(double x, double y) {
  return x > y ? x : y; /* one instruction, where fmax with its rules for NaN is a call */
}

double vector_add_instance(double *restrict w, double a, const instance *x) {
  const size_t *index = x->index;
  const double *value = x->value;
  double sums = 0.0, increments = 0.0, excess = 0.0;
  for (size_t j = 0; j < x->count; j++) {
    if (value[j] == 0.0) continue;
    const size_t i = index != NULL ? index[j] : j;
    const double increment = a * value[j], sum = w[i] + increment;
    w[i] = sum;
    sums = larger(fabs(sum), sums);
    increments = larger(fabs(increment), increments);
    excess += sum - sum; /* 0, or NaN from a sum that is not finite on */
  }
  return larger(sums, increments) + excess;
}

status vector_refuse(const double *w, const instance *x) {
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = x->index != NULL ? x->index[j] : j;
    if (!isfinite(w[i])) return FAIL(STATUS_NUMERIC, "spectral parameter: entry %zu of H is %g", i + 1, w[i]);
  }
  return FAIL(STATUS_NUMERIC, "spectral parameter: an entry of H is not finite");
}

bool vector_exceeds(const double *w, const instance *x, double limit) {
  for (size_t j = 0; j < x->count; j++) {
    if (x->value[j] != 0.0 && fabs(w[x->index != NULL ? x->index[j] : j]) > limit) return true;
  }
  return false;
}

void vector_extremes(size_t n, const double *w, double *least, double *largest) {
  *least = *largest = w[0];
  for (size_t i = 1; i < n; i++) {
    *least = fmin(*least, w[i]);
    *largest = fmax(*largest, w[i]);
  }
}
