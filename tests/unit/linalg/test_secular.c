/* The eigenproblem after a change of rank one: against GSL's decomposition of the same matrix, and against what every
 * solution must have: sorted values that interlace, trace, small residual, orthogonal vectors. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/sorting.h"
#include "linalg/eigen.h"
#include "linalg/eigen/secular.h"
#include "unit/check.h"
#include "unit/eigen_of.h"

enum { MOST = 120 };

typedef struct problem {
  size_t n;
  double rho, d[MOST], z[MOST];
} problem;

/* max(|d|, |rho| |z|^2): the size in which errors are counted. */
static double size_of(const problem *p) {
  double size = 0.0, square = 0.0;
  for (size_t i = 0; i < p->n; i++) {
    size = fmax(size, fabs(p->d[i]));
    square += p->z[i] * p->z[i];
  }
  return fmax(size, fabs(p->rho) * square);
}

/* ---- the properties; everything in long double, which adds no error that counts */

static double residual_of(const problem *p, const double *values, const double *vectors) {
  const size_t n = p->n;
  double worst = 0.0;
  for (size_t l = 0; l < n; l++) {
    const double *v = vectors + l * n;
    long double inner = 0.0L, square = 0.0L;
    for (size_t i = 0; i < n; i++) inner += (long double)p->z[i] * v[i];
    for (size_t i = 0; i < n; i++) {
      const long double entry = ((long double)p->d[i] - values[l]) * v[i] + (long double)p->rho * inner * p->z[i];
      square += entry * entry;
    }
    worst = fmax(worst, (double)sqrtl(square));
  }
  return worst;
}

static double defect_of(size_t n, const double *vectors) {
  double worst = 0.0;
  for (size_t l = 0; l < n; l++) {
    for (size_t m = 0; m <= l; m++) {
      long double sum = l == m ? -1.0L : 0.0L;
      for (size_t i = 0; i < n; i++) sum += (long double)vectors[l * n + i] * vectors[m * n + i];
      worst = fmax(worst, fabs((double)sum));
    }
  }
  return worst;
}

/* Weyl: with rho > 0, d_j <= values_j <= d_{j+1}, and values_n <= d_n + rho |z|^2; mirrored for rho < 0. */
static void check_interlacing(const char *name, const problem *p, const double *values, double room) {
  double sorted[MOST], square = 0.0;
  for (size_t i = 0; i < p->n; i++) square += p->z[i] * p->z[i];
  memcpy(sorted, p->d, p->n * sizeof *sorted);
  qsort(sorted, p->n, sizeof *sorted, order_doubles);
  for (size_t j = 0; j < p->n; j++) {
    const bool up = p->rho > 0.0;
    const double before = j > 0 ? sorted[j - 1] : sorted[0] + p->rho * square;
    const double after = j + 1 < p->n ? sorted[j + 1] : sorted[j] + p->rho * square;
    const double low = up ? sorted[j] : before, high = up ? after : sorted[j];
    cr_expect(values[j] >= low - room && values[j] <= high + room, "%s, n = %zu: value %zu, %.17g, not in %.17g..%.17g",
              name, p->n, j, values[j], low, high);
    if (j > 0) cr_expect(values[j] >= values[j - 1], "%s: values are not sorted", name);
  }
}

static void check_trace(const char *name, const problem *p, const double *values, double room) {
  long double trace = 0.0L;
  for (size_t i = 0; i < p->n; i++) trace += (long double)p->d[i] + (long double)p->rho * p->z[i] * p->z[i] - values[i];
  cr_expect(fabs((double)trace) <= room * (double)p->n, "%s, n = %zu: the trace is wrong by %.3g of %.3g", name, p->n,
            (double)trace, room);
}

static void check_against_gsl(const char *name, const problem *p, const double *values, double room) {
  static double a[MOST * MOST], vectors[MOST * MOST], expected[MOST];
  const size_t n = p->n;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) a[i * n + j] = p->rho * (p->z[i] * p->z[j]) + (i == j ? p->d[i] : 0.0);
  }
  eigen_of(n, a, expected, vectors);
  for (size_t l = 0; l < n; l++) {
    cr_expect(fabs(values[l] - expected[l]) <= room, "%s, n = %zu: value %zu is %.17g, GSL's %.17g", name, n, l,
              values[l], expected[l]);
  }
}

static void check(const char *name, const problem *p) {
  static double values[MOST], vectors[MOST * MOST];
  secular *s = NULL;
  cr_assert_eq(secular_new(p->n, &s), STATUS_OK);
  cr_assert(secular_solve(s, p->n, p->d, p->rho, p->z, values, vectors), "%s, n = %zu: refused", name, p->n);
  secular_free(s);
  const double size = size_of(p), n = (double)p->n;
  const double residual = residual_of(p, values, vectors), defect = defect_of(p->n, vectors);
  cr_expect(residual <= 8.0 * DBL_EPSILON * sqrt(n) * size, "%s, n = %zu: residual %.3g of %.3g", name, p->n, residual,
            size);
  cr_expect(defect <= 8.0 * DBL_EPSILON * sqrt(n), "%s, n = %zu: an inner product of vectors is wrong by %.3g", name,
            p->n, defect);
  check_interlacing(name, p, values, 8.0 * DBL_EPSILON * sqrt(n) * size);
  check_trace(name, p, values, 8.0 * DBL_EPSILON * size);
  check_against_gsl(name, p, values, 8.0 * DBL_EPSILON * n * size);
}

/* ---- spectra */

