#include "hindsight/trace_norm/max_norm.h"
#include "base/arena.h"
#include "linalg/cholesky.h"
#include <float.h>

typedef struct scaled {
  size_t m, n, p;
  eigen_solver *solver;
  double *a, *values, *vectors, *absolute; /* sym(S), its eigenvalues, |sym(S)| */
  double norm, error;                      /* |S|_* and a bound of its error */
  arena memory;                            /* of the arrays */
} scaled;

static void scaled_free(scaled *s) {
  eigen_solver_free(s->solver);
  arena_free(&s->memory);
}

static status scaled_new(size_t m, size_t n, const eigen_backend *eigen, scaled *s) {
  *s = (scaled){.m = m, .n = n, .p = m + n};
  TRY(eigen_solver_new(eigen, s->p, &s->solver));
  TRY(ARENA_ARRAY(&s->memory, s->p * s->p, s->a));
  TRY(ARENA_ARRAY(&s->memory, s->p, s->values));
  TRY(ARENA_ARRAY(&s->memory, s->p * s->p, s->vectors));
  return ARENA_ARRAY(&s->memory, s->p * s->p, s->absolute);
}

/* S = diag(u) W diag(v); u NULL: W itself. The eigenvalues of sym(S) are the singular values with both signs; with a
 * residual matrix R and V^T V = I + F each is correct to |R| + 2 |F| |S|, and forming S rounds each entry once. */
static status decompose(scaled *s, const double *w, const double *u, const double *v) {
  const size_t p = s->p;
  eigen_quality quality;
  double largest = 0.0;
  for (size_t i = 0; i < s->m; i++) {
    for (size_t j = 0; j < s->n; j++) {
      const double entry = w[i * s->n + j] * (u == NULL ? 1.0 : u[i] * v[j]);
      s->a[i * p + s->m + j] = s->a[(s->m + j) * p + i] = entry;
    }
  }
  TRY(eigen_solve(s->solver, p, s->a, p, s->values, s->vectors, &quality));
  s->norm = 0.0;
  for (size_t l = 0; l < p; l++) {
    const double size = fabs(s->values[l]);
    s->norm += 0.5 * size;
    if (size > largest) largest = size;
  }
  s->error = (double)p * (2.0 * quality.residual + 4.0 * (quality.orthogonality + DBL_EPSILON) * largest) +
             (double)(p + 4) * DBL_EPSILON * s->norm;
  return STATUS_OK;
}

static void take_absolute(scaled *s) {
  const size_t p = s->p;
  memset(s->absolute, 0, p * p * sizeof *s->absolute);
  for (size_t l = 0; l < p; l++) {
    const double size = fabs(s->values[l]), *vector = s->vectors + l * p;
    for (size_t i = 0; i < p; i++) {
      const double factor = size * vector[i];
      for (size_t j = 0; j < p; j++) s->absolute[i * p + j] += factor * vector[j];
    }
  }
}

status trace_norm(size_t m, size_t n, const double *w, const eigen_backend *eigen, norm_interval *out) {
  CLEANUP(scaled_free) scaled s = {0};
  TRY(scaled_new(m, n, eigen, &s));
  TRY(decompose(&s, w, NULL, NULL));
  *out = (norm_interval){s.norm - s.error, s.norm + s.error, 0};
  return STATUS_OK;
}

/* ---- the two ends */

static status lower_end(scaled *s, const double *w, const double *u, const double *v, double *low) {
  double rows = 0.0, columns = 0.0;
  TRY(decompose(s, w, u, v));
  for (size_t i = 0; i < s->m; i++) rows += u[i] * u[i];
  for (size_t j = 0; j < s->n; j++) columns += v[j] * v[j];
  const double lengths = rows * columns;
  if (!(lengths > 0.0 && isfinite(lengths)))
    return FAIL(STATUS_NUMERIC, "no certificate of a max-norm: u or v has no length");
  /* valid for vectors of any length */
  *low = (s->norm - s->error) / sqrt(lengths) * (1.0 - (double)(s->p + 4) * DBL_EPSILON);
  return STATUS_OK;
}

/* *by = a shift of the diagonal of y, which holds Y1, Y2 and W, that makes it certainly positive semidefinite. */
static status needed_shift(size_t p, const double *y, double *work, double *by) {
  double trace = 0.0;
  for (size_t i = 0; i < p; i++) trace += fabs(y[i * p + i]);
  const double rounding = (double)(p + 2) * DBL_EPSILON * trace;
  for (int doublings = 0; doublings < 60; doublings++) {
    const double shift = ldexp(rounding, doublings);
    if (!(shift < trace)) break;
    if (!cholesky_positive(p, y, 1.0, shift, work)) continue;
    *by = shift + rounding + (double)(p + 2) * DBL_EPSILON * (double)p * shift;
    return STATUS_OK;
  }
  return FAIL(STATUS_NUMERIC, "no certificate of a max-norm: the matrix is not nearly positive semidefinite");
}

