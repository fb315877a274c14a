/* Inner products <X, U> of instances in their compact forms. */
#include <math.h>
#include <stdbool.h>

#include "linalg/kernels.h"
#include "spectral/instance/instance.h"

/* A vector by its stored entries; index = NULL: dense, count entries. */
typedef struct entries {
  size_t count;
  const size_t *index;
  const double *value;
} entries;

static entries entries_of(const instance *x) {
  return (entries){x->count, x->index, x->value};
}

static double gather_dot(entries x, const double *dense) {
  if (x.index == NULL) return kernel_dot(x.count, x.value, dense);
  double sum = 0.0;
  for (size_t j = 0; j < x.count; j++) sum += x.value[j] * dense[x.index[j]];
  return sum;
}

/* sum over common positions of x_i^p z_i^q, p and q 1 or 2 */
static double merged_sum(entries x, bool square_x, entries z, bool square_z) {
  double sum = 0.0;
  for (size_t a = 0, b = 0; a < x.count && b < z.count;) {
    const size_t i = x.index != NULL ? x.index[a] : a, j = z.index != NULL ? z.index[b] : b;
    if (i == j) {
      const double u = x.value[a], v = z.value[b];
      sum += (square_x ? u * u : u) * (square_z ? v * v : v);
    }
    if (i <= j) a++;
    if (j <= i) b++;
  }
  return sum;
}

static double entries_dot(entries x, entries z) {
  if (z.index == NULL) return gather_dot(x, z.value);
  if (x.index == NULL) return gather_dot(z, x.value);
  return merged_sum(x, false, z, false);
}

/* z^T M z over the support of z */
static double matrix_quadratic(size_t n, const double *matrix, entries z) {
  if (z.index == NULL) return kernel_quadratic(n, matrix, n, z.value);
  double sum = 0.0;
  for (size_t j = 0; j < z.count; j++) sum += z.value[j] * gather_dot(z, matrix + z.index[j] * n);
  return sum;
}

static double stored_at(entries x, size_t i) {
  if (x.index == NULL) return x.value[i];
  size_t low = 0, high = x.count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (x.index[middle] < i) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < x.count && x.index[low] == i ? x.value[low] : 0.0;
}

/* z^T U z */
static double quadratic(const instance *u, entries z) {
  switch (u->kind) {
  case INSTANCE_VECTOR: return merged_sum(entries_of(u), false, z, true);
  case INSTANCE_DYAD: {
    const double product = entries_dot(z, entries_of(u));
    return product * product;
  }
  case INSTANCE_LOW_RANK: {
    double sum = u->shift * kernel_dot(z.count, z.value, z.value);
    for (size_t q = 0; q < u->rank; q++) {
      const double product = gather_dot(z, u->factors + q * u->n);
      sum += u->weights[q] * product * product;
    }
    return sum;
  }
  case INSTANCE_RECTANGULAR:
  case INSTANCE_ENTRY: return NAN;
  case INSTANCE_DISTANCE: {
    const double difference = stored_at(z, u->row) - stored_at(z, u->column);
    return 0.5 * (difference * difference);
  }
  default: return matrix_quadratic(u->n, u->matrix, z);
  }
}

/* sum_i x_i U_ii */
static double diagonal_inner(entries x, const instance *u) {
  if (u->kind == INSTANCE_VECTOR) return entries_dot(x, entries_of(u));
  if (u->kind == INSTANCE_RECTANGULAR) return NAN;
  if (u->kind == INSTANCE_DYAD) return merged_sum(x, false, entries_of(u), true);
  double sum = 0.0;
  for (size_t a = 0; a < x.count; a++) {
    const size_t i = x.index != NULL ? x.index[a] : a;
    double entry;
    if (u->kind == INSTANCE_MATRIX) {
      entry = u->matrix[i * (u->n + 1)];
    } else {
      entry = u->shift;
      for (size_t q = 0; q < u->rank; q++) {
        const double z = u->factors[q * u->n + i];
        entry += u->weights[q] * z * z;
      }
    }
    sum += x.value[a] * entry;
  }
  return sum;
}

/* U_ij */
static double entry_of(const instance *u, size_t i, size_t j) {
  double sum;
  switch (u->kind) {
  case INSTANCE_VECTOR: return i == j ? stored_at(entries_of(u), i) : 0.0;
  case INSTANCE_DYAD: return stored_at(entries_of(u), i) * stored_at(entries_of(u), j);
  case INSTANCE_LOW_RANK:
    sum = i == j ? u->shift : 0.0;
    for (size_t q = 0; q < u->rank; q++) {
      sum += u->weights[q] * (u->factors[q * u->n + i] * u->factors[q * u->n + j]);
    }
    return sum;
  case INSTANCE_ENTRY: return u->row == i && u->column == j ? 1.0 : 0.0;
  case INSTANCE_DISTANCE:
    if (u->row == u->column || (i != u->row && i != u->column) || (j != u->row && j != u->column)) return 0.0;
    return i == j ? 0.5 : -0.5;
  default: return u->matrix[i * u->n + j];
  }
}

