/* Symmetric eigenproblems: both back-ends, measured quality, refusals. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "unit/check.h"

enum { BACKENDS = 2 };

static const eigen_backend *const backends[BACKENDS] = {&eigen_gsl, &eigen_own};

static eigen_solver *solver_of(const eigen_backend *backend, size_t largest) {
  eigen_solver *solver = NULL;
  cr_assert_eq(eigen_solver_new(backend, largest, &solver), STATUS_OK, "%s", status_message());
  return solver;
}

typedef struct problem {
  size_t n;
  double *a, *values, *vectors;
} problem;

static problem problem_of(size_t n) {
  return (problem){n, calloc(n * n, sizeof(double)), calloc(n, sizeof(double)), calloc(n * n, sizeof(double))};
}

static void problem_free(problem p) {
  free(p.a);
  free(p.values);
  free(p.vectors);
}

static void fill_random(random_stream *stream, problem p, double scale) {
  for (size_t i = 0; i < p.n; i++) {
    for (size_t j = 0; j <= i; j++) p.a[i * p.n + j] = p.a[j * p.n + i] = scale * random_gaussian(stream);
  }
}

/* Residual and orthogonality in plain loops, against n^1.5 eps |A| (backward stability with room) and against what the
 * solver measured. */
static void check_pairs(const char *name, problem p, eigen_quality quality) {
  const size_t n = p.n;
  double residual = 0, orthogonality = 0, norm = 0;
  for (size_t i = 0; i < n * n; i++) norm = hypot(norm, p.a[i]);
  for (size_t l = 0; l < n; l++) {
    double square = 0;
    for (size_t i = 0; i < n; i++) {
      double sum = -p.values[l] * p.vectors[l * n + i];
      for (size_t j = 0; j < n; j++) sum += p.a[i * n + j] * p.vectors[l * n + j];
      square = hypot(square, sum);
    }
    residual = fmax(residual, square);
    for (size_t m = 0; m < n; m++) {
      double sum = l == m ? -1 : 0;
      for (size_t j = 0; j < n; j++) sum += p.vectors[l * n + j] * p.vectors[m * n + j];
      orthogonality = hypot(orthogonality, sum);
    }
  }
  residual *= sqrt((double)n);
  const double room = 8 * pow((double)n, 1.5) * DBL_EPSILON;
  cr_assert(residual <= room * norm, "%s, n = %zu: residual %.17g of norm %.17g", name, n, residual, norm);
  cr_assert(orthogonality <= room, "%s, n = %zu: orthogonality %.17g", name, n, orthogonality);
  cr_assert(fabs(residual - quality.residual) <= room * norm, "%.17g, measured %.17g", residual, quality.residual);
  cr_assert(fabs(orthogonality - quality.orthogonality) <= room, "%.17g, measured %.17g", orthogonality,
            quality.orthogonality);
}

static void check_order_and_sign(problem p) {
  for (size_t l = 0; l < p.n; l++) {
    cr_assert(l == 0 || p.values[l - 1] <= p.values[l]);
    size_t largest = 0;
    for (size_t i = 1; i < p.n; i++) {
      if (fabs(p.vectors[l * p.n + i]) > fabs(p.vectors[l * p.n + largest])) largest = i;
    }
    cr_assert(p.vectors[l * p.n + largest] > 0);
  }
}

Test(linalg_eigen, random_matrices_of_many_orders) {
  for (int b = 0; b < BACKENDS; b++) {
    random_stream *stream = stream_of("matrices");
    eigen_solver *solver = solver_of(backends[b], 2000); /* much larger than what is solved */
    for (size_t n = 1; n <= 120; n = n * 3 / 2 + 1) {
      problem p = problem_of(n);
      eigen_quality quality;
      fill_random(stream, p, 1);
      cr_assert_eq(eigen_solve(solver, n, p.a, n, p.values, p.vectors, &quality), STATUS_OK, "%s", status_message());
      check_pairs(backends[b]->name, p, quality);
      check_order_and_sign(p);
      problem_free(p);
    }
    eigen_solver_free(solver);
    random_stream_free(stream);
  }
}

