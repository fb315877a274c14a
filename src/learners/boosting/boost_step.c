#include "learners/boosting/boost_step.h"
#include "base/fixed_math.h"
#include <float.h>

/* ln(1 - r/high): r/high below 1 may be rounded to 1. */
static double log_above(double r, double high) {
  const double quotient = r / high;
  return fixed_log1p(-fmin(quotient, 1.0 - DBL_EPSILON));
}

double boost_step(double r, double low, double high) {
  if (!(r > 0.0)) return 0.0;
  return (fixed_log1p(-r / low) - log_above(r, high)) / (high - low);
}

double boost_log_rho(double r, double low, double high) {
  if (!(r > 0.0)) return 0.0;
  return fmin(0.0, (high * log_above(r, high) - low * fixed_log1p(-r / low)) / (high - low));
}

/* Rounding error of the eigenvalues of low-rank instances and matrices, which take two decompositions, in units of
 * DBL_EPSILON |X|_1; those of others are entries. */
static const double roundings = 256.0;

status boost_constraint_of(instance_square *work, const instance *x, double y, boost_constraint *out) {
  double least = 0.0, largest = 0.0;
  TRY(instance_square_ends(work, x, &least, &largest));
  const bool decomposed = x->kind == INSTANCE_LOW_RANK || x->kind == INSTANCE_MATRIX;
  out->low = least - y;
  out->high = largest - y;
  out->error = decomposed ? roundings * DBL_EPSILON * instance_nuclear(x) : 0.0;
  out->sides = out->high <= out->error ? BOOST_ALWAYS_MET : out->low >= -out->error ? BOOST_NEVER_MET : BOOST_BOTH;
  return STATUS_OK;
}
