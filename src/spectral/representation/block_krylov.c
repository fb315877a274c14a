#include "spectral/representation/block_krylov.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/kernels.h"

/* A direction that orthogonalisation shortens below this share of its length is only rounding. */
static const double LOST = 1e-13;

struct block_krylov {
  size_t n, side, largest;
  double *basis;   /* vectors one after the other: largest + 2 of them */
  double *image;   /* H times the last block: two vectors */
  double *product; /* coefficients of one orthogonalisation */
  double *band;    /* of T */
};

void block_krylov_free(block_krylov *k) {
  if (k == NULL) return;
  memory_unreserve(k->basis, (k->largest + 2) * k->n, sizeof *k->basis);
  free(k->image);
  free(k->product);
  free(k->band);
  free(k);
}

status block_krylov_new(size_t n, size_t side, block_krylov **out) {
  block_krylov *k = NULL;
  status code = STATUS_OK;
  *out = NULL;
  TRY(NEW_ARRAY(1, k));
  k->n = n;
  k->side = side;
  k->largest = 2 * KRYLOV_BLOCKS;
  CHECK(memory_reserve((k->largest + 2) * n, sizeof *k->basis, &k->basis));
  CHECK(NEW_ARRAY(2 * n, k->image));
  CHECK(NEW_ARRAY(6, k->product));
  CHECK(NEW_ARRAY(3 * (k->largest + 2), k->band));
  *out = k;
  return STATUS_OK;
end:
  block_krylov_free(k);
  return code;
}

size_t block_krylov_largest(const block_krylov *k) {
  return k->largest;
}

/* w -= Q Q^T w for the basis vectors from `first` to before `end`. */
static void project_out(block_krylov *k, size_t first, size_t end, double *w) {
  double *coefficient = k->product;
  const double *rows = k->basis + first * k->n;
  const size_t count = end - first;
  kernel_rows_dot(count, k->n, rows, k->n, w, coefficient);
  for (size_t b = 0; b < count; b++) coefficient[b] = -coefficient[b];
  kernel_rows_combine(count, k->n, rows, k->n, coefficient, w);
}

/* Orthogonalises w against these vectors, and repeats while much is lost: after a pass that keeps half of the length, w
 * is orthogonal up to rounding (Daniel, Gragg, Kaufman and Stewart 1976). Returns the remaining length, 0 if that is
 * only rounding; `before` is the length to compare with. */
static double orthogonalise(block_krylov *k, size_t first, size_t end, double *w, double before) {
  double length = kernel_norm(k->n, w);
  for (int pass = 0; pass < 4; pass++) {
    if (!(length > LOST * before)) return 0.0;
    project_out(k, first, end, w);
    const double left = kernel_norm(k->n, w);
    const bool enough = left > 0.5 * length;
    length = left;
    if (enough) break;
  }
  return length > LOST * before ? length : 0.0;
}

typedef struct window {
  double *band;              /* row a: T(a, a), T(a, a + 1), T(a, a + 2) */
  size_t before, start, end; /* positions of the last two blocks */
} window;

static double *entry(const window *w, size_t low, size_t high) {
  return &w->band[3 * low + (high - low)];
}

/* The diagonal block A = V^T H V of the last block, and H V in k->image. */
static void diagonal_block(block_krylov *k, const sparse_symmetric *h, const window *w) {
  const size_t count = w->end - w->start, n = k->n;
  sparse_symmetric_multiply(h, count, k->basis + w->start * n, k->image);
  for (size_t a = 0; a < count; a++) {
    for (size_t b = a; b < count; b++) {
      *entry(w, w->start + a, w->start + b) = kernel_dot(n, k->basis + (w->start + a) * n, k->image + b * n);
    }
  }
}

/* Subtracts from w the part of H v, v the vector at `place`, that T already holds: that in the last two blocks. */
static void subtract_known(block_krylov *k, const window *w, size_t place, double *vector) {
  for (size_t b = w->before; b < w->end; b++) {
    const size_t low = b < place ? b : place, high = b < place ? place : b;
    k->product[b - w->before] = high - low <= 2 ? -*entry(w, low, high) : 0.0;
  }
  kernel_rows_combine(w->end - w->before, k->n, k->basis + w->before * k->n, k->n, k->product, vector);
}

