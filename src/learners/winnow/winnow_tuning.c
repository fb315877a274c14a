#include "learners/winnow/winnow_tuning.h"
#include "base/fixed_math.h"
#include <math.h>

static const double largest_rate = 20.0;
static const double smallest_rate = 1e-6;

/* Numbers that an equation for the best rate depends on. */
typedef struct tuning {
  double low, high;        /* of the gap */
  double potential, hinge; /* what is minimised is (potential + eta hinge) / c(eta) */
} tuning;

typedef double rate_equation(const tuning *problem, double eta); /* negative below its root, positive above */

/* The root between smallest_rate and high, by bisection to full precision. */
static double root(rate_equation *equation, const tuning *problem, double high) {
  double low = smallest_rate;
  if (equation(problem, low) >= 0.0) return low;
  if (equation(problem, high) <= 0.0) return high;
  for (;;) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) return high;
    if (equation(problem, middle) < 0.0) {
      low = middle;
    } else {
      high = middle;
    }
  }
}

double winnow_rate(void) {
  double eta = 1.25;
  for (int i = 0; i < 8; i++) { /* Newton on eta - 1 - e^-eta; quadratic, so 8 steps reach rounding */
    const double e = fixed_exp(-eta);
    eta -= (eta - 1.0 - e) / (1.0 + e);
  }
  return eta;
}

/* The sign of the derivative of ln((D + eta H)(1 + e^eta)/(eta (g1 - g0 e^eta))): its two parts,
 * -D/(eta (D + eta H)) and e^eta (g0 + g1)/((1 + e^eta)(g1 - g0 e^eta)), both increase. D cancels when H = 0. */
static double rate_slope(const tuning *problem, double eta) {
  const double e = fixed_exp(eta), g0 = problem->low, g1 = problem->high;
  const double potential = problem->hinge > 0.0 ? problem->potential : 1.0;
  return eta * (potential + eta * problem->hinge) * e * (g0 + g1) - potential * (1.0 + e) * (g1 - g0 * e);
}

double winnow_rate_for(double gap_low, double gap_high, double potential, double hinge) {
  if (gap_low == 0.0 && hinge == 0.0) return winnow_rate();
  const tuning problem = {gap_low, gap_high, potential, hinge};
  const double limit = gap_low > 0.0 ? fixed_log(gap_high / gap_low) : largest_rate;
  return root(rate_slope, &problem, fmin(limit, winnow_rate())); /* g0 and H only lower the rate */
}

double winnow_threshold(double eta, double gap_sum) {
  return eta * gap_sum / (2.0 * fixed_sinh(eta));
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
  for (int i = 0; i < 200; i++) {
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

/* c(eta) = ln(1 + e^(-eta (1 - s))) - ln(1 + e^-eta) - eta delta0 */
static double normalized_gain(const tuning *problem, double eta) {
  const double s = problem->low + problem->high;
  return fixed_log1p(fixed_exp(-eta * (1.0 - s))) - fixed_log1p(fixed_exp(-eta)) - eta * problem->low;
}

/* -c'(eta). c is concave, then convex with a slope below its limit, which is at most 0: so c' changes sign once. */
static double normalized_slope(const tuning *problem, double eta) {
  const double s = problem->low + problem->high;
  return (1.0 - s) / (1.0 + fixed_exp(eta * (1.0 - s))) - 1.0 / (1.0 + fixed_exp(eta)) + problem->low;
}

/* Of the sign of the derivative of (L + eta h)/c: its own derivative is -(L + eta h) c'', positive where c is concave. */
static double normalized_slope_with_hinge(const tuning *problem, double eta) {
  return problem->hinge * normalized_gain(problem, eta) +
         (problem->potential + eta * problem->hinge) * normalized_slope(problem, eta);
}

double winnow_normalized_rate_for(double delta_low, double delta_high, double potential, double hinge) {
  const tuning problem = {delta_low, delta_high, potential, hinge};
  const double clean =
      delta_low == 0.0 ? winnow_normalized_rate(delta_high) : root(normalized_slope, &problem, largest_rate);
  return hinge == 0.0 ? clean : root(normalized_slope_with_hinge, &problem, clean);
}

double winnow_normalized_threshold(double eta, double delta_sum) {
  return fixed_expm1(eta * delta_sum) / (-fixed_expm1(-eta) * (fixed_exp(eta) + fixed_exp(eta * delta_sum)));
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
