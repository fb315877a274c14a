/* The premises 0 <= X <= I of Warmuth 2007, Theorem 2, and ||X|| <= 1, without an eigensolver. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/cholesky.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "spectral/instance/instance.h"

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

/* low rank: compressed matrix, Cholesky factor, coefficients of one factor, basis, work of frame_append */
size_t instance_range_work(const instance *x) {
  if (x->kind == INSTANCE_MATRIX) return x->n * x->n;
  if (x->kind != INSTANCE_LOW_RANK) return 0;
  const size_t m = smaller(x->rank, x->n);
  return 2 * m * m + (m + 1) + (m + 1) * x->n + (m + x->n);
}

/* For symmetric S (order m, eigenvalues s): 0 if no sign * s + shift falls below -tolerance; otherwise a lower
 * estimate, larger than the tolerance, of how far it does, by bisection of the ratio with Cholesky factorisations to
 * about 1 %. Nothing is below the least value on the diagonal, and nothing is farther than the Frobenius norm. */
static double shortfall(size_t m, const double *s, double sign, double shift, double tolerance, double *work) {
  if (cholesky_positive(m, s, sign, shift + tolerance, work)) return 0.0;
  double high = kernel_norm(m * m, s) + fabs(shift);
  if (!isfinite(high)) return INFINITY;
  double low = nextafter(fmax(tolerance, DBL_EPSILON * high), INFINITY);
  for (size_t i = 0; i < m; i++) low = fmax(low, -(sign * s[i * (m + 1)] + shift));
  for (int step = 0; step < 60 && high > 1.01 * low; step++) {
    const double middle = low * sqrt(high / low);
    if (cholesky_positive(m, s, sign, shift + middle, work)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

/* How far a value lies outside [low,1]. */
static double outside(double value, double low) {
  if (isnan(value)) return INFINITY;
  return fmax(0.0, fmax(low - value, value - 1.0));
}

static double outside_unit(double value) {
  return outside(value, 0.0);
}

/* How far eigenvalues of S + shift I lie outside [low,1]; 0 up to `tolerance`. */
static double symmetric_outside(size_t m, const double *s, double shift, double low, double tolerance, double *work) {
  const double below = shortfall(m, s, 1.0, shift - low, tolerance, work);
  const double above = shortfall(m, s, -1.0, 1.0 - shift, tolerance, work);
  return fmax(below, above);
}

/* X = shift I + F^T diag(w) F; F = C B with orthonormal rows B, so that X has the eigenvalues of shift I + C^T diag(w)
 * C, and `shift` itself if the factors do not span everything. */
static double low_rank_outside(const instance *x, double low, double tolerance, double *work) {
  const size_t n = x->n, m = smaller(x->rank, n);
  double *s = work, *factor = s + m * m, *coefficient = factor + m * m, *basis = coefficient + m + 1;
  double *append_work = basis + (m + 1) * n;
  size_t k = 0;
  memset(s, 0, m * m * sizeof *s);
  for (size_t q = 0; q < x->rank; q++) {
    double rest;
    if (!isfinite(kernel_norm(n, x->factors + q * n))) return INFINITY;
    const int appended = frame_append(n, k, basis, x->factors + q * n, coefficient, &rest, append_work);
    if (appended) coefficient[k++] = rest;
    for (size_t i = 0; i < k; i++) {
      for (size_t j = 0; j < k; j++) s[i * m + j] += x->weights[q] * (coefficient[i] * coefficient[j]);
    }
  }
  for (size_t i = 1; i < k; i++) memmove(s + i * k, s + i * m, k * sizeof *s); /* stride m to k */
  const double within = k > 0 ? symmetric_outside(k, s, x->shift, low, tolerance, factor) : 0.0;
  return k < n ? fmax(within, outside(x->shift, low)) : within;
}

static double vector_outside(const instance *x) {
  double worst = 0.0;
  for (size_t j = 0; j < x->count; j++) worst = fmax(worst, outside_unit(x->value[j]));
  return worst;
}

bool instance_within_unit(const instance *x, double tolerance, double *work, double *worst) {
  double farthest;
  switch (x->kind) {
  case INSTANCE_VECTOR: farthest = vector_outside(x); break;
  case INSTANCE_DYAD: farthest = outside_unit(instance_trace(x)); break; /* eigenvalues |x|^2 and 0 */
  case INSTANCE_LOW_RANK: farthest = low_rank_outside(x, 0.0, tolerance, work); break;
  case INSTANCE_RECTANGULAR:
  case INSTANCE_ENTRY: farthest = INFINITY; break;
  case INSTANCE_DISTANCE: farthest = 0.0; break; /* eigenvalues 1 and 0 */
  default: farthest = symmetric_outside(x->n, x->matrix, 0.0, 0.0, tolerance, work); break;
  }
  if (worst != NULL) *worst = farthest;
  return farthest <= tolerance;
}

static size_t rows_of(const instance *x) {
  return x->kind == INSTANCE_RECTANGULAR ? x->m : x->n;
}

/* The smaller Gram matrix and its Cholesky factor; low rank: as for the range. */
size_t instance_norm_work(const instance *x) {
  if (x->kind == INSTANCE_LOW_RANK) return instance_range_work(x);
  if (x->kind != INSTANCE_MATRIX && x->kind != INSTANCE_RECTANGULAR) return 0;
  const size_t order = smaller(rows_of(x), x->n);
  return 2 * order * order;
}

/* gram = X X^T (m <= n) or X^T X; its order. */
static size_t smaller_gram(const instance *x, double *gram) {
  const size_t m = rows_of(x), n = x->n;
  if (m <= n) {
    kernel_multiply_transposed(m, m, n, x->matrix, n, x->matrix, n, gram, m);
    return m;
  }
  memset(gram, 0, n * n * sizeof *gram);
  for (size_t i = 0; i < m; i++) {
    const double *row = x->matrix + i * n;
    for (size_t j = 0; j < n; j++) kernel_axpy(n, row[j], row, gram + j * n);
  }
  return n;
}

bool instance_norm_within(const instance *x, double tolerance, double *work, double *worst) {
  double excess = 0.0;
  if (x->kind == INSTANCE_VECTOR) {
    for (size_t j = 0; j < x->count; j++) excess = fmax(excess, outside_unit(fabs(x->value[j])));
  } else if (x->kind == INSTANCE_ENTRY || x->kind == INSTANCE_DISTANCE) {
    excess = 0.0;
  } else if (x->kind == INSTANCE_MATRIX || x->kind == INSTANCE_RECTANGULAR) {
    const size_t order = smaller_gram(x, work);
    const double allowed = tolerance * (2.0 + tolerance); /* (1 + tolerance)^2 - 1 */
    const double beyond = shortfall(order, work, -1.0, 1.0, allowed, work + order * order);
    if (beyond > 0.0) excess = fmax(sqrt(1.0 + beyond) - 1.0, nextafter(tolerance, INFINITY));
  } else if (x->kind == INSTANCE_DYAD) {
    excess = outside_unit(instance_trace(x));
  } else {
    excess = low_rank_outside(x, -1.0, tolerance, work);
  }
  if (worst != NULL) *worst = excess;
  return excess <= tolerance;
}