/* The next block: the part of H V_k that is orthogonal to the last two blocks, and so to all but for rounding. T gets R_k, which is upper triangular
 * because the second vector is made orthogonal to the first: T has half-bandwidth 2. *square = |R_k|^2 (spectral). */
static size_t next_block(block_krylov *k, const window *w, double *square) {
  const size_t count = w->end - w->start, n = k->n;
  size_t made = 0;
  double sum = 0.0, product = 1.0, scale = 0.0;
  for (size_t a = 0; a < count; a++) {
    const double length = kernel_norm(n, k->image + a * n);
    if (length > scale) scale = length;
  }
  for (size_t a = 0; a < count; a++) {
    double *vector = k->basis + (w->end + made) * n;
    memcpy(vector, k->image + a * n, n * sizeof *vector);
    subtract_known(k, w, w->start + a, vector);
    const double length = orthogonalise(k, w->before, w->end + made, vector, scale);
    if (length == 0.0) continue;
    kernel_scale(n, 1.0 / length, vector);
    made++;
  }
  for (size_t b = 0; b < made; b++) {
    for (size_t a = 0; a < count; a++) {
      if (w->end + b > w->start + a + 2) continue; /* 0 to rounding */
      const double r = kernel_dot(n, k->basis + (w->end + b) * n, k->image + a * n);
      sum += r * r;
      if (a == b) product *= r; /* the determinant */
      *entry(w, w->start + a, w->end + b) = r;
    }
  }
  const double gap = made == 2 ? sum * sum - 4.0 * product * product : sum * sum;
  *square = 0.5 * (sum + sqrt(gap > 0.0 ? gap : 0.0));
  return made;
}

static void write_window(const double *band, size_t order, double *t) {
  memset(t, 0, order * order * sizeof *t);
  for (size_t a = 0; a < order; a++) {
    for (size_t b = a; b < order && b <= a + 2; b++) t[a * order + b] = t[b * order + a] = band[3 * a + (b - a)];
  }
}

/* Continues from the first block, which is in place. */
static status grow(block_krylov *k, const sparse_symmetric *h, window *w, double tolerance, size_t *order, double *t,
                   double *missing) {
  memset(k->band, 0, 3 * (k->largest + 2) * sizeof *k->band);
  *missing = 1.0;
  for (size_t m = 1; m <= KRYLOV_BLOCKS; m++) {
    double square = 0.0;
    diagonal_block(k, h, w);
    const size_t made = next_block(k, w, &square);
    const double pair = (double)(2 * m);
    *missing = made == 0 ? 0.0 : *missing * square / ((pair - 1.0) * pair);
    if (*missing <= tolerance || w->end + made > k->largest) {
      if (w->end + made > k->largest && w->end<k->n && * missing> tolerance) break;
      *order = w->end;
      write_window(k->band, w->end, t);
      return STATUS_OK;
    }
    w->before = w->start;
    w->start = w->end;
    w->end += made;
  }
  return FAIL(STATUS_NUMERIC, "a window of %zu vectors misses %.1e of exp(H): its entries are too large", w->end,
              *missing);
}

/* ---- two vectors on opposite sides, kept as one */

typedef struct half {
  size_t start, count;
} half;

static double half_dot(half h, const double *x, const double *y) {
  return kernel_dot(h.count, x + h.start, y + h.start);
}

static void half_add(half h, double a, const double *x, double *y) {
  kernel_axpy(h.count, a, x + h.start, y + h.start);
}

/* Removes from y, on one side, what it has of the last two blocks, and repeats where that is nearly all of it. Returns the
 * length that is left, 0 if it is only rounding. a, r: what T says of these parts; before: the length of y at first. */
