/* Kernels, frames, Cholesky. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/cholesky.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "linalg/linear_system.h"
#include "unit/check.h"

static double *gaussians(random_stream *stream, size_t count) {
  double *x = malloc((count + 1) * sizeof *x);
  cr_assert_not_null(x);
  random_gaussian_vector(stream, count, x);
  return x;
}

/* The sum in long double, and the sum of absolute values for the error bound. */
static long double dot_truth(size_t n, const double *x, const double *y, long double *size) {
  long double sum = 0;
  *size = 0;
  for (size_t i = 0; i < n; i++) {
    sum += (long double)x[i] * y[i];
    *size += fabsl((long double)x[i] * y[i]);
  }
  return sum;
}

/* Any order of summation of n products has an error of at most n eps/2 / (1 - n eps/2) sum |x_i y_i| (Higham 2002,
 * 3.1). */
static void check_dot(const char *name, double value, size_t n, const double *x, const double *y) {
  long double size, truth = dot_truth(n, x, y, &size);
  const double error = (double)fabsl(value - truth);
  cr_assert(error <= (double)(n + 1) * DBL_EPSILON * (double)size, "%s, n = %zu: %.17g, truth %.17Lg", name, n, value,
            truth);
}

Test(linalg, dot_is_accurate_for_every_length) {
  random_stream *stream = stream_of("dot");
  double *x = gaussians(stream, 3000), *y = gaussians(stream, 3000);
  for (size_t n = 0; n < 200; n++) check_dot("dot", kernel_dot(n, x, y), n, x, y);
  check_dot("dot", kernel_dot(3000, x, y), 3000, x, y);
  cr_assert(kernel_dot(0, x, y) == 0);
  free(x);
  free(y);
  random_stream_free(stream);
}

Test(linalg, dot_with_a_difference_is_that_of_the_copy) {
  random_stream *stream = stream_of("difference");
  double *x = gaussians(stream, 500), *p = gaussians(stream, 500), *q = gaussians(stream, 500), copy[500];
  for (size_t n = 0; n <= 500; n += n < 70 ? 1 : 43) {
    for (size_t i = 0; i < n; i++) copy[i] = p[i] - q[i];
    const double value = kernel_dot_difference(n, x, p, q), truth = kernel_dot(n, x, copy);
    cr_expect(value == truth, "n = %zu: %.17g, copied %.17g", n, value, truth);
    cr_expect(kernel_dot_difference(n, x, p, p) == 0.0, "n = %zu", n);
  }
  free(x);
  free(p);
  free(q);
  random_stream_free(stream);
}

Test(linalg, dot_at_the_entries_that_are_not_0_is_that_of_all) {
  random_stream *stream = stream_of("sparse");
  double *x = gaussians(stream, 500), *values = gaussians(stream, 500), y[500];
  for (size_t n = 1; n <= 500; n += n < 70 ? 1 : 43) {
    for (size_t count = 0; count <= n && count <= 40; count++) {
      size_t index[40];
      random_subset(stream, n, count, index);
      if (count > 0 && n % 3 == 0) index[count - 1] = n - 1; /* the odd one */
      memset(y, 0, sizeof y);
      for (size_t k = 0; k < count; k++) y[index[k]] = values[k];
      const double value = kernel_dot_at(n, count, index, x, y), truth = kernel_dot(n, x, y);
      cr_assert(value == truth, "%zu of %zu: %.17g, all of them %.17g", count, n, value, truth);
    }
  }
  free(x);
  free(values);
  random_stream_free(stream);
}

