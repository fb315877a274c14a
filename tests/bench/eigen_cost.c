/* What a decomposition costs and how good it is: the eigensolver of our own, with the checks of its results that every one has, and
 * GSL's.
 *
 *   eigen_cost ORDER [ROUNDS]   prints, for a symmetric random matrix, a line
 *                               order own_ns values_ns hermitian_ns gsl_ns own_residual gsl_residual own_orthogonality gsl_orthogonality
 *
 *   own_ns, gsl_ns   median over ROUNDS, of 11 at most; GSL's of one, and nan above order 512, where it takes seconds
 *   values_ns        without vectors
 *   hermitian_ns     of a Hermitian matrix of this order, as a real one of twice the order
 *   residual         over DBL_EPSILON and the order, orthogonality too */
#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "bench/timing.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"

enum { MOST_ROUNDS = 11, MOST_OF_GSL = 512 };

typedef struct bench {
  random_stream *stream;
  double *a, *values, *vectors;
} bench;

static void bench_free(bench *b) {
  random_stream_free(b->stream);
  free(b->a);
  free(b->values);
  free(b->vectors);
}

static status bench_new(size_t order, bench *b) {
  TRY(random_stream_new(1, "eigen", &b->stream));
  TRY(NEW_ARRAY(4 * order * order, b->a));
  TRY(NEW_ARRAY(2 * order, b->values));
  return NEW_ARRAY(4 * order * order, b->vectors);
}

static void fill(bench *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) b->a[i * n + j] = b->a[j * n + i] = random_gaussian(b->stream);
  }
}

/* [[P, -S], [S, P]] of order 2n */
static void fill_hermitian(bench *b, size_t n) {
  double *top = b->a, *bottom = b->a + 2 * n * n;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      const double real = random_gaussian(b->stream), imaginary = i == j ? 0.0 : random_gaussian(b->stream);
      top[i * 2 * n + j] = top[j * 2 * n + i] = bottom[i * 2 * n + n + j] = bottom[j * 2 * n + n + i] = real;
      bottom[i * 2 * n + j] = top[j * 2 * n + n + i] = imaginary;
      bottom[j * 2 * n + i] = top[i * 2 * n + n + j] = -imaginary;
    }
  }
}

static status measure(bench *b, const eigen_backend *backend, size_t n, size_t rounds, double *vectors, double *cost,
                      eigen_quality *quality) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  double times[MOST_ROUNDS];
  TRY(eigen_solver_new(backend, n, &solver));
  for (size_t round = 0; round < rounds; round++) {
    const double start = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    TRY(eigen_solve(solver, n, b->a, n, b->values, vectors, quality));
    times[round] = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - start;
  }
  *cost = median_of(rounds, times);
  return STATUS_OK;
}

static status measure_all(bench *b, size_t n, size_t rounds) {
  double own = NAN, values = NAN, hermitian = NAN, gsl = NAN;
  eigen_quality of_own = {NAN, NAN}, of_gsl = {NAN, NAN};
  fill(b, n);
  const double unit = DBL_EPSILON * (double)n, size = kernel_norm(n * n, b->a);
  TRY(measure(b, &eigen_own, n, rounds, b->vectors, &own, &of_own));
  TRY(measure(b, &eigen_own, n, rounds, NULL, &values, NULL));
  if (n <= MOST_OF_GSL) TRY(measure(b, &eigen_gsl, n, 1, b->vectors, &gsl, &of_gsl));
  fill_hermitian(b, n);
  TRY(measure(b, &eigen_own, 2 * n, rounds, b->vectors, &hermitian, NULL));
  printf("%zu %.6g %.6g %.6g %.6g %.3g %.3g %.3g %.3g\n", n, own, values, hermitian, gsl,
         of_own.residual / (unit * size), of_gsl.residual / (unit * size), of_own.orthogonality / unit,
         of_gsl.orthogonality / unit);
  return STATUS_OK;
}

int main(int count, char **arguments) {
  const size_t order = count > 1 ? strtoul(arguments[1], NULL, 10) : 0;
  const size_t given = count > 2 ? strtoul(arguments[2], NULL, 10) : 5;
  bench b = {0};
  if (order < 1 || order > 4096) {
    fprintf(stderr, "usage: eigen_cost ORDER [ROUNDS]\n");
    return 2;
  }
  gsl_set_error_handler_off();
  status code = bench_new(order, &b);
  if (code == STATUS_OK) code = measure_all(&b, order, given < 1 ? 1 : given > MOST_ROUNDS ? MOST_ROUNDS : given);
  bench_free(&b);
  if (code != STATUS_OK) fprintf(stderr, "eigen_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
