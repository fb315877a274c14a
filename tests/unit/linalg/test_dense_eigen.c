/* The dense eigensolver of our own: residual and orthogonality on matrices that are hard, next to GSL's, and the values of
 * GSL. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "linalg/symmetric_kernels.h"
#include "unit/allocation_counter.h"
#include "unit/check.h"

enum { MOST = 300 };

typedef enum family {
  RANDOM,
  CLUSTERED, /* three values, each many times, up to 1e-15..1e-8 */
  REPEATED,  /* two values */
  GRADED,    /* entries over 40 decades */
  GEOMETRIC, /* values over 40 decades, both signs */
  WILKINSON, /* W21 again and again, glued by 1e-8 */
  SECOND_DIFFERENCE,
  LOW_RANK, /* of rank 3, the rest is rounding */
  ARROW,
  ONE_PAIR, /* zero but for one entry and its mirror image */
  DENORMAL, /* a few units in the last place of 0 */
  HUGE_ENTRIES,
  FAMILIES
} family;

static const char *const names[FAMILIES] = {"random",    "clustered", "repeated",          "graded",
                                            "geometric", "Wilkinson", "second difference", "low rank",
                                            "arrow",     "one pair",  "denormal",          "huge"};

/* a = sum_l values[l] q_l q_l^T with random orthonormal q. */
static void fill_spectrum(random_stream *stream, size_t n, const double *values, double *a) {
  double *q = malloc(n * n * sizeof *q), *columns = malloc(n * n * sizeof *columns);
  OK(frame_random(stream, n, n, q));
  for (size_t i = 0; i < n; i++) {
    for (size_t l = 0; l < n; l++) columns[i * n + l] = q[l * n + i];
  }
  for (size_t l = 0; l < n; l++) {
    for (size_t i = 0; i < n; i++) q[i * n + l] = columns[i * n + l] * values[l];
  }
  kernel_multiply_transposed(n, n, n, q, n, columns, n, a, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) a[j * n + i] = a[i * n + j];
  }
  free(q);
  free(columns);
}

static double value_of(random_stream *stream, family kind, size_t l, size_t n) {
  switch (kind) {
  case CLUSTERED: return (double)(l % 3) + pow(10.0, random_range(stream, -15.0, -8.0)) * random_gaussian(stream);
  case REPEATED: return l < n / 3 ? 1.0 : 0.0;
  case GEOMETRIC: return (l % 2 == 0 ? 1.0 : -1.0) * pow(10.0, -40.0 * (double)l / (double)n);
  default: return l < 3 ? 1.0 + (double)l : 0.0; /* LOW_RANK */
  }
}

static double entry_of(random_stream *stream, family kind, size_t i, size_t j, size_t n) {
  const size_t place = i % 21;
  switch (kind) {
  case GRADED: return random_gaussian(stream) * pow(10.0, -20.0 * (double)(i + j) / (double)n);
  case WILKINSON: return i == j ? fabs((double)place - 10.0) : i != j + 1 ? 0.0 : place == 0 ? 1e-8 : 1.0;
  case SECOND_DIFFERENCE: return i == j ? 2.0 : i == j + 1 ? -1.0 : 0.0;
  case ARROW: return i == j ? (double)i / (double)n : i == n - 1 ? 0.1 : 0.0;
  case ONE_PAIR: return i == n - 1 && j == n / 2 ? -0.3 : 0.0;
  case DENORMAL: return ((double)random_index(stream, 9) - 4.0) * 0x1p-1074;
  case HUGE_ENTRIES: return 1e300 * random_gaussian(stream);
  default: return random_gaussian(stream);
  }
}

static void fill(random_stream *stream, family kind, size_t n, double *a) {
  double values[MOST];
  if (kind == CLUSTERED || kind == REPEATED || kind == GEOMETRIC || kind == LOW_RANK) {
    for (size_t l = 0; l < n; l++) values[l] = value_of(stream, kind, l, n);
    fill_spectrum(stream, n, values, a);
    return;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = entry_of(stream, kind, i, j, n);
  }
}

typedef struct pairs {
  double values[MOST], *vectors;
  double residual, orthogonality; /* in n DBL_EPSILON, the residual times the norm of A */
} pairs;

