/* Comparators of m x n instances: generalised projections, matrices of trace norm at most 1, embeddings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "comparators/comparator_parts.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"
#include "linalg/singular.h"

/* max |G G^T G - G| */
static status generalised_defect(size_t m, size_t n, const double *g, double *defect) {
  double *gram = NULL, *row = NULL;
  status code = STATUS_OK;
  *defect = INFINITY;
  if (g == NULL) return STATUS_OK; /* no entries: no projection */
  *defect = 0.0;
  CHECK(NEW_ARRAY(m * m, gram));
  CHECK(NEW_ARRAY(n, row));
  kernel_multiply_transposed(m, m, n, g, n, g, n, gram, m);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) row[j] = -g[i * n + j];
    kernel_rows_combine(m, n, g, n, gram + i * m, row);
    for (size_t j = 0; j < n; j++) *defect = fmax(*defect, isnan(row[j]) ? INFINITY : fabs(row[j]));
  }
end:
  free(gram);
  free(row);
  return code;
}

/* values (min(m, n)) = the singular values of K. */
static status singular_values(size_t m, size_t n, const double *k, double *values) {
  const size_t count = m < n ? m : n, length = m < n ? n : m;
  double *rows = NULL;
  TRY(NEW_ARRAY(m * n, rows));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) rows[m <= n ? i * n + j : j * m + i] = k[i * n + j];
  }
  const status code = singular_rotate(count, length, rows, NULL, values);
  free(rows);
  return code;
}

static double entropy_term(double eigenvalue) {
  return eigenvalue > 0.0 ? eigenvalue * fixed_log(eigenvalue) : 0.0;
}

/* The spectrum of sum of k_i q_i q_i^T + (1 - sum k_i) I/N */
static void set_lift(comparator *u, size_t count, size_t order, const double *values, double trace_norm) {
  const double floor = fmax(0.0, 1.0 - trace_norm) / (double)order, others = (double)(order - count);
  u->entropy = others * entropy_term(floor);
  u->squared_norm = others * floor * floor;
  for (size_t i = 0; i < count; i++) {
    u->entropy += entropy_term(values[i] + floor);
    u->squared_norm += (values[i] + floor) * (values[i] + floor);
  }
  u->kind = COMPARATOR_TRACE_NORM;
  u->trace = 1.0;
}

static status look_at_trace_norm(comparator *u, size_t m, size_t n) {
  const size_t count = m < n ? m : n;
  double *values = NULL, sum = 0.0;
  TRY(NEW_ARRAY(count, values));
  status code = singular_values(m, n, u->numbers, values);
  for (size_t i = 0; i < count; i++) sum += values[i];
  if (code == STATUS_OK && sum > 1.0 + COMPARATOR_TOLERANCE) {
    code = FAIL(STATUS_INVALID, "trace norm %.9g, expected a generalised projection or a trace norm of at most 1", sum);
  }
  if (code == STATUS_OK) set_lift(u, count, m + n, values, sum);
  free(values);
  return code;
}

status comparator_from_rectangular(comparator_origin origin, size_t m, size_t n, const double *g, comparator **out) {
  comparator *made;
  TRY(comparator_begin(COMPARATOR_RECTANGULAR, origin, n, m * n, g, &made));
  *out = NULL;
  made->as_instance = instance_rectangular(m, n, made->numbers);
  const double squares = made->numbers == NULL ? 0.0 : kernel_dot(m * n, made->numbers, made->numbers);
  status code = instance_check_finite(&made->as_instance);
  if (code == STATUS_OK && squares == 0.0) {
    code = FAIL(STATUS_INVALID, "a matrix of zeros, expected a generalised projection or a trace norm of at most 1");
  }
  if (code == STATUS_OK) code = generalised_defect(m, n, made->numbers, &made->defect);
  if (code == STATUS_OK && made->defect <= COMPARATOR_TOLERANCE && squares > 0.5) {
    made->rank = (size_t)(squares + 0.5);
    made->squared_norm = made->trace = (double)made->rank;
  } else if (code == STATUS_OK) {
    code = look_at_trace_norm(made, m, n);
  }
  return comparator_finish(made, code, out);
}

