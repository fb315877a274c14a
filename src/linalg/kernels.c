#include "linalg/kernels.h"
#include "linalg/pair.h"
#include "linalg/quad.h"
#include <math.h>
#include <stdint.h>

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

double kernel_dot_at(size_t n, size_t count, const size_t *index, const double *x, const double *y) {
  if (count > n / 16) return kernel_dot(n, x, y); /* faster */
  const size_t octets = n - n % 8, pairs = n - n % 2;
  double s[8] = {0};
  size_t k = 0;
  for (; k < count && index[k] < octets; k++) s[index[k] % 8] += x[index[k]] * y[index[k]];
  for (; k < count && index[k] < pairs; k++) s[index[k] % 2] += x[index[k]] * y[index[k]];
  const double total = ((s[0] + s[2]) + (s[4] + s[6])) + ((s[1] + s[3]) + (s[5] + s[7]));
  return k < count ? total + x[index[k]] * y[index[k]] : total;
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

typedef int64_t pair_bits __attribute__((vector_size(16)));

static inline pair modulus(pair x) {
  const pair_bits all_but_sign = {INT64_MAX, INT64_MAX};
  return (pair)((pair_bits)x & all_but_sign);
}

double kernel_largest(size_t n, const double *x) {
  pair largest[2] = {{0}};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t k = 0; k < 2; k++) {
      const pair size = modulus(load(x + i + 2 * k));
      const pair_bits larger = size > largest[k];
      largest[k] = (pair)((larger & (pair_bits)size) | (~larger & (pair_bits)largest[k]));
    }
  }
  double most = fmax(fmax(largest[0][0], largest[0][1]), fmax(largest[1][0], largest[1][1]));
  for (; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

#ifdef __x86_64__
typedef int64_t quad_bits __attribute__((vector_size(32)));

/* 0 times a number is 0 or -0, and 0 times what is none is not a number. */
WITH_AVX static bool octets_finite(size_t octets, const double *x) {
  quad_bits n0 = {-1, -1, -1, -1}, n1 = n0;
  for (size_t i = 0; i < octets; i += 8) {
    n0 &= all(0) * load_quad(x + i) == all(0);
    n1 &= all(0) * load_quad(x + i + 4) == all(0);
  }
  n0 &= n1;
  return ((n0[0] & n0[1]) & (n0[2] & n0[3])) != 0;
}

WITH_AVX static bool octets_nonzero(size_t octets, const double *x) {
  quad_bits n0 = {-1, -1, -1, -1}, n1 = n0;
  for (size_t i = 0; i < octets; i += 8) {
    n0 &= load_quad(x + i) != all(0);
    n1 &= load_quad(x + i + 4) != all(0);
  }
  n0 &= n1;
  return ((n0[0] & n0[1]) & (n0[2] & n0[3])) != 0;
}
#endif

bool kernel_finite(size_t n, const double *x) {
  bool finite = true;
  size_t i = 0;
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx")) {
    i = n - n % 8;
    finite = octets_finite(i, x);
  }
#endif
  for (; i + 2 <= n; i += 2) {
    const pair_bits zero = both(0) * load(x + i) == both(0);
    finite = finite && (zero[0] & zero[1]) != 0;
  }
  return finite && (i == n || isfinite(x[i]));
}

bool kernel_nonzero(size_t n, const double *x) {
  bool nonzero = true;
  size_t i = 0;
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx")) {
    i = n - n % 8;
    nonzero = octets_nonzero(i, x);
  }
#endif
  pair_bits found[2] = {{0}};
  for (; i + 4 <= n; i += 4) {
    found[0] |= load(x + i) == both(0);
    found[1] |= load(x + i + 2) == both(0);
  }
  found[0] |= found[1];
  nonzero = nonzero && (found[0][0] | found[0][1]) == 0;
  for (; i < n; i++) nonzero = nonzero && x[i] != 0;
  return nonzero;
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

