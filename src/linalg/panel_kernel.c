#include "linalg/panel_kernel.h"
#include "linalg/kernels.h"
#include "linalg/pair.h"
#include "linalg/quad.h"

/* kernel_dot keeps eight running sums, lane i mod 8. Three rows and three vectors make nine products: a tile. Its lanes
 * are carried through memory from one stretch of DEPTH entries, short enough for the cache, to the next. Lanes do not
 * mix before the end, so a tile takes two or four of them at a time, for which the CPU has registers enough. */
enum {
  LANES = 8,
  DEPTH = 256,
  LEAST = 48, /* for shorter vectors, lanes in memory do not pay */
  TILE = 3,
  ROW_LANES = LANES * PANEL_VECTORS /* lanes of a row's products with all vectors */
};

/* lanes += products of three rows with three vectors over `depth` entries, a multiple of 8. */
typedef void tile_function(size_t depth, const double *const rows[TILE], const double *const vectors[TILE],
                           double *lanes);

static void plain_tile(size_t depth, const double *const rows[TILE], const double *const vectors[TILE], double *lanes) {
  const double *p = rows[0], *q = rows[1], *r = rows[2];
  const double *u = vectors[0], *v = vectors[1], *w = vectors[2];
  for (size_t lane = 0; lane < LANES; lane += 2) {
    double *l0 = lanes + lane, *l1 = l0 + ROW_LANES, *l2 = l1 + ROW_LANES;
    pair ax = load(l0), ay = load(l0 + LANES), az = load(l0 + 2 * LANES);
    pair bx = load(l1), by = load(l1 + LANES), bz = load(l1 + 2 * LANES);
    pair cx = load(l2), cy = load(l2 + LANES), cz = load(l2 + 2 * LANES);
    for (size_t i = lane; i < depth; i += LANES) {
      const pair x = load(u + i), y = load(v + i), z = load(w + i);
      const pair a = load(p + i);
      ax += a * x;
      ay += a * y;
      az += a * z;
      const pair b = load(q + i);
      bx += b * x;
      by += b * y;
      bz += b * z;
      const pair c = load(r + i);
      cx += c * x;
      cy += c * y;
      cz += c * z;
    }
    store(l0, ax);
    store(l0 + LANES, ay);
    store(l0 + 2 * LANES, az);
    store(l1, bx);
    store(l1 + LANES, by);
    store(l1 + 2 * LANES, bz);
    store(l2, cx);
    store(l2 + LANES, cy);
    store(l2 + 2 * LANES, cz);
  }
}

#ifdef __x86_64__
WITH_AVX static void avx_tile(size_t depth, const double *const rows[TILE], const double *const vectors[TILE],
                              double *lanes) {
  const double *p = rows[0], *q = rows[1], *r = rows[2];
  const double *u = vectors[0], *v = vectors[1], *w = vectors[2];
  for (size_t lane = 0; lane < LANES; lane += 4) {
    double *l0 = lanes + lane, *l1 = l0 + ROW_LANES, *l2 = l1 + ROW_LANES;
    quad ax = load_quad(l0), ay = load_quad(l0 + LANES), az = load_quad(l0 + 2 * LANES);
    quad bx = load_quad(l1), by = load_quad(l1 + LANES), bz = load_quad(l1 + 2 * LANES);
    quad cx = load_quad(l2), cy = load_quad(l2 + LANES), cz = load_quad(l2 + 2 * LANES);
    for (size_t i = lane; i < depth; i += LANES) {
      const quad x = load_quad(u + i), y = load_quad(v + i), z = load_quad(w + i);
      const quad a = load_quad(p + i);
      ax += a * x;
      ay += a * y;
      az += a * z;
      const quad b = load_quad(q + i);
      bx += b * x;
      by += b * y;
      bz += b * z;
      const quad c = load_quad(r + i);
      cx += c * x;
      cy += c * y;
      cz += c * z;
    }
    store_quad(l0, ax);
    store_quad(l0 + LANES, ay);
    store_quad(l0 + 2 * LANES, az);
    store_quad(l1, bx);
    store_quad(l1 + LANES, by);
    store_quad(l1 + 2 * LANES, bz);
    store_quad(l2, cx);
    store_quad(l2 + LANES, cy);
    store_quad(l2 + 2 * LANES, cz);
  }
}