/* Entropy and squared norm of the density from the eigenvalues of the d x d Gram matrix of its factors. */
static status look_at_gram(comparator *u) {
  const size_t d = u->rank, order = u->n;
  eigen_solver *solver = NULL;
  double *gram = NULL, *values = NULL, *vectors = NULL;
  status code = STATUS_OK;
  CHECK(eigen_solver_new(&eigen_gsl, d, &solver));
  CHECK(NEW_ARRAY(d * d, gram));
  CHECK(NEW_ARRAY(d, values));
  CHECK(NEW_ARRAY(d * d, vectors));
  for (size_t a = 0; a < d; a++) {
    for (size_t b = 0; b <= a; b++) {
      gram[a * d + b] = gram[b * d + a] =
          kernel_dot(order, u->numbers + a * order, u->numbers + b * order) / (double)order;
    }
  }
  u->squared_norm = kernel_dot(d * d, gram, gram);
  CHECK(eigen_solve(solver, d, gram, d, values, vectors, NULL));
  u->entropy = 0.0;
  for (size_t l = 0; l < d; l++) u->entropy += entropy_term(values[l]);
end:
  eigen_solver_free(solver);
  free(gram);
  free(values);
  free(vectors);
  return code;
}

/* numbers = the columns of [P;Q], one after the other; defect = max ||row| - 1| */
static void take_rows(comparator *u, size_t first, size_t count, const double *rows) {
  for (size_t i = 0; i < count; i++) {
    const double *row = rows + i * u->rank;
    u->defect = fmax(u->defect, fabs(kernel_norm(u->rank, row) - 1.0));
    for (size_t l = 0; l < u->rank; l++) u->numbers[l * u->n + first + i] = row[l];
  }
}

status comparator_from_embedding(comparator_origin origin, size_t m, size_t n, size_t d, const double *p,
                                 const double *q, comparator **out) {
  comparator *u;
  *out = NULL;
  if (m < 1 || n < 1 || d < 1) {
    return FAIL(STATUS_INVALID, "comparator: an embedding of %zu rows and %zu columns in %zu dimensions, expected more",
                m, n, d);
  }
  TRY(comparator_begin(COMPARATOR_EMBEDDING, origin, m + n, d * (m + n), NULL, &u));
  u->rows = m;
  u->rank = d;
  status code = NEW_ARRAY(d, u->weights);
  if (code == STATUS_OK) {
    for (size_t l = 0; l < d; l++) u->weights[l] = 1.0 / (double)(m + n);
    take_rows(u, 0, m, p);
    take_rows(u, m, n, q);
  }
  u->as_instance = instance_low_rank(m + n, code == STATUS_OK ? d : 0, u->numbers, u->weights, 0.0);
  if (code == STATUS_OK) code = instance_check_finite(&u->as_instance);
  u->entropy = u->squared_norm = NAN;
  if (code == STATUS_OK && d <= COMPARATOR_SPECTRUM_LIMIT) code = look_at_gram(u);
  return comparator_finish(u, code, out);
}

const double *comparator_factors(const comparator *u, size_t *m, size_t *rank) {
  if (u->kind != COMPARATOR_EMBEDDING || u->segments != NULL) return NULL;
  *m = u->rows;
  *rank = u->rank;
  return u->numbers;
}

/* <p_i,q_j> */
static double product_at(const comparator *u, size_t i, size_t j) {
  double sum = 0.0;
  for (size_t l = 0; l < u->rank; l++) {
    const double *factor = u->numbers + l * u->n;
    sum += factor[i] * factor[u->rows + j];
  }
  return sum;
}

double comparator_embedded(const comparator *u, const instance *entry) {
  if (entry->m != u->rows || entry->n != u->n - u->rows) return NAN;
  return product_at(u, entry->row, entry->column);
}

status comparator_rectangular_of_embedding(const comparator *u, comparator **out) {
  const size_t m = u->rows, n = u->n - m;
  double *k = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(m * n, k));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) k[i * n + j] = 2.0 * product_at(u, i, j) / (double)u->n;
  }
  const status code = comparator_from_rectangular(u->origin, m, n, k, out);
  free(k);
  return code;
}