double kernel_dot_difference(size_t n, const double *x, const double *p, const double *q) {
  pair s0 = both(0), s1 = both(0), s2 = both(0), s3 = both(0);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    s0 += load(x + i) * (load(p + i) - load(q + i));
    s1 += load(x + i + 2) * (load(p + i + 2) - load(q + i + 2));
    s2 += load(x + i + 4) * (load(p + i + 4) - load(q + i + 4));
    s3 += load(x + i + 6) * (load(p + i + 6) - load(q + i + 6));
  }
  for (; i + 2 <= n; i += 2) s0 += load(x + i) * (load(p + i) - load(q + i));
  const pair sum = (s0 + s1) + (s2 + s3);
  const double total = sum[0] + sum[1];
  return i < n ? total + x[i] * (p[i] - q[i]) : total;
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

#ifdef __x86_64__
/* The same for four rows, with four lanes in a register. */
WITH_AVX static void four_rows_dot(size_t n, const double *rows, size_t stride, const double *x, double *out) {
  const double *p = rows, *q = p + stride, *r = q + stride, *s = r + stride;
  quad p0 = all(0), q0 = all(0), r0 = all(0), s0 = all(0), p1 = all(0), q1 = all(0), r1 = all(0), s1 = all(0);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const quad x0 = load_quad(x + i), x1 = load_quad(x + i + 4);
    p0 += load_quad(p + i) * x0;
    q0 += load_quad(q + i) * x0;
    r0 += load_quad(r + i) * x0;
    s0 += load_quad(s + i) * x0;
    p1 += load_quad(p + i + 4) * x1;
    q1 += load_quad(q + i + 4) * x1;
    r1 += load_quad(r + i + 4) * x1;
    s1 += load_quad(s + i + 4) * x1;
  }
  const quad low[] = {p0, q0, r0, s0}, high[] = {p1, q1, r1, s1};
  for (size_t k = 0; k < 4; k++) {
    const double *row = rows + k * stride;
    double lane[8];
    store_quad(lane, low[k]);
    store_quad(lane + 4, high[k]);
    double even = lane[0], odd = lane[1];
    size_t j = i;
    for (; j + 2 <= n; j += 2) {
      even += row[j] * x[j];
      odd += row[j + 1] * x[j + 1];
    }
    even = (even + lane[2]) + (lane[4] + lane[6]);
    odd = (odd + lane[3]) + (lane[5] + lane[7]);
    out[k] = j < n ? (even + odd) + row[j] * x[j] : even + odd;
  }
}
#endif

void kernel_rows_dot(size_t count, size_t n, const double *rows, size_t stride, const double *x, double *out) {
  size_t i = 0;
#ifdef __x86_64__
  const bool avx = __builtin_cpu_supports("avx");
  for (; avx && i + 4 <= count; i += 4) four_rows_dot(n, rows + i * stride, stride, x, out + i);
#endif
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

#ifdef __x86_64__
WITH_AVX static void combine_four_avx(size_t n, const double *rows, size_t stride, const double *coefficient,
                                      double *y) {
  const double *r0 = rows, *r1 = rows + stride, *r2 = rows + 2 * stride, *r3 = rows + 3 * stride;
  const quad c0 = all(coefficient[0]), c1 = all(coefficient[1]), c2 = all(coefficient[2]), c3 = all(coefficient[3]);
  size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    quad sum = load_quad(y + j) + c0 * load_quad(r0 + j);
    sum += c1 * load_quad(r1 + j);
    sum += c2 * load_quad(r2 + j);
    sum += c3 * load_quad(r3 + j);
    store_quad(y + j, sum);
  }
  if (j < n) combine_four(n - j, rows + j, stride, coefficient, y + j);
}
#endif

