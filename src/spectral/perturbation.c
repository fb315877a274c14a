#include "spectral/perturbation.h"
#include "base/fixed_math.h"

double perturbation_of_link(spectral_link link, double size, double largest) {
  return link == LINK_EXP ? fixed_expm1(size) * largest : size;
}

double perturbation_of_decomposition(eigen_quality quality, double span) {
  const double d = quality.orthogonality;
  if (!(d < 0.5)) return INFINITY;
  return (quality.residual + 2.0 * d * span) / (1.0 - d);
}

double perturbation_of_vectors(eigen_quality quality) {
  const double d = quality.orthogonality;
  return d * (2.0 + d);
}