static bool same_shape(const instance *x, const instance *u) {
  const size_t rows = instance_kind_has_rows(x->kind) ? x->m : x->n;
  return rows == (instance_kind_has_rows(u->kind) ? u->m : u->n) && x->n == u->n;
}

/* Half the squared distance of a and b under the kernel X; of an entry or any square matrix, of its symmetric part. */
static double distance_inner(const instance *x, const instance *u) {
  const size_t a = u->row, b = u->column;
  if (a == b) return 0.0;
  const double cross = 0.5 * (entry_of(x, a, b) + entry_of(x, b, a));
  return 0.5 * (entry_of(x, a, a) + entry_of(x, b, b)) - cross;
}

static double matrix_inner(size_t m, size_t n, const double *x, const double *u) {
  double sum = 0.0;
  for (size_t i = 0; i < m; i++) sum += kernel_dot(n, x + i * n, u + i * n);
  return sum;
}

size_t instance_inner_work(const instance *x, const instance *u) {
  (void)x;
  (void)u;
  return 0; /* all pairs are done in place */
}

double instance_inner(const instance *x, const instance *u, double *work) {
  if (x->kind > u->kind) return instance_inner(u, x, work);
  if (u->kind == INSTANCE_DISTANCE) return same_shape(x, u) ? distance_inner(x, u) : NAN;
  if (u->kind == INSTANCE_ENTRY) return same_shape(x, u) ? entry_of(x, u->row, u->column) : NAN;
  if (u->kind == INSTANCE_RECTANGULAR && (x->m != u->m || x->n != u->n)) return NAN;
  switch (x->kind) {
  case INSTANCE_VECTOR: return diagonal_inner(entries_of(x), u);
  case INSTANCE_DYAD: return quadratic(u, entries_of(x));
  case INSTANCE_LOW_RANK: {
    double sum = x->shift != 0.0 ? x->shift * instance_trace(u) : 0.0;
    for (size_t q = 0; q < x->rank; q++) {
      const entries z = {x->n, NULL, x->factors + q * x->n};
      sum += x->weights[q] * quadratic(u, z);
    }
    return sum;
  }
  case INSTANCE_RECTANGULAR: return matrix_inner(x->m, x->n, x->matrix, u->matrix);
  default: return matrix_inner(x->n, x->n, x->matrix, u->matrix);
  }
}

/* f^T X f for one dense row f */
static double row_quadratic(const instance *x, const double *f) {
  double sum = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count; j++) {
      const double entry = f[x->index != NULL ? x->index[j] : j];
      sum += x->value[j] * (entry * entry);
    }
    return sum;
  case INSTANCE_DYAD: sum = gather_dot(entries_of(x), f); return sum * sum;
  case INSTANCE_ENTRY: return x->m == x->n ? f[x->row] * f[x->column] : NAN;
  case INSTANCE_DISTANCE: sum = f[x->row] - f[x->column]; return 0.5 * (sum * sum);
  default: return quadratic(x, (entries){x->n, NULL, f});
  }
}

double instance_inner_rows(const instance *x, size_t r, const double *rows, const double *weights, double *work) {
  double sum = 0.0;
  if (x->kind == INSTANCE_DYAD && x->index == NULL) {
    kernel_rows_dot(r, x->n, rows, x->n, x->value, work);
    for (size_t i = 0; i < r; i++) sum += (weights != NULL ? weights[i] : 1.0) * (work[i] * work[i]);
    return sum;
  }
  for (size_t i = 0; i < r; i++) {
    sum += (weights != NULL ? weights[i] : 1.0) * row_quadratic(x, rows + i * x->n);
  }
  return sum;
}

double instance_inner_diagonal(const instance *x, const double *u) {
  double sum = 0.0;
  switch (x->kind) {
  case INSTANCE_VECTOR: return gather_dot(entries_of(x), u);
  case INSTANCE_DYAD:
    for (size_t j = 0; j < x->count; j++) {
      sum += x->value[j] * x->value[j] * u[x->index != NULL ? x->index[j] : j];
    }
    return sum;
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < x->rank; q++) {
      const entries z = {x->n, NULL, x->factors + q * x->n}, diagonal = {x->n, NULL, u};
      sum += x->weights[q] * merged_sum(z, true, diagonal, false);
    }
    for (size_t i = 0; i < x->n; i++) sum += x->shift * u[i];
    return sum;
  case INSTANCE_RECTANGULAR: return NAN;
  case INSTANCE_ENTRY:
    if (x->m != x->n) return NAN;
    return x->row == x->column ? u[x->row] : 0.0;
  case INSTANCE_DISTANCE: return x->row != x->column ? 0.5 * (u[x->row] + u[x->column]) : 0.0;
  default:
    for (size_t i = 0; i < x->n; i++) sum += x->matrix[i * (x->n + 1)] * u[i];
    return sum;
  }
}
