#include "linalg/symmetric_kernels.h"
#include "linalg/kernels.h"
#include "linalg/pair.h"
#include "linalg/quad.h"

/* Below this order a row of A and the next one share pages; above it, columns are far apart and rows are read
 * instead. */
enum { ORDER_OF_PANELS = 128 };

/* Sixteen entries of y at once, held in registers during the pass over x. */
static void panel_of_sixteen(size_t n, const double *a, const double *x, double *y) {
  pair s0 = both(0), s1 = both(0), s2 = both(0), s3 = both(0), s4 = both(0), s5 = both(0), s6 = both(0), s7 = both(0);
  for (size_t j = 0; j < n; j++, a += n) {
    const pair factor = both(x[j]);
    s0 += factor * load(a);
    s1 += factor * load(a + 2);
    s2 += factor * load(a + 4);
    s3 += factor * load(a + 6);
    s4 += factor * load(a + 8);
    s5 += factor * load(a + 10);
    s6 += factor * load(a + 12);
    s7 += factor * load(a + 14);
  }
  store(y, s0);
  store(y + 2, s1);
  store(y + 4, s2);
  store(y + 6, s3);
  store(y + 8, s4);
  store(y + 10, s5);
  store(y + 12, s6);
  store(y + 14, s7);
}

static void panel_of_four(size_t n, const double *a, const double *x, double *y) {
  pair s0 = both(0), s1 = both(0);
  for (size_t j = 0; j < n; j++, a += n) {
    const pair factor = both(x[j]);
    s0 += factor * load(a);
    s1 += factor * load(a + 2);
  }
  store(y, s0);
  store(y + 2, s1);
}

void kernel_symmetric_multiply(size_t n, const double *a, const double *x, double *y) {
  size_t i = 0;
  if (n > ORDER_OF_PANELS) {
    memset(y, 0, n * sizeof *y);
    kernel_rows_combine(n, n, a, n, x, y);
    return;
  }
  for (; i + 16 <= n; i += 16) panel_of_sixteen(n, a + i, x, y + i);
  for (; i + 4 <= n; i += 4) panel_of_four(n, a + i, x, y + i);
  for (; i < n; i++) {
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) sum += x[j] * a[j * n + i];
    y[i] = sum;
  }
}

/* sums (2 x 8) = L_i^T R_j for two columns of L and eight of R. */
static void tile(size_t count, const double *left, const double *right, size_t stride, double *sums) {
  pair p0 = both(0), p1 = both(0), p2 = both(0), p3 = both(0), q0 = both(0), q1 = both(0), q2 = both(0), q3 = both(0);
  for (size_t l = 0; l < count; l++, left += stride, right += stride) {
    const pair first = both(left[0]), second = both(left[1]);
    const pair r0 = load(right), r1 = load(right + 2), r2 = load(right + 4), r3 = load(right + 6);
    p0 += first * r0;
    p1 += first * r1;
    p2 += first * r2;
    p3 += first * r3;
    q0 += second * r0;
    q1 += second * r1;
    q2 += second * r2;
    q3 += second * r3;
  }
  store(sums, p0);
  store(sums + 2, p1);
  store(sums + 4, p2);
  store(sums + 6, p3);
  store(sums + 8, q0);
  store(sums + 10, q1);
  store(sums + 12, q2);
  store(sums + 14, q3);
}

static void add_sums(size_t width, const double *sums, double *c) {
  if (width == 8) {
    for (size_t k = 0; k < 8; k += 2) store(c + k, load(c + k) + load(sums + k));
    return;
  }
  for (size_t k = 0; k < width; k++) c[k] += sums[k];
}

/* All tiles that touch the lower triangle; entries above the diagonal are overwritten later. */
void kernel_symmetric_update(size_t n, size_t count, const double *left, const double *right, size_t stride,
                             double *c) {
  double sums[16];
  for (size_t i = 0; i < n; i += 2) {
    double *first = c + i * n, *second = first + n;
    const size_t last = i + 1 < n ? i + 1 : i;
    for (size_t j = 0; j <= last; j += 8) {
      const size_t width = n - j < 8 ? n - j : 8;
      tile(count, left + i, right + j, stride, sums);
      add_sums(width, sums, first + j);
      if (i + 1 < n) add_sums(width, sums + 8, second + j);
    }
    for (size_t j = 0; j < i; j++) {
      c[j * n + i] = first[j];
      if (i + 1 < n) c[j * n + i + 1] = second[j];
    }
    if (i + 1 < n) first[i + 1] = second[i];
  }
}

