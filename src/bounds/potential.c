#include "bounds/potential.h"

#include <math.h>

double potential_scale(const learner *learner, const comparator *comparator) {
  double value = 0.0;
  if (learner_constant(learner, "comparator_scale", &value)) return value;
  if (comparator != NULL && learner_constant(learner, "comparator_trace", &value)) {
    return value / comparator_trace(comparator);
  }
  return 1.0;
}

status potential_of(const learner *learner, const comparator *comparator, double scale, double *value) {
  *value = NAN;
  spectral *w = learner_parameter(learner);
  if (w == NULL || comparator == NULL || spectral_order(w) != comparator_order(comparator)) return STATUS_OK;
  const double entropy = comparator_entropy(comparator);
  const instance *u = comparator_instance(comparator);
  if (isnan(entropy) && spectral_link_of(w) != LINK_IDENTITY) return STATUS_OK;
  if (!(scale > 0.0)) return STATUS_OK;                       /* a comparator with negative entries has no density */
  if (!spectral_takes_argument(w, u->kind)) return STATUS_OK; /* a projection, where instances are vectors */
  return spectral_divergence(w, u, entropy, comparator_squared_norm(comparator), scale, value);
}

double at_least_zero(double divergence) {
  return divergence < 0.0 ? 0.0 : divergence;
}
