/* Best linear predictors in hindsight: least squares against orthogonalisation in long double, the simplex and the l1
 * ball against the enumeration of faces, and every certificate against an independent loss. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "hindsight/square_loss/least_squares_fit.h"
#include "hindsight/square_loss/regression_fit.h"
#include "unit/check.h"

enum { MOST_N = 64, MOST_TRIALS = 1024 };

typedef struct table {
  size_t n, count;
  double a[MOST_TRIALS][MOST_N], y[MOST_TRIALS];
  instance x[MOST_TRIALS];
  size_t index[MOST_TRIALS][MOST_N];
  double value[MOST_TRIALS][MOST_N];
} table;

/* Gaussian rows and labels. */
static table *random_table(random_stream *stream, size_t n, size_t count) {
  table *d = calloc(1, sizeof *d);
  d->n = n;
  d->count = count;
  for (size_t t = 0; t < count; t++) {
    random_gaussian_vector(stream, n, d->a[t]);
    d->y[t] = random_gaussian(stream);
    d->x[t] = instance_dense_vector(n, d->a[t]);
  }
  return d;
}

static void make_sparse(table *d) {
  for (size_t t = 0; t < d->count; t++) {
    size_t kept = 0;
    for (size_t i = 0; i < d->n; i++) {
      if (d->a[t][i] == 0) continue;
      d->index[t][kept] = i;
      d->value[t][kept++] = d->a[t][i];
    }
    d->x[t] = instance_sparse(INSTANCE_VECTOR, d->n, kept, d->index[t], d->value[t]);
  }
}

static long double loss_at(const table *d, const long double *u) {
  long double sum = 0;
  for (size_t t = 0; t < d->count; t++) {
    long double e = -d->y[t];
    for (size_t i = 0; i < d->n; i++) e += d->a[t][i] * u[i];
    sum += e * e;
  }
  return sum;
}

typedef struct answer {
  double u[MOST_N], least;
  long double loss;
  comparator_origin origin;
} answer;

static answer fit(const table *d, regression_class kind, double radius) {
  answer out = {.least = NAN};
  long double u[MOST_N];
  comparator *best = NULL;
  OK(comparator_regression_fit(kind, radius, d->n, d->count, d->x, d->y, &best));
  for (size_t i = 0; i < d->n; i++) {
    double one = 1;
    const instance unit = instance_sparse(INSTANCE_VECTOR, d->n, 1, &i, &one);
    out.u[i] = comparator_value(best, &unit);
    u[i] = out.u[i];
  }
  out.loss = loss_at(d, u);
  out.least = comparator_least(best);
  out.origin = comparator_origin_of(best);
  comparator_free(best);
  return out;
}

/* The squared distance of y from the span of the columns, by Gram-Schmidt in long double, thrice; columns within `same`
 * of the span of earlier columns count as dependent. */
static long double least_of_span(const table *d, long double same) {
  static long double q[MOST_N + 1][MOST_TRIALS];
  size_t rank = 0;
  for (size_t i = 0; i <= d->n; i++) {
    long double *v = q[rank], before = 0, after = 0;
    for (size_t t = 0; t < d->count; t++) v[t] = i < d->n ? d->a[t][i] : d->y[t];
    for (size_t t = 0; t < d->count; t++) before += v[t] * v[t];
    for (int pass = 0; pass < 3; pass++) {
      for (size_t l = 0; l < rank; l++) {
        long double product = 0;
        for (size_t t = 0; t < d->count; t++) product += v[t] * q[l][t];
        for (size_t t = 0; t < d->count; t++) v[t] -= product * q[l][t];
      }
    }
    for (size_t t = 0; t < d->count; t++) after += v[t] * v[t];
    if (i == d->n) return after;
    if (after <= same * same * before) continue;
    for (size_t t = 0; t < d->count; t++) v[t] /= sqrtl(after);
    rank++;
  }
  return NAN;
}

/* reference: a table whose columns have the same span. exact: both ends of the answer meet. */
static void check_squares(const table *d, const table *reference, double tolerance, bool exact) {
  const answer found = fit(d, REGRESSION_LEAST_SQUARES, 0);
  const long double least = least_of_span(reference, 1e-13L);
  cr_assert_leq(found.least, (double)(least + 1e-18L * (1 + least)), "%.17g above %.17Lg", found.least, least);
  cr_assert_geq(found.least, (double)least - tolerance * fmax(1, (double)least), "%.17g, not %.17Lg", found.least,
                least);
  cr_assert_float_eq((double)found.loss, (double)least, 1e-11 * fmax(1, (double)least));
  cr_assert(!exact || found.origin == COMPARATOR_EXACT);
}

