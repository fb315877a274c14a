#include "linalg/kernels.h"

#include <math.h>

#include "linalg/pair.h"

/* Eight running sums, lane i mod 8, added up as ((0+2)+(4+6)) + ((1+3)+(5+7)); remaining pairs go to the first two
 * sums, and a last odd product is added at the end. */
double kernel_dot(size_t n, const double *x, const double *y) {
  pair s0 = both(0), s1 = both(0), s2 = both(0), s3 = both(0);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    s0 += load(x + i) * load(y + i);
    s1 += load(x + i + 2) * load(y + i + 2);
    s2 += load(x + i + 4) * load(y + i + 4);
    s3 += load(x + i + 6) * load(y + i + 6);
  }
  for (; i + 2 <= n; i += 2) s0 += load(x + i) * load(y + i);
  const pair sum = (s0 + s1) + (s2 + s3);
  const double total = sum[0] + sum[1];
  return i < n ? total + x[i] * y[i] : total;
}

double kernel_norm(size_t n, const double *x) {
  const double square = kernel_dot(n, x, x);
  if (square > 1e-280 && square < 1e280) return sqrt(square);
  double largest = 0; /* the squares may have overflowed or underflowed */
  for (size_t i = 0; i < n; i++) {
    const double size = fabs(x[i]);
    if (!(size <= largest)) largest = size;
    if (isnan(size)) return size;
  }
  if (!(largest > 0) || isinf(largest)) return largest;
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += (x[i] / largest) * (x[i] / largest);
  return largest * sqrt(sum);
}

void kernel_axpy(size_t n, double a, const double *x, double *y) {
  const pair factor = both(a);
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const pair first = load(y + i) + factor * load(x + i), second = load(y + i + 2) + factor * load(x + i + 2);
    store(y + i, first);
    store(y + i + 2, second);
  }
  for (; i < n; i++) y[i] += a * x[i];
}

void kernel_scale(size_t n, double a, double *x) {
  const pair factor = both(a);
  size_t i = 0;
  for (; i + 2 <= n; i += 2) store(x + i, factor * load(x + i));
  for (; i < n; i++) x[i] *= a;
}

void kernel_opposite(size_t n, const double *x, double *out) {
  size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    const pair value = load(x + i);
    store(out + i, value);
    store(out + n + i, -value);
  }
  if (i < n) {
    out[i] = x[i];
    out[n + i] = -x[i];
  }
}

/* Entries of (x, -x) from i on, where the sign changes among them or the end is near. */
static void opposite_entries(size_t n, const double *x, size_t i, size_t count, double *out) {
  for (size_t k = 0; k < count; k++) out[k] = i + k < n ? x[i + k] : -x[i + k - n];
}

double kernel_dot_opposite(size_t n, const double *x, const double *y) {
  pair s0 = both(0), s1 = both(0), s2 = both(0), s3 = both(0);
  double mixed[8];
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    s0 += load(x + i) * load(y + i);
    s1 += load(x + i + 2) * load(y + i + 2);
    s2 += load(x + i + 4) * load(y + i + 4);
    s3 += load(x + i + 6) * load(y + i + 6);
  }
  for (; i < n && i + 8 <= 2 * n; i += 8) {
    opposite_entries(n, x, i, 8, mixed);
    s0 += load(mixed) * load(y + i);
    s1 += load(mixed + 2) * load(y + i + 2);
    s2 += load(mixed + 4) * load(y + i + 4);
    s3 += load(mixed + 6) * load(y + i + 6);
  }
  for (; i + 8 <= 2 * n; i += 8) {
    const double *z = x + (i - n);
    s0 -= load(z) * load(y + i);
    s1 -= load(z + 2) * load(y + i + 2);
    s2 -= load(z + 4) * load(y + i + 4);
    s3 -= load(z + 6) * load(y + i + 6);
  }
  for (; i + 2 <= 2 * n; i += 2) {
    opposite_entries(n, x, i, 2, mixed);
    s0 += load(mixed) * load(y + i);
  }
  const pair sum = (s0 + s1) + (s2 + s3);
  return sum[0] + sum[1];
}

