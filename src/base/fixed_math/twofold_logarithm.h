/* ln of a sum of two doubles, to 2^-67 of it, for the functions that are made of it. */
#pragma once

#include "base/fixed_math/tables.h"

/* from + ln(1 + r.high + r.low), |r.high| <= 2^-7.4, and at most 2^-8 where from = 0. The half of the square is exact in both parts, so that no term
 * rounded to 53 bits is above r^3/3 = 2^-17.6 r; the rest of the series is below r^10/10. */
static inline twofold logarithm_near_1(twofold from, twofold r) {
  const double x = r.high, x_high = leading(x), half_square = 0.5 * x_high * x_high, square = x * x;
  const double rest = 0.5 * (x - x_high) * (x + x_high) + x * r.low;
  const double cubes =
      x * square *
      ((1.0 / 3 - x * (1.0 / 4)) +
       square * ((1.0 / 5 - x * (1.0 / 6)) + square * ((1.0 / 7 - x * (1.0 / 8)) + square * (1.0 / 9))));
  const twofold line = ordered_sum(from.high, x), curve = ordered_sum(line.high, -half_square);
  return ordered_sum(curve.high, line.low + curve.low + (r.low + from.low - rest + cubes));
}

/* ln(2^more (x.high + x.low)), x.high > 0 finite, |x.low| <= 2^-52 x.high. x = 2^k m with sqrt(1/2) <= m < sqrt(2), and ln m = ln(m c) - ln c for
 * the c of 10 bits in the table, where m c - 1 is the sum of two exact numbers. */
static inline twofold twofold_logarithm(twofold x, int more) {
  const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd), bias = UINT64_C(1023) << 52; /* sqrt(1/2) */
  if (x.high < 0x1p-900) {
    x = (twofold){x.high * 0x1p200, x.low * 0x1p200};
    more -= 200;
  }
  const int exponent = (int)((bits_of(x.high) - root + bias) >> 52) - 1023;
  const double m = double_of(bits_of(x.high) - ((uint64_t)exponent << 52)), m_high = leading(m);
  const double m_low = exponent > 500 ? 0.0 : x.low * power_of_two(-exponent); /* 2^-52 of ln m > 300 is nothing */
  const double *entry = logarithm_table + 3 * ((int)(m * 128.0 + 0.5) - 91), c = entry[0];
  const twofold r = ordered_sum(m_high * c - 1.0, (m - m_high) * c);
  const int k = more + exponent;
  return logarithm_near_1((twofold){k * log_of_2.high + entry[1], k * log_of_2.low + entry[2]},
                          (twofold){r.high, r.low + m_low * c});
}
