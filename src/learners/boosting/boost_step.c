#include "learners/boosting/boost_step.h"

#include <float.h>
#include <math.h>

#include "base/fixed_math.h"

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
