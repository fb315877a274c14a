#include "linalg/eigen/tridiagonal_ql.h"

#include <float.h>
#include <math.h>

#include "linalg/pair.h"

enum { STEPS = 60 }; /* QL sweeps for one eigenvalue; two are usual */

rotation rotation_to(double x, double y, double *length) {
  const double square = x * x + y * y;
  if (square < 0x1p-900) { /* squares that underflow give no rotation */
    if (x == 0.0 && y == 0.0) {
      *length = 0.0;
      return (rotation){1.0, 0.0};
    }
    const rotation turn = rotation_to(0x1p600 * x, 0x1p600 * y, length);
    *length *= 0x1p-600;
    return turn;
  }
  *length = sqrt(square);
  const double inverse = 1.0 / *length;
  return (rotation){x * inverse, y * inverse};
}

/* The row `above` and the one before it in the plane of a rotation. */
static void rotate_rows(rotation turn, size_t width, double *above) {
  double *here = above - width;
  const pair c = both(turn.c), s = both(turn.s);
  size_t k = 0;
  for (; k + 2 <= width; k += 2) {
    const pair x = load(above + k), y = load(here + k);
    store(above + k, c * x + s * y);
    store(here + k, c * y - s * x);
  }
  if (k == width) return;
  const double x = above[k], y = here[k];
  above[k] = turn.c * x + turn.s * y;
  here[k] = turn.c * y - turn.s * x;
}

/* One implicit QL sweep on the rows l..m, whose e_m is 0. */
static void sweep(double *d, double *e, size_t l, size_t m, size_t width, double *rows) {
  const double half = (d[l + 1] - d[l]) / (2.0 * e[l]), length = sqrt(half * half + 1.0);
  double g = d[m] - d[l] + e[l] / (half + (half < 0.0 ? -length : length));
  double p = 0.0;
  rotation turn = {1.0, 1.0};
  e[m] = 0.0;
  for (size_t i = m; i-- > l;) {
    const double f = turn.s * e[i], down = turn.c * e[i];
    double r = 0.0;
    turn = rotation_to(g, f, &r);
    if (i + 1 < m) e[i + 1] = r;
    if (r == 0.0) { /* the block has split */
      d[i + 1] -= p;
      return;
    }
    g = d[i + 1] - p;
    r = (d[i] - g) * turn.s + 2.0 * turn.c * down;
    p = turn.s * r;
    d[i + 1] = g + p;
    g = turn.c * r - down;
    if (rows != NULL) rotate_rows(turn, width, rows + (i + 1) * width);
  }
  d[l] -= p;
  e[l] = g;
}

status tridiagonal_ql(size_t n, double *diagonal, double *beside, double size, size_t width, double *rows) {
  double *d = diagonal, *e = beside;
  e[n - 1] = 0.0;
  for (size_t l = 0; l < n; l++) {
    size = fmax(size, fabs(d[l]) + fabs(e[l]));
    for (int step = 0;; step++) {
      size_t m = l;
      while (m + 1 < n && fabs(e[m]) > DBL_EPSILON * size) m++;
      e[m] = 0.0;
      if (m == l) break;
      if (step == STEPS) return FAIL(STATUS_NUMERIC, "QL of a band matrix of order %zu does not converge", n);
      sweep(d, e, l, m, width, rows);
    }
  }
  return STATUS_OK;
}
