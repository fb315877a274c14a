#include "base/fixed_math.h"
#include "base/fixed_math/twofold_logarithm.h"

/* Stirling's series for x >= 8: (x - 1/2)(ln x - 1) + (ln(2 pi) - 1)/2 + 1/(12 x) - .., whose rest is below 0.18/x^17 < 2^-53. */
static double large_argument(double x) {
  const double inverse = 1.0 / x, s = inverse * inverse, t = s * s;
  const double low = (1.0 / 12 - s * (1.0 / 360)) + t * (1.0 / 1260 - s * (1.0 / 1680));
  const double high = (1.0 / 1188 - s * (691.0 / 360360)) + t * (1.0 / 156 - s * (3617.0 / 122400));
  const twofold logarithm = twofold_logarithm((twofold){x, 0.0}, 0), less = exact_sum(logarithm.high, -1.0);
  const twofold product = twofold_product(exact_sum(x, -0.5), (twofold){less.high, less.low + logarithm.low});
  const twofold sum = exact_sum(product.high, stirling_constant.high);
  return sum.high + (sum.low + (product.low + stirling_constant.low + inverse * (low + t * t * high)));
}

/* ln Gamma(2 + d), |d| <= 1/2: Taylor's first two terms to both parts, so that near the zeros at 1 and 2 as well only a polynomial of size d^3/15 is
 * rounded. */
static twofold near_two(double d) {
  const double *c = gamma_series, s = d * d;
  double even = c[16], odd = c[17];
  for (int i = 14; i >= 0; i -= 2) {
    even = even * s + c[i];
    odd = odd * s + c[i + 1];
  }
  const twofold curvature = ordered_sum(gamma_curvature.high, d * (even + d * odd));
  const twofold curve = exact_product(d, curvature.high), slope = ordered_sum(gamma_slope.high, curve.high);
  const double low = slope.low + (curve.low + d * (curvature.low + gamma_curvature.low) + gamma_slope.low);
  const twofold value = exact_product(d, slope.high);
  return ordered_sum(value.high, value.low + d * low);
}

/* Between, x is moved to 3/2 .. 5/2 by Gamma(x + 1) = x Gamma(x). */
double fixed_lgamma(double x) {
  if (!(x > 0.0)) return x == 0.0 ? INFINITY : NAN;
  if (x >= 8.0) return x <= 0x1.754d9278b51a7p+1014 ? large_argument(x) : INFINITY; /* DBL_MAX */
  if (x < 0x1p-60) return -twofold_logarithm((twofold){x, 0.0}, 0).high;
  double d = x, sign = -1.0;
  twofold factor = {x, 0.0}; /* ln Gamma(x) = ln Gamma(2 + d) + sign ln factor */
  if (x < 0.5) {
    const twofold square = exact_product(x, x), sum = ordered_sum(x, square.high);
    factor = (twofold){sum.high, sum.low + square.low};
  } else if (x < 1.5) {
    d = x - 1.0;
  } else {
    factor.high = sign = 1.0;
    d = x - 2.0;
    while (d > 0.5) {
      factor = twofold_product(factor, (twofold){d + 1.0, 0.0});
      d -= 1.0;
    }
  }
  const twofold value = near_two(d), logarithm = twofold_logarithm(factor, 0);
  const twofold sum = exact_sum(value.high, sign * logarithm.high);
  return sum.high + (sum.low + (value.low + sign * logarithm.low));
}