/* Four rows left of the diagonal: y[j] += sum_k factor[k] a_kj, in the order of k, and dots[k] = a_k . x for j < n, a multiple
 * of 4: four running sums, lane j mod 4, added up as (0+2) + (1+3). */
typedef void four_rows_function(size_t n, const double *a, size_t stride, const double *factor, const double *x,
                                double *y, double *dots);

static void four_rows(size_t n, const double *a, size_t stride, const double *factor, const double *x, double *y,
                      double *dots) {
  pair sums[4][2] = {{{0}}};
  for (size_t j = 0; j < n; j += 4) {
    const pair x0 = load(x + j), x1 = load(x + j + 2);
    pair y0 = load(y + j), y1 = load(y + j + 2);
    for (size_t k = 0; k < 4; k++) {
      const pair times = both(factor[k]), a0 = load(a + k * stride + j), a1 = load(a + k * stride + j + 2);
      y0 += times * a0;
      y1 += times * a1;
      sums[k][0] += a0 * x0;
      sums[k][1] += a1 * x1;
    }
    store(y + j, y0);
    store(y + j + 2, y1);
  }
  for (size_t k = 0; k < 4; k++) {
    const pair sum = sums[k][0] + sums[k][1];
    dots[k] = sum[0] + sum[1];
  }
}

#ifdef __x86_64__
WITH_AVX static void four_rows_avx(size_t n, const double *a, size_t stride, const double *factor, const double *x,
                                   double *y, double *dots) {
  const double *p = a, *q = p + stride, *r = q + stride, *s = r + stride;
  const quad xp = all(factor[0]), xq = all(factor[1]), xr = all(factor[2]), xs = all(factor[3]);
  quad sums[4] = {all(0), all(0), all(0), all(0)};
  for (size_t j = 0; j < n; j += 4) {
    const quad here = load_quad(x + j), a0 = load_quad(p + j), a1 = load_quad(q + j), a2 = load_quad(r + j),
               a3 = load_quad(s + j);
    quad sum = load_quad(y + j) + xp * a0;
    sum += xq * a1;
    sum += xr * a2;
    sum += xs * a3;
    store_quad(y + j, sum);
    sums[0] += a0 * here;
    sums[1] += a1 * here;
    sums[2] += a2 * here;
    sums[3] += a3 * here;
  }
  for (size_t k = 0; k < 4; k++) dots[k] = (sums[k][0] + sums[k][2]) + (sums[k][1] + sums[k][3]);
}

static four_rows_function *best_four_rows(void) {
  return __builtin_cpu_supports("avx") ? four_rows_avx : four_rows;
}
#else
static four_rows_function *best_four_rows(void) {
  return four_rows;
}
#endif

static void lower_multiply(four_rows_function *left_of_diagonal, size_t n, double sign, const double *a, size_t stride,
                           const double *x, double *y) {
  for (size_t i = 0; i < n; i += 4) {
    const size_t rows = n - i < 4 ? n - i : 4;
    double dots[4] = {0}, factor[4] = {0};
    for (size_t k = 0; k < rows; k++) factor[k] = sign * x[i + k];
    if (rows == 4) left_of_diagonal(i, a + i * stride, stride, factor, x, y, dots);
    for (size_t k = 0; k < rows; k++) {
      const double *row = a + (i + k) * stride;
      if (rows < 4) {
        dots[k] = kernel_dot(i, row, x);
        kernel_axpy(i, factor[k], row, y);
      }
      y[i + k] = sign > 0.0 ? dots[k] + row[i + k] * x[i + k] : dots[k];
      for (size_t l = 0; l < k; l++) {
        y[i + l] += factor[k] * row[i + l];
        y[i + k] += x[i + l] * row[i + l];
      }
    }
  }
}

void kernel_lower_multiply(size_t n, double sign, const double *a, size_t stride, const double *x, double *y) {
  lower_multiply(best_four_rows(), n, sign, a, stride, x, y);
}

void kernel_lower_multiply_plain(size_t n, double sign, const double *a, size_t stride, const double *x, double *y) {
  lower_multiply(four_rows, n, sign, a, stride, x, y);
}

void kernel_lower_update(size_t n, size_t width, const double *left, const double *right, double *c, size_t stride) {
  enum { STRIP = 64 };
  for (size_t i = 0; i < n; i += STRIP) {
    const size_t rows = n - i < STRIP ? n - i : STRIP;
    kernel_add_multiply_transposed(rows, i + rows, width, left + i * width, width, right, width, c + i * stride,
                                   stride);
  }
}