/* A = tridiag(-1, 2, -1) has the eigenvalues 2 - 2 cos(k pi / (n+1)) and eigenvectors sin(k i pi / (n+1)). */
Test(linalg_eigen, second_difference) {
  for (int b = 0; b < BACKENDS; b++) {
    eigen_solver *solver = solver_of(backends[b], 60);
    for (size_t n = 2; n <= 60; n += 29) {
      problem p = problem_of(n);
      for (size_t i = 0; i < n; i++) {
        p.a[i * n + i] = 2;
        if (i + 1 < n) p.a[i * n + i + 1] = p.a[(i + 1) * n + i] = -1;
      }
      cr_assert_eq(eigen_solve(solver, n, p.a, n, p.values, p.vectors, NULL), STATUS_OK);
      for (size_t k = 1; k <= n; k++) {
        const double angle = (double)k * M_PI / (double)(n + 1), truth = 2 - 2 * cos(angle);
        /* Weyl: within the backward error, here n eps |A|, |A| < 4 */
        cr_expect(fabs(p.values[k - 1] - truth) <= 4 * (double)n * DBL_EPSILON, "%.17g, truth %.17g", p.values[k - 1],
                  truth);
        double cosine = 0;
        for (size_t i = 1; i <= n; i++) cosine += p.vectors[(k - 1) * n + i - 1] * sin((double)i * angle);
        cosine *= sqrt(2 / (double)(n + 1));
        cr_expect(fabs(fabs(cosine) - 1) <= 1e-12, "vector %zu: cosine %.17g", k, cosine);
      }
      problem_free(p);
    }
    eigen_solver_free(solver);
  }
}

Test(linalg_eigen, backends_agree) {
  enum { N = 80 };
  random_stream *stream = stream_of("agreement");
  problem p = problem_of(N), q = problem_of(N);
  fill_random(stream, p, 1);
  eigen_solver *gsl = solver_of(&eigen_gsl, N), *own = solver_of(&eigen_own, N);
  cr_assert_eq(eigen_solve(gsl, N, p.a, N, p.values, p.vectors, NULL), STATUS_OK);
  cr_assert_eq(eigen_solve(own, N, p.a, N, q.values, q.vectors, NULL), STATUS_OK);
  const double norm = kernel_norm(N * N, p.a);
  for (size_t l = 0; l < N; l++) {
    cr_expect(fabs(p.values[l] - q.values[l]) <= N * DBL_EPSILON * norm, "%.17g and %.17g", p.values[l], q.values[l]);
    double gap = INFINITY;
    if (l > 0) gap = fmin(gap, p.values[l] - p.values[l - 1]);
    if (l + 1 < N) gap = fmin(gap, p.values[l + 1] - p.values[l]);
    for (size_t i = 0; i < N; i++) { /* Davis-Kahan */
      cr_expect(fabs(p.vectors[l * N + i] - q.vectors[l * N + i]) <= 4 * N * DBL_EPSILON * norm / gap, "vector %zu", l);
    }
  }
  eigen_solver_free(gsl);
  eigen_solver_free(own);
  problem_free(p);
  problem_free(q);
  random_stream_free(stream);
}