Test(linalg, entries_that_are_0_or_not_finite_are_seen_at_every_place) {
  const double others[] = {NAN, -NAN, INFINITY, -INFINITY};
  for (size_t n = 0; n <= 40; n++) {
    double x[40];
    for (size_t i = 0; i < n; i++) x[i] = i % 2 == 0 ? 5e-324 : -DBL_MAX;
    cr_assert(kernel_finite(n, x) && kernel_nonzero(n, x), "n = %zu", n);
    for (size_t i = 0; i < n; i++) {
      const double kept = x[i];
      for (size_t k = 0; k < 4; k++) {
        x[i] = others[k];
        cr_assert(!kernel_finite(n, x) && kernel_nonzero(n, x), "n = %zu, entry %zu is %g", n, i, x[i]);
      }
      for (size_t k = 0; k < 2; k++) {
        x[i] = k == 0 ? 0.0 : -0.0;
        cr_assert(kernel_finite(n, x) && !kernel_nonzero(n, x), "n = %zu, entry %zu is %g", n, i, x[i]);
      }
      x[i] = kept;
    }
  }
}

Test(linalg, largest_modulus_at_every_place) {
  cr_assert(kernel_largest(0, NULL) == 0);
  for (size_t n = 1; n <= 40; n++) {
    double x[40];
    for (size_t i = 0; i < n; i++) x[i] = i % 2 == 0 ? 1e-3 : -1.0;
    for (size_t i = 0; i < n; i++) {
      const double kept = x[i];
      x[i] = i % 3 == 0 ? 7.5 : -7.5;
      cr_assert(kernel_largest(n, x) == 7.5, "n = %zu, entry %zu", n, i);
      x[i] = kept;
    }
  }
}

/* (x, -x) */
Test(linalg, opposite) {
  random_stream *stream = stream_of("opposite");
  double *x = gaussians(stream, 70), copy[140];
  for (size_t n = 0; n <= 70; n++) {
    kernel_opposite(n, x, copy);
    for (size_t i = 0; i < n; i++) cr_assert(copy[i] == x[i] && copy[n + i] == -x[i]);
  }
  free(x);
  random_stream_free(stream);
}

Test(linalg, every_entry_counts_once) { /* whole numbers: exact, so that a lost or doubled entry cannot hide */
  enum { N = 70 };
  double x[N], y[N], out[5];
  for (size_t n = 1; n <= N; n++) {
    for (size_t at = 0; at < n; at++) {
      memset(x, 0, sizeof x);
      for (size_t i = 0; i < n; i++) y[i] = (double)(i + 1);
      x[at] = 1;
      cr_assert(kernel_dot(n, x, y) == (double)(at + 1));
      kernel_rows_dot(1, n, x, n, y, out);
      cr_assert(out[0] == (double)(at + 1));
      kernel_axpy(n, 3, x, y);
      for (size_t i = 0; i < n; i++) cr_assert(y[i] == (double)(i + 1 + (i == at ? 3 : 0)));
      kernel_scale(n, 2, y);
      for (size_t i = 0; i < n; i++) cr_assert(y[i] == 2 * (double)(i + 1 + (i == at ? 3 : 0)));
    }
  }
}

/* The same numbers at any address give the same bytes. */
Test(linalg, alignment_does_not_matter) {
  enum { N = 333 };
  random_stream *stream = stream_of("alignment");
  double *x = gaussians(stream, N), *y = gaussians(stream, N), *rows = gaussians(stream, 5 * N);
  double sums[5], combined[N], *product = malloc(25 * sizeof *product), *again = malloc(25 * sizeof *again);
  kernel_rows_dot(5, N, rows, N, x, sums);
  memcpy(combined, y, sizeof combined);
  kernel_rows_combine(5, N, rows, N, sums, combined);
  kernel_multiply_transposed(5, 5, N, rows, N, rows, N, product, 5);
  double *block = malloc((7 * N + 8) * sizeof *block);
  for (size_t offset = 0; offset < 4; offset++) {
    double *x_moved = block + offset, *rows_moved = x_moved + N + 1, moved[5], *y_moved = rows_moved + 5 * N;
    memcpy(x_moved, x, N * sizeof *x);
    memcpy(rows_moved, rows, 5 * N * sizeof *x);
    memcpy(y_moved, y, N * sizeof *x);
    cr_assert(kernel_dot(N, x_moved, y_moved) == kernel_dot(N, x, y));
    kernel_rows_dot(5, N, rows_moved, N, x_moved, moved);
    cr_assert_eq(memcmp(moved, sums, sizeof sums), 0);
    kernel_multiply_transposed(5, 5, N, rows_moved, N, rows_moved, N, again, 5);
    cr_assert_eq(memcmp(again, product, 25 * sizeof *product), 0);
    kernel_rows_combine(5, N, rows_moved, N, sums, y_moved);
    cr_assert_eq(memcmp(y_moved, combined, sizeof combined), 0);
  }
  free(block);
  free(product);
  free(again);
  free(x);
  free(y);
  free(rows);
  random_stream_free(stream);
}

