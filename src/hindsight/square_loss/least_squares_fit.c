#include "hindsight/square_loss/least_squares_fit.h"
#include "hindsight/square_loss.h"
#include "linalg/accurate_sum.h"
#include "linalg/cholesky.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

enum { STEPS = 4 };
static const size_t most_dense = (size_t)1 << 27;
static const double far = 1048576.0; /* 2^20 */

/* ---- independent columns, by their Gram matrix */

/* u <- u - D^-1 (D^-1 A^T A D^-1)^-1 D^-1 A^T (A u - y), repeatedly */
static status by_gram(const square_trials *trials, const double *lengths, const double *factor, double *u) {
  const size_t n = trials->n;
  FREED double *e = NULL, *g = NULL;
  double error;
  TRY(NEW_ARRAY(trials->count, e));
  TRY(NEW_ARRAY(n, g));
  for (int step = 0; step < STEPS; step++) {
    square_trials_accurate_residuals(trials, u, e, &error);
    square_trials_gradient(trials, e, g);
    for (size_t i = 0; i < n; i++) g[i] = lengths[i] > 0.0 ? g[i] / lengths[i] : 0.0;
    cholesky_solve(n, factor, g);
    for (size_t i = 0; i < n; i++) u[i] -= lengths[i] > 0.0 ? g[i] / lengths[i] : 0.0;
  }
  return STATUS_OK;
}

/* ---- orthogonal columns and rows: A = Q R, R = L W with orthonormal rows of Q^T (rank x count) and W (rank x n) */
typedef struct decomposed {
  size_t n, count, rank, rows; /* rows: of W */
  double *q, *r, *w, *l;
  arena memory; /* of the arrays */
} decomposed;

static void decomposed_free(decomposed *d) {
  arena_free(&d->memory);
}

static status decompose(const square_trials *trials, decomposed *d) {
  const size_t n = trials->n, count = trials->count, most = n < count ? n : count;
  FREED double *column = NULL, *coefficient = NULL, *work = NULL;
  double rest;
  *d = (decomposed){.n = n, .count = count};
  if (n > most_dense / count) {
    return FAIL(STATUS_INVALID,
                "least squares: the columns of %zu numbers in %zu trials are not independent, for which n * count must "
                "be at most %zu",
                n, count, most_dense);
  }
  TRY(ARENA_ARRAY(&d->memory, most * count, d->q));
  TRY(ARENA_ARRAY(&d->memory, most * n, d->r));
  TRY(ARENA_ARRAY(&d->memory, most * n, d->w));
  TRY(ARENA_ARRAY(&d->memory, most * most, d->l));
  TRY(NEW_ARRAY(count, column));
  TRY(NEW_ARRAY(most + 1, coefficient));
  TRY(NEW_ARRAY(most + (n > count ? n : count), work));
  for (size_t i = 0; i < n; i++) {
    square_trials_column(trials, i, column);
    const int added = frame_append(count, d->rank, d->q, column, coefficient, &rest, work);
    for (size_t k = 0; k < d->rank; k++) d->r[k * n + i] = coefficient[k];
    if (added) d->r[d->rank++ * n + i] = rest;
  }
  for (size_t k = 0; k < d->rank; k++) {
    const int added = frame_append(n, d->rows, d->w, d->r + k * n, coefficient, &rest, work);
    for (size_t l = 0; l < d->rows; l++) d->l[k * most + l] = coefficient[l];
    if (!added) break;
    d->l[k * most + d->rows++] = rest;
  }
  return STATUS_OK;
}

/* u <- u - W^T L^-1 Q^T (A u - y), repeatedly */
static status by_decomposition(const square_trials *trials, const decomposed *d, double *u) {
  const size_t most = trials->n < trials->count ? trials->n : trials->count;
  FREED double *e = NULL, *z = NULL;
  double error;
  TRY(NEW_ARRAY(trials->count, e));
  TRY(NEW_ARRAY(most, z));
  for (int step = 0; step < STEPS; step++) {
    square_trials_accurate_residuals(trials, u, e, &error);
    kernel_rows_dot(d->rows, d->count, d->q, d->count, e, z);
    for (size_t k = 0; k < d->rows; k++) z[k] = (z[k] - kernel_dot(k, d->l + k * most, z)) / d->l[k * most + k];
    for (size_t k = 0; k < d->rows; k++) z[k] = -z[k];
    kernel_rows_combine(d->rows, d->n, d->w, d->n, z, u);
  }
  return STATUS_OK;
}

/* ---- the certificate */