/* Residual and orthogonality, from the entries times a power of two that brings A near 1. */
static void measure(size_t n, const double *a, double scale, pairs *p) {
  static double scaled[MOST * MOST];
  const double unit = (double)n * DBL_EPSILON;
  for (size_t i = 0; i < n * n; i++) scaled[i] = scale * a[i];
  const double norm = kernel_norm(n * n, scaled);
  p->residual = p->orthogonality = 0.0;
  for (size_t l = 0; l < n; l++) {
    const double *v = p->vectors + l * n;
    double square = 0.0;
    for (size_t i = 0; i < n; i++) {
      const double off = kernel_dot(n, scaled + i * n, v) - scale * p->values[l] * v[i];
      square += off * off;
    }
    p->residual = fmax(p->residual, sqrt(square));
    for (size_t m = 0; m <= l; m++) {
      const double inner = kernel_dot(n, v, p->vectors + m * n);
      p->orthogonality = fmax(p->orthogonality, fabs(l == m ? inner - 1.0 : inner));
    }
  }
  if (norm > 0.0) p->residual /= norm * unit;
  p->orthogonality /= unit;
}

static void decompose(const eigen_backend *backend, size_t n, const double *a, double scale, pairs *p) {
  eigen_solver *solver = NULL;
  OK(eigen_solver_new(backend, n, &solver));
  OK(eigen_solve(solver, n, a, n, p->values, p->vectors, NULL));
  eigen_solver_free(solver);
  measure(n, a, scale, p);
}

static double scale_of(family kind) {
  return kind == DENORMAL ? 0x1p1000 : kind == HUGE_ENTRIES ? 0x1p-1000 : 1.0;
}

typedef struct sums {
  double residual, orthogonality;
} sums;

/* One matrix: both at most 3 n DBL_EPSILON, or what GSL leaves (denormal values are rounded by much more), and the values of
 * GSL to what both residuals allow (Weyl). */
static void check_one(family kind, size_t n, const double *a, pairs *own, pairs *gsl, sums *of_own, sums *of_gsl) {
  const double scale = scale_of(kind);
  double norm = 0.0;
  decompose(&eigen_own, n, a, scale, own);
  decompose(&eigen_gsl, n, a, scale, gsl);
  cr_expect(own->residual <= fmax(3.0, 1.01 * gsl->residual), "%s, n = %zu: residual %.17g, GSL's %.17g", names[kind],
            n, own->residual, gsl->residual);
  cr_expect(own->orthogonality <= 3.0, "%s, n = %zu: orthogonality %.17g", names[kind], n, own->orthogonality);
  for (size_t i = 0; i < n * n; i++) norm = hypot(norm, scale * a[i]);
  for (size_t l = 0; l < n; l++) {
    const double difference = scale * (own->values[l] - gsl->values[l]);
    cr_expect(fabs(difference) <= 8.0 * (double)n * DBL_EPSILON * norm, "%s, n = %zu: value %zu is %.17g, GSL's %.17g",
              names[kind], n, l, own->values[l], gsl->values[l]);
    cr_expect(l == 0 || own->values[l - 1] <= own->values[l], "%s, n = %zu: values are not sorted", names[kind], n);
  }
  of_own->residual += own->residual;
  of_own->orthogonality += own->orthogonality;
  of_gsl->residual += gsl->residual;
  of_gsl->orthogonality += gsl->orthogonality;
}

static pairs pairs_new(void) {
  return (pairs){.vectors = malloc(MOST * MOST * sizeof(double))};
}

/* On the whole no worse than GSL, with 5 percent for chance. */
static void check_family(random_stream *stream, family kind) {
  double *a = malloc(MOST * MOST * sizeof *a);
  pairs own = pairs_new(), gsl = pairs_new();
  sums of_own = {0.0, 0.0}, of_gsl = {0.0, 0.0};
  for (size_t n = 1; n <= MOST; n += n <= 70 ? 1 : 114) {
    fill(stream, kind, n, a);
    check_one(kind, n, a, &own, &gsl, &of_own, &of_gsl);
  }
  cr_expect(of_own.residual <= 1.05 * of_gsl.residual, "%s: residuals %.17g, GSL's %.17g", names[kind], of_own.residual,
            of_gsl.residual);
  cr_expect(of_own.orthogonality <= 1.05 * of_gsl.orthogonality, "%s: orthogonality %.17g, GSL's %.17g", names[kind],
            of_own.orthogonality, of_gsl.orthogonality);
  free(a);
  free(own.vectors);
  free(gsl.vectors);
}

