#include "spectral/mercer.h"
#include "base/fixed_math.h"
#include <math.h>

double mercer_value(const mercer_kernel *kernel, double inner, double square, double other_square) {
  if (kernel->kind == MERCER_LINEAR) return inner;
  if (kernel->kind == MERCER_GAUSSIAN) {
    const double distance = fmax(square + other_square - 2.0 * inner, 0.0);
    return fixed_exp(-distance / (2.0 * kernel->width * kernel->width));
  }
  const double base = (inner + kernel->offset) / (1.0 + kernel->offset);
  double power = 1.0;
  for (size_t i = 0; i < kernel->degree; i++) power *= base;
  return power;
}

double mercer_dimension(const mercer_kernel *kernel, size_t n) {
  if (kernel->kind == MERCER_LINEAR) return (double)n;
  if (kernel->kind == MERCER_GAUSSIAN) return INFINITY;
  /* C(m + degree, degree) = prod_{i=1..degree} (m + i)/i */
  const double m = (double)n - (kernel->offset > 0.0 ? 0.0 : 1.0);
  double product = 1.0;
  for (size_t i = 1; i <= kernel->degree; i++) product = product * (m + (double)i) / (double)i;
  return nearbyint(product);
}