/* kernel_dot of two rows with x at once, summed in the same order. */
static void two_rows_dot(size_t n, const double *p, const double *q, const double *x, double *out) {
  pair p0 = both(0), p1 = both(0), p2 = both(0), p3 = both(0);
  pair q0 = both(0), q1 = both(0), q2 = both(0), q3 = both(0);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const pair x0 = load(x + i), x1 = load(x + i + 2), x2 = load(x + i + 4), x3 = load(x + i + 6);
    p0 += load(p + i) * x0;
    q0 += load(q + i) * x0;
    p1 += load(p + i + 2) * x1;
    q1 += load(q + i + 2) * x1;
    p2 += load(p + i + 4) * x2;
    q2 += load(q + i + 4) * x2;
    p3 += load(p + i + 6) * x3;
    q3 += load(q + i + 6) * x3;
  }
  for (; i + 2 <= n; i += 2) {
    const pair x0 = load(x + i);
    p0 += load(p + i) * x0;
    q0 += load(q + i) * x0;
  }
  const pair p_sum = (p0 + p1) + (p2 + p3), q_sum = (q0 + q1) + (q2 + q3);
  out[0] = p_sum[0] + p_sum[1];
  out[1] = q_sum[0] + q_sum[1];
  if (i < n) {
    out[0] += p[i] * x[i];
    out[1] += q[i] * x[i];
  }
}

void kernel_rows_dot(size_t count, size_t n, const double *rows, size_t stride, const double *x, double *out) {
  size_t i = 0;
  for (; i + 2 <= count; i += 2) two_rows_dot(n, rows + i * stride, rows + (i + 1) * stride, x, out + i);
  if (i < count) out[i] = kernel_dot(n, rows + i * stride, x);
}

/* Four rows at once, so that y is read and written once for four; each entry adds them in order, as four axpys would.
 * */
static void combine_four(size_t n, const double *rows, size_t stride, const double *coefficient, double *y) {
  const double *r0 = rows, *r1 = rows + stride, *r2 = rows + 2 * stride, *r3 = rows + 3 * stride;
  const pair c0 = both(coefficient[0]), c1 = both(coefficient[1]), c2 = both(coefficient[2]), c3 = both(coefficient[3]);
  size_t j = 0;
  for (; j + 2 <= n; j += 2) {
    pair sum = load(y + j) + c0 * load(r0 + j);
    sum += c1 * load(r1 + j);
    sum += c2 * load(r2 + j);
    sum += c3 * load(r3 + j);
    store(y + j, sum);
  }
  if (j < n) {
    double sum = y[j] + coefficient[0] * r0[j];
    sum += coefficient[1] * r1[j];
    sum += coefficient[2] * r2[j];
    sum += coefficient[3] * r3[j];
    y[j] = sum;
  }
}

void kernel_rows_combine(size_t count, size_t n, const double *rows, size_t stride, const double *coefficient,
                         double *y) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) combine_four(n, rows + i * stride, stride, coefficient + i, y);
  for (; i < count; i++) kernel_axpy(n, coefficient[i], rows + i * stride, y);
}

double kernel_quadratic(size_t n, const double *a, size_t stride, const double *x) {
  double sum = 0, products[2];
  size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    two_rows_dot(n, a + i * stride, a + (i + 1) * stride, x, products);
    sum += x[i] * products[0];
    sum += x[i + 1] * products[1];
  }
  if (i < n) sum += x[i] * kernel_dot(n, a + i * stride, x);
  return sum;
}

/* Blocks of A B^T. Each entry of C is the sum over the blocks of k, in order, of what one tile adds, and within a
 * block two running sums (even, odd k): the same for every entry, so that A A^T is exactly symmetric. */
enum { TILE_ROWS = 4, TILE_COLUMNS = 2, BLOCK_DEPTH = 256, BLOCK_COLUMNS = 64 };