Test(dense_eigen, no_worse_than_gsl, .timeout = 120) {
  random_stream *stream = stream_of("matrices");
  for (family kind = 0; kind < FAMILIES; kind++) check_family(stream, kind);
  random_stream_free(stream);
}

/* a (2n x 2n) = [[P, -S], [S, P]] */
static void fill_hermitian(random_stream *stream, size_t n, double *a) {
  const size_t m = 2 * n;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      const double real = random_gaussian(stream), imaginary = i == j ? 0.0 : random_gaussian(stream);
      a[i * m + j] = a[j * m + i] = a[(n + i) * m + n + j] = a[(n + j) * m + n + i] = real;
      a[(n + i) * m + j] = a[j * m + n + i] = imaginary;
      a[(n + j) * m + i] = a[i * m + n + j] = -imaginary;
    }
  }
}

/* Each value twice, with the vectors of a complex one and of i times it, each to its sign. */
static void check_complex_pairs(size_t n, const pairs *p) {
  for (size_t l = 0; l < n; l++) {
    const double *v = p->vectors + 4 * n * l, *w = v + 2 * n;
    const double sign = v[0] * w[n] > 0.0 ? 1.0 : -1.0;
    cr_expect(p->values[2 * l] == p->values[2 * l + 1], "n = %zu: value %zu is not there twice", n, l);
    for (size_t i = 0; i < n; i++) {
      cr_expect(w[n + i] == sign * v[i] && w[i] == -sign * v[n + i], "n = %zu: vectors of value %zu", n, l);
    }
  }
}

Test(dense_eigen, hermitian_matrices, .timeout = 60) {
  random_stream *stream = stream_of("hermitian");
  double *a = calloc(MOST * MOST, sizeof *a);
  pairs own = pairs_new(), gsl = pairs_new();
  sums of_own = {0.0, 0.0}, of_gsl = {0.0, 0.0};
  for (size_t n = 2; n <= MOST / 2; n += n <= 40 ? 1 : 36) {
    fill_hermitian(stream, n, a);
    check_one(RANDOM, 2 * n, a, &own, &gsl, &of_own, &of_gsl);
    check_complex_pairs(n, &own);
  }
  cr_expect(of_own.residual <= 1.05 * of_gsl.residual && of_own.orthogonality <= 1.05 * of_gsl.orthogonality);
  /* one entry and its conjugate; imaginary entries next to the diagonal alone */
  for (size_t n = 5; n <= 40; n += 35) {
    const size_t m = 2 * n;
    memset(a, 0, m * m * sizeof *a);
    a[(m - 1) * m + 1] = a[m + m - 1] = 0.5;
    a[(n + 1) * m + n - 1] = a[(n - 1) * m + n + 1] = -0.5;
    check_one(ONE_PAIR, m, a, &own, &gsl, &of_own, &of_gsl);
    memset(a, 0, m * m * sizeof *a);
    for (size_t i = 1; i < n; i++) {
      a[(n + i) * m + i - 1] = a[(i - 1) * m + n + i] = 1.0;
      a[(n + i - 1) * m + i] = a[i * m + n + i - 1] = -1.0;
    }
    check_one(SECOND_DIFFERENCE, m, a, &own, &gsl, &of_own, &of_gsl);
    check_complex_pairs(n, &own);
  }
  free(a);
  free(own.vectors);
  free(gsl.vectors);
  random_stream_free(stream);
}

Test(dense_eigen, values_without_vectors) {
  random_stream *stream = stream_of("values");
  double *a = malloc(MOST * MOST * sizeof *a), values[MOST];
  pairs own = pairs_new();
  eigen_solver *solver = NULL;
  OK(eigen_solver_new(&eigen_own, MOST, &solver));
  for (family kind = 0; kind < FAMILIES; kind++) {
    for (size_t n = 1; n <= 120; n = 2 * n + 1) {
      const double scale = scale_of(kind);
      double norm = 0.0;
      fill(stream, kind, n, a);
      OK(eigen_solve(solver, n, a, n, own.values, own.vectors, NULL));
      OK(eigen_solve(solver, n, a, n, values, NULL, NULL));
      for (size_t i = 0; i < n * n; i++) norm = hypot(norm, scale * a[i]);
      for (size_t l = 0; l < n; l++) {
        cr_expect(scale * fabs(values[l] - own.values[l]) <= 8.0 * (double)n * DBL_EPSILON * norm,
                  "%s, n = %zu: value %zu is %.17g, with vectors %.17g", names[kind], n, l, values[l], own.values[l]);
      }
    }
  }
  eigen_solver_free(solver);
  free(a);
  free(own.vectors);
  random_stream_free(stream);
}

