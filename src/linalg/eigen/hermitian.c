#include "linalg/eigen/hermitian.h"
#include "linalg/eigen/reduction.h"
#include "linalg/kernels.h"
#include "linalg/symmetric_kernels.h"
#include <math.h>
#include <string.h>

enum { BLOCK = REFLECTIONS / 2 }; /* complex ones */

static const double NEGLIGIBLE = 0x1p-400;

bool hermitian_form(size_t n, const double *a) {
  for (size_t i = 0; i < n; i++) {
    const double *top = a + i * 2 * n, *bottom = top + 2 * n * n;
    for (size_t j = 0; j < n; j++) {
      if (top[j] != bottom[n + j] || top[n + j] != -bottom[j]) return false;
    }
  }
  return true;
}

/* The four rows of a reflection in a block. */
enum { V_REAL, V_IMAGINARY, W_REAL, W_IMAGINARY, ROWS };

static double modulus(double x, double y) {
  return sqrt(x * x + y * y);
}

/* x (n complex numbers) becomes v with v[n-1] = 1, and (I - tau v v^*) x = (0, ..., 0, end). Returns tau; v is 0 if that is
 * 0. */
static double reflection(size_t n, double *real, double *imaginary, double least, double end[2]) {
  double *last_real = real + n - 1, *last_imaginary = imaginary + n - 1;
  const double norm = modulus(kernel_norm(n, real), kernel_norm(n, imaginary));
  const double last = modulus(*last_real, *last_imaginary), sum = last > least ? norm + last : norm;
  const double c = last > least ? *last_real / last : 1.0, s = last > least ? *last_imaginary / last : 0.0;
  if (!(norm > least) || (kernel_largest(n - 1, real) == 0.0 && kernel_largest(n - 1, imaginary) == 0.0)) {
    end[0] = last > least ? *last_real : 0.0;
    end[1] = last > least ? *last_imaginary : 0.0;
    memset(real, 0, n * sizeof *real);
    memset(imaginary, 0, n * sizeof *imaginary);
    return 0.0;
  }
  end[0] = -c * norm;
  end[1] = -s * norm;
  for (size_t j = 0; j < n; j++) {
    const double x = real[j], y = imaginary[j];
    real[j] = (c * x + s * y) / sum;
    imaginary[j] = (c * y - s * x) / sum;
  }
  *last_real = 1.0;
  *last_imaginary = 0.0;
  return sum / norm;
}

/* w = A v - sum over the `count` reflections of the block so far of v_q (w_q^* v) + w_q (v_q^* v). */
static void multiply(size_t n, const double *a, size_t order, size_t count, const double *block,
                     const double *const v[2], double *const w[2], double *work) {
  double *dots[2] = {work, work + ROWS * BLOCK}, *coefficient[2] = {work + 2 * ROWS * BLOCK, work + 3 * ROWS * BLOCK};
  double *product = work + 4 * ROWS * BLOCK;
  for (size_t k = 0; k < 2; k++) { /* the real part, then the imaginary one */
    kernel_lower_multiply(order, 1.0, a, 2 * n, v[k], w[k]);
    kernel_lower_multiply(order, -1.0, a + 2 * n * n, 2 * n, v[1 - k], product);
    kernel_axpy(order, k == 0 ? -1.0 : 1.0, product, w[k]);
    kernel_rows_dot(ROWS * count, order, block, n, v[k], dots[k]);
  }
  for (size_t q = 0; q < ROWS * count; q += ROWS) {
    for (size_t k = 0; k < ROWS; k += 2) { /* rows of v by the products with w, and the other way round */
      const size_t with = q + (k == V_REAL ? W_REAL : V_REAL);
      const double real = dots[0][with] + dots[1][with + 1], imaginary = dots[1][with] - dots[0][with + 1];
      coefficient[0][q + k] = coefficient[1][q + k + 1] = -real;
      coefficient[0][q + k + 1] = imaginary;
      coefficient[1][q + k] = -imaginary;
    }
  }
  for (size_t k = 0; k < 2; k++) kernel_rows_combine(ROWS * count, order, block, n, coefficient[k], w[k]);
}

/* Coefficients of the rows of a block in row i of v w^* + w v^*: of its real part, or its imaginary one. */
static void row_coefficients(bool imaginary, const double *rows, size_t stride, size_t i, double sign, double *out) {
  const double v_real = rows[i], v_imaginary = rows[stride + i], w_real = rows[2 * stride + i],
               w_imaginary = rows[3 * stride + i];
  out[V_REAL] = sign * (imaginary ? w_imaginary : w_real);
  out[V_IMAGINARY] = sign * (imaginary ? -w_real : w_imaginary);
  out[W_REAL] = sign * (imaginary ? v_imaginary : v_real);
  out[W_IMAGINARY] = sign * (imaginary ? -v_real : v_imaginary);
}