Test(linalg_eigen, diagonal_matrices_are_exact) {
  const double diagonal[] = {0.1, -3, 7, 0.1, 1e-300};
  const size_t rank[] = {1, 4, 0, 3, 2}; /* ascending, ties by index */
  eigen_solver *solver = solver_of(&eigen_own, 5);
  problem p = problem_of(5);
  eigen_quality quality = {1, 1};
  for (size_t i = 0; i < 5; i++) p.a[i * 5 + i] = diagonal[i];
  cr_assert_eq(eigen_solve(solver, 5, p.a, 5, p.values, p.vectors, &quality), STATUS_OK);
  cr_assert(quality.residual == 0 && quality.orthogonality == 0);
  for (size_t l = 0; l < 5; l++) {
    cr_assert(p.values[l] == diagonal[rank[l]]);
    for (size_t i = 0; i < 5; i++) cr_assert(p.vectors[l * 5 + i] == (i == rank[l] ? 1 : 0));
  }
  cr_assert_eq(eigen_solve(solver, 1, diagonal + 1, 1, p.values, p.vectors, &quality), STATUS_OK);
  cr_assert(p.values[0] == -3 && p.vectors[0] == 1);
  memset(p.a, 0, 25 * sizeof *p.a);
  cr_assert_eq(eigen_solve(solver, 5, p.a, 5, p.values, p.vectors, &quality), STATUS_OK);
  for (size_t l = 0; l < 5; l++) cr_assert(p.values[l] == 0 && p.vectors[6 * l] == 1);
  problem_free(p);
  eigen_solver_free(solver);
}

/* A projection: eigenvalues 0 and 1, each many times. */
Test(linalg_eigen, repeated_eigenvalues) {
  enum { N = 40, R = 13 };
  random_stream *stream = stream_of("projection");
  problem p = problem_of(N);
  double frame[R * N], columns[N * R];
  cr_assert_eq(frame_random(stream, N, R, frame), STATUS_OK);
  for (size_t l = 0; l < R; l++) {
    for (size_t i = 0; i < N; i++) columns[i * R + l] = frame[l * N + i];
  }
  kernel_multiply_transposed(N, N, R, columns, R, columns, R, p.a, N);
  for (int b = 0; b < BACKENDS; b++) {
    eigen_solver *solver = solver_of(backends[b], N);
    eigen_quality quality;
    cr_assert_eq(eigen_solve(solver, N, p.a, N, p.values, p.vectors, &quality), STATUS_OK);
    check_pairs(backends[b]->name, p, quality);
    for (size_t l = 0; l < N; l++) {
      cr_expect(fabs(p.values[l] - (l < N - R ? 0 : 1)) <= 4 * N * DBL_EPSILON, "value %zu: %.17g", l, p.values[l]);
    }
    eigen_solver_free(solver);
  }
  problem_free(p);
  random_stream_free(stream);
}

/* Entries whose squares over- or underflow: the same problem scaled by a power of two, so the same bytes. */
Test(linalg_eigen, extreme_scales) {
  enum { N = 12 };
  random_stream *stream = stream_of("scales");
  eigen_solver *solver = solver_of(&eigen_own, N);
  problem p = problem_of(N), q = problem_of(N);
  fill_random(stream, p, 1);
  cr_assert_eq(eigen_solve(solver, N, p.a, N, p.values, p.vectors, NULL), STATUS_OK);
  static const int exponents[] = {-900, -300, 300, 900, 1015};
  for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
    for (size_t i = 0; i < N * N; i++) q.a[i] = ldexp(p.a[i], exponents[k]);
    cr_assert_eq(eigen_solve(solver, N, q.a, N, q.values, q.vectors, NULL), STATUS_OK, "%s", status_message());
    for (size_t l = 0; l < N; l++) {
      const double expected = ldexp(p.values[l], exponents[k]);
      cr_expect(fabs(q.values[l] / expected - 1) <= 1e-13, "2^%d: %.17g, expected %.17g", exponents[k], q.values[l],
                expected);
    }
  }
  problem_free(p);
  problem_free(q);
  eigen_solver_free(solver);
  random_stream_free(stream);
}