Test(dense_eigen, allocates_nothing) {
  enum { N = 100 };
  if (!allocation_counter_works()) cr_skip_test("no counter");
  random_stream *stream = stream_of("allocations");
  static double a[N * N], values[N], vectors[N * N];
  eigen_solver *solver = NULL;
  OK(eigen_solver_new(&eigen_own, N, &solver));
  fill(stream, RANDOM, N, a);
  const size_t before = allocation_count();
  OK(eigen_solve(solver, N, a, N, values, vectors, NULL));
  OK(eigen_solve(solver, N, a, N, values, NULL, NULL));
  fill_hermitian(stream, N / 2, a);
  OK(eigen_solve(solver, N, a, N, values, vectors, NULL));
  cr_expect_eq(allocation_count(), before);
  eigen_solver_free(solver);
  random_stream_free(stream);
}

/* Products with triangles, against whole matrices and without AVX. */
Test(dense_eigen, triangles) {
  enum { STRIDE = 83 };
  static double a[STRIDE * STRIDE], whole[STRIDE * STRIDE], x[STRIDE], y[STRIDE], plain[STRIDE];
  random_stream *stream = stream_of("triangles");
  for (size_t n = 0; n <= 80; n++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      for (size_t i = 0; i < n; i++) {
        x[i] = random_gaussian(stream);
        for (size_t j = 0; j < STRIDE; j++) a[i * STRIDE + j] = NAN; /* what is not read */
        for (size_t j = 0; j <= i; j++) {
          a[i * STRIDE + j] = whole[i * n + j] = sign < 0 && i == j ? 0.0 : random_gaussian(stream);
          whole[j * n + i] = i == j ? a[i * STRIDE + j] : sign * a[i * STRIDE + j];
        }
      }
      kernel_lower_multiply(n, sign, a, STRIDE, x, y);
      kernel_lower_multiply_plain(n, sign, a, STRIDE, x, plain);
      cr_expect_eq(memcmp(y, plain, n * sizeof *y), 0, "n = %zu: other bits without AVX", n);
      for (size_t i = 0; i < n; i++) {
        const double expected = kernel_dot(n, whole + i * n, x);
        cr_expect(fabs(y[i] - expected) <=
                      4.0 * (double)n * DBL_EPSILON * kernel_norm(n, whole + i * n) * kernel_norm(n, x),
                  "n = %zu, sign %d: entry %zu is %.17g, expected %.17g", n, sign, i, y[i], expected);
      }
    }
  }
  random_stream_free(stream);
}

/* C += L R^T on and below the diagonal. */
Test(dense_eigen, updates_of_triangles) {
  enum { N = 131, WIDTH = 9, STRIDE = 140 };
  static double left[N * WIDTH], right[N * WIDTH], c[N * STRIDE], before[N * STRIDE];
  random_stream *stream = stream_of("updates");
  for (size_t i = 0; i < N * WIDTH; i++) {
    left[i] = random_gaussian(stream);
    right[i] = random_gaussian(stream);
  }
  for (size_t i = 0; i < N * STRIDE; i++) before[i] = c[i] = random_gaussian(stream);
  kernel_lower_update(N, WIDTH, left, right, c, STRIDE);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j <= i; j++) {
      const double expected = before[i * STRIDE + j] + kernel_dot(WIDTH, left + i * WIDTH, right + j * WIDTH);
      cr_expect(fabs(c[i * STRIDE + j] - expected) <= 1e-13, "(%zu, %zu) is %.17g, expected %.17g", i, j,
                c[i * STRIDE + j], expected);
    }
    for (size_t j = N; j < STRIDE; j++) cr_expect(c[i * STRIDE + j] == before[i * STRIDE + j], "padding written");
  }
  random_stream_free(stream);
}
