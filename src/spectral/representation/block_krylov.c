#include "spectral/representation/block_krylov.h"
#include "linalg/pair.h"

/* A direction that orthogonalisation shortens below this share of its length is only rounding. */
static const double LOST = 1e-13;
/* Squares that differences leave less of than this share have lost digits. */
static const double KEPT = 0.1;

/* Blocks are panels: n rows of two entries, so that one pass over a matrix or a block serves both vectors. */
struct block_krylov {
  size_t n;
  size_t rows;                       /* that are not 0 in H or in the first block: the active ones of H, then others */
  double *panels;                    /* of the following three */
  double *last, *now, *next;         /* V_{k-1}, V_k, V_{k+1} */
  double *band;                      /* row a of T: T(a, a), T(a, a + 1), T(a, a + 2) */
  bool alive[2 * KRYLOV_BLOCKS + 2]; /* false: the vector is 0, the space is exhausted in its direction */
};

status block_krylov_new(arena *memory, size_t n, block_krylov **out) {
  block_krylov *k = NULL;
  TRY(ARENA_ARRAY(memory, 1, k));
  k->n = n;
  TRY(ARENA_ARRAY(memory, 6 * n, k->panels));
  TRY(ARENA_ARRAY(memory, 6 * KRYLOV_BLOCKS, k->band));
  *out = k;
  return STATUS_OK;
}

size_t block_krylov_largest(const block_krylov *k) {
  return 2 * KRYLOV_BLOCKS;
}

/* [r00 r01; 0 r11] */
typedef struct upper {
  double r00, r01, r11;
} upper;

/* V^T W and W^T W of two panels. */
typedef struct products {
  pair rows[2];
  pair squares;
  double cross;
} products;

static products products_of(size_t n, const double *v, const double *w) {
  products sum = {{both(0.0), both(0.0)}, both(0.0), 0.0};
  for (size_t i = 0; i < 2 * n; i += 2) {
    const pair x = load(w + i);
    sum.rows[0] += both(v[i]) * x;
    sum.rows[1] += both(v[i + 1]) * x;
    sum.squares += x * x;
    sum.cross += x[0] * x[1];
  }
  return sum;
}

/* -V_k R_k^T in one row: what the step after next begins with. */
static pair returning(const double *v, upper r) {
  const pair first = {-r.r00, 0.0}, second = {-r.r01, -r.r11};
  return both(v[0]) * first + both(v[1]) * second;
}

/* next = (next - V A) R^{-1}; a vector of length 0 becomes 0. V_{k-1} makes room for -V_k R_k^T. */
static void finish(block_krylov *k, const pair *a, upper r) {
  const double first = r.r00 > 0.0 ? 1.0 / r.r00 : 0.0, second = r.r11 > 0.0 ? 1.0 / r.r11 : 0.0;
  const pair scale = {first, second}, across = {0.0, -r.r01 * first * second};
  for (size_t i = 0; i < 2 * k->rows; i += 2) {
    const double *v = k->now + i;
    const pair w = load(k->next + i) - both(v[0]) * a[0] - both(v[1]) * a[1];
    store(k->next + i, w * scale + both(w[0]) * across);
    store(k->last + i, returning(v, r));
  }
}

/* ---- where much cancels */

static double column_norm(const block_krylov *k, size_t c) {
  double square = 0.0;
  for (size_t i = c; i < 2 * k->rows; i += 2) square += k->next[i] * k->next[i];
  return sqrt(square);
}

static void scale_column(block_krylov *k, size_t c, double factor) {
  for (size_t i = c; i < 2 * k->rows; i += 2) k->next[i] *= factor;
}

/* Removes from vector c of `next` its part in the space of V; returns what it was. */
static pair project_out(block_krylov *k, const double *v, size_t c) {
  pair sum = both(0.0);
  for (size_t i = 0; i < 2 * k->rows; i += 2) sum += load(v + i) * both(k->next[i + c]);
  for (size_t i = 0; i < 2 * k->rows; i += 2) k->next[i + c] -= sum[0] * v[i] + sum[1] * v[i + 1];
  return sum;
}

/* The same for vector 1 and vector 0, of length 1 or 0. */
static double project_out_first(block_krylov *k) {
  double sum = 0.0;
  for (size_t i = 0; i < 2 * k->rows; i += 2) sum += k->next[i] * k->next[i + 1];
  for (size_t i = 0; i < 2 * k->rows; i += 2) k->next[i + 1] -= sum * k->next[i];
  return sum;
}

/* Makes vector c of `next` orthogonal to the two blocks and to those before it, and repeats while much is lost: after a pass that
 * keeps half of the length, it is orthogonal up to rounding (Daniel, Gragg, Kaufman and Stewart 1976). Returns the length
 * that is left, 0 if that is only rounding; `before` is the length to compare with; *first: the part in vector 0. */
static double orthogonalise(block_krylov *k, size_t c, double before, double *first) {
  double length = column_norm(k, c);
  for (int pass = 0; pass < 4 && length > LOST * before; pass++) {
    (void)project_out(k, k->now, c);
    (void)project_out(k, k->last, c);
    if (c == 1) *first += project_out_first(k);
    const double left = column_norm(k, c);
    const bool enough = left > 0.5 * length;
    length = left;
    if (enough) break;
  }
  if (!(length > LOST * before)) length = 0.0;
  scale_column(k, c, length > 0.0 ? 1.0 / length : 0.0);
  return length;
}

/* ---- the recurrence */

/* With `next` = H V_k - V_{k-1} R_{k-1}^T: A_k = V_k^T next, written to T, and V_{k+1} R_k = next - V_k A_k. R_{k-1} is `r`, and becomes
 * R_k; V_{k-1} becomes -V_k R_k^T. The lengths follow from those of `next` by differences, where these keep their digits. */
