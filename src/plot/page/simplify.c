#include "plot/page/simplify.h"
#include <math.h>
#include <string.h>

/* The slopes of all lines from the last kept point that pass within the tolerance of every point since. */
typedef struct cone {
  double low[SIMPLIFY_COLUMNS], high[SIMPLIFY_COLUMNS];
} cone;

static void open_cone(cone *seen, size_t columns) {
  for (size_t c = 0; c < columns; c++) {
    seen->low[c] = -INFINITY;
    seen->high[c] = INFINITY;
  }
}

static bool finite_at(const double *const *y, size_t columns, size_t i) {
  bool finite = true;
  for (size_t c = 0; c < columns; c++) finite = finite && isfinite(y[c][i]);
  return finite;
}

/* Whether one line from the point `last` to the point i passes all points between. */
static bool inside(const cone *seen, const double *x, const double *const *y, size_t columns, size_t last, size_t i) {
  const double width = x[i] - x[last];
  for (size_t c = 0; c < columns; c++) {
    const double rise = y[c][i] - y[c][last];
    if (!(width > 0) || rise < seen->low[c] * width || rise > seen->high[c] * width) return false;
  }
  return true;
}

static void narrow(cone *seen, const double *x, const double *const *y, size_t columns, size_t last, size_t i,
                   double tolerance) {
  const double width = x[i] - x[last];
  for (size_t c = 0; c < columns; c++) {
    seen->low[c] = fmax(seen->low[c], (y[c][i] - tolerance - y[c][last]) / width);
    seen->high[c] = fmin(seen->high[c], (y[c][i] + tolerance - y[c][last]) / width);
  }
}

static void simplify_lines(const double *x, const double *const *y, size_t columns, size_t count, double tolerance,
                           bool *keep) {
  cone seen;
  size_t last = 0;
  open_cone(&seen, columns);
  for (size_t i = 1; i < count; i++) {
    if (!(x[i] > x[i - 1]) || !finite_at(y, columns, i) || !finite_at(y, columns, i - 1)) {
      keep[i - 1] = keep[i] = true;
    } else if (!inside(&seen, x, y, columns, last, i)) {
      keep[i - 1] = true;
    }
    if (keep[i - 1] && last < i - 1) {
      last = i - 1;
      open_cone(&seen, columns);
    }
    if (x[i] > x[last]) narrow(&seen, x, y, columns, last, i, tolerance);
    if (keep[i]) {
      last = i;
      open_cone(&seen, columns);
    }
  }
}

/* Of the jumps within a short way across, the last one stands for all. */
static void simplify_steps(const double *x, const double *const *y, size_t columns, size_t count, double tolerance,
                           bool *keep) {
  const double width = fmax(0.5, tolerance / 2);
  size_t last = 0;
  for (size_t i = 1; i < count; i++) {
    if (i + 1 < count && x[i + 1] - x[last] < width && x[i + 1] < x[count - 1]) continue;
    for (size_t c = 0; c < columns; c++) keep[i] = keep[i] || !(fabs(y[c][i] - y[c][last]) <= tolerance);
    if (keep[i]) last = i;
  }
}

void simplify(const double *x, const double *const *y, size_t columns, size_t count, bool steps, double tolerance,
              bool *keep) {
  memset(keep, 0, count * sizeof *keep);
  if (count == 0) return;
  keep[0] = keep[count - 1] = true;
  if (steps) {
    simplify_steps(x, y, columns, count, tolerance, keep);
  } else {
    simplify_lines(x, y, columns, count, tolerance, keep);
  }
}
