#include "linalg/eigen/reduction.h"
#include "linalg/kernels.h"
#include "linalg/symmetric_kernels.h"
#include <math.h>
#include <string.h>

enum { BLOCK = 32 }; /* reflections before the rest of the matrix is changed */

static const double NEGLIGIBLE = 0x1p-400;

static size_t lesser(size_t a, size_t b) {
  return a < b ? a : b;
}

size_t reduction_work(size_t n) {
  return 3 * 2 * BLOCK * n + 2 * BLOCK + 3 * REFLECTIONS * n + 2 * REFLECTIONS * REFLECTIONS;
}

/* x (n numbers) becomes v with v[n-1] = 1, and (I - tau v v^T) x = (0, ..., 0, *end). Returns tau; v is 0 if that is 0. */
static double reflection(size_t n, double *x, double least, double *end) {
  const double last = x[n - 1], norm = kernel_norm(n, x);
  *end = n == 1 || norm > least ? last : 0.0;
  if (n == 1 || !(norm > least) || kernel_largest(n - 1, x) == 0.0) {
    memset(x, 0, n * sizeof *x);
    return 0.0;
  }
  *end = -copysign(norm, last);
  kernel_scale(n - 1, 1.0 / (last - *end), x);
  x[n - 1] = 1.0;
  return (*end - last) / *end;
}

/* The reflections of rows end-1, end-2, ..., end-count. pairs (2 count x n): v and w of each, so that the changes so far
 * are A - sum (v w^T + w v^T). */
static void reduce_block(size_t n, double *a, size_t end, size_t count, double least, double *diagonal, double *beside,
                         double *tau, double *pairs, double *coefficient) {
  for (size_t p = 0; p < count; p++) {
    const size_t i = end - 1 - p;
    double *row = a + i * n, *v = pairs + 2 * p * n, *w = v + n;
    for (size_t q = 0; q < p; q++) {
      coefficient[2 * q] = -pairs[(2 * q + 1) * n + i];
      coefficient[2 * q + 1] = -pairs[2 * q * n + i];
    }
    kernel_rows_combine(2 * p, i + 1, pairs, n, coefficient, row);
    diagonal[i] = row[i];
    tau[i] = beside[n - 1] = 0.0;
    if (i > 0) tau[i] = reflection(i, row, least, &beside[i - 1]);
    memset(row + i, 0, (n - i) * sizeof *row);
    memcpy(v, row, i * sizeof *v);
    if (tau[i] == 0.0) {
      memset(w, 0, i * sizeof *w);
      continue;
    }
    kernel_lower_multiply(i, 1.0, a, n, v, w);
    kernel_rows_dot(2 * p, i, pairs, n, v, coefficient);
    for (size_t q = 0; q < 2 * p; q += 2) {
      const double of_v = coefficient[q];
      coefficient[q] = -coefficient[q + 1];
      coefficient[q + 1] = -of_v;
    }
    kernel_rows_combine(2 * p, i, pairs, n, coefficient, w);
    kernel_scale(i, tau[i], w);
    kernel_axpy(i, -0.5 * tau[i] * kernel_dot(i, w, v), v, w);
  }
}

/* The lower triangle of A <- A - V^T W - W^T V, order m, as a product of rows (-v, -w) and (w, v). */
static void change_rest(size_t n, double *a, size_t m, size_t count, const double *pairs, double *left, double *right) {
  const size_t width = 2 * count;
  for (size_t p = 0; p < width; p += 2) {
    const double *v = pairs + p * n, *w = v + n;
    for (size_t i = 0; i < m; i++) {
      left[i * width + p] = -v[i];
      left[i * width + p + 1] = -w[i];
      right[i * width + p] = w[i];
      right[i * width + p + 1] = v[i];
    }
  }
  kernel_lower_update(m, width, left, right, a, n);
}

void reduction_to_tridiagonal(size_t n, double *a, double *diagonal, double *beside, double *tau, double *work) {
  double *pairs = work, *left = pairs + 2 * BLOCK * n, *right = left + 2 * BLOCK * n;
  double *coefficient = right + 2 * BLOCK * n, largest = 0.0;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, kernel_largest(i + 1, a + i * n));
  for (size_t end = n; end > 0;) {
    const size_t count = lesser(BLOCK, end);
    reduce_block(n, a, end, count, NEGLIGIBLE * largest, diagonal, beside, tau, pairs, coefficient);
    end -= count;
    change_rest(n, a, end, count, pairs, left, right);
  }
}

/* factor (count x count, lower triangular) = -S^T, where the product of I - tau v v^T over the rows v of V, in order, is
 * I - V^T S V (Schreiber & Van Loan 1989). v: rows of n, whose first `length` numbers count. */
static void block_factor(size_t n, size_t length, size_t count, const double *v, const double *tau, double *gram,
                         double *factor) {
  kernel_multiply_transposed(count, count, length, v, n, v, n, gram, count);
  memset(factor, 0, count * count * sizeof *factor);
  for (size_t i = 0; i < count; i++) {
    double *row = factor + i * count;
    for (size_t l = 0; l < i; l++) kernel_axpy(l + 1, -tau[i] * gram[i * count + l], factor + l * count, row);
    row[i] = -tau[i];
  }
}

void reflections_apply(size_t rows, size_t n, size_t length, size_t count, const double *v, const double *tau,
                       double *x, double *work) {
  double *products = work, *scaled = products + count * rows, *columns = scaled + count * rows;
  double *gram = columns + count * n, *factor = gram + count * count;
  block_factor(n, length, count, v, tau, gram, factor);
  for (size_t p = 0; p < count; p++) {
    for (size_t i = 0; i < length; i++) columns[i * count + p] = v[p * n + i];
  }
  kernel_multiply_transposed(rows, count, length, x, n, v, n, products, count);
  kernel_multiply_transposed(rows, count, count, products, count, factor, count, scaled, count);
  kernel_add_multiply_transposed(rows, length, count, scaled, count, columns, count, x, n);
}

void reduction_undo(size_t n, const double *a, const double *tau, double *vectors, double *work) {
  for (size_t start = 2; start < n; start += REFLECTIONS) {
    const size_t count = lesser(REFLECTIONS, n - start);
    reflections_apply(n, n, start + count - 1, count, a + start * n, tau + start, vectors, work);
  }
}