Test(regression_fit, least_squares_are_the_distance_from_the_span) {
  random_stream *stream;
  OK(random_stream_new(1, "least squares", &stream));
  for (size_t round = 0; round < 30; round++) {
    const size_t n = 1 + random_index(stream, 20), count = n + random_index(stream, 300);
    table *d = random_table(stream, n, count);
    if (round % 3 == 1) { /* columns of very different lengths, and a common offset */
      for (size_t t = 0; t < count; t++) {
        for (size_t i = 0; i < n; i++) d->a[t][i] = (d->a[t][i] + 3) * pow(10, (double)(i % 7) - 3);
      }
    }
    if (round % 3 == 2) {
      for (size_t t = 0; t < count; t++) {
        for (size_t i = 0; i < n; i++) d->a[t][i] = random_chance(stream, 0.5) ? d->a[t][i] : 0;
      }
      make_sparse(d);
    }
    check_squares(d, d, 1e-11, true);
    free(d);
  }
  random_stream_free(stream);
}

/* Condition numbers for which Cholesky's factorisation of the Gram matrix proves nothing. */
Test(regression_fit, nearly_dependent_columns) {
  random_stream *stream;
  OK(random_stream_new(2, "least squares", &stream));
  for (int digits = 4; digits <= 10; digits++) {
    table *d = random_table(stream, 6, 200);
    table *apart = malloc(sizeof *apart); /* without the common part: long double subtracts it exactly */
    cr_assert_not_null(apart);
    for (size_t t = 0; t < d->count; t++) d->a[t][5] = d->a[t][0] + d->a[t][1] + pow(10, -digits) * d->a[t][5];
    *apart = *d;
    for (size_t t = 0; t < d->count; t++) {
      apart->a[t][5] = (double)((long double)d->a[t][5] - d->a[t][0] - d->a[t][1]);
    }
    /* The answer has entries of about 10^digits, so its predictions are rounded by eps 10^digits: 2e-6 at the last one. */
    check_squares(d, apart, 1e-8, digits < 10);
    free(d);
    free(apart);
  }
  random_stream_free(stream);
}

/* The answer of least norm lies in the span of the rows: it is orthogonal to the columns' dependencies. */
static void check_orthogonal(const double *u, size_t n, const double *dependency) {
  double product = 0, size = 0;
  for (size_t i = 0; i < n; i++) {
    product += u[i] * dependency[i];
    size += fabs(u[i] * dependency[i]);
  }
  cr_assert_float_eq(product, 0, 1e-12 * fmax(1, size), "%.17g", product);
}

Test(regression_fit, least_norm_among_least_squares) {
  random_stream *stream;
  OK(random_stream_new(3, "least squares", &stream));
  table *d = random_table(stream, 7, 150);
  for (size_t t = 0; t < d->count; t++) { /* 1 = a sum of indicators, a column twice, one of zeros */
    const size_t class = random_index(stream, 3);
    for (size_t i = 0; i < 3; i++) d->a[t][i] = i == class;
    d->a[t][3] = 1;
    d->a[t][5] = d->a[t][4];
    d->a[t][6] = 0;
  }
  check_squares(d, d, 1e-9, true);
  const answer found = fit(d, REGRESSION_LEAST_SQUARES, 0);
  check_orthogonal(found.u, 7, (const double[]){1, 1, 1, -1, 0, 0, 0});
  check_orthogonal(found.u, 7, (const double[]){0, 0, 0, 0, 1, -1, 0});
  cr_assert_eq(found.u[6], 0);
  free(d);
  d = random_table(stream, 40, 12); /* fewer trials than columns: loss 0, and u = A^T v */
  const answer wide = fit(d, REGRESSION_LEAST_SQUARES, 0);
  cr_assert_leq((double)wide.loss, 1e-26);
  cr_assert_eq(wide.least, 0);
  cr_assert_eq(wide.origin, COMPARATOR_EXACT);
  table *rows = random_table(stream, 12, 40);
  for (size_t i = 0; i < 40; i++) {
    for (size_t t = 0; t < 12; t++) rows->a[i][t] = d->a[t][i];
    rows->y[i] = wide.u[i];
  }
  cr_assert_leq((double)least_of_span(rows, 1e-13L), 1e-26);
  free(rows);
  free(d);
  random_stream_free(stream);
}