/* A row's result does not depend on the other rows, and rows may be padded. */
Test(linalg, rows_are_the_vector_kernels_row_by_row) {
  random_stream *stream = stream_of("rows");
  const size_t stride = 45;
  double *rows = gaussians(stream, 10 * stride), *x = gaussians(stream, stride);
  for (size_t n = 0; n <= stride; n += 5) {
    for (size_t count = 0; count <= 10; count++) {
      double sums[10], combined[45] = {0}, expected[45] = {0};
      kernel_rows_dot(count, n, rows, stride, x, sums);
      for (size_t i = 0; i < count; i++) {
        cr_assert(sums[i] == kernel_dot(n, rows + i * stride, x), "%.17g, expected %.17g", sums[i],
                  kernel_dot(n, rows + i * stride, x));
      }
      kernel_rows_combine(count, n, rows, stride, x, combined);
      for (size_t i = 0; i < count; i++) kernel_axpy(n, x[i], rows + i * stride, expected);
      cr_assert_eq(memcmp(combined, expected, sizeof expected), 0);
    }
  }
  free(rows);
  free(x);
  random_stream_free(stream);
}

Test(linalg, norm_neither_overflows_nor_vanishes) {
  double x[] = {3, 4, 0};
  cr_assert(kernel_norm(3, x) == 5 && kernel_norm(0, x) == 0);
  for (int e = -1070; e <= 1020; e += 10) {
    double scaled[] = {ldexp(3, e), ldexp(-4, e)};
    const double norm = kernel_norm(2, scaled);
    cr_expect(fabs(norm / ldexp(5, e) - 1) <= 2 * DBL_EPSILON, "2^%d: %.17g", e, norm);
  }
  double broken[] = {1, NAN, INFINITY}, infinite[] = {1, -INFINITY}, zero[] = {0, 0};
  cr_expect(isnan(kernel_norm(3, broken)) && kernel_norm(2, infinite) == INFINITY && kernel_norm(2, zero) == 0);
}

Test(linalg, quadratic_form) {
  random_stream *stream = stream_of("quadratic");
  for (size_t n = 0; n < 40; n++) {
    const size_t stride = n + 3;
    double *a = gaussians(stream, n * stride), *x = gaussians(stream, n);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < i; j++) a[i * stride + j] = a[j * stride + i];
    }
    long double truth = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        const long double term = (long double)x[i] * a[i * stride + j] * x[j];
        truth += term;
        size += fabsl(term);
      }
    }
    const double value = kernel_quadratic(n, a, stride, x);
    cr_expect((double)fabsl(value - truth) <= (double)(2 * n + 2) * DBL_EPSILON * (double)size, "%.17g, truth %.17Lg",
              value, truth);
    free(a);
    free(x);
  }
  random_stream_free(stream);
}

