#include "spectral/entry/entries.h"

#include <math.h>

static double larger(double x, double y) {
  return x > y ? x : y; /* one instruction, where fmax with its rules for NaN is a call */
}

double entries_add(double *restrict g, double a, const instance *x) {
  const size_t *index = x->index;
  const double *value = x->value;
  double sums = 0.0, increments = 0.0, excess = 0.0;
  for (size_t j = 0; j < x->count; j++) {
    if (value[j] == 0.0) continue;
    const size_t i = index != NULL ? index[j] : j;
    const double increment = a * value[j], sum = g[i] + increment;
    g[i] = sum;
    sums = larger(fabs(sum), sums);
    increments = larger(fabs(increment), increments);
    excess += sum - sum; /* 0, or NaN from a sum that is not finite on */
  }
  return larger(sums, increments) + excess;
}

status entries_refuse(const double *g, const instance *x) {
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = x->index != NULL ? x->index[j] : j;
    if (!isfinite(g[i])) return FAIL(STATUS_NUMERIC, "spectral parameter: entry %zu of H is %g", i + 1, g[i]);
  }
  return FAIL(STATUS_NUMERIC, "spectral parameter: an entry of H is not finite");
}

bool entries_beyond(const double *g, const instance *x, double limit) {
  for (size_t j = 0; j < x->count; j++) {
    if (x->value[j] != 0.0 && fabs(g[x->index != NULL ? x->index[j] : j]) > limit) return true;
  }
  return false;
}

void entries_extremes(size_t n, const double *g, double *least, double *largest) {
  *least = *largest = g[0];
  for (size_t i = 1; i < n; i++) {
    *least = fmin(*least, g[i]);
    *largest = fmax(*largest, g[i]);
  }
}
