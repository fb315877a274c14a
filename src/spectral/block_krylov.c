#include "spectral/block_krylov.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/kernels.h"

/* A direction whose length after orthogonalisation is below this part of its length before holds nothing but rounding. */
static const double LOST = 1e-13;

struct block_krylov {
  size_t n, largest;
  double *basis;   /* vectors one after the other: largest + 2 of them */
  double *image;   /* H times the last block: two vectors */
  double *product; /* coefficients of one orthogonalisation */
};

void block_krylov_free(block_krylov *k) {
  if (k == NULL) return;
  memory_unreserve(k->basis, (k->largest + 2) * k->n, sizeof *k->basis);
  free(k->image);
  free(k->product);
  free(k);
}

status block_krylov_new(size_t n, block_krylov **out) {
  block_krylov *k = NULL;
  status code = STATUS_OK;
  *out = NULL;
  TRY(NEW_ARRAY(1, k));
  k->n = n;
  k->largest = n < 2 * KRYLOV_BLOCKS ? n : 2 * KRYLOV_BLOCKS;
  CHECK(memory_reserve((k->largest + 2) * n, sizeof *k->basis, &k->basis));
  CHECK(NEW_ARRAY(2 * n, k->image));
  CHECK(NEW_ARRAY(k->largest + 2, k->product));
  *out = k;
  return STATUS_OK;
end:
  block_krylov_free(k);
  return code;
}

size_t block_krylov_largest(const block_krylov *k) {
  return k->largest;
}

/* w -= Q Q^T w for the first `count` basis vectors; coefficients are added to k->product. */
static void take_away(block_krylov *k, size_t count, double *w) {
  double *coefficient = k->product;
  kernel_rows_dot(count, k->n, k->basis, k->n, w, coefficient);
  for (size_t b = 0; b < count; b++) coefficient[b] = -coefficient[b];
  kernel_rows_combine(count, k->n, k->basis, k->n, coefficient, w);
}

/* Orthogonalises w against the first `count` vectors, again as long as much is lost. Returns the length that is left, 0 if that is
 * rounding only; `before` is the length that counts as all. */
static double orthogonalise(block_krylov *k, size_t count, double *w, double before) {
  double length = kernel_norm(k->n, w);
  for (int pass = 0; pass < 4; pass++) {
    if (!(length > LOST * before)) return 0.0;
    take_away(k, count, w);
    const double left = kernel_norm(k->n, w);
    const bool enough = pass > 0 && left > 0.5 * length;
    length = left;
    if (enough) break;
  }
  return length > LOST * before ? length : 0.0;
}

typedef struct window {
  double *t;
  size_t stride;
  size_t start, end; /* positions of the last block */
} window;

static void set(const window *w, size_t a, size_t b, double value) {
  w->t[a * w->stride + b] = w->t[b * w->stride + a] = value;
}

/* The diagonal block A = V^T H V of the last block, and H V in k->image. */
static void diagonal_block(block_krylov *k, const sparse_symmetric *h, const window *w) {
  const size_t count = w->end - w->start, n = k->n;
  sparse_symmetric_multiply(h, count, k->basis + w->start * n, k->image);
  for (size_t a = 0; a < count; a++) {
    for (size_t b = a; b < count; b++) {
      set(w, w->start + a, w->start + b, kernel_dot(n, k->basis + (w->start + a) * n, k->image + b * n));
    }
  }
}

/* The next block: what of H V_k is orthogonal to everything so far. T gets R_k where there is room. *norm = |R_k| (Frobenius). */
static size_t next_block(block_krylov *k, const window *w, double *norm) {
  const size_t count = w->end - w->start, n = k->n;
  size_t made = 0;
  double before[2] = {0.0, 0.0}, square = 0.0;
  for (size_t a = 0; a < count; a++) before[a] = kernel_norm(n, k->image + a * n);
  /* the longer one first, so that the second is the one that may be lost */
  const size_t order[2] = {count == 2 && before[1] > before[0] ? 1u : 0u,
                           count == 2 && before[1] > before[0] ? 0u : 1u};
  const double scale = before[0] > before[1] ? before[0] : before[1];
  for (size_t a = 0; a < count; a++) {
    double *vector = k->basis + (w->end + made) * n;
    memcpy(vector, k->image + order[a] * n, n * sizeof *vector);
    const double length = orthogonalise(k, w->end + made, vector, scale);
    if (length == 0.0) continue;
    kernel_scale(n, 1.0 / length, vector);
    made++;
  }
  for (size_t b = 0; b < made; b++) {
    for (size_t a = 0; a < count; a++) {
      const double r = kernel_dot(n, k->basis + (w->end + b) * n, k->image + a * n);
      square += r * r;
      if (w->end + b < w->stride) set(w, w->end + b, w->start + a, r);
    }
  }
  *norm = sqrt(square);
  return made;
}

static void compact(double *t, size_t stride, size_t order) {
  for (size_t a = 0; a < order; a++) memmove(t + a * order, t + a * stride, order * sizeof *t);
}

status block_krylov_window(block_krylov *k, const sparse_symmetric *h, size_t i, size_t j, double tolerance,
                           size_t *order, double *t, double *missing) {
  const size_t n = k->n;
  window w = {t, k->largest, 0, i == j ? 1 : 2};
  memset(t, 0, k->largest * k->largest * sizeof *t);
  memset(k->basis, 0, w.end * n * sizeof *k->basis);
  k->basis[i] = 1.0;
  if (i != j) k->basis[n + j] = 1.0;
  *missing = 1.0;
  for (size_t m = 1; m <= KRYLOV_BLOCKS; m++) {
    double norm = 0.0;
    diagonal_block(k, h, &w);
    const size_t made = next_block(k, &w, &norm);
    const double pair = (double)(2 * m);
    *missing = made == 0 ? 0.0 : *missing * norm * norm / ((pair - 1.0) * pair);
    if (*missing <= tolerance || w.end + made > k->largest) {
      if (w.end + made > k->largest && w.end<n && * missing> tolerance) break;
      *order = w.end;
      compact(t, w.stride, w.end);
      return STATUS_OK;
    }
    w.start = w.end;
    w.end += made;
  }
  return FAIL(STATUS_NUMERIC, "a window of %zu vectors misses %.1e of exp(H): its entries are too large", w.end,
              *missing);
}
