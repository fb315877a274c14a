/* Spectra of band matrices against the general eigensolver, and what is refused. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/sorting.h"
#include "linalg/eigen.h"
#include "linalg/eigen/band_eigen.h"

enum { LARGEST = 70 };

typedef struct spectrum {
  size_t n;
  double a[LARGEST * LARGEST], values[LARGEST], vectors[LARGEST * LARGEST];
  double band_values[LARGEST], leading[2 * LARGEST], work[3 * LARGEST];
} spectrum;

static void set(spectrum *s, size_t i, size_t j, double value) {
  s->a[i * s->n + j] = s->a[j * s->n + i] = value;
}

/* sum of e^value v_i v_j; rows of `stride` entries */
static double exponential(size_t n, const double *values, const double *rows, size_t stride, size_t i, size_t j) {
  double sum = 0;
  for (size_t l = 0; l < n; l++) sum += exp(values[l]) * rows[l * stride + i] * rows[l * stride + j];
  return sum;
}

/* Both are backward stable: eigenvalues agree to n eps |A| with room. The entries of exp(A / |A|) do not depend on the
 * choice of eigenvectors of repeated eigenvalues. */
static void check(spectrum *s, const char *name) {
  const size_t n = s->n;
  eigen_solver *solver = NULL;
  double norm = 0, sorted[LARGEST];
  for (size_t i = 0; i < n * n; i++) norm = hypot(norm, s->a[i]);
  cr_assert_leq(band_eigen_work(n), sizeof s->work / sizeof s->work[0]);
  cr_assert_eq(eigen_solver_new(&eigen_gsl, n, &solver), STATUS_OK);
  cr_assert_eq(eigen_solve(solver, n, s->a, n, s->values, s->vectors, NULL), STATUS_OK, "%s", status_message());
  eigen_solver_free(solver);
  cr_assert_eq(band_eigen(n, s->a, s->work, sorted, NULL), STATUS_OK, "%s %zu: %s", name, n, status_message());
  cr_assert_eq(band_eigen(n, s->a, s->work, s->band_values, s->leading), STATUS_OK, "%s", status_message());
  const double limit = 20 * (double)n * DBL_EPSILON;
  for (size_t l = 0; l < n; l++) cr_expect_eq(sorted[l], s->band_values[l], "%s: values only differ", name);
  for (size_t l = 0; l < n && norm > 0; l++) s->values[l] /= norm;
  for (size_t l = 0; l < n && norm > 0; l++) s->band_values[l] /= norm;
  for (size_t i = 0; i < 2 && i < n; i++) {
    for (size_t j = i; j < 2 && j < n; j++) {
      const double expected = exponential(n, s->values, s->vectors, n, i, j);
      const double found = exponential(n, s->band_values, s->leading, 2, i, j);
      cr_expect_leq(fabs(expected - found), limit, "%s %zu: exp(%zu, %zu) = %.17g, expected %.17g", name, n, i, j,
                    found, expected);
    }
  }
  qsort(s->band_values, n, sizeof sorted[0], order_doubles);
  for (size_t l = 0; l < n; l++) {
    cr_expect_leq(fabs(s->band_values[l] - s->values[l]), limit, "%s %zu: value %zu is %.17g, expected %.17g", name, n,
                  l, s->band_values[l], s->values[l]);
  }
}

static const size_t orders[] = {1, 2, 3, 4, 5, 8, 13, 20, 33, LARGEST};
enum { ORDERS = sizeof orders / sizeof orders[0] };

Test(band_eigen, random) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(1, "band", &stream), STATUS_OK);
  for (size_t k = 0; k < 4 * ORDERS; k++) {
    spectrum s = {.n = orders[k % ORDERS]};
    const double scale[] = {1, 1e-7, 1e7, 30};
    for (size_t i = 0; i < s.n; i++) {
      for (size_t j = i; j < s.n && j <= i + 2; j++) set(&s, i, j, scale[k / ORDERS] * random_gaussian(stream));
    }
    check(&s, "random");
  }
  random_stream_free(stream);
}

/* Zero diagonal (eigenvalues come in pairs of opposite sign), the zero matrix, parts that do not touch, repeated
 * eigenvalues, and entries that fall by 16 orders of magnitude. */
Test(band_eigen, special) {
  for (size_t k = 0; k < ORDERS; k++) {
    const size_t n = orders[k];
    spectrum path = {.n = n}, zero = {.n = n}, parts = {.n = n}, pairs = {.n = n}, graded = {.n = n};
    for (size_t i = 0; i < n; i++) {
      if (i + 1 < n) set(&path, i, i + 1, 1);
      set(&parts, i, i, i % 3 == 0 ? 2 : -1);
      if (i + 1 < n && i % 4 == 0) set(&parts, i, i + 1, 0.5);
      if (i + 2 < n) set(&pairs, i, i + 2, 1); /* two paths */
      for (size_t j = i; j < n && j <= i + 2; j++) set(&graded, i, j, pow(0.5, (double)i));
    }
    check(&path, "path");
    check(&zero, "zero");
    check(&parts, "parts");
    check(&pairs, "pairs");
    check(&graded, "graded");
  }
}

/* A power of two changes no digit, even where the squares of the entries underflow. */
Test(band_eigen, tiny) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(2, "band", &stream), STATUS_OK);
  for (size_t k = 0; k < ORDERS; k++) {
    spectrum s = {.n = orders[k]}, small = {.n = orders[k]};
    for (size_t i = 0; i < s.n; i++) {
      for (size_t j = i; j < s.n && j <= i + 2; j++) set(&s, i, j, random_gaussian(stream));
    }
    for (size_t i = 0; i < s.n * s.n; i++) small.a[i] = 0x1p-900 * s.a[i];
    cr_assert_eq(band_eigen(s.n, s.a, s.work, s.band_values, s.leading), STATUS_OK);
    cr_assert_eq(band_eigen(s.n, small.a, small.work, small.band_values, small.leading), STATUS_OK, "order %zu: %s",
                 s.n, status_message());
    for (size_t l = 0; l < s.n; l++) {
      cr_expect_eq(small.band_values[l], 0x1p-900 * s.band_values[l], "order %zu, value %zu: %.17g", s.n, l,
                   small.band_values[l]);
      cr_expect_eq(small.leading[2 * l], s.leading[2 * l], "order %zu, vector %zu", s.n, l);
    }
  }
  random_stream_free(stream);
}

Test(band_eigen, not_finite) {
  for (size_t place = 0; place < 3; place++) {
    spectrum s = {.n = 5};
    for (size_t i = 0; i < 5; i++) set(&s, i, i, 1);
    set(&s, 1, 1 + place, place == 1 ? INFINITY : NAN);
    cr_expect_eq(band_eigen(5, s.a, s.work, s.values, s.leading), STATUS_NUMERIC, "entry (2, %zu)", 2 + place);
  }
}
