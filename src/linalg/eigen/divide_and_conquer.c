#include "linalg/eigen/divide_and_conquer.h"
#include "base/arena.h"
#include "linalg/eigen/secular.h"
#include "linalg/eigen/tridiagonal_ql.h"
#include "linalg/kernels.h"
#include <float.h>

enum {
  LEAF = 24,  /* largest order that QL does */
  STRIP = 256 /* rows of a product at once: enough to be as fast as with all */
};

/* Where a column may have entries other than 0. */
typedef enum part { TOP = 1, BOTTOM = 2, WHOLE = TOP | BOTTOM } part;

struct divider {
  size_t largest;
  secular *equation;
  double *rotation, *columns; /* largest^2, 2 STRIP largest */
  double *values, *entries;
  size_t *place; /* of a kept column among those, sorted by part */
  part *parts;
  arena memory; /* of values, entries, place and parts */
};

void divider_free(divider *w) {
  if (w == NULL) return;
  secular_free(w->equation);
  memory_unreserve(w->rotation, w->largest * w->largest, sizeof *w->rotation);
  memory_unreserve(w->columns, 2 * STRIP * w->largest, sizeof *w->columns);
  arena_free(&w->memory);
  free(w);
}

status divider_new(size_t largest, divider **out) {
  CLEANUP(divider_free_at) divider *w = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, w));
  w->largest = largest;
  TRY(secular_new(largest, &w->equation));
  TRY(memory_reserve(largest * largest, sizeof *w->rotation, &w->rotation));
  TRY(memory_reserve(2 * STRIP * largest, sizeof *w->columns, &w->columns));
  TRY(ARENA_ARRAY(&w->memory, largest, w->values));
  TRY(ARENA_ARRAY(&w->memory, largest, w->entries));
  TRY(ARENA_ARRAY(&w->memory, largest, w->place));
  TRY(ARENA_ARRAY(&w->memory, largest, w->parts));
  return HAND_OVER(w, *out);
}

/* A block of Q: count x count at q, row stride n; its rows and columns from `half` on are those of T2. */
typedef struct block {
  size_t n, half, count;
  double *q;
} block;

static void turn_columns(block b, size_t turns, const secular_turn *turn) {
  for (size_t i = 0; i < b.count; i++) {
    double *row = b.q + i * b.n;
    for (size_t r = 0; r < turns; r++) {
      const double low = row[turn[r].low], high = row[turn[r].high];
      row[turn[r].low] = turn[r].c * low + turn[r].s * high;
      row[turn[r].high] = turn[r].c * high - turn[r].s * low;
    }
  }
}

/* Rows of w->rotation: the vectors of the roots, in columns sorted by part. from[part] = the first of each. */
static void write_rotation(divider *w, block b, size_t turns, const secular_turn *turn, size_t kept,
                           const size_t *column, size_t *until_top, size_t *from_bottom) {
  static const part order[] = {TOP, WHOLE, BOTTOM};
  size_t next = 0;
  for (size_t i = 0; i < b.count; i++) w->parts[i] = i < b.half ? TOP : BOTTOM;
  for (size_t r = 0; r < turns; r++) w->parts[turn[r].low] = w->parts[turn[r].high] |= w->parts[turn[r].low];
  for (size_t k = 0; k < 3; k++) {
    if (k == 1) *from_bottom = next;
    if (k == 2) *until_top = next;
    for (size_t p = 0; p < kept; p++) {
      if (w->parts[column[p]] == order[k]) w->place[p] = next++;
    }
  }
  for (size_t j = 0; j < kept; j++) {
    secular_vector(w->equation, j, w->entries);
    for (size_t p = 0; p < kept; p++) w->rotation[j * kept + w->place[p]] = w->entries[p];
  }
}

/* At most STRIP rows of Q: those of the kept columns `from` to `until` times the rotation for the roots, and the columns that
 * deflation left, by value. */