/* A u - y = e + d, |d_t| <= 2^-52 |e_t| + error: |A v - y| >= sqrt(|e|^2 - lost) - |d|, where |e + A (v - u)|^2 >=
 * |e|^2 - lost. */
static double bound_of(size_t count, const double *e, double error, double lost) {
  accurate_sum sum = {0};
  for (size_t t = 0; t < count; t++) accurate_sum_add_product(&sum, e[t], e[t]);
  const double value = accurate_sum_value(&sum), below = value - accurate_sum_error(&sum) - lost;
  if (!(below > 0.0)) return 0.0;
  const double length = sqrt(below) * (1.0 - 2.0 * DBL_EPSILON);
  const double moved = 1.01 * (DBL_EPSILON * sqrt(value) + error * sqrt((double)count));
  return length > moved ? (length - moved) * (length - moved) * (1.0 - 4.0 * DBL_EPSILON) : 0.0;
}

/* *slope >= |D^-1 A^T e|^2 */
static status bound_slope(const square_trials *trials, const double *lengths, const double *e, double *slope) {
  const double rounding = 1.0 + ((double)trials->n + 16.0) * DBL_EPSILON;
  FREED double *g = NULL, *error = NULL;
  *slope = 0.0;
  TRY(NEW_ARRAY(trials->n, g));
  TRY(NEW_ARRAY(trials->n, error));
  TRY(square_trials_accurate_gradient(trials, e, g, error));
  for (size_t i = 0; i < trials->n; i++) {
    const double scaled = lengths[i] > 0.0 ? (fabs(g[i]) + error[i]) / lengths[i] : 0.0;
    *slope += scaled * scaled * rounding;
  }
  return STATUS_OK;
}

status least_squares_certificate(const square_trials *trials, const double *lengths, double lambda, const double *u,
                                 double *least) {
  FREED double *e = NULL;
  double error, slope, size = 0.0;
  TRY(NEW_ARRAY(trials->count, e));
  square_trials_accurate_residuals(trials, u, e, &error);
  TRY(bound_slope(trials, lengths, e, &slope));
  for (size_t i = 0; i < trials->n; i++) size += lengths[i] * u[i] * lengths[i] * u[i];
  const double reach = far * (sqrt(size) + kernel_norm(trials->count, trials->y));
  const double rounding = 1.0 + ((double)trials->n + 16.0) * DBL_EPSILON;
  const double lost = lambda > 0.0 ? slope / lambda : 2.0 * reach * sqrt(slope);
  *least = bound_of(trials->count, e, error, lost * rounding);
  return STATUS_OK;
}

/* A column whose squares underflow gets its largest absolute value as its length. */
static void column_lengths(const square_trials *trials, double *lengths, double *largest) {
  for (size_t t = 0; t < trials->count; t++) {
    const instance *x = &trials->x[t];
    for (size_t j = 0; j < x->count; j++) {
      const size_t i = x->index != NULL ? x->index[j] : j;
      lengths[i] += x->value[j] * x->value[j];
      largest[i] = fmax(largest[i], fabs(x->value[j]));
    }
  }
  for (size_t i = 0; i < trials->n; i++) lengths[i] = fmax(sqrt(lengths[i]), largest[i]);
}

/* inverse (n x n, lower triangle): row k = column k of R^-1, of the columns of A divided by their lengths; *usable =
 * all its numbers are finite */
static void invert(const decomposed *d, const double *lengths, double *inverse, bool *usable) {
  const size_t n = d->n;
  *usable = true;
  for (size_t k = 0; k < n; k++) {
    double *column = inverse + k * n;
    for (size_t i = k + 1; i-- > 0;) {
      double sum = i == k ? 1.0 : 0.0;
      for (size_t j = i + 1; j <= k; j++) sum -= d->r[i * n + j] / lengths[j] * column[j];
      column[i] = sum / (d->r[i * n + i] / lengths[i]);
      *usable = *usable && fabs(column[i]) < 1e100;
    }
    *usable = *usable && fabs(column[k]) > 1e-100;
  }
}

/* Independent columns of any condition: with X triangular and close to the inverse of R, the columns of B = A D^-1 X
 * have the same span and are nearly orthonormal; how close X is need not be known. *lambda and *slope belong to B,
 * whose entries are rounded once. */
