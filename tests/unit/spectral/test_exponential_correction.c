/* The rank-one change of an exponential against exponentials summed in long double, and its kernels against plain
 * loops. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/symmetric_kernels.h"
#include "spectral/representation/exponential_correction.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"

static arena memory; /* of what a test makes */

enum { LARGEST = 140, ORDER = 7 };

static double *symmetric_of(random_stream *stream, size_t n) {
  double *a = calloc(n * n, sizeof *a);
  dense_draw(stream, n, 1, a);
  return a;
}

Test(exponential_correction, multiplies) {
  static const size_t orders[] = {1, 2, 3, 4, 7, 16, 17, 20, 23, 52, 128, 129, 140};
  random_stream *stream = stream_of("multiply");
  double x[LARGEST], y[LARGEST];
  for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
    const size_t n = orders[k];
    double *a = symmetric_of(stream, n);
    random_gaussian_vector(stream, n, x);
    kernel_symmetric_multiply(n, a, x, y);
    for (size_t i = 0; i < n; i++) {
      double sum = 0.0, size = 0.0;
      for (size_t j = 0; j < n; j++) sum += a[i * n + j] * x[j];
      for (size_t j = 0; j < n; j++) size += fabs(a[i * n + j] * x[j]);
      cr_expect(fabs(y[i] - sum) <= (double)n * DBL_EPSILON * size, "order %zu: %.17g, expected %.17g", n, y[i], sum);
    }
    free(a);
  }
  random_stream_free(stream);
}

/* L^T R is symmetric for R = M L with a symmetric M. */
static void check_update(random_stream *stream, size_t n, size_t count) {
  const size_t stride = (n + 7) / 8 * 8;
  double *left = calloc(count * stride, sizeof *left), *right = calloc(count * stride, sizeof *right);
  double *m = symmetric_of(stream, count), *c = symmetric_of(stream, n), *before = calloc(n * n, sizeof *before);
  memcpy(before, c, n * n * sizeof *c);
  for (size_t l = 0; l < count; l++) random_gaussian_vector(stream, n, left + l * stride);
  for (size_t l = 0; l < count; l++) {
    for (size_t k = 0; k < count; k++) {
      for (size_t i = 0; i < n; i++) right[l * stride + i] += m[l * count + k] * left[k * stride + i];
    }
  }
  kernel_symmetric_update(n, count, left, right, stride, c);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double sum = before[i * n + j], size = fabs(sum);
      for (size_t l = 0; l < count; l++) sum += left[l * stride + i] * right[l * stride + j];
      for (size_t l = 0; l < count; l++) size += fabs(left[l * stride + i]) * fabs(right[l * stride + j]);
      size += (double)(count * count); /* R's own rounding is not that of R^T */
      cr_expect(fabs(c[i * n + j] - sum) <= 16.0 * DBL_EPSILON * size * (double)count, "%zu, %zu: entry %zu %zu", n,
                count, i, j);
      cr_expect_eq(c[i * n + j], c[j * n + i], "%zu, %zu: entry %zu %zu is not symmetric", n, count, i, j);
    }
  }
  free(left);
  free(right);
  free(m);
  free(c);
  free(before);
}

Test(exponential_correction, updates_both_triangles) {
  random_stream *stream = stream_of("update");
  for (size_t n = 1; n <= 35; n++) check_update(stream, n, 1 + n % 5);
  check_update(stream, 52, 19);
  check_update(stream, 130, 3);
  random_stream_free(stream);
}

/* e^A = (e^(A/2^s))^(2^s), the inner one by its series: long double, ORDER x ORDER. Squaring doubles what rounding
 * left: REFERENCE of the largest eigenvalue. */
enum { HALVINGS = 5 };
static const double REFERENCE = (1 << HALVINGS) * ORDER * (double)LDBL_EPSILON;
typedef long double matrix[ORDER][ORDER];

static void multiply(matrix a, matrix b, matrix out) {
  for (size_t i = 0; i < ORDER; i++) {
    for (size_t j = 0; j < ORDER; j++) {
      long double sum = 0.0L;
      for (size_t k = 0; k < ORDER; k++) sum += a[i][k] * b[k][j];
      out[i][j] = sum;
    }
  }
}

