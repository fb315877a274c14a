/* exp of a sum of two doubles, for the functions that are made of it. */
#pragma once

#include "base/fixed_math/tables.h"

/* x = n ln(2)/64 + r with |r| < 2^-7.5: exp(r) - 1, and n in the last bits of *shifted. The rest of the series is below r^7/7! < 2^-64. */
static inline double exponential_of_rest(twofold x, double *shifted) {
  const double whole = 0x1.8p52, count = (*shifted = x.high * 0x1.71547652b82fep+6 + whole) - whole;
  const double r = (x.high - count * exponential_unit.high) - count * exponential_unit.low + x.low;
  return r + r * r * ((0.5 + r * (1.0 / 6)) + r * r * ((1.0 / 24 + r * (1.0 / 120)) + r * r * (1.0 / 720)));
}

/* The result and *k: 2^(n/64) (1 + more) = 2^k (2^(i/64) + 2^(i/64) more), n = 64 k + i. */
static inline twofold exponential_of_units(double shifted, double more, int *k) {
  const uint32_t units = (uint32_t)bits_of(shifted) + 64 * 2048;
  const double *entry = exponential_table + 2 * (units % 64);
  *k = (int)(units / 64) - 2048;
  return (twofold){entry[0], entry[1] + entry[0] * more};
}

/* exp(x.high + x.low) = 2^k times the result, |x.high| < 1100 and |x.low| < 2^-40. The low part errs by its roundings, 2^-59 of the result. */
static inline twofold twofold_exponential(twofold x, int *k) {
  double shifted;
  const double more = exponential_of_rest(x, &shifted);
  return exponential_of_units(shifted, more, k);
}

/* (x.high + x.low) 2^k of a sum near 1, rounded once more where that is subnormal */
static inline double twofold_scaled(twofold x, int k) {
  const double sum = x.high + x.low;
  if (k < -1021) return k < -1100 ? 0.0 : sum * power_of_two(k + 600) * 0x1p-600;
  return k > 1022 ? sum * power_of_two(k - 600) * 0x1p600 : sum * power_of_two(k);
}
