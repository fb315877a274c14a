#include "linalg/capped_simplex.h"
#include <math.h>

/* With the j largest cut at 1 the others add up to m - j: c = (m - j)/their sum, for the first j for which none of them is above 1. At the
 * latest that is the largest j below m, where m - j <= 1. */
double capped_factor(size_t n, const double *x, double m, double *work) {
  double sum = 0.0, c = INFINITY;
  for (size_t i = 0; i < n; i++) work[i] = sum += x[i];
  for (size_t j = 0; (double)j < m; j++) {
    c = (m - (double)j) / work[n - 1 - j];
    if (c * x[n - 1 - j] <= 1.0) break;
  }
  return c;
}

static double cut(double x) {
  return fmin(1.0, fmax(0.0, x));
}

static double sum_at(size_t n, const double *x, double t) {
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) sum += cut(x[i] - t);
  return sum;
}

/* The largest x_i - above at which the sum is at least m; -infinity if there is none. */
static double last_corner(size_t n, const double *x, double above, double m) {
  size_t low = 0, high = n; /* the first `low` are such, those from `high` on are not */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (sum_at(n, x, x[middle] - above) >= m) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 ? x[low - 1] - above : -INFINITY;
}

/* The sum falls in t, and is linear between the corners x_i - 1 and x_i. */
double capped_offset(size_t n, const double *x, double m) {
  const double corner = fmax(last_corner(n, x, 1.0, m), last_corner(n, x, 0.0, m));
  double fixed = 0.0, sum = 0.0, between = 0.0;
  for (size_t i = 0; i < n; i++) {
    if (x[i] - 1.0 > corner) { /* as rounded as the corner itself */
      fixed += 1.0;
    } else if (x[i] > corner) {
      sum += x[i];
      between += 1.0;
    }
  }
  return between > 0.0 ? (fixed + sum - m) / between : corner;
}