static tile_function *best_tile(void) {
  return __builtin_cpu_supports("avx") ? avx_tile : plain_tile;
}
#else
static tile_function *best_tile(void) {
  return plain_tile;
}
#endif

/* The end of kernel_dot: adds up the lanes and the remaining n mod 8 entries. */
static double finish(size_t n, const double *x, const double *y, double *lanes) {
  size_t i = n - n % LANES;
  for (; i + 2 <= n; i += 2) {
    lanes[0] += x[i] * y[i];
    lanes[1] += x[i + 1] * y[i + 1];
  }
  const double even = (lanes[0] + lanes[2]) + (lanes[4] + lanes[6]);
  const double odd = (lanes[1] + lanes[3]) + (lanes[5] + lanes[7]);
  return i < n ? (even + odd) + x[i] * y[i] : even + odd;
}

static size_t lesser(size_t a, size_t b) {
  return a < b ? a : b;
}

/* At most PANEL_ROWS rows. lanes: for each row those of PANEL_VECTORS products. A tile that lacks rows or vectors
 * repeats the last ones and ignores the results. */
static void some_rows(tile_function *tile, size_t count, size_t n, const double *rows, size_t stride,
                      size_t vector_count, const double *const *vectors, double *out, size_t out_stride,
                      double *lanes) {
  const double *p[TILE], *x[TILE];
  const size_t whole = n - n % LANES;
  memset(lanes, 0, (count + TILE - 1) / TILE * TILE * ROW_LANES * sizeof *lanes);
  for (size_t start = 0; start < whole; start += DEPTH) {
    const size_t depth = whole - start < DEPTH ? whole - start : DEPTH;
    for (size_t i = 0; i < count; i += TILE) {
      for (size_t k = 0; k < TILE; k++) p[k] = rows + lesser(i + k, count - 1) * stride + start;
      for (size_t v = 0; v < vector_count; v += TILE) {
        for (size_t k = 0; k < TILE; k++) x[k] = vectors[lesser(v + k, vector_count - 1)] + start;
        tile(depth, p, x, lanes + i * ROW_LANES + v * LANES);
      }
    }
  }
  for (size_t v = 0; v < vector_count; v++) {
    for (size_t i = 0; i < count; i++) {
      out[v * out_stride + i] = finish(n, rows + i * stride, vectors[v], lanes + i * ROW_LANES + v * LANES);
    }
  }
}

static void panel_dot(tile_function *tile, size_t count, size_t n, const double *rows, size_t stride,
                      size_t vector_count, const double *const *vectors, double *out, size_t out_stride, double *work) {
  for (size_t v = 0; n < LEAST && v < vector_count; v++) {
    kernel_rows_dot(count, n, rows, stride, vectors[v], out + v * out_stride);
  }
  for (size_t i = 0; n >= LEAST && i < count; i += PANEL_ROWS) {
    some_rows(tile, lesser(count - i, PANEL_ROWS), n, rows + i * stride, stride, vector_count, vectors, out + i,
              out_stride, work);
  }
}

void kernel_panel_dot(size_t count, size_t n, const double *rows, size_t stride, size_t vector_count,
                      const double *const *vectors, double *out, size_t out_stride, double *work) {
  panel_dot(best_tile(), count, n, rows, stride, vector_count, vectors, out, out_stride, work);
}

void kernel_panel_dot_plain(size_t count, size_t n, const double *rows, size_t stride, size_t vector_count,
                            const double *const *vectors, double *out, size_t out_stride, double *work) {
  panel_dot(plain_tile, count, n, rows, stride, vector_count, vectors, out, out_stride, work);
}
