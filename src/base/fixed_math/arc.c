#include "base/fixed_math.h"
#include "base/fixed_math/tables.h"
#include <stdbool.h>

/* asin(x) - x of |x| <= 1/2, square = x^2: at most 1/20 of x, so that its roundings are 1/10 ulp of the whole. */
static double above_sine(double x, double square) {
  const double *c = arc_sine, s = square, t = s * s;
  const double low = (c[0] + s * c[1]) + t * (c[2] + s * c[3]), middle = (c[4] + s * c[5]) + t * (c[6] + s * c[7]);
  const double high = (c[8] + s * c[9]) + t * ((c[10] + s * c[11]) + t * c[12]), u = t * t;
  return x * (s * (low + u * (middle + u * high)));
}

/* acos(x) of 1/2 <= x <= 1 is 2 asin(sqrt((1 - x)/2)), whose argument is at most 1/2. */
static twofold near_arc(double x) {
  const double square = 0.5 * (1.0 - x);
  if (square == 0.0) return (twofold){0.0, 0.0};
  const twofold root = twofold_root((twofold){square, 0.0});
  return (twofold){2.0 * root.high, 2.0 * (root.low + above_sine(root.high, square))};
}

double fixed_asin(double x) {
  const double size = fabs(x);
  if (!(size <= 1.0)) return isnan(x) ? x : NAN;
  if (size < 0x1p-30) return x;
  if (size < 0.5) return x + above_sine(x, x * x);
  const twofold arc = near_arc(size), sum = ordered_sum(quarter_turn.high, -arc.high);
  return copysign(sum.high + (sum.low + (quarter_turn.low - arc.low)), x);
}

double fixed_acos(double x) {
  const double size = fabs(x);
  if (!(size <= 1.0)) return isnan(x) ? x : NAN;
  if (size < 0.5) {
    const twofold sum = ordered_sum(quarter_turn.high, -x);
    return sum.high + (sum.low + (quarter_turn.low - above_sine(x, x * x)));
  }
  const twofold arc = near_arc(size);
  if (x > 0.0) return arc.high + arc.low;
  const twofold sum = ordered_sum(2.0 * quarter_turn.high, -arc.high);
  return sum.high + (sum.low + (2.0 * quarter_turn.low - arc.low));
}

/* atan(small/big), 2^-61 big < small <= big in the normal range: atan(i/32) + atan(t), t = (small - i/32 big)/(big + i/32 small), |t| < 1/63.
 * t has both its parts, and what follows it in the series is below 2^-13 of it. */
static twofold arc_tangent(double small, double big) {
  const int i = (int)(small / big * 32.0 + 0.5);
  const double c = i / 32.0, small_high = leading(small), big_high = leading(big);
  const twofold less = exact_sum(small, -c * big_high), numerator = exact_sum(less.high, -c * (big - big_high));
  const twofold more = ordered_sum(big, c * small_high);
  const twofold denominator = ordered_sum(more.high, more.low + c * (small - small_high));
  const twofold t = twofold_quotient((twofold){numerator.high, numerator.low + less.low}, denominator);
  const double s = t.high * t.high, rest = t.high * s * (-1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9))));
  const twofold sum = ordered_sum(arc_table[2 * i], t.high);
  return ordered_sum(sum.high, sum.low + (arc_table[2 * i + 1] + t.low + rest));
}

/* quarters pi/2 + sign arc, to one double */
static double turned(double quarters, double sign, twofold arc) {
  const twofold sum = ordered_sum(quarters * quarter_turn.high, sign * arc.high);
  return sum.high + (sum.low + (quarters * quarter_turn.low + sign * arc.low));
}

/* What makes squares and products of numbers of this size neither underflow nor overflow. */
static double moderating_scale(double size) {
  return size > 0x1p500 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1.0;
}

double fixed_atan2(double y, double x) {
  if (isnan(x) || isnan(y)) return isnan(x) ? x : y;
  const bool is_steep = fabs(y) > fabs(x), is_left = signbit(x) != 0;
  const double small = is_steep ? fabs(x) : fabs(y), big = is_steep ? fabs(y) : fabs(x);
  const double scale = moderating_scale(big);
  twofold arc = {small == 0.0 ? 0.0 : small / big, 0.0};
  if (isinf(small)) {
    arc = (twofold){arc_table[64], arc_table[65]};
  } else if (arc.high >= 0x1p-60) {
    arc = arc_tangent(small * scale, big * scale);
  }
  const double quarters = is_steep ? 1.0 : is_left ? 2.0 : 0.0, sign = is_steep == is_left ? 1.0 : -1.0;
  return copysign(quarters == 0.0 ? arc.high + arc.low : turned(quarters, sign, arc), y);
}