static void advance(block_krylov *k, double *band, upper *r) {
  const products p = products_of(k->rows, k->now, k->next);
  const double across = 0.5 * (p.rows[0][1] + p.rows[1][0]);
  const pair a[2] = {{p.rows[0][0], across}, {across, p.rows[1][1]}};
  const pair squares = p.squares - a[0] * a[0] - a[1] * a[1]; /* of next - V_k A_k */
  const double cross = p.cross - a[0][0] * a[0][1] - a[1][0] * a[1][1];
  const double before[2] = {p.squares[0] + r->r00 * r->r00 + r->r01 * r->r01, p.squares[1] + r->r11 * r->r11};
  const double share = squares[0] > 0.0 ? cross / squares[0] : 0.0, second = squares[1] - share * cross;
  if (squares[0] >= KEPT * before[0] && second >= KEPT * before[1]) {
    const double first = sqrt(squares[0]);
    *r = (upper){first, share * first, sqrt(second)};
    finish(k, a, *r);
  } else {
    const double scale = sqrt(fmax(before[0], before[1]));
    *r = (upper){0.0, 0.0, 0.0};
    r->r00 = orthogonalise(k, 0, scale, NULL);
    r->r11 = orthogonalise(k, 1, scale, &r->r01);
    for (size_t i = 0; i < 2 * k->rows; i += 2) store(k->last + i, returning(k->now + i, *r));
  }
  band[0] = a[0][0];
  band[1] = across;
  band[2] = r->r00;
  band[3] = a[1][1];
  band[4] = r->r01;
  band[5] = r->r11;
}

/* The square of the largest singular value. */
static double square_of(upper r) {
  const double sum = r.r00 * r.r00 + r.r01 * r.r01 + r.r11 * r.r11, product = r.r00 * r.r11;
  const double gap = sum * sum - 4.0 * product * product;
  return 0.5 * (sum + sqrt(gap > 0.0 ? gap : 0.0));
}

/* T of `count` vectors without those that are 0. */
static size_t write_window(const block_krylov *k, size_t count, double *t) {
  size_t order = 0, row = 0;
  for (size_t a = 0; a < count; a++) order += k->alive[a];
  memset(t, 0, order * order * sizeof *t);
  for (size_t a = 0; a < count; a++) {
    if (!k->alive[a]) continue;
    size_t column = row;
    for (size_t b = a; b < count && b <= a + 2; b++) {
      if (!k->alive[b]) continue;
      t[row * order + column] = t[column * order + row] = k->band[3 * a + (b - a)];
      column++;
    }
    row++;
  }
  return order;
}

/* Continues from the first block, which is in place, as is its product with H. */
static status grow(block_krylov *k, const sparse_symmetric *h, double tolerance, size_t *order, double *t,
                   double *missing) {
  upper r = {0.0, 0.0, 0.0};
  memset(k->last, 0, 2 * k->rows * sizeof *k->last);
  *missing = 1.0;
  for (size_t m = 1; m <= KRYLOV_BLOCKS; m++) {
    const double vectors = (double)(2 * m);
    advance(k, k->band + 6 * (m - 1), &r);
    *missing *= square_of(r) / ((vectors - 1.0) * vectors);
    if (*missing <= tolerance) {
      *order = write_window(k, 2 * m, t);
      return STATUS_OK;
    }
    k->alive[2 * m] = r.r00 > 0.0;
    k->alive[2 * m + 1] = r.r11 > 0.0;
    double *free_one = k->last;
    k->last = k->now;
    k->now = k->next;
    k->next = free_one;
    sparse_symmetric_add_product(h, k->now, k->next);
  }
  return FAIL(STATUS_NUMERIC, "a window of %d vectors misses %.1e of exp(H): its entries are too large",
              2 * KRYLOV_BLOCKS, *missing);
}

/* An empty first block and an empty product. */
static void start(block_krylov *k, const sparse_symmetric *h, bool two) {
  k->rows = sparse_symmetric_active(h);
  k->last = k->panels;
  k->now = k->panels + 2 * k->n;
  k->next = k->panels + 4 * k->n;
  memset(k->now, 0, 2 * k->rows * sizeof *k->now);
  memset(k->next, 0, 2 * k->rows * sizeof *k->next);
  k->alive[0] = true;
  k->alive[1] = two;
}

/* The place of row i in the blocks. */
static size_t place_of(block_krylov *k, const sparse_symmetric *h, size_t i) {
  size_t place = sparse_symmetric_place(h, i);
  if (place < sparse_symmetric_active(h)) return place;
  place = k->rows++;
  store(k->now + 2 * place, both(0.0));
  store(k->next + 2 * place, both(0.0));
  return place;
}

status block_krylov_window(block_krylov *k, const sparse_symmetric *h, size_t i, size_t j, double tolerance,
                           size_t *order, double *t, double *missing) {
  start(k, h, i != j);
  const size_t first = place_of(k, h, i);
  k->now[2 * first] = 1.0;
  sparse_symmetric_add_column(h, first, k->next);
  if (i != j) {
    const size_t second = place_of(k, h, j);
    k->now[2 * second + 1] = 1.0;
    sparse_symmetric_add_column(h, second, k->next + 1);
  }
  return grow(k, h, tolerance, order, t, missing);
}

status block_krylov_window_from(block_krylov *k, const sparse_symmetric *h, const double *z, double tolerance,
                                size_t *order, double *t, double *missing) {
  start(k, h, false);
  for (size_t i = 0; i < k->n; i++) {
    if (z[i] != 0.0) k->now[2 * place_of(k, h, i)] = z[i];
  }
  sparse_symmetric_add_product(h, k->now, k->next);
  return grow(k, h, tolerance, order, t, missing);
}
