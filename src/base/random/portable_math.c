#include "base/random/portable_math.h"

#include "base/fixed_math/twofold.h"

/* ln 2 = high + low; high has 32 bits, so that its products with integers below 2^20 are exact. */
static const double log2_high = 0x1.62e42feep-1, log2_low = 0x1.a39ef35793c76p-33;

/* exp(x) = 2^k exp(r), |r| <= ln(2)/2 up to rounding: Taylor's series, whose rest is below r^14/14! < 5e-18. */
double portable_exp(double x) {
  static const double coefficients[] = {
      1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
      1.0 / 720,        1.0 / 120,       1.0 / 24,       1.0 / 6,       1.0 / 2,      1.0,         1.0};
  if (x < -700.0) return 0.0;
  const int k = (int)(x * 0x1.71547652b82fep+0 - 0.5); /* towards zero: to the nearest, for x <= 0 */
  const double r = (x - k * log2_high) - k * log2_low;
  double sum = 0.0;
  for (int i = 0; i < 14; i++) sum = sum * r + coefficients[i];
  return sum * power_of_two(k);
}

/* atanh(z) - z for |z| < 0.1716, by the series z^3/3 + z^5/5 + ..: its rest is below z^23/23 < 2e-19. */
static double above_linear(double z) {
  static const double coefficients[] = {1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                                        1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3};
  const double square = z * z;
  double sum = 0.0;
  for (int i = 0; i < 10; i++) sum = (sum + coefficients[i]) * square;
  return z * sum;
}

/* log(x) = k ln 2 + 2 atanh((m - 1)/(m + 1)), x = 2^k m with sqrt(1/2) <= m < sqrt(2). */
double portable_log(double x) {
  const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd), bias = UINT64_C(1023) << 52; /* sqrt(1/2) */
  const int k = (int)((bits_of(x) - root + bias) >> 52) - 1023;
  const double m = x * power_of_two(-k), z = (m - 1.0) / (m + 1.0);
  return k * log2_high + (2.0 * z + (2.0 * above_linear(z) + k * log2_low));
}