/* With AVX and without: the same bits, and nothing beyond n columns. */
static void check_product(random_stream *stream, size_t m, size_t n, size_t k) {
  const size_t a_stride = k + 1, b_stride = k + 2, c_stride = n + 3;
  double *a = gaussians(stream, m * a_stride), *b = gaussians(stream, n * b_stride),
         *c = gaussians(stream, m * c_stride);
  double *before = malloc((m * c_stride + 1) * sizeof *before), *plain = malloc((m * c_stride + 1) * sizeof *plain);
  memcpy(before, c, m * c_stride * sizeof *c);
  memcpy(plain, c, m * c_stride * sizeof *c);
  kernel_multiply_transposed(m, n, k, a, a_stride, b, b_stride, c, c_stride);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) check_dot("product", c[i * c_stride + j], k, a + i * a_stride, b + j * b_stride);
    for (size_t j = n; j < c_stride; j++) cr_assert(c[i * c_stride + j] == before[i * c_stride + j], "padding written");
  }
  kernel_multiply_transposed_plain(m, n, k, a, a_stride, b, b_stride, plain, c_stride);
  cr_assert_eq(memcmp(c, plain, m * c_stride * sizeof *c), 0, "%zu x %zu x %zu: other bits without AVX", m, k, n);
  free(a);
  free(b);
  free(c);
  free(before);
  free(plain);
}

Test(linalg, products_of_all_shapes) {
  random_stream *stream = stream_of("product");
  for (size_t m = 0; m <= 9; m++) {
    for (size_t n = 0; n <= 5; n++) {
      for (size_t k = 0; k <= 7; k++) check_product(stream, m, n, k);
    }
  }
  check_product(stream, 5, 7, 255); /* around the block sizes 256 and 64 */
  check_product(stream, 5, 7, 256);
  check_product(stream, 5, 67, 257);
  check_product(stream, 70, 131, 515);
  random_stream_free(stream);
}

Test(linalg, product_with_itself_is_exactly_symmetric) {
  random_stream *stream = stream_of("symmetric");
  const size_t n = 77, k = 301;
  double *a = gaussians(stream, n * k), *c = malloc(n * n * sizeof *c);
  kernel_multiply_transposed(n, n, k, a, k, a, k, c, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) cr_assert(c[i * n + j] == c[j * n + i], "%zu %zu", i, j);
  }
  free(a);
  free(c);
  random_stream_free(stream);
}

/* ---- frames */

/* A computed inner product of unit vectors has an error of at most n eps; orthogonalised twice, a row keeps a defect
 * of a few n eps ("twice is enough", Giraud et al. 2005). */
static double defect_limit(size_t n) {
  return 4 * (double)(n + 2) * DBL_EPSILON;
}

Test(linalg, random_frames_are_orthonormal) {
  static const size_t shapes[][2] = {{1, 1}, {2, 2}, {5, 1}, {30, 30}, {100, 7}, {64, 64}, {500, 20}};
  random_stream *stream = stream_of("frame");
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    const size_t n = shapes[i][0], r = shapes[i][1];
    double *frame = malloc(n * r * sizeof *frame);
    cr_assert_eq(frame_random(stream, n, r, frame), STATUS_OK);
    cr_expect(frame_defect(n, r, frame) <= defect_limit(n), "%zu x %zu: defect %.17g", r, n, frame_defect(n, r, frame));
    free(frame);
  }
  double frame[4];
  cr_expect_eq(frame_random(stream, 2, 3, frame), STATUS_INVALID);
  cr_expect_eq(frame_random(stream, 2, 0, frame), STATUS_INVALID);
  random_stream_free(stream);
}

/* Haar measure is invariant under rotations: in the plane, the second vector's angle is that of the first +- 90
 * degrees with equal chance, and the first angle is uniform. Hoeffding: P(|mean - 1/2| > e) <= 2 exp(-2 N e^2) =
 * 1e-9. */
Test(linalg, random_frames_have_no_direction) {
  enum { N = 40000 };
  random_stream *stream = stream_of("haar");
  size_t positive = 0, right = 0, diagonal = 0;
  for (int k = 0; k < N; k++) {
    double frame[4];
    cr_assert_eq(frame_random(stream, 2, 2, frame), STATUS_OK);
    positive += frame[0] * frame[3] - frame[1] * frame[2] > 0;
    right += frame[0] > 0;
    diagonal += fabs(frame[0]) > fabs(frame[1]);
  }
  const double limit = sqrt(log(2 / 1e-9) / (2.0 * N));
  cr_expect(fabs((double)positive / N - 0.5) <= limit, "%zu of %d", positive, (int)N);
  cr_expect(fabs((double)right / N - 0.5) <= limit, "%zu of %d", right, (int)N);
  cr_expect(fabs((double)diagonal / N - 0.5) <= limit, "%zu of %d", diagonal, (int)N);
  random_stream_free(stream);
}