typedef struct operand {
  const double *rows;
  size_t stride;
} operand;

static double block_dot(size_t depth, const double *a, const double *b) {
  pair sum = both(0);
  size_t l = 0;
  for (; l + 2 <= depth; l += 2) sum += load(a + l) * load(b + l);
  const double total = sum[0] + sum[1];
  return l < depth ? total + a[l] * b[l] : total;
}

/* c += a b^T for four rows of a and two of b. */
static void full_tile(size_t depth, operand a, operand b, double *c, size_t c_stride) {
  const double *a0 = a.rows, *a1 = a0 + a.stride, *a2 = a1 + a.stride, *a3 = a2 + a.stride;
  const double *b0 = b.rows, *b1 = b0 + b.stride;
  pair s00 = both(0), s01 = both(0), s10 = both(0), s11 = both(0);
  pair s20 = both(0), s21 = both(0), s30 = both(0), s31 = both(0);
  size_t l = 0;
  for (; l + 2 <= depth; l += 2) {
    const pair x = load(b0 + l), y = load(b1 + l);
    const pair p = load(a0 + l), q = load(a1 + l), r = load(a2 + l), s = load(a3 + l);
    s00 += p * x;
    s01 += p * y;
    s10 += q * x;
    s11 += q * y;
    s20 += r * x;
    s21 += r * y;
    s30 += s * x;
    s31 += s * y;
  }
  double sums[TILE_ROWS][TILE_COLUMNS] = {{s00[0] + s00[1], s01[0] + s01[1]},
                                          {s10[0] + s10[1], s11[0] + s11[1]},
                                          {s20[0] + s20[1], s21[0] + s21[1]},
                                          {s30[0] + s30[1], s31[0] + s31[1]}};
  for (size_t i = 0; i < TILE_ROWS; i++) {
    for (size_t j = 0; j < TILE_COLUMNS; j++) {
      if (l < depth) sums[i][j] += a.rows[i * a.stride + l] * b.rows[j * b.stride + l];
      c[i * c_stride + j] += sums[i][j];
    }
  }
}

/* c += a b^T, m x n entries over one block of k. */
static void multiply_block(size_t m, size_t n, size_t depth, operand a, operand b, double *c, size_t c_stride) {
  for (size_t i = 0; i < m; i += TILE_ROWS) {
    const size_t rows = m - i < TILE_ROWS ? m - i : TILE_ROWS;
    for (size_t j = 0; j < n; j += TILE_COLUMNS) {
      const size_t columns = n - j < TILE_COLUMNS ? n - j : TILE_COLUMNS;
      const operand a_tile = {a.rows + i * a.stride, a.stride}, b_tile = {b.rows + j * b.stride, b.stride};
      double *c_tile = c + i * c_stride + j;
      if (rows == TILE_ROWS && columns == TILE_COLUMNS) {
        full_tile(depth, a_tile, b_tile, c_tile, c_stride);
        continue;
      }
      for (size_t p = 0; p < rows; p++) {
        for (size_t q = 0; q < columns; q++) {
          c_tile[p * c_stride + q] += block_dot(depth, a_tile.rows + p * a.stride, b_tile.rows + q * b.stride);
        }
      }
    }
  }
}

void kernel_multiply_transposed(size_t m, size_t n, size_t k, const double *a, size_t a_stride, const double *b,
                                size_t b_stride, double *c, size_t c_stride) {
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) c[i * c_stride + j] = 0;
  }
  for (size_t l = 0; l < k; l += BLOCK_DEPTH) {
    const size_t depth = k - l < BLOCK_DEPTH ? k - l : BLOCK_DEPTH;
    for (size_t j = 0; j < n; j += BLOCK_COLUMNS) {
      const size_t columns = n - j < BLOCK_COLUMNS ? n - j : BLOCK_COLUMNS;
      multiply_block(m, columns, depth, (operand){a + l, a_stride}, (operand){b + j * b_stride + l, b_stride}, c + j,
                     c_stride);
    }
  }
}
