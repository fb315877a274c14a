#include "spectral/projection/projection_dual.h"
#include "base/fixed_math.h"
#include "linalg/kernels.h"

/* An off-diagonal entry constraint E_ij + E_ji has norm sqrt(2). */
static double entry_weight(const linear_constraint *c) {
  return c->i == c->j ? 1.0 : sqrt(0.5);
}

void dual_add(const projection *p, size_t j, double scale, double *matrix) {
  const size_t n = p->n;
  const linear_constraint *c = &p->constraints[j];
  if (p->diagonal) {
    kernel_axpy(n, scale, c->data, matrix);
    return;
  }
  switch (c->kind) {
  case CONSTRAINT_TRACE:
    for (size_t i = 0; i < n; i++) matrix[i * (n + 1)] += scale / sqrt((double)n);
    break;
  case CONSTRAINT_ENTRY:
    matrix[c->i * n + c->j] += scale * entry_weight(c);
    if (c->i != c->j) matrix[c->j * n + c->i] += scale * entry_weight(c);
    break;
  case CONSTRAINT_DYAD:
    for (size_t i = 0; i < n; i++) {
      for (size_t k = 0; k < n; k++) matrix[i * n + k] += scale * (c->data[i] * c->data[k]);
    }
    break;
  case CONSTRAINT_MATRIX: kernel_axpy(n * n, scale, c->data, matrix); break;
  }
}

void dual_combination(const projection *p, const double *a, double *matrix) {
  memset(matrix, 0, p->entries * sizeof *matrix);
  for (size_t j = 0; j < p->count; j++) {
    if (a[j] != 0.0) dual_add(p, j, a[j], matrix);
  }
}

/* The diagonal entry l of V C_j V^T: v^T C_j v for v = row l of V. */
static double diagonal_entry(const projection *p, size_t j, size_t l) {
  const size_t n = p->n;
  const linear_constraint *c = &p->constraints[j];
  const double *v = p->vectors + l * n;
  double inner;
  if (p->diagonal) return c->data[l];
  switch (c->kind) {
  case CONSTRAINT_TRACE: return kernel_dot(n, v, v) / sqrt((double)n);
  case CONSTRAINT_ENTRY: return (c->i == c->j ? 1.0 : 2.0) * entry_weight(c) * v[c->i] * v[c->j];
  case CONSTRAINT_DYAD: inner = kernel_dot(n, v, c->data); return inner * inner;
  case CONSTRAINT_MATRIX: break;
  }
  return kernel_quadratic(n, c->data, n, v);
}

status dual_evaluate(projection *p, const double *a, double *value) {
  const size_t n = p->n;
  memcpy(p->argument, p->start, p->entries * sizeof *p->argument);
  for (size_t j = 0; j < p->count; j++) {
    if (a[j] != 0.0) dual_add(p, j, -a[j], p->argument);
  }
  if (p->diagonal) {
    memcpy(p->values, p->argument, n * sizeof *p->values);
  } else {
    TRY(eigen_solve(p->solver, n, p->argument, n, p->values, p->vectors, NULL));
  }
  *value = 0.0;
  for (size_t l = 0; l < n; l++) *value += fixed_exp(p->values[l]);
  p->magnitude = *value;
  for (size_t j = 0; j < p->count; j++) {
    *value += a[j] * p->bound[j];
    p->magnitude += fabs(a[j] * p->bound[j]);
  }
  if (!isfinite(*value)) *value = INFINITY;
  for (size_t j = 0; j < p->count; j++) {
    double inner = 0.0;
    for (size_t l = 0; l < n; l++) inner += fixed_exp(p->values[l]) * diagonal_entry(p, j, l);
    p->gradient[j] = p->bound[j] - inner;
  }
  return STATUS_OK;
}

/* transformed = V C_j V^T */
static void transform(projection *p, size_t j) {
  const size_t n = p->n;
  const linear_constraint *c = &p->constraints[j];
  double *out = p->transformed;
  switch (c->kind) {
  case CONSTRAINT_TRACE:
    memset(out, 0, n * n * sizeof *out);
    for (size_t l = 0; l < n; l++) out[l * (n + 1)] = 1.0 / sqrt((double)n);
    break;
  case CONSTRAINT_ENTRY:
    for (size_t l = 0; l < n; l++) {
      const double *v = p->vectors + l * n;
      for (size_t m = 0; m < n; m++) {
        const double *w = p->vectors + m * n;
        const double product = c->i == c->j ? v[c->i] * w[c->i] : v[c->i] * w[c->j] + v[c->j] * w[c->i];
        out[l * n + m] = entry_weight(c) * product;
      }
    }
    break;
  case CONSTRAINT_DYAD:
    kernel_rows_dot(n, n, p->vectors, n, c->data, p->work);
    for (size_t l = 0; l < n; l++) {
      for (size_t m = 0; m < n; m++) out[l * n + m] = p->work[l] * p->work[m];
    }
    break;
  case CONSTRAINT_MATRIX:
    kernel_multiply_transposed(n, n, n, p->vectors, n, c->data, n, p->work, n);
    kernel_multiply_transposed(n, n, n, p->work, n, p->vectors, n, out, n);
    break;
  }
}

/* sqrt of (e^u - e^v)/(u - v) = e^max (1 - e^-d)/d, d = |u - v| */
static double root_of_divided_difference(double u, double v) {
  const double d = fabs(u - v), half = fixed_exp(0.5 * fmax(u, v));
  return d > 0.0 ? half * sqrt(-fixed_expm1(-d) / d) : half;
}

void dual_hessian(projection *p) {
  const size_t n = p->n;
  for (size_t j = 0; j < p->count; j++) {
    double *row = p->weighted + j * p->entries;
    if (p->diagonal) {
      for (size_t l = 0; l < n; l++) row[l] = p->constraints[j].data[l] * fixed_exp(0.5 * p->values[l]);
    } else {
      transform(p, j);
      memcpy(row, p->transformed, p->entries * sizeof *row);
    }
  }
  for (size_t l = 0; l < n && !p->diagonal; l++) {
    for (size_t m = 0; m < n; m++) {
      const double root = root_of_divided_difference(p->values[l], p->values[m]);
      for (size_t j = 0; j < p->count; j++) p->weighted[j * p->entries + l * n + m] *= root;
    }
  }
  kernel_multiply_transposed(p->count, p->count, p->entries, p->weighted, p->entries, p->weighted, p->entries,
                             p->hessian, p->count);
}

double dual_residual(const projection *p, const double *a) {
  double worst = 0.0;
  for (size_t j = 0; j < p->count; j++) {
    const double g = p->gradient[j];
    const double residual = p->constraints[j].at_most ? fmin(p->scale * a[j], g) : g;
    worst = fmax(worst, fabs(residual));
  }
  return worst;
}