void kernel_rows_combine(size_t count, size_t n, const double *rows, size_t stride, const double *coefficient,
                         double *y) {
  size_t i = 0;
#ifdef __x86_64__
  const bool avx = __builtin_cpu_supports("avx");
  for (; avx && i + 4 <= count; i += 4) combine_four_avx(n, rows + i * stride, stride, coefficient + i, y);
#endif
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

typedef void block_function(size_t m, size_t n, size_t depth, operand a, operand b, double *c, size_t c_stride);

#ifdef __x86_64__
/* The same sums: a register holds those of even k, or those of odd k, of neighbouring entries. */
enum { PACKED_COLUMNS = 16, QUAD = 4 };

/* packed = the numbers l of the rows of a tile of B, for l = 0, 1, ... */
static void pack(size_t width, size_t depth, operand b, double *packed) {
  for (size_t l = 0; l < depth; l++) {
    for (size_t j = 0; j < width; j++) *packed++ = b.rows[j * b.stride + l];
  }
}

/* full_tile for four rows of A and the rows of B that are packed. */
typedef void packed_tile(size_t depth, operand a, const double *packed, double *c, size_t c_stride);

WITH_AVX static void avx_tile(size_t depth, operand a, const double *packed, double *c, size_t c_stride) {
  const double *a0 = a.rows, *a1 = a0 + a.stride, *a2 = a1 + a.stride, *a3 = a2 + a.stride;
  quad even[TILE_ROWS] = {all(0), all(0), all(0), all(0)}, odd[TILE_ROWS] = {all(0), all(0), all(0), all(0)};
  size_t l = 0;
  for (; l + 2 <= depth; l += 2, packed += 2 * QUAD) {
    const quad x = load_quad(packed), y = load_quad(packed + QUAD);
    even[0] += all(a0[l]) * x;
    odd[0] += all(a0[l + 1]) * y;
    even[1] += all(a1[l]) * x;
    odd[1] += all(a1[l + 1]) * y;
    even[2] += all(a2[l]) * x;
    odd[2] += all(a2[l + 1]) * y;
    even[3] += all(a3[l]) * x;
    odd[3] += all(a3[l + 1]) * y;
  }
  for (size_t i = 0; i < TILE_ROWS; i++, c += c_stride) {
    quad sum = even[i] + odd[i];
    if (l < depth) sum += all(a.rows[i * a.stride + l]) * load_quad(packed);
    store_quad(c, load_quad(c) + sum);
  }
}

/* Four rows and sixteen columns. */
WITH_AVX512 static void avx512_tile(size_t depth, operand a, const double *packed, double *c, size_t c_stride) {
  const double *a0 = a.rows, *a1 = a0 + a.stride, *a2 = a1 + a.stride, *a3 = a2 + a.stride;
  oct even[TILE_ROWS][2] = {{{0}}}, odd[TILE_ROWS][2] = {{{0}}};
  size_t l = 0;
  for (; l + 2 <= depth; l += 2, packed += 32) {
    const oct x0 = load_oct(packed), x1 = load_oct(packed + 8), y0 = load_oct(packed + 16), y1 = load_oct(packed + 24);
    const oct p = all_eight(a0[l]), q = all_eight(a1[l]), r = all_eight(a2[l]), s = all_eight(a3[l]);
    even[0][0] += p * x0;
    even[0][1] += p * x1;
    even[1][0] += q * x0;
    even[1][1] += q * x1;
    even[2][0] += r * x0;
    even[2][1] += r * x1;
    even[3][0] += s * x0;
    even[3][1] += s * x1;
    const oct t = all_eight(a0[l + 1]), u = all_eight(a1[l + 1]), v = all_eight(a2[l + 1]), w = all_eight(a3[l + 1]);
    odd[0][0] += t * y0;
    odd[0][1] += t * y1;
    odd[1][0] += u * y0;
    odd[1][1] += u * y1;
    odd[2][0] += v * y0;
    odd[2][1] += v * y1;
    odd[3][0] += w * y0;
    odd[3][1] += w * y1;
  }
  for (size_t i = 0; i < TILE_ROWS; i++, c += c_stride) {
    for (size_t k = 0; k < 2; k++) {
      oct sum = even[i][k] + odd[i][k];
      if (l < depth) sum += all_eight(a.rows[i * a.stride + l]) * load_oct(packed + 8 * k);
      store_oct(c + 8 * k, load_oct(c + 8 * k) + sum);
    }
  }
}

/* Tiles of B are packed a few at a time, so that they stay in the first cache. */
static void multiply_packed(packed_tile *tile, size_t width, size_t m, size_t n, size_t depth, operand a, operand b,
                            double *c, size_t c_stride) {
  double packed[PACKED_COLUMNS * BLOCK_DEPTH];
  const size_t rows = m - m % TILE_ROWS;
  for (size_t start = 0; start < n; start += PACKED_COLUMNS) {
    const size_t end = n - start < PACKED_COLUMNS ? n : start + PACKED_COLUMNS;
    for (size_t j = start; j < end; j += width) {
      pack(width, depth, (operand){b.rows + j * b.stride, b.stride}, packed + (j - start) * depth);
    }
    for (size_t i = 0; i < rows; i += TILE_ROWS) {
      const operand a_tile = {a.rows + i * a.stride, a.stride};
      for (size_t j = start; j < end; j += width) {
        tile(depth, a_tile, packed + (j - start) * depth, c + i * c_stride + j, c_stride);
      }
    }
  }
  multiply_block(m - rows, n, depth, (operand){a.rows + rows * a.stride, a.stride}, b, c + rows * c_stride, c_stride);
}

/* Columns beyond the last whole tile of one width are those of the next one's. */
static void multiply_block_avx(size_t m, size_t n, size_t depth, operand a, operand b, double *c, size_t c_stride) {
  const size_t columns = n - n % QUAD;
  multiply_packed(avx_tile, QUAD, m, columns, depth, a, b, c, c_stride);
  multiply_block(m, n - columns, depth, a, (operand){b.rows + columns * b.stride, b.stride}, c + columns, c_stride);
}

static void multiply_block_avx512(size_t m, size_t n, size_t depth, operand a, operand b, double *c, size_t c_stride) {
  const size_t columns = n - n % PACKED_COLUMNS;
  multiply_packed(avx512_tile, PACKED_COLUMNS, m, columns, depth, a, b, c, c_stride);
  multiply_block_avx(m, n - columns, depth, a, (operand){b.rows + columns * b.stride, b.stride}, c + columns, c_stride);
}

static block_function *best_block(void) {
  if (__builtin_cpu_supports("avx512f")) return multiply_block_avx512;
  return __builtin_cpu_supports("avx") ? multiply_block_avx : multiply_block;
}
#else
static block_function *best_block(void) {
  return multiply_block;
}
#endif

static void add_multiply_transposed(block_function *block, size_t m, size_t n, size_t k, const double *a,
                                    size_t a_stride, const double *b, size_t b_stride, double *c, size_t c_stride) {
  for (size_t l = 0; l < k; l += BLOCK_DEPTH) {
    const size_t depth = k - l < BLOCK_DEPTH ? k - l : BLOCK_DEPTH;
    for (size_t j = 0; j < n; j += BLOCK_COLUMNS) {
      const size_t columns = n - j < BLOCK_COLUMNS ? n - j : BLOCK_COLUMNS;
      block(m, columns, depth, (operand){a + l, a_stride}, (operand){b + j * b_stride + l, b_stride}, c + j, c_stride);
    }
  }
}

static void clear(size_t m, size_t n, double *c, size_t c_stride) {
  for (size_t i = 0; i < m; i++) memset(c + i * c_stride, 0, n * sizeof *c);
}

void kernel_add_multiply_transposed(size_t m, size_t n, size_t k, const double *a, size_t a_stride, const double *b,
                                    size_t b_stride, double *c, size_t c_stride) {
  add_multiply_transposed(best_block(), m, n, k, a, a_stride, b, b_stride, c, c_stride);
}

void kernel_multiply_transposed(size_t m, size_t n, size_t k, const double *a, size_t a_stride, const double *b,
                                size_t b_stride, double *c, size_t c_stride) {
  clear(m, n, c, c_stride);
  add_multiply_transposed(best_block(), m, n, k, a, a_stride, b, b_stride, c, c_stride);
}

void kernel_multiply_transposed_plain(size_t m, size_t n, size_t k, const double *a, size_t a_stride, const double *b,
                                      size_t b_stride, double *c, size_t c_stride) {
  clear(m, n, c, c_stride);
  add_multiply_transposed(multiply_block, m, n, k, a, a_stride, b, b_stride, c, c_stride);
}
