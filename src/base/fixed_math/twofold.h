/* Sums of two doubles, the low one the rounding error of the high one: about 105 bits, made of +, - and x that round to the nearest double
 * (Dekel 1971, Knuth 4.2.2). What the elementary functions reckon in where 53 bits are not enough. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct twofold {
  double high, low;
} twofold;

static inline uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* 2^k, -1022 <= k <= 1023 */
static inline double power_of_two(int k) {
  return double_of((uint64_t)(k + 1023) << 52);
}

/* The leading 26 bits of x. The rest has at most 27, so that products of such parts are exact. */
static inline double leading(double x) {
  return double_of(bits_of(x) & ~UINT64_C(0x7ffffff));
}

/* a + b, exactly, if |a| >= |b| or a = 0 */
static inline twofold ordered_sum(double a, double b) {
  const double sum = a + b;
  return (twofold){sum, (a - sum) + b};
}

/* a + b, exactly */
static inline twofold exact_sum(double a, double b) {
  const double sum = a + b, part = sum - a;
  return (twofold){sum, (a - (sum - part)) + (b - part)};
}

/* a b, but for 2^-104 of it */
static inline twofold exact_product(double a, double b) {
  const double product = a * b, a_high = leading(a), b_high = leading(b), a_low = a - a_high, b_low = b - b_high;
  return (twofold){product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/* The next three: within a few 2^-104. */
static inline twofold twofold_product(twofold a, twofold b) {
  const twofold product = exact_product(a.high, b.high);
  return ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline twofold twofold_quotient(twofold a, twofold b) {
  const double quotient = a.high / b.high;
  const twofold product = exact_product(quotient, b.high);
  return (twofold){quotient, (((a.high - product.high) - product.low) + (a.low - quotient * b.low)) / b.high};
}

static inline twofold twofold_root(twofold a) {
  const double root = sqrt(a.high);
  const twofold square = exact_product(root, root);
  return (twofold){root, (((a.high - square.high) - square.low) + a.low) / (2.0 * root)};
}
