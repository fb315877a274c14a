#include "learners/winnow_tuning.h"

#include <math.h>

#include "base/fixed_math.h"

static const double largest_rate = 20.0;

double winnow_rate(void) {
  double eta = 1.25;
  for (int i = 0; i < 8; i++) { /* Newton on eta - 1 - e^-eta; quadratic, so 8 steps reach rounding */
    const double e = fixed_exp(-eta);
    eta -= (eta - 1.0 - e) / (1.0 + e);
  }
  return eta;
}

double winnow_threshold(double eta, double gap) {
  return eta * gap / (2.0 * fixed_sinh(eta));
}

/* (1 - delta) e^eta - e^(eta (1 - delta)) - delta, divided by e^eta: negative below the root, positive above. */
static double normalized_rate_equation(double eta, double delta) {
  return (1.0 - delta) - fixed_exp(-eta * delta) - delta * fixed_exp(-eta);
}

double winnow_normalized_rate(double delta) {
  /* eta = 0 gives -2 delta < 0; the equation is increasing in eta. */
  double low = 0.0;
  double high = largest_rate;
  if (normalized_rate_equation(high, delta) <= 0.0) return largest_rate;
  for (int i = 0; i < 200 && low < high; i++) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) break;
    if (normalized_rate_equation(middle, delta) < 0.0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

double winnow_normalized_threshold(double eta, double delta) {
  return fixed_expm1(eta * delta) / (-fixed_expm1(-eta) * (fixed_exp(eta) + fixed_exp(eta * delta)));
}

double winnow_scale(double eta, double theta, double gap_low, double gap_high) {
  return theta * 2.0 * fixed_sinh(eta) / (eta * (gap_low + gap_high));
}

double winnow_progress(double eta, double theta, double gap_low, double gap_high) {
  return -fixed_expm1(-eta) * theta - eta * winnow_scale(eta, theta, gap_low, gap_high) * gap_low;
}

double winnow_normalized_progress(double eta, double theta, double delta_low, double delta_high) {
  const double positive = eta * delta_high - fixed_log1p(fixed_expm1(eta) * theta);
  const double inside = fixed_expm1(-eta) * theta;
  if (inside <= -1.0) return positive; /* theta so large that a negative mistake cannot happen */
  const double negative = -eta * delta_low - fixed_log1p(inside);
  return fmin(positive, negative);
}