static status certify_span(const square_trials *trials, const decomposed *d, const double *lengths, const double *e,
                           double *lambda, double *slope) {
  const size_t n = trials->n, count = trials->count;
  FREED double *inverse = NULL, *b = NULL, *ones = NULL, *gram = NULL;
  FREED instance *rows = NULL;
  bool usable;
  *lambda = 0.0;
  TRY(NEW_ARRAY(n * n, inverse));
  TRY(NEW_ARRAY(count * n, b));
  TRY(NEW_ARRAY(count, rows));
  TRY(NEW_ARRAY(n, ones));
  TRY(NEW_ARRAY(n * n, gram));
  invert(d, lengths, inverse, &usable);
  if (!usable) return STATUS_OK;
  for (size_t k = 0; k < n; k++) { /* X D^-1, taken as given: it need not be the exact inverse */
    for (size_t i = 0; i <= k; i++) inverse[k * n + i] /= lengths[i];
    ones[k] = 1.0;
  }
  double missed = 0.0;
  for (size_t t = 0; t < count; t++) {
    const instance *x = &trials->x[t];
    for (size_t k = 0; k < n; k++) {
      accurate_sum sum = {0};
      for (size_t j = 0; j < x->count; j++) {
        const size_t i = x->index != NULL ? x->index[j] : j;
        if (i <= k) accurate_sum_add_product(&sum, x->value[j], inverse[k * n + i]);
      }
      b[t * n + k] = accurate_sum_value(&sum);
      missed = fmax(missed, accurate_sum_error(&sum)); /* entries are at most about 1 */
    }
    rows[t] = instance_dense_vector(n, b + t * n);
  }
  const square_trials orthonormal = {.n = n, .count = count, .x = rows, .y = trials->y};
  TRY(gram_matrix(&orthonormal, ones, gram));
  gram_least_eigenvalue(&orthonormal, gram, inverse, lambda);
  TRY(bound_slope(&orthonormal, ones, e, slope));
  /* |B - rounded B| <= missed sqrt(n count) in the Frobenius norm */
  const double moved = missed * sqrt((double)n * (double)count) * 1.01;
  const double root = sqrt(*lambda) - moved, length = sqrt(*slope) + moved * kernel_norm(count, e) * 1.01;
  *lambda = root > 0.0 ? root * root * (1.0 - 8.0 * DBL_EPSILON) : 0.0;
  *slope = length * length * (1.0 + 8.0 * DBL_EPSILON);
  return STATUS_OK;
}

/* Where the Gram matrix proves nothing. */
static status fit_any_columns(const square_trials *trials, const double *lengths, double *u, double *least) {
  FREED double *e = NULL;
  double lambda = 0.0, slope = 0.0, error;
  CLEANUP(decomposed_free) decomposed d = {0};
  TRY(decompose(trials, &d));
  TRY(by_decomposition(trials, &d, u));
  TRY(least_squares_certificate(trials, lengths, 0.0, u, least));
  if (d.rank < trials->n) return STATUS_OK;
  TRY(NEW_ARRAY(trials->count, e));
  square_trials_accurate_residuals(trials, u, e, &error);
  TRY(certify_span(trials, &d, lengths, e, &lambda, &slope));
  if (lambda > 0.0) *least = fmax(*least, bound_of(trials->count, e, error, slope / lambda));
  return STATUS_OK;
}

static status lengths_of(const square_trials *trials, double **lengths) {
  FREED double *largest = NULL;
  TRY(NEW_ARRAY(trials->n, largest));
  TRY(NEW_ARRAY(trials->n, *lengths));
  column_lengths(trials, *lengths, largest);
  return STATUS_OK;
}

status least_squares_by_gram(const square_trials *trials, double *u, double *least, bool *found) {
  const size_t n = trials->n;
  FREED double *lengths = NULL, *gram = NULL, *factor = NULL;
  double lambda = 0.0;
  memset(u, 0, n * sizeof *u);
  *found = false;
  if (n > trials->count || n > GRAM_LARGEST) return STATUS_OK;
  TRY(lengths_of(trials, &lengths));
  TRY(NEW_ARRAY(n * n, gram));
  TRY(NEW_ARRAY(n * n, factor));
  TRY(gram_matrix(trials, lengths, gram));
  gram_least_eigenvalue(trials, gram, factor, &lambda);
  *found = lambda > 0.0;
  if (!*found) return STATUS_OK;
  TRY(by_gram(trials, lengths, factor, u));
  return least_squares_certificate(trials, lengths, lambda, u, least);
}

status least_squares_fit(const square_trials *trials, double *u, double *least) {
  FREED double *lengths = NULL;
  bool found = false;
  memset(u, 0, trials->n * sizeof *u);
  *least = 0.0;
  if (trials->count == 0) return STATUS_OK;
  TRY(least_squares_by_gram(trials, u, least, &found));
  if (found) return STATUS_OK;
  TRY(lengths_of(trials, &lengths));
  return fit_any_columns(trials, lengths, u, least);
}