/* |vector - sum_l coefficient_l basis_l - rest basis_k| / |vector| */
static double append_error(size_t n, size_t k, const double *basis, const double *vector, const double *coefficient,
                           double rest, int appended) {
  double *left = malloc(n * sizeof *left);
  memcpy(left, vector, n * sizeof *left);
  for (size_t l = 0; l < k; l++) kernel_axpy(n, -coefficient[l], basis + l * n, left);
  if (appended) kernel_axpy(n, -rest, basis + k * n, left);
  const double error = kernel_norm(n, left) / kernel_norm(n, vector);
  free(left);
  return error;
}

/* Vectors ever closer to the span of the basis: appended down to rounding, orthonormal all the same. */
Test(linalg, append_of_nearly_dependent_vectors) {
  enum { N = 50, K = 12 };
  random_stream *stream = stream_of("append");
  double *basis = malloc((size_t)(K + 1) * N * sizeof *basis), *coefficient = malloc(K * sizeof *coefficient);
  double *work = malloc((K + N) * sizeof *work), *noise = malloc(N * sizeof *noise);
  double *vector = malloc(N * sizeof *vector);
  for (int e = 0; e <= 20; e++) {
    const double distance = pow(10, -e);
    cr_assert_eq(frame_random(stream, N, K, basis), STATUS_OK);
    random_unit_vector(stream, N, noise);
    frame_reject(N, K, basis, noise, work);
    memset(vector, 0, N * sizeof *vector);
    for (size_t l = 0; l < K; l++) kernel_axpy(N, random_gaussian(stream), basis + l * N, vector);
    kernel_axpy(N, distance, noise, vector);
    double rest = -1;
    const int appended = frame_append(N, K, basis, vector, coefficient, &rest, work);
    const double error = append_error(N, K, basis, vector, coefficient, rest, appended);
    if (e <= 12) cr_expect(appended, "distance 1e-%d was taken for 0", e);
    if (e >= 17) cr_expect(!appended && rest == 0, "distance 1e-%d gave rest %.17g", e, rest);
    if (appended) {
      cr_expect(frame_defect(N, K + 1, basis) <= defect_limit(N), "distance 1e-%d: defect %.17g", e,
                frame_defect(N, K + 1, basis));
      cr_expect(error <= 4 * N * DBL_EPSILON, "distance 1e-%d: reconstruction %.17g", e, error);
      if (e <= 6) cr_expect(fabs(rest / kernel_norm(N, noise) - distance) <= 1e-14, "rest %.17g", rest);
    } else {
      cr_expect(error <= 8 * N * DBL_EPSILON, "distance 1e-%d: reconstruction %.17g", e, error);
    }
  }
  free(basis);
  free(coefficient);
  free(work);
  free(noise);
  free(vector);
  random_stream_free(stream);
}