Test(linalg_eigen, stride_is_respected_and_the_matrix_kept) {
  enum { N = 9, STRIDE = 14 };
  random_stream *stream = stream_of("stride");
  eigen_solver *solver = solver_of(&eigen_own, N);
  problem p = problem_of(N), q = problem_of(N);
  fill_random(stream, p, 1);
  double wide[N * STRIDE], before[N * STRIDE];
  for (size_t i = 0; i < N * STRIDE; i++) wide[i] = NAN; /* the padding is never read */
  for (size_t i = 0; i < N; i++) memcpy(wide + i * STRIDE, p.a + i * N, N * sizeof *wide);
  memcpy(before, wide, sizeof wide);
  cr_assert_eq(eigen_solve(solver, N, p.a, N, p.values, p.vectors, NULL), STATUS_OK);
  cr_assert_eq(eigen_solve(solver, N, wide, STRIDE, q.values, q.vectors, NULL), STATUS_OK);
  cr_assert_eq(memcmp(before, wide, sizeof wide), 0);
  cr_assert_eq(memcmp(p.values, q.values, N * sizeof *p.values), 0);
  cr_assert_eq(memcmp(p.vectors, q.vectors, N * N * sizeof *p.vectors), 0);
  problem_free(p);
  problem_free(q);
  eigen_solver_free(solver);
  random_stream_free(stream);
}

Test(linalg_eigen, entries_that_are_not_finite_are_refused) {
  eigen_solver *solver = solver_of(&eigen_own, 3);
  const double broken[] = {NAN, INFINITY, -INFINITY};
  double values[3], vectors[9];
  for (int k = 0; k < 9; k++) {
    for (int v = 0; v < 3; v++) {
      double a[9] = {1, 0.5, 0.25, 0.5, 1, 0.5, 0.25, 0.5, 1};
      a[k] = broken[v];
      cr_expect_eq(eigen_solve(solver, 3, a, 3, values, vectors, NULL), STATUS_NUMERIC, "entry %d = %g", k, broken[v]);
    }
  }
  const double a[16] = {0};
  cr_expect_eq(eigen_solve(solver, 4, a, 4, values, vectors, NULL), STATUS_INVALID);
  cr_expect_eq(eigen_solve(solver, 0, a, 4, values, vectors, NULL), STATUS_INVALID);
  eigen_solver_free(solver);
  eigen_solver_free(NULL);
  cr_expect_eq(eigen_solver_new(&eigen_own, 0, &solver), STATUS_INVALID);
}

/* Back-ends that lie: the guard must notice. */
static status create_nothing(size_t largest, void **workspace) {
  (void)largest;
  *workspace = NULL;
  return STATUS_OK;
}

static void destroy_nothing(void *workspace) {
  (void)workspace;
}

static status wrong_pairs(void *workspace, size_t n, double *a, double *values, double *vectors) {
  (void)workspace;
  if (vectors != NULL) memset(vectors, 0, n * n * sizeof *vectors);
  for (size_t i = 0; i < n; i++) {
    values[i] = a[i * n + i];
    if (vectors != NULL) vectors[i * n + i] = 1;
  }
  return STATUS_OK;
}

static status no_vectors(void *workspace, size_t n, double *a, double *values, double *vectors) {
  (void)workspace;
  (void)a;
  memset(values, 0, n * sizeof *values);
  if (vectors != NULL) memset(vectors, 0, n * n * sizeof *vectors); /* residual 0 */
  return STATUS_OK;
}

static status not_numbers(void *workspace, size_t n, double *a, double *values, double *vectors) {
  wrong_pairs(workspace, n, a, values, vectors);
  values[n - 1] = NAN;
  return STATUS_OK;
}

static status gives_up(void *workspace, size_t n, double *a, double *values, double *vectors) {
  (void)workspace;
  (void)a;
  (void)values;
  (void)vectors;
  return FAIL(STATUS_NUMERIC, "no convergence at order %zu", n);
}

