/* Exponentials and leading eigenvectors from products, against decompositions and against what is known of special matrices. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/eigen/lanczos.h"
#include "linalg/kernels.h"
#include "unit/check.h"
#include "unit/eigen_of.h"

enum { LARGEST = 60 };

typedef struct matrix {
  size_t n;
  const double *a; /* n x n */
  size_t products;
} matrix;

static void multiply(void *context, const double *x, double *y) {
  matrix *m = context;
  kernel_rows_dot(m->n, m->n, m->a, m->n, x, y);
  m->products++;
}

/* a = sum of `rank` dyads of Gaussian vectors with Gaussian weights, times size */
static void draw(random_stream *stream, size_t n, size_t rank, double size, double *a) {
  double x[LARGEST];
  memset(a, 0, n * n * sizeof *a);
  for (size_t q = 0; q < rank; q++) {
    const double weight = size * random_gaussian(stream) / (double)n;
    random_gaussian_vector(stream, n, x);
    for (size_t i = 0; i < n; i++) kernel_axpy(n, weight * x[i], x, a + i * n);
  }
}

/* The leading eigenvalue, and an eigenvector of length 1. */
static void check_leader(lanczos *l, matrix *m, size_t n, const double *u, double largest, double limit,
                         const char *what) {
  double v[LARGEST], residual[LARGEST], value = 0.0;
  OK(lanczos_leader(l, n, multiply, m, u, 1e-14, v, &value));
  cr_expect_leq(fabs(value - largest), limit, "%s: leading %.17g, expected %.17g", what, value, largest);
  multiply(m, v, residual);
  kernel_axpy(n, -value, v, residual);
  cr_expect_leq(kernel_norm(n, residual), limit, "%s: residual %g", what, kernel_norm(n, residual));
  cr_expect_leq(fabs(kernel_norm(n, v) - 1.0), 1e-14 * (double)n, "%s: length", what);
}

/* Both have errors of a few units of |A|, and an exponential turns them into relative ones. */
static void check(size_t n, const double *a, const double *u, const char *what) {
  double values[LARGEST], *vectors = NULL, v[LARGEST], expected[LARGEST] = {0}, log_norm = 0.0;
  lanczos *l = NULL;
  matrix m = {n, a, 0};
  OK(NEW_ARRAY(n * n, vectors));
  eigen_of(n, a, values, vectors);
  OK(lanczos_new(n, &l));
  const double size = fmax(fabs(values[0]), fabs(values[n - 1])), limit = 1e-13 * (double)n * (1.0 + size);
  for (size_t k = 0; k < n; k++) {
    const double part = kernel_dot(n, vectors + k * n, u) * exp(values[k] - values[n - 1]);
    kernel_axpy(n, part, vectors + k * n, expected);
  }
  const double norm = kernel_norm(n, expected);
  OK(lanczos_exponential(l, n, multiply, &m, u, 1e-14, v, &log_norm));
  cr_expect_leq(m.products, n, "%s: %zu products", what, m.products);
  cr_expect_leq(fabs(log_norm - log(norm) - values[n - 1]), limit, "%s: ln |exp(A) u| = %.17g, expected %.17g", what,
                log_norm, log(norm) + values[n - 1]);
  for (size_t i = 0; i < n; i++) {
    cr_expect_leq(fabs(v[i] - expected[i] / norm), limit, "%s: entry %zu is %.17g, expected %.17g", what, i, v[i],
                  expected[i] / norm);
  }
  check_leader(l, &m, n, u, values[n - 1], limit, what);
  lanczos_free(l);
  free(vectors);
}

Test(lanczos, decompositions) {
  random_stream *stream = stream_of("lanczos");
  static const struct {
    const char *what;
    size_t n, rank;
    double size;
  } kinds[] = {{"order 1", 1, 1, 1.0},   {"order 2", 2, 2, 3.0},    {"small", 20, 20, 0.1}, {"full", 60, 60, 1.0},
               {"large", 60, 60, 100.0}, {"low rank", 60, 3, 10.0}, {"zero", 30, 0, 1.0},   {"wide", 40, 40, 1000.0}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    double a[LARGEST * LARGEST], u[LARGEST];
    draw(stream, kinds[i].n, kinds[i].rank, kinds[i].size, a);
    random_gaussian_vector(stream, kinds[i].n, u);
    check(kinds[i].n, a, u, kinds[i].what);
  }
  random_stream_free(stream);
}

static void multiply_rows(void *context, const double *x, double *y) {
  kernel_rows_dot(LANCZOS_VECTORS, LANCZOS_VECTORS, context, LANCZOS_VECTORS, x, y);
}

/* Two matrices whose largest eigenvalue, as computed from T, is too small by more than 16 units: a shift so near to it was below the true
 * one. */
