#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "comparators/regression_parts.h"
#include "linalg/accurate_sum.h"
#include "linalg/cholesky.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

enum {
  GRAM_LARGEST = 4000, /* order: a matrix and its factor of that order */
  BLOCK = 256, /* rows that are summed before they are added: what rounding can do grows with blocks, not rows */
  STEPS = 4
};
static const size_t most_dense = (size_t)1 << 27;
static const double far = 1048576.0; /* 2^20 */

/* ---- the Gram matrix of the columns, each divided by its length */

static void add_row(const instance *x, const double *lengths, double *scaled, size_t n, double *block) {
  if (x->index == NULL) {
    for (size_t i = 0; i < n; i++) scaled[i] = lengths[i] > 0.0 ? x->value[i] / lengths[i] : 0.0;
    for (size_t i = 0; i < n; i++) {
      if (scaled[i] != 0.0) kernel_axpy(i + 1, scaled[i], scaled, block + i * n);
    }
    return;
  }
  for (size_t j = 0; j < x->count; j++) scaled[j] = lengths[x->index[j]] > 0.0 ? x->value[j] / lengths[x->index[j]] : 0;
  for (size_t j = 0; j < x->count; j++) {
    double *row = block + x->index[j] * n;
    for (size_t k = 0; k <= j; k++) row[x->index[k]] += scaled[j] * scaled[k];
  }
}

static status make_gram(const square_trials *trials, const double *lengths, double *gram) {
  const size_t n = trials->n;
  double *block = NULL, *scaled = NULL;
  status code = NEW_ARRAY(n * n, block);
  if (code == STATUS_OK) code = NEW_ARRAY(n, scaled);
  for (size_t from = 0; from < trials->count && code == STATUS_OK; from += BLOCK) {
    memset(block, 0, n * n * sizeof *block);
    for (size_t t = from; t < trials->count && t < from + BLOCK; t++) {
      add_row(&trials->x[t], lengths, scaled, n, block);
    }
    for (size_t i = 0; i < n; i++) kernel_axpy(i + 1, 1.0, block + i * n, gram + i * n);
  }
  for (size_t i = 0; i < n; i++) {
    if (lengths[i] <= 0.0 && code == STATUS_OK) gram[i * n + i] = 1.0; /* a column of zeros changes nothing: u_i = 0 */
    for (size_t j = 0; j < i && code == STATUS_OK; j++) gram[j * n + i] = gram[i * n + j];
  }
  free(block);
  free(scaled);
  return code;
}

/* What may separate the least eigenvalue of the computed matrix from that of the true one, and a positive pivot from a positive
 * eigenvalue (Rump 2006): entries are at most 1. */
static double gram_error(size_t n, size_t count) {
  const double order = (double)n, blocks = (double)(count / BLOCK + 1);
  return DBL_EPSILON * (order * (BLOCK + blocks + 8.0) + 2.0 * order * (order + 4.0));
}

/* factor <- Cholesky's L of the matrix; *lambda = a certified lower bound of its least eigenvalue, 0 if none is found. */
static void least_eigenvalue(const square_trials *trials, const double *gram, double *factor, double *lambda) {
  const double error = gram_error(trials->n, trials->count);
  *lambda = 0.0;
  for (double shift = 0.5; shift > 2.0 * error; shift *= 0.25) {
    if (!cholesky_positive(trials->n, gram, 1.0, -shift, factor)) continue;
    *lambda = shift - error;
    break;
  }
  if (*lambda > 0.0 && !cholesky_positive(trials->n, gram, 1.0, 0.0, factor)) *lambda = 0.0;
}

/* v <- (L L^T)^-1 v */
static void solve_factor(size_t n, const double *factor, double *v) {
  for (size_t i = 0; i < n; i++) v[i] = (v[i] - kernel_dot(i, factor + i * n, v)) / factor[i * (n + 1)];
  for (size_t i = n; i-- > 0;) {
    v[i] /= factor[i * (n + 1)];
    kernel_axpy(i, -v[i], factor + i * n, v);
  }
}

/* u <- u - D^-1 (D^-1 A^T A D^-1)^-1 D^-1 A^T (A u - y), again and again */
static status by_gram(const square_trials *trials, const double *lengths, const double *factor, double *u) {
  const size_t n = trials->n;
  double *e = NULL, *g = NULL, error;
  status code = NEW_ARRAY(trials->count, e);
  if (code == STATUS_OK) code = NEW_ARRAY(n, g);
  for (int step = 0; step < STEPS && code == STATUS_OK; step++) {
    square_trials_accurate_residuals(trials, u, e, &error);
    square_trials_gradient(trials, e, g);
    for (size_t i = 0; i < n; i++) g[i] = lengths[i] > 0.0 ? g[i] / lengths[i] : 0.0;
    solve_factor(n, factor, g);
    for (size_t i = 0; i < n; i++) u[i] -= lengths[i] > 0.0 ? g[i] / lengths[i] : 0.0;
  }
  free(e);
  free(g);
  return code;
}

/* ---- orthogonal columns and rows: A = Q R, R = L W with orthonormal rows of Q^T (rank x count) and W (rank x n) */
typedef struct decomposed {
  size_t n, count, rank, rows; /* rows: of W */
  double *q, *r, *w, *l;
} decomposed;

static void decomposed_free(decomposed *d) {
  free(d->q);
  free(d->r);
  free(d->w);
  free(d->l);
}