static status upper_end(size_t m, size_t n, const double *w, double *y, double *work, double *high) {
  const size_t p = m + n;
  double largest = 0.0, by = 0.0;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) y[i * p + m + j] = y[(m + j) * p + i] = w[i * n + j];
  }
  TRY(needed_shift(p, y, work, &by));
  for (size_t i = 0; i < p; i++) largest = y[i * p + i] > largest ? y[i * p + i] : largest;
  *high = (largest + by) * (1.0 + 2.0 * DBL_EPSILON);
  return STATUS_OK;
}

status max_norm_certify(size_t m, size_t n, const double *w, const double *u, const double *v, double *y,
                        const eigen_backend *eigen, norm_interval *out) {
  CLEANUP(scaled_free) scaled s = {0};
  TRY(scaled_new(m, n, eigen, &s));
  TRY(lower_end(&s, w, u, v, &out->low));
  return upper_end(m, n, w, y, s.absolute, &out->high);
}

/* ---- the iteration */

/* Squares below this share of the total would cost more in rounding than they contribute. */
static const double LEAST_SQUARE = 1e-9;

/* x_i = sqrt of the share of entry i of the diagonal in its sum. Returns the largest diagonal_i / x_i^2 for the
 * previous x. */
static double renew(size_t count, const double *diagonal, size_t stride, double *x) {
  double sum = 0.0, worst = 0.0, whole = 0.0;
  for (size_t i = 0; i < count; i++) sum += diagonal[i * stride];
  for (size_t i = 0; i < count; i++) {
    const double quotient = diagonal[i * stride] / (x[i] * x[i]), share = diagonal[i * stride] / sum;
    if (quotient > worst) worst = quotient;
    x[i] = sqrt(share > LEAST_SQUARE / (double)count ? share : LEAST_SQUARE / (double)count);
  }
  for (size_t i = 0; i < count; i++) whole += x[i] * x[i];
  for (size_t i = 0; i < count; i++) x[i] /= sqrt(whole);
  return worst;
}

/* Y = D^-1 |sym(S)| D^-1 of the last decomposition, D = diag(u, v): its corner is W. */
static void candidate(const scaled *s, const double *x, double *y) {
  const size_t p = s->p;
  for (size_t i = 0; i < p; i++) {
    for (size_t j = 0; j <= i; j++) {
      y[i * p + j] = y[j * p + i] = 0.5 * (s->absolute[i * p + j] + s->absolute[j * p + i]) / (x[i] * x[j]);
    }
  }
}

/* x = (u, v); before: the x of the last decomposition. */
static status iterate(scaled *s, const double *w, double tolerance, size_t most, double *x, double *before,
                      size_t *steps) {
  const size_t m = s->m, n = s->n, p = s->p;
  for (size_t i = 0; i < p; i++) x[i] = i < m ? 1.0 / sqrt((double)m) : 1.0 / sqrt((double)n);
  for (*steps = 1;; ++*steps) {
    memcpy(before, x, p * sizeof *x);
    TRY(decompose(s, w, x, x + m));
    take_absolute(s);
    const double rows = renew(m, s->absolute, p + 1, x), columns = renew(n, s->absolute + m * (p + 1), p + 1, x + m);
    if ((rows > columns ? rows : columns) <= s->norm * (1.0 + tolerance) || *steps >= most) return STATUS_OK;
  }
}

status max_norm(size_t m, size_t n, const double *w, double tolerance, size_t most, const eigen_backend *eigen,
                norm_interval *out) {
  CLEANUP(scaled_free) scaled s = {0};
  FREED double *x = NULL, *before = NULL, *y = NULL;
  const size_t p = m + n;
  bool zero = true;
  for (size_t i = 0; i < m * n; i++) zero = zero && w[i] == 0.0;
  if (zero) return FAIL(STATUS_INVALID, "the max-norm of a matrix of zeros");
  TRY(scaled_new(m, n, eigen, &s));
  TRY(NEW_ARRAY(p, x));
  TRY(NEW_ARRAY(p, before));
  TRY(NEW_ARRAY(p * p, y));
  TRY(iterate(&s, w, tolerance, most, x, before, &out->steps));
  candidate(&s, before, y);
  return max_norm_certify(m, n, w, before, before + m, y, eigen, out);
}