/* The reflections of rows end-1, end-2, ..., end-count. phases: the entry above the diagonal, for each. */
static void reduce_block(size_t n, double *a, size_t end, size_t count, double least, double *diagonal, double *tau,
                         double *phases, double *block, double *work) {
  for (size_t p = 0; p < count; p++) {
    const size_t i = end - 1 - p;
    double *rows = block + ROWS * p * n, *row[2] = {a + i * 2 * n, a + (n + i) * 2 * n};
    double *const v[2] = {rows, rows + n}, *const w[2] = {rows + 2 * n, rows + 3 * n};
    for (size_t k = 0; k < 2; k++) {
      for (size_t q = 0; q < p; q++) row_coefficients(k == 1, block + ROWS * q * n, n, i, -1.0, work + ROWS * q);
      kernel_rows_combine(ROWS * p, i + 1, block, n, work, row[k]);
    }
    diagonal[i] = row[0][i];
    tau[i] = 0.0;
    kernel_scale(i, -1.0, row[1]); /* the column above the diagonal is the conjugate of the row */
    if (i > 0) tau[i] = reflection(i, row[0], row[1], least, phases + 2 * i);
    for (size_t k = 0; k < 2; k++) {
      memset(row[k] + i, 0, (n - i) * sizeof *row[k]);
      memcpy(v[k], row[k], i * sizeof *v[k]);
      memset(w[k], 0, i * sizeof *w[k]);
    }
    if (tau[i] == 0.0) continue;
    multiply(n, a, i, p, block, (const double *const[2]){v[0], v[1]}, w, work);
    for (size_t k = 0; k < 2; k++) kernel_scale(i, tau[i], w[k]);
    const double inner = kernel_dot(i, v[0], w[0]) + kernel_dot(i, v[1], w[1]);
    for (size_t k = 0; k < 2; k++) kernel_axpy(i, -0.5 * tau[i] * inner, v[k], w[k]);
  }
}

/* P and S, order m, -= v w^* + w v^*. */
static void change_rest(size_t n, double *a, size_t m, size_t count, const double *block, double *left, double *right) {
  const size_t width = ROWS * count;
  for (size_t k = 0; k < 2; k++) {
    for (size_t i = 0; i < m; i++) {
      for (size_t q = 0; q < width; q += ROWS) {
        row_coefficients(k == 1, block + q * n, n, i, -1.0, left + i * width + q);
        for (size_t r = 0; r < ROWS; r++) right[i * width + q + r] = block[(q + r) * n + i];
      }
    }
    kernel_lower_update(m, width, left, right, a + k * 2 * n * n, 2 * n);
  }
}

/* phases and beside from the entries above the diagonal of T. */
static void make_real(size_t n, double *beside, double *phases) {
  phases[0] = 1.0;
  phases[1] = beside[n - 1] = 0.0;
  for (size_t i = 1; i < n; i++) {
    double *phase = phases + 2 * i;
    const double size = modulus(phase[0], phase[1]);
    beside[i - 1] = size;
    const double c = size > 0.0 ? phase[0] / size : 1.0, s = size > 0.0 ? phase[1] / size : 0.0;
    const double real = phase[-2] * c + phase[-1] * s, imaginary = phase[-1] * c - phase[-2] * s;
    const double length = modulus(real, imaginary);
    phase[0] = real / length;
    phase[1] = imaginary / length;
  }
}

void hermitian_to_tridiagonal(size_t n, double *a, double *diagonal, double *beside, double *tau, double *phases,
                              double *work) {
  double *block = work, *left = block + ROWS * BLOCK * n, *right = left + ROWS * BLOCK * n, largest = 0.0;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, kernel_largest(2 * n, a + i * 2 * n));
  for (size_t end = n; end > 0;) {
    const size_t count = end < BLOCK ? end : BLOCK;
    reduce_block(n, a, end, count, NEGLIGIBLE * largest, diagonal, tau, phases, block, left);
    end -= count;
    change_rest(n, a, end, count, block, left, right);
  }
  make_real(n, beside, phases);
}

/* Rows v, i v, next v, ... of real numbers (real, imaginary, real, ...). */
static void write_reflections(size_t n, const double *a, size_t start, size_t count, size_t length, double *rows) {
  for (size_t p = 0; p < count; p++, rows += 4 * n) {
    const double *real = a + (start + p) * 2 * n, *imaginary = real + 2 * n * n;
    for (size_t j = 0; j < length; j++) {
      rows[2 * j] = rows[2 * n + 2 * j + 1] = real[j];
      rows[2 * j + 1] = imaginary[j];
      rows[2 * n + 2 * j] = -imaginary[j];
    }
  }
}

void hermitian_undo(size_t n, const double *a, const double *tau, const double *phases, const double *q,
                    double *vectors, double *work) {
  double *rows = work, *rest = rows + REFLECTIONS * 2 * n, twice[REFLECTIONS];
  for (size_t l = 0; l < n; l++) {
    for (size_t i = 0; i < 2 * n; i++) vectors[l * 2 * n + i] = phases[i] * q[i / 2 * n + l];
  }
  for (size_t start = 2; start < n; start += BLOCK) {
    const size_t count = n - start < BLOCK ? n - start : BLOCK, length = start + count - 1;
    write_reflections(n, a, start, count, length, rows);
    for (size_t p = 0; p < 2 * count; p++) twice[p] = tau[start + p / 2];
    reflections_apply(n, 2 * n, 2 * length, 2 * count, rows, twice, vectors, rest);
  }
  for (size_t l = n; l-- > 0;) { /* the last first, so that no row is written before it is read */
    double *first = vectors + 4 * n * l, *second = first + 2 * n;
    memcpy(rows, vectors + 2 * n * l, 2 * n * sizeof *rows);
    for (size_t i = 0; i < n; i++) {
      first[i] = second[n + i] = rows[2 * i];
      first[n + i] = rows[2 * i + 1];
      second[i] = -rows[2 * i + 1];
    }
  }
}