static void write_strip(divider *w, block b, size_t rows, double *q, size_t kept, const size_t *column, size_t from,
                        size_t until) {
  const size_t width = until - from;
  double *left = w->columns, *product = left + rows * width;
  for (size_t p = 0; p < kept; p++) {
    if (w->place[p] < from || w->place[p] >= until) continue;
    for (size_t i = 0; i < rows; i++) left[i * width + w->place[p] - from] = q[i * b.n + column[p]];
  }
  kernel_multiply_transposed(rows, kept, width, left, width, w->rotation + from, kept, product, kept);
  for (size_t i = 0; i < rows; i++) {
    double *row = q + i * b.n;
    for (size_t l = 0; l < b.count; l++) {
      size_t which = 0;
      w->entries[l] = secular_is_root(w->equation, l, &which) ? product[i * kept + which] : row[which];
    }
    memcpy(row, w->entries, b.count * sizeof *row);
  }
}

static void write_rows(divider *w, block b, size_t from_row, size_t until_row, size_t kept, const size_t *column,
                       size_t from, size_t until) {
  for (size_t i = from_row; i < until_row; i += STRIP) {
    const size_t rows = until_row - i < STRIP ? until_row - i : STRIP;
    write_strip(w, b, rows, b.q + i * b.n, kept, column, from, until);
  }
}

/* Both halves of d and Q are solved, and e, other than 0, is the entry between them. */
static status merge(divider *w, block b, double *d, double e) {
  double *z = w->entries;
  const size_t *column = NULL;
  const secular_turn *turn = NULL;
  size_t until_top = 0, from_bottom = 0;
  memcpy(z, b.q + (b.half - 1) * b.n, b.half * sizeof *z);
  memcpy(z + b.half, b.q + b.half * b.n + b.half, (b.count - b.half) * sizeof *z);
  if (e < 0.0) kernel_scale(b.count - b.half, -1.0, z + b.half);
  if (!secular_values(w->equation, b.count, d, fabs(e), z, w->values)) {
    return FAIL(STATUS_NUMERIC, "divide and conquer: no solution of a secular equation of order %zu", b.count);
  }
  memcpy(d, w->values, b.count * sizeof *d);
  const size_t turns = secular_turns(w->equation, &turn), kept = secular_kept(w->equation, &column);
  turn_columns(b, turns, turn);
  write_rotation(w, b, turns, turn, kept, column, &until_top, &from_bottom);
  write_rows(w, b, 0, b.half, kept, column, 0, until_top);
  write_rows(w, b, b.half, b.count, kept, column, from_bottom, kept);
  return STATUS_OK;
}

static status leaf(divider *w, block b, double *d, double *e, double size) {
  double *rows = w->rotation;
  memset(rows, 0, b.count * b.count * sizeof *rows);
  for (size_t i = 0; i < b.count; i++) rows[i * (b.count + 1)] = 1.0;
  TRY(tridiagonal_ql(b.count, d, e, size, b.count, rows));
  for (size_t i = 0; i < b.count; i++) {
    for (size_t l = 0; l < b.count; l++) b.q[i * b.n + l] = rows[l * b.count + i];
  }
  return STATUS_OK;
}

/* The depth of the recursion is log2 of the order. */
static status divide(divider *w, size_t n, size_t count, double *d, double *e, double size, double *q) {
  block b = {n, count / 2, count, q};
  if (count <= LEAF) return leaf(w, b, d, e, size);
  const double between = fabs(e[b.half - 1]) > DBL_EPSILON * size ? e[b.half - 1] : 0.0;
  d[b.half - 1] -= fabs(between);
  d[b.half] -= fabs(between);
  TRY(divide(w, n, b.half, d, e, size, q));
  TRY(divide(w, n, count - b.half, d + b.half, e + b.half, size, q + b.half * (n + 1)));
  return between != 0.0 ? merge(w, b, d, between) : STATUS_OK;
}

status divide_and_conquer(divider *w, size_t n, double *diagonal, double *beside, double size, double *vectors) {
  memset(vectors, 0, n * n * sizeof *vectors);
  return divide(w, n, n, diagonal, beside, size, vectors);
}
