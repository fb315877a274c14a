#include "base/fixed_math.h"
#include "base/fixed_math/twofold_exponential.h"

/* Beyond |x| = 708, where powers of two may not be normal numbers. */
static double far_exponential(double x) {
  int k;
  if (!(fabs(x) < 1000.0)) return isnan(x) ? x : x > 0.0 ? INFINITY : 0.0;
  const twofold value = twofold_exponential((twofold){x, 0.0}, &k);
  return twofold_scaled(value, k);
}

static inline double exponential(double x) {
  int k;
  if (!(fabs(x) < 708.0)) return far_exponential(x);
  const twofold value = twofold_exponential((twofold){x, 0.0}, &k);
  return (value.high + value.low) * power_of_two(k);
}

/* 0.51 ulp: the last sum, whose low part is below 2^-7. */
double fixed_exp(double x) {
  return exponential(x);
}

/* In blocks, so that compilers take two or more at a time but for the table. */
void fixed_exp_all(size_t n, const double *x, double *out) {
  enum { BLOCK = 32 };
  double shifted[BLOCK], more[BLOCK];
  for (; n >= BLOCK; n -= BLOCK, x += BLOCK, out += BLOCK) {
    for (size_t i = 0; i < BLOCK; i++) more[i] = exponential_of_rest((twofold){x[i], 0.0}, &shifted[i]);
    for (size_t i = 0; i < BLOCK; i++) {
      int k;
      const twofold value = exponential_of_units(shifted[i], more[i], &k);
      out[i] = fabs(x[i]) < 708.0 ? (value.high + value.low) * power_of_two(k) : far_exponential(x[i]);
    }
  }
  for (size_t i = 0; i < n; i++) out[i] = exponential(x[i]);
}

/* exp(x) for |x| < 700 */
static twofold wide_exponential(double x) {
  int k;
  const twofold value = twofold_exponential((twofold){x, 0.0}, &k);
  return (twofold){value.high * power_of_two(k), value.low * power_of_two(k)};
}

/* exp(x) - 1 for |x| < 700: by its series up to 1/8, where what follows x is at most 1/15 of it. */
static twofold wide_expm1(double x) {
  if (fabs(x) < 0.125) {
    const double s = x * x, t = s * s;
    const double even = (0.5 + s * (1.0 / 24)) + t * ((1.0 / 720 + s * (1.0 / 40320)) + t * (1.0 / 3628800));
    const double odd = (1.0 / 6 + s * (1.0 / 120)) + t * ((1.0 / 5040 + s * (1.0 / 362880)) + t * (1.0 / 39916800));
    return ordered_sum(x, s * (even + x * odd));
  }
  const twofold value = wide_exponential(x), less = exact_sum(value.high, -1.0);
  return ordered_sum(less.high, less.low + value.low);
}

double fixed_expm1(double x) {
  if (!(fabs(x) < 60.0)) return x < 0.0 ? -1.0 : exponential(x);
  if (fabs(x) < 0x1p-60) return x;
  const twofold value = wide_expm1(x);
  return value.high + value.low;
}

/* (exp(|x|) + sign exp(-|x|)) / 2, |x| >= 1/4 if the sign is negative: cancellation costs at most four of the 59 bits. */
static double half_sum(double x, double sign) {
  int k;
  const double size = fabs(x);
  if (!(size < 1000.0)) return isnan(x) ? x : INFINITY;
  if (size > 40.0) {
    const twofold value = twofold_exponential((twofold){size, 0.0}, &k);
    return twofold_scaled(value, k - 1);
  }
  const twofold more = wide_exponential(size), less = wide_exponential(-size);
  const twofold sum = ordered_sum(more.high, sign * less.high);
  return 0.5 * (sum.high + (sum.low + (more.low + sign * less.low)));
}

/* Up to 1/4 by the series, whose rest is below x^14/15! < 2^-68 of x. */
double fixed_sinh(double x) {
  if (!(fabs(x) < 0.25)) return copysign(half_sum(x, -1.0), x);
  if (fabs(x) < 0x1p-30) return x;
  const double s = x * x, t = s * s;
  const double low = (1.0 / 6 + s * (1.0 / 120)) + t * (1.0 / 5040 + s * (1.0 / 362880));
  return x + x * s * (low + t * t * (1.0 / 39916800 + s * (1.0 / 6227020800)));
}

double fixed_cosh(double x) {
  return half_sum(x, 1.0);
}

/* e/(e + 2) with e = exp(2x) - 1 */
double fixed_tanh(double x) {
  if (!(fabs(x) < 20.0)) return isnan(x) ? x : copysign(1.0, x);
  if (fabs(x) < 0x1p-30) return x;
  const twofold less = wide_expm1(2.0 * x), sum = exact_sum(less.high, 2.0), more = {sum.high, sum.low + less.low};
  const twofold value = twofold_quotient(less, more);
  return value.high + value.low;
}
