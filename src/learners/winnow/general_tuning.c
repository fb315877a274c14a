#include "learners/winnow/general_tuning.h"
#include "base/fixed_math.h"
#include <math.h>

static const double largest_rate = 20.0;

static double slope(double eta, double delta_low, double delta_high) {
  const double half = 0.5 * (delta_low + delta_high);
  return 0.5 * (delta_high - delta_low) - fixed_tanh(eta) + half * fixed_tanh(eta * half);
}

double general_rate(double delta_low, double delta_high) {
  double low = 0.0, high = largest_rate; /* the slope is positive at 0 */
  if (slope(high, delta_low, delta_high) >= 0.0) return high;
  for (;;) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) return high;
    if (slope(middle, delta_low, delta_high) > 0.0) {
      low = middle;
    } else {
      high = middle;
    }
  }
}

double general_threshold(double eta, double delta_sum) {
  return fixed_tanh(0.5 * eta * delta_sum) / fixed_tanh(eta);
}

/* ln(cosh eta + theta sinh eta) = ln(1 + (cosh eta - 1) + theta sinh eta), cosh eta - 1 = 2 sinh^2(eta/2) */
static double log_growth(double eta, double theta) {
  const double half = fixed_sinh(0.5 * eta);
  const double excess = 2.0 * half * half + theta * fixed_sinh(eta);
  return excess > -1.0 ? fixed_log1p(excess) : -INFINITY; /* such a mistake cannot happen */
}

double general_progress(double up, double down, double theta, double delta_low, double delta_high) {
  return fmin(up * delta_high - log_growth(up, theta), -down * delta_low - log_growth(down, -theta));
}