Test(regression_fit, one_trial_and_none) {
  table *d = calloc(1, sizeof *d);
  d->n = 3;
  d->count = 1;
  d->a[0][0] = 3;
  d->a[0][2] = 4;
  d->y[0] = 10;
  d->x[0] = instance_dense_vector(3, d->a[0]);
  answer found = fit(d, REGRESSION_LEAST_SQUARES, 0);
  cr_assert_float_eq(found.u[0], 1.2, 1e-15);
  cr_assert_float_eq(found.u[2], 1.6, 1e-15);
  cr_assert_eq(found.u[1], 0);
  found = fit(d, REGRESSION_SIMPLEX, 2); /* 2 (0,0,1) comes nearest: (8 - 10)^2 */
  cr_assert_eq(found.u[2], 2);
  cr_assert_eq(found.origin, COMPARATOR_EXACT);
  cr_assert_float_eq((double)found.loss, 4, 1e-15);
  d->y[0] = -10;
  found = fit(d, REGRESSION_SIMPLEX, 2);
  cr_assert_eq(found.u[1], 2);
  found = fit(d, REGRESSION_L1_BALL, 2);
  cr_assert_eq(found.u[2], -2);
  d->count = 0;
  for (regression_class kind = REGRESSION_LEAST_SQUARES; kind <= REGRESSION_L1_BALL; kind++) {
    found = fit(d, kind, 1);
    cr_assert_eq(found.loss, 0);
    cr_assert_eq(found.least, 0);
  }
  free(d);
}

/* ---- polytopes: the least loss over the affine hulls of all faces, where it is in the face */