Test(linalg, append_of_dependent_zero_and_surplus_vectors) {
  double basis[9] = {1, 0, 0}, coefficient[3] = {7, 7, 7}, rest = 7, work[6];
  const double along[] = {-2, 0, 0}, zero[] = {0, 0, 0}, up[] = {1, 0, 1e-200};
  const double second[] = {3, 4, 0}, third[] = {1, 2, -5};
  cr_assert_eq(frame_append(3, 1, basis, along, coefficient, &rest, work), 0);
  cr_assert(rest == 0 && coefficient[0] == -2);
  cr_assert_eq(frame_append(3, 1, basis, zero, coefficient, &rest, work), 0);
  cr_assert(rest == 0 && coefficient[0] == 0);
  cr_assert_eq(frame_append(3, 1, basis, up, coefficient, &rest, work), 0);
  cr_assert(rest == 0 && coefficient[0] == 1);
  cr_assert_eq(frame_append(3, 1, basis, second, coefficient, &rest, work), 1);
  cr_assert(rest == 4 && coefficient[0] == 3 && basis[3] == 0 && basis[4] == 1 && basis[5] == 0);
  cr_assert_eq(frame_append(3, 2, basis, third, coefficient, &rest, work), 1);
  cr_assert(rest == 5 && coefficient[0] == 1 && coefficient[1] == 2 && basis[8] == -1);
  const double surplus[] = {1, 2, 3}, broken[] = {1, NAN, 0}, tiny[] = {0, 3e-300, 4e-300};
  cr_assert_eq(frame_append(3, 3, basis, surplus, coefficient, &rest, work), 0); /* the basis is full */
  cr_assert(rest == 0 && coefficient[0] == 1 && coefficient[1] == 2 && coefficient[2] == -3);
  cr_assert_eq(frame_append(3, 1, basis, broken, coefficient, &rest, work), 0);
  double full[2] = {0.5, 7}; /* as many rows as the dimension, though far from orthonormal: still never one more */
  cr_assert_eq(frame_append(1, 1, full, surplus, coefficient, &rest, work), 0);
  cr_assert(rest == 0 && full[1] == 7);
  double first[3];
  cr_assert_eq(frame_append(3, 0, first, tiny, coefficient, &rest, work), 1); /* small is not zero */
  cr_assert(fabs(rest / 5e-300 - 1) <= 4 * DBL_EPSILON, "%.17g", rest);
  cr_assert(fabs(first[1] - 0.6) <= 4 * DBL_EPSILON && fabs(first[2] - 0.8) <= 4 * DBL_EPSILON);
}

Test(linalg, rejection_leaves_the_complement) {
  enum { N = 40, R = 9 };
  random_stream *stream = stream_of("reject");
  double frame[R * N], vector[N], before[N], work[R], inside[R];
  cr_assert_eq(frame_random(stream, N, R, frame), STATUS_OK);
  random_gaussian_vector(stream, N, vector);
  memcpy(before, vector, sizeof before);
  const double left = frame_reject(N, R, frame, vector, work), size = kernel_norm(N, before);
  cr_expect(left == kernel_norm(N, vector));
  kernel_rows_dot(R, N, frame, N, before, inside);
  /* Pythagoras */
  cr_expect(fabs(left * left + kernel_dot(R, inside, inside) - size * size) <= 4 * N * DBL_EPSILON * size * size);
  for (size_t l = 0; l < R; l++) cr_expect(fabs(kernel_dot(N, frame + l * N, vector)) <= 4 * N * DBL_EPSILON * left);
  cr_expect(frame_reject(N, R, frame, memcpy(vector, frame + N, sizeof vector), work) <= 4 * N * DBL_EPSILON);
  random_stream_free(stream);
}

Test(linalg, defect_measures) {
  const double frame[] = {1, 0, 0, 0.25, 1, 0}, long_row[] = {2, 0}, broken[] = {1, NAN};
  cr_assert(frame_defect(3, 2, frame) == 0.25 && frame_defect(3, 1, frame) == 0);
  cr_assert(frame_defect(2, 1, long_row) == 3 && isnan(frame_defect(2, 1, broken)));
}

/* ---- Cholesky */

/* F^T diag(spectrum) F */
static void with_spectrum(random_stream *stream, size_t n, const double *spectrum, double *a) {
  double *frame = malloc(n * n * sizeof *frame);
  cr_assert_eq(frame_random(stream, n, n, frame), STATUS_OK);
  memset(a, 0, n * n * sizeof *a);
  for (size_t l = 0; l < n; l++) {
    for (size_t i = 0; i < n; i++) kernel_axpy(n, spectrum[l] * frame[l * n + i], frame + l * n, a + i * n);
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) a[i * n + j] = a[j * n + i];
  }
  free(frame);
}