static void exponential(matrix a, matrix out) {
  enum { TERMS = 60 };
  matrix term, next, small;
  for (size_t i = 0; i < ORDER; i++) {
    for (size_t j = 0; j < ORDER; j++) {
      small[i][j] = ldexpl(a[i][j], -HALVINGS);
      out[i][j] = term[i][j] = i == j ? 1.0L : 0.0L;
    }
  }
  for (int k = 1; k <= TERMS; k++) {
    multiply(term, small, next);
    for (size_t i = 0; i < ORDER; i++) {
      for (size_t j = 0; j < ORDER; j++) out[i][j] += term[i][j] = next[i][j] / k;
    }
  }
  for (int k = 0; k < HALVINGS; k++) {
    multiply(out, out, next);
    memcpy(out, next, sizeof next);
  }
}

typedef struct setup {
  double h[ORDER * ORDER], row_sum; /* spectrum within [-reach, reach] by Gershgorin */
  exponential_correction *k;
} setup;

static void begin(random_stream *stream, double reach, setup *out) {
  double *a = symmetric_of(stream, ORDER);
  out->row_sum = 0.0;
  for (size_t i = 0; i < ORDER; i++) {
    double sum = 0.0;
    for (size_t j = 0; j < ORDER; j++) sum += fabs(a[i * ORDER + j]);
    out->row_sum = fmax(out->row_sum, sum);
  }
  for (size_t i = 0; i < ORDER * ORDER; i++) out->h[i] = a[i] * reach / out->row_sum;
  out->row_sum = reach * (1.0 + 1e-12);
  OK(exponential_correction_new(&memory, ORDER, &out->k));
  free(a);
}

/* The spectral norm of computed - exact, in units of e^c. */
static double true_error(const setup *s, const instance *x, double a, double c, const double *w) {
  double change[ORDER * ORDER] = {0};
  matrix before, after, one, two;
  double difference[ORDER * ORDER], values[ORDER], vectors[ORDER * ORDER];
  eigen_solver *solver = NULL;
  instance_add_to_dense(x, 1.0, change);
  for (size_t i = 0; i < ORDER * ORDER; i++) {
    before[i / ORDER][i % ORDER] = s->h[i];
    after[i / ORDER][i % ORDER] = (long double)s->h[i] + (long double)a * change[i];
  }
  for (size_t i = 0; i < ORDER; i++) before[i][i] -= c, after[i][i] -= c;
  exponential(before, one);
  exponential(after, two);
  for (size_t i = 0; i < ORDER * ORDER; i++) {
    difference[i] = (double)(w[i] - (two[i / ORDER][i % ORDER] - one[i / ORDER][i % ORDER]));
  }
  OK(eigen_solver_new(&eigen_own, ORDER, &solver));
  OK(eigen_solve(solver, ORDER, difference, ORDER, values, vectors, NULL));
  eigen_solver_free(solver);
  return fmax(fabs(values[0]), fabs(values[ORDER - 1]));
}

/* reach: half of the width of the spectrum. */
static void check_correction(random_stream *stream, double reach, const instance *x, double a, double tolerance) {
  setup s;
  double w[ORDER * ORDER] = {0}, error = 0.0;
  begin(stream, reach, &s);
  const double high = reach + fabs(a) * instance_nuclear(x);
  cr_assert(exponential_correction_interval(s.k, -high, high, reach));
  cr_assert(exponential_correction_add(s.k, s.h, x, a, tolerance, s.row_sum, w, &error));
  const double missed = true_error(&s, x, a, reach, w);
  cr_expect(missed <= error + REFERENCE * exp(high - reach), "reach %g, a %g, tolerance %g: wrong by %.3g, bound %.3g",
            reach, a, tolerance, missed, error);
  cr_expect(error <= tolerance + 1e-11 * (fabs(a) + 1e-3) * exp(high - reach), "bound %.3g", error);
  cr_expect(missed <= 2.0 * tolerance + 1e-14 * exp(high - reach), "reach %g, a %g: wrong by %.3g", reach, a, missed);
  arena_free(&memory);
}