typedef enum spectrum {
  RANDOM,
  CLUSTERED,  /* within 1e-15 to 1e-8 of each other */
  REPEATED,   /* few values */
  EQUAL,      /* one value */
  NEIGHBOURS, /* neighbouring doubles */
  HUGE_RANGE, /* over 30 decades, both signs */
  GEOMETRIC,  /* each half of the one before: graded */
  WILKINSON,  /* pairs that agree to many digits */
  ZERO,
  SPECTRA
} spectrum;

typedef enum change {
  GAUSSIAN,
  TINY_SOME, /* many entries far below rounding errors */
  TINY_ALL,
  GRADED,
  ONE_ENTRY,
  NO_ENTRY,
  HUGE_ENTRY,
  CHANGES
} change;

static double spectrum_entry(random_stream *stream, spectrum which, size_t i, size_t n) {
  switch (which) {
  case CLUSTERED: return (double)(i % 3) + pow(10.0, random_range(stream, -15.0, -8.0)) * random_gaussian(stream);
  case REPEATED: return (double)random_index(stream, 4) - 1.0;
  case EQUAL: return -0.7;
  case NEIGHBOURS: return 1.0 + DBL_EPSILON * (double)i;
  case HUGE_RANGE: return random_gaussian(stream) * pow(10.0, random_range(stream, -25.0, 5.0));
  case GEOMETRIC: return ldexp(1.0, -(int)i);
  case WILKINSON: return fabs((double)i - 0.5 * (double)n) + 1e-14 * random_uniform(stream);
  case ZERO: return 0.0;
  default: return random_gaussian(stream);
  }
}

static double change_entry(random_stream *stream, change which, size_t i, size_t n) {
  const double z = random_gaussian(stream);
  switch (which) {
  case TINY_SOME: return random_chance(stream, 0.5) ? z * 1e-17 : z;
  case TINY_ALL: return z * 1e-10;
  case GRADED: return z * pow(10.0, -16.0 * (double)i / (double)n);
  case ONE_ENTRY: return i == n / 2 ? 1.3 : 0.0;
  case NO_ENTRY: return 0.0;
  case HUGE_ENTRY: return i == n / 3 ? 1e12 : z;
  default: return z;
  }
}

static void fill(random_stream *stream, spectrum kind, change step, size_t n, problem *p) {
  static const double strengths[] = {1.0, -1.0, 1e-8, -1e-13, 1e9, -300.0};
  p->n = n;
  p->rho = strengths[random_index(stream, 6)];
  for (size_t i = 0; i < n; i++) {
    p->d[i] = spectrum_entry(stream, kind, i, n);
    p->z[i] = change_entry(stream, step, i, n);
  }
}

Test(secular, all_spectra) {
  static const size_t orders[] = {1, 2, 3, 4, 5, 9, 16, 33, 64, MOST};
  static problem p;
  random_stream *stream = stream_of("spectra");
  for (spectrum kind = 0; kind < SPECTRA; kind++) {
    for (change step = 0; step < CHANGES; step++) {
      for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        char name[64];
        fill(stream, kind, step, orders[i], &p);
        (void)snprintf(name, sizeof name, "spectrum %u, change %u, rho = %g", kind, step, p.rho);
        check(name, &p);
      }
    }
  }
  random_stream_free(stream);
}

/* By hand: diag(0, 2) + (1, 1)(1, 1)^T = [[1, 1], [1, 3]], values 2 -+ sqrt 2. */
Test(secular, by_hand) {
  secular *s = NULL;
  double values[2], vectors[4];
  cr_assert_eq(secular_new(2, &s), STATUS_OK);
  cr_assert(secular_solve(s, 2, (const double[]){2.0, 0.0}, 1.0, (const double[]){1.0, 1.0}, values, vectors));
  cr_expect(fabs(values[0] - (2.0 - sqrt(2.0))) <= 4.0 * DBL_EPSILON);
  cr_expect(fabs(values[1] - (2.0 + sqrt(2.0))) <= 4.0 * DBL_EPSILON);
  /* (3 - x, -1) is an eigenvector for x in the order (2, 0) of d */
  for (size_t l = 0; l < 2; l++) {
    const double one = values[l] - 1.0, two = 1.0, norm = hypot(one, two);
    cr_expect(fabs(fabs(vectors[2 * l] * one + vectors[2 * l + 1] * two) - norm) <= 8.0 * DBL_EPSILON * norm);
  }
  secular_free(s);
}

/* Numbers without a decomposition, and those whose squares are no doubles, are refused; nothing else is. */
Test(secular, refusals) {
  const double d[] = {0.0, 1.0, 3.0}, z[] = {0.3, -0.2, 0.9};
  const double wrong[] = {NAN, INFINITY, -INFINITY, 1e200};
  double values[3], vectors[9], one[3];
  secular *s = NULL;
  cr_assert_eq(secular_new(3, &s), STATUS_OK);
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 3; j++) {
      memcpy(one, d, sizeof one);
      one[j] = wrong[i];
      cr_expect_not(secular_solve(s, 3, one, 1.0, z, values, vectors), "d_%zu = %g", j, wrong[i]);
      cr_expect_not(secular_solve(s, 3, one, 1.0, (const double[]){1.0, 0.0, 0.0}, values, vectors), "d_%zu = %g", j,
                    wrong[i]);
    }
    memcpy(one, z, sizeof one);
    one[2] = wrong[i];
    cr_expect_not(secular_solve(s, 3, d, 1.0, one, values, vectors), "z = %g", wrong[i]);
    cr_expect_not(secular_solve(s, 3, d, wrong[i], z, values, vectors), "rho = %g", wrong[i]);
  }
  cr_expect(secular_solve(s, 3, d, 0.0, z, values, vectors));
  cr_expect_eq(values[2], 3.0);
  secular_free(s);
}
