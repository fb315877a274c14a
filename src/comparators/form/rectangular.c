/* Of m x n instances: a generalised projection G, or a matrix K of trace norm at most 1. Which of the two it is is found from the matrix. Their
 * facts are those of the lift (comparator.h). */
#include "base/fixed_math.h"
#include "comparators/form/form.h"
#include "linalg/kernels.h"
#include "linalg/singular.h"

extern const comparator_form form_rectangular, form_trace_norm;

typedef struct rectangular {
  comparator common;
  double *entries; /* m x n, or its diagonal, n */
} rectangular;

/* max |G G^T G - G| */
static status generalised_defect(size_t m, size_t n, const double *g, double *defect) {
  FREED double *gram = NULL, *row = NULL;
  *defect = 0.0;
  TRY(NEW_ARRAY(m * m, gram));
  TRY(NEW_ARRAY(n, row));
  kernel_multiply_transposed(m, m, n, g, n, g, n, gram, m);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) row[j] = -g[i * n + j];
    kernel_rows_combine(m, n, g, n, gram + i * m, row);
    for (size_t j = 0; j < n; j++) *defect = fmax(*defect, isnan(row[j]) ? INFINITY : fabs(row[j]));
  }
  return STATUS_OK;
}

/* values (min(m, n)) = the singular values of K. */
static status singular_values(size_t m, size_t n, const double *k, double *values) {
  const size_t count = m < n ? m : n, length = m < n ? n : m;
  FREED double *rows = NULL;
  TRY(NEW_ARRAY(m * n, rows));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) rows[m <= n ? i * n + j : j * m + i] = k[i * n + j];
  }
  return singular_rotate(count, length, rows, NULL, values);
}

/* A generalised projection; `squares` is its squared norm, up to rounding. */
static void set_rank(rectangular *made, double squares) {
  comparator *u = &made->common;
  u->rank = (size_t)(squares + 0.5);
  u->squared_norm = u->trace = (double)u->rank;
  u->entropy = 0.0;
}

/* K with these singular values. The spectrum of its lift is that of sum of k_i q_i q_i^T + (1 - sum k_i) I/N. */
static status set_trace_norm(rectangular *made, size_t count, size_t order, const double *values) {
  comparator *u = &made->common;
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += values[i];
  if (sum == 0.0) {
    return FAIL(STATUS_INVALID, "a matrix of zeros, expected a generalised projection or a trace norm of at most 1");
  }
  if (!(sum <= 1.0 + COMPARATOR_TOLERANCE)) {
    return FAIL(STATUS_INVALID, "trace norm %.9g, expected a generalised projection or a trace norm of at most 1", sum);
  }
  const double least = fmax(0.0, 1.0 - sum) / (double)order, others = (double)(order - count);
  u->form = &form_trace_norm;
  u->trace = 1.0;
  u->entropy = others * fixed_u_ln_u(least);
  u->squared_norm = others * least * least;
  for (size_t i = 0; i < count; i++) {
    u->entropy += fixed_u_ln_u(values[i] + least);
    u->squared_norm += (values[i] + least) * (values[i] + least);
  }
  return STATUS_OK;
}

static status init_matrix(rectangular *made, size_t m, size_t n) {
  TRY(form_view(&made->common, instance_rectangular(m, n, made->entries)));
  TRY(generalised_defect(m, n, made->entries, &made->common.defect));
  const double squares = kernel_dot(m * n, made->entries, made->entries);
  if (made->common.defect <= COMPARATOR_TOLERANCE && squares > 0.5) {
    set_rank(made, squares);
    return STATUS_OK;
  }
  const size_t count = m < n ? m : n;
  FREED double *values = NULL;
  TRY(NEW_ARRAY(count, values));
  TRY(singular_values(m, n, made->entries, values));
  return set_trace_norm(made, count, m + n, values);
}

/* diag(u); or a G with the diagonal u, which is not diag(u). Where |u_i| <= 1 and |u|_1 is a whole number, there is one of that rank by
 * Schur and Horn (comparators/schur_horn.h). */
static status init_diagonal(rectangular *made, size_t n) {
  FREED double *values = NULL;
  double squares = 0.0, sum = 0.0, largest = 0.0, defect = 0.0;
  TRY(NEW_ARRAY(n, values));
  TRY(form_view(&made->common, instance_dense_vector(n, made->entries)));
  for (size_t i = 0; i < n; i++) {
    values[i] = fabs(made->entries[i]);
    squares += values[i] * values[i];
    sum += values[i];
    largest = fmax(largest, values[i]);
    defect = fmax(defect, fabs(values[i] * values[i] * values[i] - values[i]));
  }
  made->common.defect = defect;
  const double rank = floor(sum + 0.5);
  if (defect <= COMPARATOR_TOLERANCE && squares > 0.5) {
    set_rank(made, squares);
  } else if (rank > 1.0 && fabs(sum - rank) <= COMPARATOR_TOLERANCE * rank && largest <= 1.0 + COMPARATOR_TOLERANCE) {
    set_rank(made, rank);
    made->common.defect = 0.0;
  } else {
    return set_trace_norm(made, n, 2 * n, values);
  }
  return STATUS_OK;
}

static status init(void *self, const comparator_parts *parts) {
  rectangular *made = self;
  const size_t count = parts->vector != NULL ? parts->n : parts->m * parts->n;
  TRY(FORM_ARRAY(made, count, parts->vector != NULL ? parts->vector : parts->matrix, made->entries));
  return parts->vector != NULL ? init_diagonal(made, parts->n) : init_matrix(made, parts->m, parts->n);
}

const comparator_form form_rectangular = {
    .kind = COMPARATOR_RECTANGULAR, .member = "matrix", .size = sizeof(rectangular), .init = init};
const comparator_form form_trace_norm = {
    .kind = COMPARATOR_TRACE_NORM, .member = "matrix", .size = sizeof(rectangular), .init = init};