Test(exponential_correction, is_the_difference_of_exponentials) {
  static const double reaches[] = {0.0, 1e-6, 0.3, 1.0, 4.0, 15.0, 35.0}, steps[] = {1.0, -1.0, 0.1, -1e-3, 1e-9};
  random_stream *stream = stream_of("correction");
  double z[ORDER];
  for (size_t r = 0; r < sizeof reaches / sizeof *reaches; r++) {
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
      random_unit_vector(stream, ORDER, z);
      const size_t index[2] = {1, 5};
      const instance dense = instance_dense_dyad(ORDER, z), sparse = instance_sparse(INSTANCE_DYAD, ORDER, 2, index, z),
                     distance = instance_distance(ORDER, 6, 2);
      check_correction(stream, reaches[r], &dense, steps[k], 1e-16);
      check_correction(stream, reaches[r], &sparse, steps[k], 1e-16);
      check_correction(stream, reaches[r], &distance, steps[k], 1e-16);
    }
  }
  random_stream_free(stream);
}

/* The bound includes truncation: with few terms the error is large and still below the bound. */
Test(exponential_correction, bounds_the_truncation) {
  random_stream *stream = stream_of("truncation");
  double z[ORDER], worst = 0.0;
  for (int digits = 1; digits <= 12; digits++) {
    for (int width = 1; width < 10; width += 2) {
      const double tolerance = pow(10.0, -digits), reach = width;
      setup s;
      double w[ORDER * ORDER] = {0}, error = 0.0;
      random_unit_vector(stream, ORDER, z);
      const instance x = instance_dense_dyad(ORDER, z);
      begin(stream, reach, &s);
      cr_assert(exponential_correction_interval(s.k, -reach - 0.5, reach + 0.5, reach));
      cr_assert(exponential_correction_add(s.k, s.h, &x, 0.5, tolerance, s.row_sum, w, &error));
      const double missed = true_error(&s, &x, 0.5, reach, w);
      cr_expect(missed <= error, "tolerance %g: wrong by %.3g, bound %.3g", tolerance, missed, error);
      worst = fmax(worst, missed / tolerance);
      arena_free(&memory);
    }
  }
  cr_expect(worst > 1e-4, "no truncation to be seen: %.3g of the tolerance", worst);
  random_stream_free(stream);
}

Test(exponential_correction, refuses_what_no_polynomial_does) {
  random_stream *stream = stream_of("refused");
  const instance x = instance_distance(ORDER, 0, 1), none = instance_distance(ORDER, 3, 3);
  double w[ORDER * ORDER] = {0}, error = 0.0;
  setup s;
  begin(stream, 1.0, &s);
  cr_expect_not(exponential_correction_interval(s.k, -101.0, 1.0, 0.0));
  cr_expect_not(exponential_correction_interval(s.k, 0.0, 1.0, 102.0));
  cr_expect_not(exponential_correction_interval(s.k, 1.0, 0.0, 0.0));
  cr_expect_not(exponential_correction_interval(s.k, NAN, 1.0, 0.0));
  cr_assert(exponential_correction_interval(s.k, -2.0, 2.0, 1.0));
  cr_expect_not(exponential_correction_add(s.k, s.h, &x, 1.0, 0.0, s.row_sum, w, &error));
  cr_expect(exponential_correction_add(s.k, s.h, &none, 1.0, 1e-16, s.row_sum, w, &error));
  cr_expect_eq(error, 0.0);
  for (size_t i = 0; i < ORDER * ORDER; i++) cr_expect_eq(w[i], 0.0);
  cr_expect(exponential_correction_add(s.k, s.h, &x, 1.0, 1e-16, s.row_sum, w, &error));
  cr_expect(exponential_correction_add(s.k, s.h, &x, 1e-6, 1e-16, s.row_sum, w, &error));
  arena_free(&memory);
  random_stream_free(stream);
}