/* Positive iff scale * lambda + shift > 0 for the smallest; decided rightly beyond n^2 eps of it (Higham 2002, 10.1).
 * */
Test(linalg, cholesky_tells_definiteness) {
  random_stream *stream = stream_of("cholesky");
  for (size_t n = 1; n <= 40; n += 3) {
    double *a = malloc(n * n * sizeof *a), *work = malloc(n * n * sizeof *work);
    double *spectrum = malloc(n * sizeof *spectrum);
    for (size_t l = 0; l < n; l++) spectrum[l] = l == 0 ? 0.25 : random_range(stream, 0.25, 0.75);
    if (n > 1) spectrum[1] = 0.75;
    with_spectrum(stream, n, spectrum, a);
    const double margin = 1e-11, top = n > 1 ? 0.75 : 0.25;
    cr_expect(cholesky_positive(n, a, 1, 0, work));
    cr_expect(cholesky_positive(n, a, 1, -0.25 + margin, work), "n = %zu", n);
    cr_expect(!cholesky_positive(n, a, 1, -0.25 - margin, work), "n = %zu", n);
    cr_expect(cholesky_positive(n, a, -1, top + margin, work), "n = %zu", n);
    cr_expect(!cholesky_positive(n, a, -1, top - margin, work), "n = %zu", n);
    cr_expect(cholesky_positive(n, a, -1, 1, work), "n = %zu: I - X", n);
    free(a);
    free(work);
    free(spectrum);
  }
  random_stream_free(stream);
}

/* By hand: L = (2 0 0; -1 3 0; 4 1 5). Its square has small whole entries: nothing is rounded. */
Test(linalg, cholesky_factor_and_solve) {
  const double a[] = {4, -2, 8, -2, 10, -1, 8, -1, 42}, expected[] = {2, 0, 0, -1, 3, 0, 4, 1, 5};
  double lower[9], v[] = {6, 9, 35}, w[] = {6, 9, 35};
  cr_assert_eq(cholesky_factor(3, a, lower), 3);
  for (int k = 0; k < 9; k++) cr_expect_eq(lower[k], expected[k], "entry %d: %g", k, lower[k]);
  cholesky_solve_lower(3, lower, v); /* L (3, 4, 3.8) */
  cr_expect(v[0] == 3 && v[1] == 4 && v[2] == 19.0 / 5.0, "%g %g %g", v[0], v[1], v[2]);
  cholesky_solve(3, lower, w);
  for (int i = 0; i < 3; i++) {
    const double sum = a[3 * i] * w[0] + a[3 * i + 1] * w[1] + a[3 * i + 2] * w[2], b[] = {6, 9, 35};
    cr_expect(fabs(sum - b[i]) < 1e-13, "row %d: %.17g", i, sum);
  }
}

Test(linalg, cholesky_at_its_edges) {
  double work[4];
  const double zero[4] = {0}, identity[] = {1, 0, 0, 1}, indefinite[] = {1, 2, 2, 1};
  cr_expect(!cholesky_positive(2, zero, 1, 0, work) && cholesky_positive(2, zero, 1, 1e-300, work));
  cr_expect(cholesky_positive(2, identity, 1, 0, work) && !cholesky_positive(2, identity, 1, -1, work));
  cr_expect(!cholesky_positive(2, indefinite, 1, 0, work) && cholesky_positive(2, indefinite, 1, 1.5, work));
  for (int k = 0; k < 4; k++) {
    const double values[] = {NAN, INFINITY, -INFINITY};
    for (int v = 0; v < 3; v++) {
      double a[] = {1, 0, 0, 1};
      a[k] = values[v];
      if (k == 1 || k == 2) a[3 - k] = values[v];
      cr_expect(!cholesky_positive(2, a, 1, 0, work), "entry %d is %g", k, values[v]);
    }
  }
}