Test(lanczos, shifts) {
  enum { MANY = LANCZOS_VECTORS };
  static const uint64_t seeds[] = {222, 554};
  double *a = NULL, u[MANY], v[MANY], residual[MANY], value = 0.0;
  lanczos *l = NULL;
  OK(NEW_ARRAY(MANY * MANY, a));
  OK(lanczos_new(MANY, &l));
  for (size_t s = 0; s < 2; s++) {
    random_stream *stream = NULL;
    OK(random_stream_new(seeds[s], "goe", &stream));
    for (size_t i = 0; i < MANY; i++) {
      for (size_t j = 0; j <= i; j++) {
        a[i * MANY + j] = a[j * MANY + i] = (i == j ? sqrt(2.0) : 1.0) * random_gaussian(stream);
      }
    }
    random_gaussian_vector(stream, MANY, u);
    OK(lanczos_leader(l, MANY, multiply_rows, a, u, 1e-11, v, &value));
    multiply_rows(a, v, residual);
    kernel_axpy(MANY, -value, v, residual);
    cr_expect(kernel_norm(MANY, residual) <= 1e-10 * value, "residual %g", kernel_norm(MANY, residual));
    cr_expect(fabs(kernel_norm(MANY, v) - 1.0) <= 1e-12, "length %g", kernel_norm(MANY, v));
    random_stream_free(stream);
  }
  lanczos_free(l);
  free(a);
}

/* Few products where A is small or of low rank: what the method is for. */
Test(lanczos, products) {
  random_stream *stream = stream_of("products");
  double a[LARGEST * LARGEST], u[LARGEST], v[LARGEST], log_norm = 0.0;
  lanczos *l = NULL;
  OK(lanczos_new(LARGEST, &l));
  draw(stream, LARGEST, LARGEST, 1.0, a);
  random_gaussian_vector(stream, LARGEST, u);
  matrix m = {LARGEST, a, 0};
  OK(lanczos_exponential(l, LARGEST, multiply, &m, u, 1e-13, v, &log_norm));
  cr_expect_leq(m.products, 36, "%zu products", m.products);
  draw(stream, LARGEST, 3, 30.0, a);
  m.products = 0;
  OK(lanczos_exponential(l, LARGEST, multiply, &m, u, 1e-13, v, &log_norm));
  cr_expect_leq(m.products, 8, "rank 3: %zu products", m.products);
  lanczos_free(l);
  random_stream_free(stream);
}

/* ---- more than the vectors that are kept: diagonal matrices */

typedef struct ladder {
  size_t n;
  double width; /* entries from 0 to it, evenly */
} ladder;

static void climb(void *context, const double *x, double *y) {
  const ladder *l = context;
  for (size_t i = 0; i < l->n; i++) y[i] = l->width * (double)i / (double)(l->n - 1) * x[i];
}

/* The entries width cos(pi (i + 1/2)/n): those in which Lanczos's method finds no eigenvalue before the last vector. */
static void climb_nodes(void *context, const double *x, double *y) {
  const ladder *l = context;
  for (size_t i = 0; i < l->n; i++) y[i] = l->width * cos(acos(-1.0) * ((double)i + 0.5) / (double)l->n) * x[i];
}

Test(lanczos, diagonal) {
  enum { MANY = 600 };
  double u[MANY], v[MANY], log_norm = 0.0, value = 0.0, sum = 0.0;
  lanczos *l = NULL;
  OK(lanczos_new(MANY, &l));
  for (size_t i = 0; i < MANY; i++) u[i] = 1.0;
  ladder steps = {MANY, 20.0};
  OK(lanczos_exponential(l, MANY, climb, &steps, u, 1e-13, v, &log_norm));
  for (size_t i = 0; i < MANY; i++) sum += exp(2.0 * (20.0 * (double)i / (MANY - 1) - 20.0));
  cr_expect_leq(fabs(log_norm - 20.0 - 0.5 * log(sum)), 1e-12, "%.17g", log_norm);
  for (size_t i = 0; i < MANY; i++) {
    const double expected = exp(20.0 * (double)i / (MANY - 1) - 20.0) / sqrt(sum);
    cr_expect_leq(fabs(v[i] - expected), 1e-12, "entry %zu is %.17g, expected %.17g", i, v[i], expected);
  }
  OK(lanczos_leader(l, MANY, climb, &steps, u, 1e-13, v, &value));
  cr_expect_leq(fabs(value - 20.0), 1e-12, "%.17g", value);
  cr_expect_leq(fabs(fabs(v[MANY - 1]) - 1.0), 1e-12, "%.17g", v[MANY - 1]);
  /* a gap of 3e-5: 256 vectors shorten what is missing by e^-2, and the space begins again and again */
  steps.width = 1.0;
  OK(lanczos_leader(l, MANY, climb_nodes, &steps, u, 1e-11, v, &value));
  cr_expect_leq(fabs(value - cos(acos(-1.0) / (2.0 * MANY))), 1e-12, "%.17g", value);
  cr_expect_leq(fabs(fabs(v[0]) - 1.0), 1e-6, "%.17g", v[0]);
  steps.width = 1e7;
  cr_expect_eq(lanczos_exponential(l, MANY, climb_nodes, &steps, u, 1e-13, v, &log_norm), STATUS_NUMERIC);
  lanczos_free(l);
}
