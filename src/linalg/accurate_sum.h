/* Sums in effectively doubled precision, with a bound of their error (Ogita, Rump & Oishi, Accurate sum and dot
 * product, SIAM J. Sci. Comput. 26 (2005): algorithms 4.4 and 5.3, without fused operations). For numbers below 1e140
 * in absolute value. */
#pragma once

#include <float.h>
#include <math.h>

typedef struct accurate_sum {
  double high, low;
  double size; /* sum of the absolute values */
  double terms;
} accurate_sum;

static inline void accurate_sum_add(accurate_sum *s, double x) {
  const double sum = s->high + x, back = sum - s->high;
  s->low += (s->high - (sum - back)) + (x - back);
  s->high = sum;
  s->size += fabs(x);
  s->terms += 1.0;
}

/* x = high + low, both of at most 26 bits */
static inline void accurate_split(double x, double *high, double *low) {
  const double shifted = 134217729.0 * x; /* 2^27 + 1 */
  *high = shifted - (shifted - x);
  *low = x - *high;
}

static inline void accurate_sum_add_product(accurate_sum *s, double x, double y) {
  double x_high, x_low, y_high, y_low;
  const double product = x * y;
  accurate_split(x, &x_high, &x_low);
  accurate_split(y, &y_high, &y_low);
  accurate_sum_add(s, product);
  s->low += x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low);
}

static inline double accurate_sum_value(const accurate_sum *s) {
  return s->high + s->low;
}

/* A bound of |value - exact sum|. */
static inline double accurate_sum_error(const accurate_sum *s) {
  const double growth = (s->terms + 2.0) * DBL_EPSILON;
  return DBL_EPSILON * fabs(s->high + s->low) + 2.0 * growth * growth * s->size + (s->terms + 1.0) * DBL_MIN;
}
