#include "linalg/eigen/tridiagonal_ql.h"
#include "linalg/pair.h"
#include "linalg/quad.h"
#include <float.h>

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
  return (rotation){x / *length, y / *length};
}

/* ---- what rotations do to rows: each turns a row with the one before it, from `row` on; the order of columns is free */

enum { AT_ONCE = 64 }; /* rotations that are kept before they are done */

typedef struct rotations {
  size_t count;
  rotation turn[AT_ONCE];
} rotations;

static void turn_two_columns(const rotations *list, size_t width, double *row) {
  pair above = load(row);
  for (size_t i = 0; i < list->count; i++, row -= width) {
    const pair c = both(list->turn[i].c), s = both(list->turn[i].s), here = load(row - width);
    store(row, c * above + s * here);
    above = c * here - s * above;
  }
  store(row, above);
}

static void turn_column(const rotations *list, size_t width, double *row) {
  double above = *row;
  for (size_t i = 0; i < list->count; i++, row -= width) {
    const double c = list->turn[i].c, s = list->turn[i].s, here = *(row - width);
    *row = c * above + s * here;
    above = c * here - s * above;
  }
  *row = above;
}

#ifdef __x86_64__
WITH_AVX static void turn_sixteen_columns(const rotations *list, size_t width, double *row) {
  quad a0 = load_quad(row), a1 = load_quad(row + 4), a2 = load_quad(row + 8), a3 = load_quad(row + 12);
  for (size_t i = 0; i < list->count; i++, row -= width) {
    const double *before = row - width;
    const quad c = all(list->turn[i].c), s = all(list->turn[i].s);
    const quad b0 = load_quad(before), b1 = load_quad(before + 4), b2 = load_quad(before + 8),
               b3 = load_quad(before + 12);
    store_quad(row, c * a0 + s * b0);
    store_quad(row + 4, c * a1 + s * b1);
    store_quad(row + 8, c * a2 + s * b2);
    store_quad(row + 12, c * a3 + s * b3);
    a0 = c * b0 - s * a0;
    a1 = c * b1 - s * a1;
    a2 = c * b2 - s * a2;
    a3 = c * b3 - s * a3;
  }
  store_quad(row, a0);
  store_quad(row + 4, a1);
  store_quad(row + 8, a2);
  store_quad(row + 12, a3);
}
#endif

/* row: the last of the rows that are turned. */
static void turn_rows(rotations *list, size_t width, double *row) {
  size_t k = 0;
#ifdef __x86_64__
  const bool avx = __builtin_cpu_supports("avx");
  for (; avx && k + 16 <= width; k += 16) turn_sixteen_columns(list, width, row + k);
#endif
  for (; k + 2 <= width; k += 2) turn_two_columns(list, width, row + k);
  if (k < width) turn_column(list, width, row + k);
  list->count = 0;
}

/* ---- QL */

/* One implicit QL sweep on the rows l..m, whose e_m is 0. */
static void sweep(double *d, double *e, size_t l, size_t m, size_t width, double *rows) {
  const double half = (d[l + 1] - d[l]) / (2.0 * e[l]), length = sqrt(half * half + 1.0);
  double g = d[m] - d[l] + e[l] / (half + (half < 0.0 ? -length : length));
  double p = 0.0, r = 1.0;
  rotation turn = {1.0, 1.0};
  rotations kept = {.count = 0};
  e[m] = 0.0;
  size_t i = m;
  for (; i > l; i--) { /* the plane of i and i-1 */
    const double f = turn.s * e[i - 1], down = turn.c * e[i - 1];
    turn = rotation_to(g, f, &r);
    if (i < m) e[i] = r;
    if (r == 0.0) break; /* the block has split */
    g = d[i] - p;
    r = (d[i - 1] - g) * turn.s + 2.0 * turn.c * down;
    p = turn.s * r;
    d[i] = g + p;
    g = turn.c * r - down;
    r = 1.0;
    kept.turn[kept.count++] = turn;
    if (rows == NULL) kept.count = 0;
    if (kept.count == AT_ONCE) turn_rows(&kept, width, rows + (i - 1 + AT_ONCE) * width);
  }
  if (kept.count > 0) turn_rows(&kept, width, rows + (i + kept.count) * width);
  d[i] -= p;
  if (r != 0.0) e[l] = g;
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