static double half_rest(half h, double a, const double *now, double r, const double *last, double before, double *y) {
  half_add(h, -a, now, y);
  half_add(h, -r, last, y);
  double length = kernel_norm(h.count, y + h.start);
  for (int pass = 0; pass < 3 && length < 0.1 * before; pass++) {
    if (!(length > LOST * before)) return 0.0;
    const double whole = length;
    half_add(h, -half_dot(h, now, y), now, y);
    half_add(h, -half_dot(h, last, y), last, y);
    length = kernel_norm(h.count, y + h.start);
    if (length > 0.5 * whole) break;
  }
  return length > LOST * before ? length : 0.0;
}

/* The window of i and j, i before the side and j not. At block m the vector that comes from i is on the side of i if m is
 * odd. */
static status grow_sides(block_krylov *k, const sparse_symmetric *h, size_t i, size_t j, double tolerance,
                         size_t *order, double *t, double *missing) {
  const size_t n = k->n;
  const half sides[2] = {{0, k->side}, {k->side, n - k->side}};
  double *last = k->basis, *now = last + n, *next = now + n;
  double length[2] = {0.0, 0.0}; /* R: of the vectors of this block, on each side, before they were scaled */
  memset(k->band, 0, 3 * (k->largest + 2) * sizeof *k->band);
  memset(last, 0, 2 * n * sizeof *last);
  now[i] = now[j] = 1.0;
  *missing = 1.0;
  for (size_t m = 1; m <= KRYLOV_BLOCKS; m++) {
    double left[2];
    if (m == 1) {
      memset(next, 0, n * sizeof *next);
      sparse_symmetric_add_column(h, i, next);
      sparse_symmetric_add_column(h, j, next);
    } else {
      sparse_symmetric_multiply(h, 1, now, next);
    }
    const double a = half_dot(sides[0], now, next);
    for (int s = 0; s < 2; s++) {
      const double before = kernel_norm(sides[s].count, next + sides[s].start);
      left[s] = half_rest(sides[s], a, now, length[1 - s], last, before, next);
    }
    const double pair = (double)(2 * m), most = left[0] > left[1] ? left[0] : left[1];
    *missing *= most * most / ((pair - 1.0) * pair);
    double *row = k->band + 6 * (m - 1);
    row[1] = a;
    row[2] = left[m % 2]; /* of the vector that comes from i */
    row[5] = left[1 - m % 2];
    if (*missing <= tolerance) {
      *order = 2 * m;
      write_window(k->band, *order, t);
      return STATUS_OK;
    }
    for (int s = 0; s < 2; s++) {
      if (left[s] > 0.0) {
        kernel_scale(sides[s].count, 1.0 / left[s], next + sides[s].start);
      } else {
        memset(next + sides[s].start, 0, sides[s].count * sizeof *next);
      }
      length[s] = left[s];
    }
    double *free_one = last;
    last = now;
    now = next;
    next = free_one;
  }
  return FAIL(STATUS_NUMERIC, "a window of %d vectors misses %.1e of exp(H): its entries are too large",
              2 * KRYLOV_BLOCKS, *missing);
}

status block_krylov_window(block_krylov *k, const sparse_symmetric *h, size_t i, size_t j, double tolerance,
                           size_t *order, double *t, double *missing) {
  const size_t n = k->n;
  if (i < k->side && j >= k->side && sparse_symmetric_is_hollow(h))
    return grow_sides(k, h, i, j, tolerance, order, t, missing);
  window w = {k->band, 0, 0, i == j ? 1 : 2};
  memset(k->basis, 0, w.end * n * sizeof *k->basis);
  k->basis[i] = 1.0;
  if (i != j) k->basis[n + j] = 1.0;
  return grow(k, h, &w, tolerance, order, t, missing);
}

status block_krylov_window_from(block_krylov *k, const sparse_symmetric *h, const double *z, double tolerance,
                                size_t *order, double *t, double *missing) {
  window w = {k->band, 0, 0, 1};
  memcpy(k->basis, z, k->n * sizeof *z);
  return grow(k, h, &w, tolerance, order, t, missing);
}