/* m x m, by elimination with pivots; false if singular */
static bool eliminate(size_t m, long double a[][2 * MOST_N + 1], long double *right) {
  for (size_t k = 0; k < m; k++) {
    size_t pivot = k;
    for (size_t i = k + 1; i < m; i++) pivot = fabsl(a[i][k]) > fabsl(a[pivot][k]) ? i : pivot;
    if (fabsl(a[pivot][k]) < 1e-14L) return false;
    for (size_t j = 0; j < m; j++) {
      const long double swap = a[k][j];
      a[k][j] = a[pivot][j];
      a[pivot][j] = swap;
    }
    const long double swap = right[k];
    right[k] = right[pivot];
    right[pivot] = swap;
    for (size_t i = 0; i < m; i++) {
      if (i == k) continue;
      const long double factor = a[i][k] / a[k][k];
      for (size_t j = k; j < m; j++) a[i][j] -= factor * a[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (size_t k = 0; k < m; k++) right[k] /= a[k][k];
  return true;
}

/* u on the face of the vertices radius signs_i e_i, signs_i other than 0 */
static long double face_loss(const table *d, double radius, const int *signs, long double *u) {
  static long double matrix[MOST_N][2 * MOST_N + 1];
  long double right[MOST_N];
  size_t of[MOST_N], m = 0;
  for (size_t i = 0; i < d->n; i++) {
    if (signs[i] != 0) of[m++] = i;
  }
  memset(matrix, 0, sizeof matrix);
  memset(right, 0, sizeof right);
  for (size_t t = 0; t < d->count; t++) {
    for (size_t k = 0; k < m; k++) {
      for (size_t l = 0; l < m; l++) matrix[k][l] += (long double)d->a[t][of[k]] * d->a[t][of[l]];
      right[k] += (long double)d->a[t][of[k]] * d->y[t];
    }
  }
  for (size_t k = 0; k < m; k++) matrix[k][m] = matrix[m][k] = signs[of[k]];
  right[m] = radius;
  if (m == 0 || !eliminate(m + 1, matrix, right)) return INFINITY;
  for (size_t i = 0; i < d->n; i++) u[i] = 0;
  for (size_t k = 0; k < m; k++) {
    if (signs[of[k]] * right[k] < 0) return INFINITY;
    u[of[k]] = right[k];
  }
  return loss_at(d, u);
}

/* All faces of the simplex, or of the boundary of the l1 ball and, in its interior, the least squares of the span. */
static long double enumerate(const table *d, double radius, bool ball, long double *best) {
  int signs[MOST_N];
  long double least = INFINITY, u[MOST_N];
  size_t faces = 1;
  for (size_t i = 0; i < d->n; i++) faces *= ball ? 3 : 2;
  for (size_t face = 0; face < faces; face++) {
    size_t rest = face;
    for (size_t i = 0; i < d->n; i++) {
      signs[i] = (int)(rest % (ball ? 3 : 2));
      if (signs[i] == 2) signs[i] = -1;
      rest /= ball ? 3 : 2;
    }
    const long double loss = face_loss(d, radius, signs, u);
    if (loss >= least) continue;
    least = loss;
    memcpy(best, u, d->n * sizeof *u);
  }
  return least;
}

static void check_feasible(const answer *found, size_t n, double radius, bool ball) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    if (!ball) cr_assert_geq(found->u[i], 0);
    sum += fabs(found->u[i]);
  }
  if (ball) cr_assert_leq(sum, radius * (1 + 1e-14));
  if (!ball) cr_assert_float_eq(sum, radius, 1e-14 * radius);
}

Test(regression_fit, polytopes_against_all_faces) {
  random_stream *stream;
  OK(random_stream_new(4, "polytopes", &stream));
  for (size_t round = 0; round < 60; round++) {
    const size_t n = 1 + random_index(stream, 6), count = n + random_index(stream, 20);
    const double radius = 0.05 + 2 * random_uniform(stream);
    table *d = random_table(stream, n, count);
    if (round % 2 == 1) make_sparse(d);
    for (int ball = 0; ball <= 1; ball++) {
      long double best[MOST_N];
      long double least = enumerate(d, radius, ball, best);
      const answer found = fit(d, ball ? REGRESSION_L1_BALL : REGRESSION_SIMPLEX, radius);
      if (ball) { /* within: the least squares themselves */
        const answer free_one = fit(d, REGRESSION_LEAST_SQUARES, 0);
        double size = 0;
        for (size_t i = 0; i < n; i++) size += fabs(free_one.u[i]);
        if (size <= radius) least = free_one.loss;
      }
      check_feasible(&found, n, radius, ball);
      cr_assert_float_eq((double)found.loss, (double)least, 1e-12 * fmax(1, (double)least), "%.17Lg, not %.17Lg",
                         found.loss, least);
      cr_assert_leq(found.least, (double)least * (1 + 1e-15));
      cr_assert_eq(found.origin, COMPARATOR_EXACT);
    }
    free(d);
  }
  random_stream_free(stream);
}

/* Larger ones by the conditions of Karush, Kuhn and Tucker: slopes are equal where u_i > 0, and nowhere less. */
Test(regression_fit, polytopes_by_their_conditions) {
  random_stream *stream;
  OK(random_stream_new(5, "polytopes", &stream));
  for (size_t round = 0; round < 8; round++) {
    const size_t n = 60, count = round < 4 ? 500 : 40;
    const double radius = round % 2 == 0 ? 1 : 0.25;
    table *d = random_table(stream, n, count);
    for (size_t t = 0; t < count && round % 4 == 1; t++) d->a[t][7] = d->a[t][8]; /* twice */
    const bool ball = round % 4 >= 2;
    const answer found = fit(d, ball ? REGRESSION_L1_BALL : REGRESSION_SIMPLEX, radius);
    long double slope[MOST_N] = {0}, least = INFINITY, here = 0;
    for (size_t t = 0; t < count; t++) {
      long double e = -d->y[t];
      for (size_t i = 0; i < n; i++) e += (long double)d->a[t][i] * found.u[i];
      for (size_t i = 0; i < n; i++) slope[i] += e * d->a[t][i];
    }
    for (size_t i = 0; i < n; i++) {
      least = fminl(least, ball ? -fabsl(slope[i]) : slope[i]);
      here += slope[i] * found.u[i];
    }
    check_feasible(&found, n, radius, ball);
    cr_assert_leq((double)(here - radius * least), 1e-11 * (double)found.loss);
    cr_assert_eq(found.origin, COMPARATOR_EXACT);
    free(d);
  }
  random_stream_free(stream);
}

Test(regression_fit, targets_without_noise_are_found) {
  random_stream *stream;
  OK(random_stream_new(6, "polytopes", &stream));
  for (regression_class kind = REGRESSION_LEAST_SQUARES; kind <= REGRESSION_L1_BALL; kind++) {
    table *d = random_table(stream, 50, 400);
    double target[MOST_N] = {0};
    for (size_t i = 0; i < 50; i++)
      target[i] = kind == REGRESSION_SIMPLEX ? (double)(i + 1) / 1275 : i % 9 == 0 ? -1.0 / 6 : 0;
    for (size_t t = 0; t < d->count; t++) {
      d->y[t] = 0;
      for (size_t i = 0; i < 50; i++) d->y[t] += target[i] * d->a[t][i];
    }
    const answer found = fit(d, kind, 1);
    for (size_t i = 0; i < 50; i++) cr_assert_float_eq(found.u[i], target[i], 1e-12);
    cr_assert_leq((double)found.loss, 1e-26);
    cr_assert_eq(found.origin, COMPARATOR_EXACT);
    free(d);
  }
  random_stream_free(stream);
}

Test(regression_fit, radius_nothing) {
  random_stream *stream;
  OK(random_stream_new(7, "polytopes", &stream));
  table *d = random_table(stream, 4, 9);
  double squares = 0;
  for (size_t t = 0; t < 9; t++) squares += d->y[t] * d->y[t];
  for (regression_class kind = REGRESSION_SIMPLEX; kind <= REGRESSION_L1_BALL; kind++) {
    const answer found = fit(d, kind, 0);
    for (size_t i = 0; i < 4; i++) cr_assert_eq(found.u[i], 0);
    cr_assert_float_eq(found.least, squares, 1e-13);
    cr_assert_eq(found.origin, COMPARATOR_EXACT);
  }
  free(d);
  random_stream_free(stream);
}

/* A certificate around a wrong u is still a bound, but not a tight one. */
Test(regression_fit, certificates_hold_around_any_answer) {
  random_stream *stream;
  OK(random_stream_new(8, "least squares", &stream));
  table *d = random_table(stream, 5, 100);
  const square_trials trials = {.n = 5, .count = 100, .x = d->x, .y = d->y};
  const double least = (double)least_of_span(d, 1e-13L), lengths[] = {10, 10, 10, 10, 10};
  for (int round = 0; round < 200; round++) {
    double u[5], bound;
    random_gaussian_vector(stream, 5, u);
    for (int i = 0; i < 5; i++) u[i] *= pow(10, -(double)(round % 8));
    OK(least_squares_certificate(&trials, lengths, 0.3, u,
                                 &bound)); /* columns of about 10: the true eigenvalue is above 0.3 */
    cr_assert_leq(bound, least);
    if (round % 8 == 0) cr_assert_leq(bound, 0.999 * least);
  }
  double wrong[5], bound; /* control: an eigenvalue that is not true */
  for (int i = 0; i < 5; i++) wrong[i] = 1;
  OK(least_squares_certificate(&trials, lengths, 1e3, wrong, &bound));
  cr_assert_gt(bound, least);
  free(d);
  random_stream_free(stream);
}

Test(regression_fit, questions_that_have_no_answer) {
  const double x[] = {1, 2}, bad[] = {1, NAN}, y = 1, infinite = INFINITY;
  comparator *out = (comparator *)&out;
  instance one = instance_dense_vector(2, x);
  cr_assert_eq(comparator_regression_fit(REGRESSION_SIMPLEX, -1, 2, 1, &one, &y, &out), STATUS_INVALID);
  cr_assert_str_eq(status_message(), "best in hindsight: radius = -1, expected a number of at least 0");
  cr_assert_null(out);
  cr_assert_eq(comparator_regression_fit(REGRESSION_SIMPLEX, 1, 3, 1, &one, &y, &out), STATUS_INVALID);
  cr_assert_str_eq(status_message(), "best in hindsight: trial 1 has order 2, expected 3");
  cr_assert_eq(comparator_regression_fit(REGRESSION_SIMPLEX, 1, 2, 1, &one, &infinite, &out), STATUS_INVALID);
  cr_assert_str_eq(status_message(), "best in hindsight: trial 1 has label inf, expected a finite number");
  one = instance_dense_dyad(2, x);
  cr_assert_eq(comparator_regression_fit(REGRESSION_SIMPLEX, 1, 2, 1, &one, &y, &out), STATUS_INVALID);
  cr_assert_str_eq(status_message(), "best in hindsight: trial 1 has an instance of kind dyad, expected vectors");
  one = instance_dense_vector(2, bad);
  cr_assert_eq(comparator_regression_fit(REGRESSION_LEAST_SQUARES, 1, 2, 1, &one, &y, &out), STATUS_INVALID);
  cr_assert_eq(comparator_regression_fit(REGRESSION_LEAST_SQUARES, 1, 0, 0, &one, &y, &out), STATUS_INVALID);
}
