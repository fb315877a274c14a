#include "base/fixed_math.h"
#include "base/fixed_math/twofold_logarithm.h"
#include <stdbool.h>

static const twofold nothing = {0.0, 0.0};

/* x is positive and finite; *end is the logarithm where not. */
static bool is_inside(double x, double *end) {
  *end = x == 0.0 ? -INFINITY : x > 0.0 || isnan(x) ? x : NAN;
  return x > 0.0 && x < INFINITY;
}

static double rounded(twofold x) {
  return x.high + x.low;
}

double fixed_log(double x) {
  double end;
  return is_inside(x, &end) ? rounded(twofold_logarithm((twofold){x, 0.0}, 0)) : end;
}

double fixed_log2(double x) {
  double end;
  return is_inside(x, &end) ? rounded(twofold_product(twofold_logarithm((twofold){x, 0.0}, 0), inverse_log_of_2)) : end;
}

double fixed_log10(double x) {
  double end;
  return is_inside(x, &end) ? rounded(twofold_product(twofold_logarithm((twofold){x, 0.0}, 0), inverse_log_of_10))
                            : end;
}

double fixed_log1p(double x) {
  double end;
  if (fabs(x) < 0x1p-8) return fabs(x) < 0x1p-60 ? x : rounded(logarithm_near_1(nothing, (twofold){x, 0.0}));
  return is_inside(1.0 + x, &end) ? rounded(twofold_logarithm(exact_sum(1.0, x), 0)) : end;
}

/* ln(x + sqrt(x^2 + 1)) = ln(1 + (x + (sqrt(x^2 + 1) - 1))); beyond 2^30 the sum is 2x but for 2^-62 of it, and below 2^-30 the result is x. */
double fixed_asinh(double x) {
  const double size = fabs(x);
  if (!(size >= 0x1p-30 && size < INFINITY)) return x;
  if (size > 0x1p30) return copysign(rounded(twofold_logarithm((twofold){size, 0.0}, 1)), x);
  const twofold square = exact_product(size, size), sum = exact_sum(square.high, 1.0);
  const twofold root = twofold_root((twofold){sum.high, sum.low + square.low});
  const bool is_near = size < 0x1p-9;
  const twofold argument = is_near ? ordered_sum(size, root.high - 1.0) : exact_sum(size, root.high);
  const twofold whole = {argument.high, argument.low + root.low};
  return copysign(rounded(is_near ? logarithm_near_1(nothing, whole) : twofold_logarithm(whole, 0)), x);
}

/* ln((1 + x)/(1 - x)) / 2 = ln(1 + 2x/(1 - x)) / 2 */
double fixed_atanh(double x) {
  const double size = fabs(x);
  if (!(size < 1.0)) return size == 1.0 ? copysign(INFINITY, x) : isnan(x) ? x : NAN;
  if (size < 0x1p-30) return x;
  const bool is_near = size < 0x1p-10;
  const twofold above = is_near ? (twofold){2.0 * size, 0.0} : exact_sum(1.0, size);
  const twofold ratio = twofold_quotient(above, exact_sum(1.0, -size));
  return copysign(0.5 * rounded(is_near ? logarithm_near_1(nothing, ratio) : twofold_logarithm(ratio, 0)), x);
}