Test(linalg_eigen, bad_backends_are_caught) {
  status (*const solves[])(void *, size_t, double *, double *, double *) = {wrong_pairs, no_vectors, not_numbers,
                                                                            gives_up};
  const double a[] = {1, 0.1, 0.1, 2};
  double values[2], vectors[4];
  for (size_t i = 0; i < sizeof solves / sizeof *solves; i++) {
    const eigen_backend bad = {"bad", create_nothing, solves[i], destroy_nothing};
    eigen_solver *solver = solver_of(&bad, 2);
    cr_expect_eq(eigen_solve(solver, 2, a, 2, values, vectors, NULL), STATUS_NUMERIC, "back-end %zu", i);
    cr_expect_eq(eigen_solve(solver, 2, a, 2, values, NULL, NULL), STATUS_NUMERIC, "values of back-end %zu", i);
    eigen_solver_free(solver);
  }
}

Test(linalg_eigen, backends_by_name) {
  const eigen_backend *backend = NULL;
  cr_assert_eq(eigen_backend_by_name("gsl", &backend), STATUS_OK);
  cr_assert(backend == &eigen_gsl);
  cr_assert_eq(eigen_backend_by_name("own", &backend), STATUS_OK);
  cr_assert(backend == &eigen_own);
  cr_assert_eq(eigen_backend_by_name("lapack", &backend), STATUS_INVALID); /* 1.1 had it */
  cr_assert_not_null(strstr(status_message(), "own is as fast"), "%s", status_message());
  cr_assert_eq(eigen_backend_by_name("magma", &backend), STATUS_INVALID);
  cr_assert_not_null(strstr(status_message(), "gsl, own"), "%s", status_message());
}

/* Values without vectors are those with them, to rounding; wrong ones are caught by their sums. */
Test(linalg_eigen, values_only) {
  enum { N = 90 };
  random_stream *stream = stream_of("values");
  problem p = problem_of(N), q = problem_of(N);
  fill_random(stream, p, 1);
  const double norm = kernel_norm(N * N, p.a);
  for (int b = 0; b < BACKENDS; b++) {
    eigen_solver *solver = solver_of(backends[b], N);
    OK(eigen_solve(solver, N, p.a, N, p.values, p.vectors, NULL));
    OK(eigen_solve(solver, N, p.a, N, q.values, NULL, NULL));
    for (size_t l = 0; l < N; l++) cr_expect(fabs(p.values[l] - q.values[l]) <= N * DBL_EPSILON * norm, "value %zu", l);
    const double diagonal[] = {2, 0, 0, 1};
    OK(eigen_solve(solver, 2, diagonal, 2, q.values, NULL, NULL));
    cr_expect(q.values[0] == 1 && q.values[1] == 2);
    eigen_solver_free(solver);
  }
  problem_free(p);
  problem_free(q);
  random_stream_free(stream);
}

/* Distances of few items among many: most of the matrix is rounding after tridiagonalisation, on which QR steps without
 * care never end. */
Test(linalg_eigen, low_rank_with_rounding, .timeout = 60) {
  enum { N = 260, STEPS = 60 };
  for (int b = 0; b < BACKENDS; b++) {
    eigen_solver *solver = solver_of(backends[b], N);
    random_stream *stream = NULL;
    problem p = problem_of(N);
    cr_assert_eq(random_stream_new(1, "large", &stream), STATUS_OK);
    for (size_t t = 0; t < STEPS; t++) {
      const size_t j = random_index(stream, N), i = random_index(stream, 12);
      const double half = 0.5 * random_range(stream, -0.3, 0.3);
      if (i == j) continue;
      p.a[i * (N + 1)] += half;
      p.a[j * (N + 1)] += half;
      p.a[i * N + j] -= half;
      p.a[j * N + i] -= half;
      if (t < STEPS - 20) continue;
      eigen_quality quality;
      cr_assert_eq(eigen_solve(solver, N, p.a, N, p.values, p.vectors, &quality), STATUS_OK, "%s", status_message());
      cr_expect(quality.residual <= 1e-12 && quality.orthogonality <= 1e-12, "%s: %g, %g", backends[b]->name,
                quality.residual, quality.orthogonality);
    }
    random_stream_free(stream);
    problem_free(p);
    eigen_solver_free(solver);
  }
}
