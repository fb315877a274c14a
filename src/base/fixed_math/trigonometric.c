#include "base/fixed_math.h"
#include "base/fixed_math/tables.h"

enum { WORDS = 7 }; /* of 2/pi, in a product */

static uint32_t word_at(const uint32_t *words, int bit) {
  return (uint32_t)((words[bit / 32] | (uint64_t)words[bit / 32 + 1] << 32) >> bit % 32);
}

/* Payne & Hanek 1983, for x >= 2^20: the 53 bits of x times the 224 bits of 2/pi that matter, in integers; words before these give multiples of
 * four quarter turns, those behind less than 2^-138 of one. No double is nearer than 2^-62 to a multiple of a quarter turn. */
static int far_reduction(double x, twofold *r) {
  const uint64_t mantissa = (bits_of(x) & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
  const int exponent = (int)(bits_of(x) >> 52) - 1075; /* x = mantissa 2^exponent */
  const int first = exponent < 2 ? 0 : (exponent - 2) / 32, point = 32 * (WORDS + first) - exponent;
  uint32_t product[WORDS + 3] = {0}; /* lowest word first; the bit `point` has weight 1 */
  for (int half = 0; half < 2; half++) {
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
      const uint64_t word = inverse_quarter_turn[first + WORDS - 1 - i];
      carry += product[i + half] + word * (uint32_t)(mantissa >> 32 * half);
      product[i + half] = (uint32_t)carry;
      carry >>= 32;
    }
    product[WORDS + half] = (uint32_t)carry;
  }
  /* the fraction, between -1/2 and 1/2, whose sums are exact up to the last */
  const double top = (int32_t)word_at(product, point - 32);
  const twofold sum = exact_sum(top * 0x1p-32, word_at(product, point - 64) * 0x1p-64);
  const twofold fraction = ordered_sum(sum.high, sum.low + word_at(product, point - 96) * 0x1p-96);
  *r = twofold_product((twofold){fraction.high, fraction.low + word_at(product, point - 128) * 0x1p-128}, quarter_turn);
  return (int)(word_at(product, point) + (top < 0.0)) & 3;
}

/* x = n pi/2 + r of x >= 0, |r| <= pi/4 but for a rounding; n mod 4. Up to 2^20 quarters times numbers of 33 bits are exact, and what is left errs
 * by 2^-133. */
static int reduction(double x, twofold *r) {
  const double *parts = quarter_turn_parts, whole = 0x1.8p52;
  if (x >= 0x1p20) return far_reduction(x, r);
  if (x <= 0x1.921fb54442d18p-1) {
    *r = (twofold){x, 0.0};
    return 0;
  }
  const double quarters = (x * 0x1.45f306dc9c883p-1 + whole) - whole;
  const twofold one = exact_sum(x - quarters * parts[0], -quarters * parts[1]);
  const twofold two = exact_sum(one.high, -quarters * parts[2]);
  *r = ordered_sum(two.high, one.low + two.low - quarters * parts[3]);
  return (int)quarters & 3;
}

/* r - r^3/6 + ..: the cube of the leading 17 bits is exact, and so is what is left of it beside six times its sixth, so that no term rounded to 53
 * bits is above r^5/120 < 2^-8 r; the rest of the series is below r^19/19! < 2^-63 r. */
static twofold sine(twofold r) {
  const double x = r.high, s = x * x, t = s * s, x_high = double_of(bits_of(x) & ~((UINT64_C(1) << 36) - 1));
  const double cube = x_high * x_high * x_high, sixth = cube * (1.0 / 6), left = (cube - 4.0 * sixth) - 2.0 * sixth;
  const double rest = left + (x - x_high) * (s + x_high * (x + x_high));
  const double low = (1.0 / 120 - s * (1.0 / 5040)) + t * (1.0 / 362880 - s * (1.0 / 39916800));
  const double high = (1.0 / 6227020800 - s * (1.0 / 1307674368000)) + t * (1.0 / 355687428096000);
  const twofold sum = ordered_sum(x, -sixth);
  return ordered_sum(sum.high, sum.low + (x * t * (low + t * t * high) - rest * (1.0 / 6) + r.low * (1.0 - 0.5 * s)));
}

/* 1 - r^2/2 + ..: the leading part of the square is exact; the rest of the series is below r^18/18! < 2^-58. */
static twofold cosine(twofold r) {
  const double s = r.high * r.high, t = s * s, r_high = leading(r.high);
  const double low = (1.0 / 24 - s * (1.0 / 720)) + t * (1.0 / 40320 - s * (1.0 / 3628800));
  const double high = (1.0 / 479001600 - s * (1.0 / 87178291200)) + t * (1.0 / 20922789888000);
  const twofold sum = ordered_sum(1.0, -0.5 * r_high * r_high);
  const double rest = 0.5 * (r.high - r_high) * (r.high + r_high) + r.high * r.low;
  return ordered_sum(sum.high, sum.low + (t * (low + t * t * high) - rest));
}

/* The sine of the angle n pi/2 + r. */
static double turned_sine(int n, twofold r) {
  const twofold value = n % 2 == 0 ? sine(r) : cosine(r);
  return n & 2 ? -(value.high + value.low) : value.high + value.low;
}

double fixed_sin(double x) {
  twofold r;
  if (!(fabs(x) < INFINITY)) return isnan(x) ? x : NAN;
  if (fabs(x) < 0x1p-30) return x;
  const int n = reduction(fabs(x), &r);
  return x < 0.0 ? -turned_sine(n, r) : turned_sine(n, r);
}

double fixed_cos(double x) {
  twofold r;
  if (!(fabs(x) < INFINITY)) return isnan(x) ? x : NAN;
  const int n = reduction(fabs(x), &r);
  return turned_sine(n + 1, r);
}

double fixed_tan(double x) {
  twofold r;
  if (!(fabs(x) < INFINITY)) return isnan(x) ? x : NAN;
  if (fabs(x) < 0x1p-30) return x;
  const int n = reduction(fabs(x), &r);
  const twofold s = sine(r), c = cosine(r);
  const twofold value = n % 2 == 0 ? twofold_quotient(s, c) : twofold_quotient((twofold){-c.high, -c.low}, s);
  return x < 0.0 ? -(value.high + value.low) : value.high + value.low;
}