static status decompose(const square_trials *trials, decomposed *d) {
  const size_t n = trials->n, count = trials->count, most = n < count ? n : count;
  double *column = NULL, *coefficient = NULL, *work = NULL, rest;
  *d = (decomposed){.n = n, .count = count};
  if (n > most_dense / count) {
    return FAIL(STATUS_INVALID,
                "least squares: the columns of %zu numbers in %zu trials are not independent, for which n * count must "
                "be at most %zu",
                n, count, most_dense);
  }
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(most * count, d->q));
  CHECK(NEW_ARRAY(most * n, d->r));
  CHECK(NEW_ARRAY(most * n, d->w));
  CHECK(NEW_ARRAY(most * most, d->l));
  CHECK(NEW_ARRAY(count, column));
  CHECK(NEW_ARRAY(most + 1, coefficient));
  CHECK(NEW_ARRAY(most + (n > count ? n : count), work));
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
end:
  free(column);
  free(coefficient);
  free(work);
  return code;
}

/* u <- u - W^T L^-1 Q^T (A u - y), again and again */
static status by_decomposition(const square_trials *trials, double *u) {
  const size_t most = trials->n < trials->count ? trials->n : trials->count;
  double *e = NULL, *z = NULL, error;
  decomposed d = {0};
  status code = decompose(trials, &d);
  if (code == STATUS_OK) code = NEW_ARRAY(trials->count, e);
  if (code == STATUS_OK) code = NEW_ARRAY(most, z);
  for (int step = 0; step < STEPS && code == STATUS_OK; step++) {
    square_trials_accurate_residuals(trials, u, e, &error);
    kernel_rows_dot(d.rows, d.count, d.q, d.count, e, z);
    for (size_t k = 0; k < d.rows; k++) z[k] = (z[k] - kernel_dot(k, d.l + k * most, z)) / d.l[k * most + k];
    for (size_t k = 0; k < d.rows; k++) z[k] = -z[k];
    kernel_rows_combine(d.rows, d.n, d.w, d.n, z, u);
  }
  decomposed_free(&d);
  free(e);
  free(z);
  return code;
}

/* ---- the certificate */

/* A u - y = e + d, |d_t| <= 2^-52 |e_t| + error: |A v - y| >= sqrt(|e|^2 - lost) - |d|, where |e + A (v - u)|^2 >= |e|^2 - lost. */
static double bound_of(size_t count, const double *e, double error, double lost) {
  accurate_sum sum = {0};
  for (size_t t = 0; t < count; t++) accurate_sum_add_product(&sum, e[t], e[t]);
  const double value = accurate_sum_value(&sum), below = value - accurate_sum_error(&sum) - lost;
  if (!(below > 0.0)) return 0.0;
  const double length = sqrt(below) * (1.0 - 2.0 * DBL_EPSILON);
  const double moved = 1.01 * (DBL_EPSILON * sqrt(value) + error * sqrt((double)count));
  return length > moved ? (length - moved) * (length - moved) * (1.0 - 4.0 * DBL_EPSILON) : 0.0;
}

status least_squares_certificate(const square_trials *trials, const double *lengths, double lambda, const double *u,
                                 double *least) {
  const size_t n = trials->n;
  double *e = NULL, *g = NULL, *g_error = NULL, error, slope = 0.0, size = 0.0;
  status code = NEW_ARRAY(trials->count, e);
  if (code == STATUS_OK) code = NEW_ARRAY(n, g);
  if (code == STATUS_OK) code = NEW_ARRAY(n, g_error);
  if (code == STATUS_OK) {
    square_trials_accurate_residuals(trials, u, e, &error);
    code = square_trials_accurate_gradient(trials, e, g, g_error);
  }
  for (size_t i = 0; i < n && code == STATUS_OK; i++) {
    if (lengths[i] <= 0.0) continue;
    const double scaled = (fabs(g[i]) + g_error[i]) / lengths[i];
    slope += scaled * scaled;
    size += lengths[i] * u[i] * lengths[i] * u[i];
  }
  if (code == STATUS_OK) {
    const double reach = far * (sqrt(size) + kernel_norm(trials->count, trials->y));
    const double rounding = 1.0 + ((double)n + 16.0) * DBL_EPSILON;
    const double lost = lambda > 0.0 ? slope / lambda : 2.0 * reach * sqrt(slope);
    *least = bound_of(trials->count, e, error, lost * rounding * rounding);
  }
  free(e);
  free(g);
  free(g_error);
  return code;
}

/* A column of numbers whose squares are nothing has the modulus of its largest one for its length. */
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

status least_squares_fit(const square_trials *trials, double *u, double *least) {
  const size_t n = trials->n;
  double *lengths = NULL, *largest = NULL, *gram = NULL, *factor = NULL, lambda = 0.0;
  status code = STATUS_OK;
  memset(u, 0, n * sizeof *u);
  *least = 0.0;
  if (trials->count == 0) return STATUS_OK;
  CHECK(NEW_ARRAY(n, lengths));
  CHECK(NEW_ARRAY(n, largest));
  column_lengths(trials, lengths, largest);
  if (n <= trials->count && n <= GRAM_LARGEST) {
    CHECK(NEW_ARRAY(n * n, gram));
    CHECK(NEW_ARRAY(n * n, factor));
    CHECK(make_gram(trials, lengths, gram));
    least_eigenvalue(trials, gram, factor, &lambda);
  }
  CHECK(lambda > 0.0 ? by_gram(trials, lengths, factor, u) : by_decomposition(trials, u));
  code = least_squares_certificate(trials, lengths, lambda, u, least);
end:
  free(lengths);
  free(largest);
  free(gram);
  free(factor);
  return code;
}
