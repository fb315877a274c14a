#include "comparators/comparator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "linalg/angles.h"
#include "linalg/cholesky.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "linalg/singular.h"
#include "spectral/instance/vector_arithmetic.h"

/* Largest defect of a frame or generalised projection, of a semidefinite matrix (relative) and of a trace norm of 1. */
#define COMPARATOR_TOLERANCE 1e-9
enum { COMPARATOR_SPECTRUM_LIMIT = 1024 }; /* largest order at which a matrix is decomposed */

struct comparator {
  comparator_kind kind;
  comparator_origin origin;
  size_t n, rank;
  size_t rows; /* embedding, cut, order, entries: m */
  instance as_instance;
  /* frame (low rank: too), ones of the coordinates, vector, matrix, factors of an embedding, signs, or positions of an order */
  double *numbers;
  double *weights;     /* frame: ones; low rank: w; embedding: 1/(m + n) */
  size_t *coordinates; /* coordinates, order; vector: where it is not 0, or NULL if that is in many places */
  size_t support;      /* vector */
  double defect;       /* frame: max |F F^T - I|; embedding: max ||row| - 1| */
  double trace, entropy, squared_norm;
  bool certified; /* `least` is known */
  double least;
  double *work; /* for comparator_value */
  const instance *met;
  double met_value;
  /* a comparator made of segments uses only these */
  comparator **segments;
  size_t *first; /* trials */
  size_t segment_count, current;
};

/* The segment chosen last, or the comparator itself if it has none. */
static const comparator *active(const comparator *u) {
  return u->segments == NULL ? u : u->segments[u->current];
}

static const char *const origin_names[] = {"planted", "given", "exact", "interval"};

const char *comparator_origin_name(comparator_origin origin) {
  return origin_names[origin];
}

void comparator_free(comparator *u) {
  if (u == NULL) return;
  for (size_t j = 0; j < u->segment_count; j++) comparator_free(u->segments[j]);
  free(u->segments);
  free(u->first);
  free(u->numbers);
  free(u->weights);
  free(u->coordinates);
  free(u->work);
  free(u);
}

/* A comparator with `count` numbers copied from `values` (NULL: ones). */
static status begin(comparator_kind kind, comparator_origin origin, size_t n, size_t count, const double *values,
                    comparator **out) {
  comparator *u = NULL;
  status code = STATUS_OK;
  *out = NULL;
  TRY(NEW_ARRAY(1, u));
  u->kind = kind;
  u->origin = origin;
  u->n = n;
  CHECK(NEW_ARRAY(count, u->numbers));
  for (size_t i = 0; i < count; i++) u->numbers[i] = values != NULL ? values[i] : 1.0;
  *out = u;
  return STATUS_OK;
end:
  comparator_free(u);
  return code;
}

/* Allocates work space for vectors and dyads and returns the comparator, or frees it on failure. */
static status finish(comparator *u, status code, comparator **out) {
  if (code == STATUS_OK && u->n < 1) code = FAIL(STATUS_INVALID, "order 0, expected at least 1");
  if (code == STATUS_OK) code = instance_check_finite(&u->as_instance);
  if (code == STATUS_OK) code = comparator_prepare(u, INSTANCE_DYAD, 1);
  if (code != STATUS_OK) {
    comparator_free(u);
    return status_context(code, "comparator");
  }
  if (u->as_instance.kind != INSTANCE_RECTANGULAR) u->trace = instance_trace(&u->as_instance);
  *out = u;
  return STATUS_OK;
}

/* |F^T F|_F^2 = |F F^T|_F^2 */
static double frame_squared_norm(size_t n, size_t r, const double *frame) {
  double sum = 0.0;
  for (size_t i = 0; i < r; i++) {
    for (size_t j = 0; j < r; j++) {
      const double product = kernel_dot(n, frame + i * n, frame + j * n);
      sum += product * product;
    }
  }
  return sum;
}

status comparator_from_frame(comparator_origin origin, size_t n, size_t r, const double *frame, comparator **out) {
  comparator *u;
  *out = NULL;
  if (r < 1 || r > n) return FAIL(STATUS_INVALID, "comparator: a frame of %zu vectors, expected 1 to %zu", r, n);
  TRY(begin(COMPARATOR_FRAME, origin, n, r * n, frame, &u));
  u->rank = r;
  const status code = NEW_ARRAY(r, u->weights);
  for (size_t i = 0; i < r && code == STATUS_OK; i++) u->weights[i] = 1.0;
  u->as_instance = instance_low_rank(n, code == STATUS_OK ? r : 0, u->numbers, u->weights, 0.0);
  u->defect = frame_defect(n, r, u->numbers);
  const bool projection = u->defect <= COMPARATOR_TOLERANCE;
  u->entropy = projection ? 0.0 : NAN;
  u->squared_norm = projection ? (double)r : frame_squared_norm(n, r, u->numbers);
  return finish(u, code, out);
}

status comparator_from_low_rank(comparator_origin origin, size_t n, size_t r, const double *frame,
                                const double *weights, comparator **out) {
  comparator *u;
  *out = NULL;
  if (r < 1 || r > n) return FAIL(STATUS_INVALID, "comparator: %zu factors, expected 1 to %zu", r, n);
  TRY(begin(COMPARATOR_LOW_RANK, origin, n, r * n, frame, &u));
  u->rank = r;
  status code = NEW_ARRAY(r, u->weights);
  for (size_t i = 0; i < r && code == STATUS_OK; i++) {
    const double weight = u->weights[i] = weights[i];
    if (!(weight >= 0.0)) code = FAIL(STATUS_INVALID, "weight %zu is %g, expected a number >= 0", i + 1, weight);
    if (weight > 0.0) u->entropy += weight * fixed_log(weight);
    u->squared_norm += weight * weight;
  }
  if (code == STATUS_OK && !(frame_defect(n, r, u->numbers) <= COMPARATOR_TOLERANCE))
    code = FAIL(STATUS_INVALID, "factors that are not orthonormal");
  u->as_instance = instance_low_rank(n, code == STATUS_OK ? r : 0, u->numbers, u->weights, 0.0);
  return finish(u, code, out);
}

static status check_ascending(size_t n, size_t r, const size_t *coordinates) {
  for (size_t i = 0; i < r; i++) {
    if (coordinates[i] >= n) {
      return FAIL(STATUS_INVALID, "coordinate %zu, expected 1 to %zu", coordinates[i] + 1, n);
    }
    if (i > 0 && coordinates[i] <= coordinates[i - 1]) {
      return FAIL(STATUS_INVALID, "coordinate %zu after %zu, expected ascending ones", coordinates[i] + 1,
                  coordinates[i - 1] + 1);
    }
  }
  return STATUS_OK;
}

status comparator_from_coordinates(comparator_origin origin, size_t n, size_t r, const size_t *coordinates,
                                   comparator **out) {
  comparator *u;
  TRY(begin(COMPARATOR_COORDINATES, origin, n, r, NULL, &u));
  *out = NULL;
  status code = check_ascending(n, r, coordinates);
  if (code == STATUS_OK) code = NEW_ARRAY(r, u->coordinates);
  if (code == STATUS_OK && r > 0) memcpy(u->coordinates, coordinates, r * sizeof *coordinates);
  u->rank = r;
  u->squared_norm = (double)r;
  u->as_instance = instance_sparse(INSTANCE_VECTOR, n, r, u->coordinates, u->numbers);
  return finish(u, code, out);
}

/* A vector of zeros and ones is a disjunction: *binary, and its coordinates. */
static status coordinates_of(size_t n, const double *u, bool *binary, size_t **coordinates, size_t *count) {
  *binary = true;
  *count = 0;
  TRY(NEW_ARRAY(n, *coordinates));
  for (size_t i = 0; i < n && *binary; i++) {
    *binary = u[i] == 0.0 || u[i] == 1.0;
    if (u[i] == 1.0) (*coordinates)[(*count)++] = i;
  }
  *binary = *binary && *count > 0;
  return STATUS_OK;
}

/* The product with a dense vector then reads a few entries only. */
static status find_support(comparator *u) {
  for (size_t i = 0; i < u->n; i++) u->support += u->numbers[i] != 0.0;
  if (u->support > u->n / 16) return STATUS_OK;
  TRY(NEW_ARRAY(u->support, u->coordinates));
  for (size_t i = 0, found = 0; found < u->support; i++) {
    if (u->numbers[i] != 0.0) u->coordinates[found++] = i;
  }
  return STATUS_OK;
}

static status from_vector(comparator_origin origin, size_t n, const double *u, bool any_sign, comparator **out) {
  comparator *made;
  status code = STATUS_OK;
  TRY(begin(COMPARATOR_VECTOR, origin, n, n, u, &made));
  *out = NULL;
  for (size_t i = 0; i < n && code == STATUS_OK; i++) {
    const double value = made->numbers[i];
    if (value < 0.0 && !any_sign) code = FAIL(STATUS_INVALID, "entry %zu is %g, expected a number >= 0", i + 1, value);
    if (value < 0.0) made->entropy = NAN;
    if (value > 0.0) made->entropy += value * fixed_log(value);
    made->squared_norm += value * value;
  }
  made->as_instance = instance_dense_vector(n, made->numbers);
  if (code == STATUS_OK) code = find_support(made);
  return finish(made, code, out);
}

status comparator_from_vector(comparator_origin origin, size_t n, const double *u, comparator **out) {
  size_t *coordinates = NULL, count = 0;
  bool binary = false;
  *out = NULL;
  TRY(coordinates_of(n, u, &binary, &coordinates, &count));
  const status code =
      binary ? comparator_from_coordinates(origin, n, count, coordinates, out) : from_vector(origin, n, u, false, out);
  free(coordinates);
  return code;
}

status comparator_from_signed_vector(comparator_origin origin, size_t n, const double *u, comparator **out) {
  return from_vector(origin, n, u, true, out);
}

/* Symmetric and positive semidefinite up to COMPARATOR_TOLERANCE |U|_F. */
static status check_matrix(size_t n, const double *matrix, double norm) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (fabs(matrix[i * n + j] - matrix[j * n + i]) <= COMPARATOR_TOLERANCE * norm) continue;
      return FAIL(STATUS_INVALID, "entries (%zu,%zu) and (%zu,%zu) are %g and %g, expected a symmetric matrix", i + 1,
                  j + 1, j + 1, i + 1, matrix[i * n + j], matrix[j * n + i]);
    }
  }
  double *work = NULL;
  TRY(NEW_ARRAY(n * n, work));
  const bool semidefinite = norm == 0.0 || cholesky_positive(n, matrix, 1.0, COMPARATOR_TOLERANCE * norm, work);
  free(work);
  return semidefinite ? STATUS_OK : FAIL(STATUS_INVALID, "a negative eigenvalue, expected a semidefinite matrix");
}

/* Finds the entropy of a matrix from its eigenvalues, and replaces it by a frame if it is a projection. */
static status examine_spectrum(comparator **made) {
  comparator *u = *made;
  const size_t n = u->n;
  eigen_solver *solver = NULL;
  double *values = NULL, *vectors = NULL;
  status code = STATUS_OK;
  CHECK(eigen_solver_new(&eigen_gsl, n, &solver));
  CHECK(NEW_ARRAY(n, values));
  CHECK(NEW_ARRAY(n * n, vectors));
  CHECK(eigen_solve(solver, n, u->numbers, n, values, vectors, NULL));
  bool projection = true;
  size_t rank = 0;
  u->entropy = 0.0;
  for (size_t l = 0; l < n; l++) {
    const bool one = fabs(values[l] - 1.0) <= COMPARATOR_TOLERANCE;
    projection = projection && (one || fabs(values[l]) <= COMPARATOR_TOLERANCE);
    rank += one;
    if (values[l] > 0.0) u->entropy += values[l] * fixed_log(values[l]);
  }
  if (projection && rank > 0) { /* eigenvalues ascend: the last rank vectors */
    const comparator_origin origin = u->origin;
    comparator_free(u);
    *made = NULL;
    code = comparator_from_frame(origin, n, rank, vectors + (n - rank) * n, made);
  }
end:
  eigen_solver_free(solver);
  free(values);
  free(vectors);
  return code;
}

status comparator_from_matrix(comparator_origin origin, size_t n, const double *u, comparator **out) {
  comparator *made;
  TRY(begin(COMPARATOR_MATRIX, origin, n, n * n, u, &made));
  *out = NULL;
  made->as_instance = instance_matrix(n, made->numbers);
  made->entropy = NAN;
  made->squared_norm = kernel_dot(n * n, made->numbers, made->numbers);
  status code = instance_check_finite(&made->as_instance);
  if (code == STATUS_OK) code = check_matrix(n, made->numbers, sqrt(made->squared_norm));
  TRY(finish(made, code, &made));
  if (n <= COMPARATOR_SPECTRUM_LIMIT) {
    code = examine_spectrum(&made);
    if (code != STATUS_OK) {
      comparator_free(made);
      return status_context(code, "comparator");
    }
  }
  *out = made;
  return STATUS_OK;
}

/* ---- of m x n instances: generalised projections, matrices of trace norm at most 1, embeddings */

/* max |G G^T G - G| */
static status generalised_defect(size_t m, size_t n, const double *g, double *defect) {
  double *gram = NULL, *row = NULL;
  status code = STATUS_OK;
  *defect = INFINITY;
  if (g == NULL) return STATUS_OK; /* no matrix: not a projection */
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

/* values: the `count` singular values. */
static status set_trace_norm(comparator *u, size_t count, size_t order, const double *values) {
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += values[i];
  if (sum == 0.0) {
    return FAIL(STATUS_INVALID, "a matrix of zeros, expected a generalised projection or a trace norm of at most 1");
  }
  if (!(sum <= 1.0 + COMPARATOR_TOLERANCE)) {
    return FAIL(STATUS_INVALID, "trace norm %.9g, expected a generalised projection or a trace norm of at most 1", sum);
  }
  set_lift(u, count, order, values, sum);
  return STATUS_OK;
}

static status check_trace_norm(comparator *u, size_t m, size_t n) {
  const size_t count = m < n ? m : n;
  double *values = NULL;
  TRY(NEW_ARRAY(count, values));
  status code = u->numbers == NULL ? STATUS_OK : singular_values(m, n, u->numbers, values);
  if (code == STATUS_OK) code = set_trace_norm(u, count, m + n, values);
  free(values);
  return code;
}

/* A generalised projection; `squares` is its squared norm, up to rounding. */
static void set_rank(comparator *u, double squares) {
  u->kind = COMPARATOR_RECTANGULAR;
  u->rank = (size_t)(squares + 0.5);
  u->squared_norm = u->trace = (double)u->rank;
}

status comparator_from_rectangular(comparator_origin origin, size_t m, size_t n, const double *g, comparator **out) {
  comparator *made;
  TRY(begin(COMPARATOR_RECTANGULAR, origin, n, m * n, g, &made));
  *out = NULL;
  made->as_instance = instance_rectangular(m, n, made->numbers);
  const double squares = made->numbers == NULL ? 0.0 : kernel_dot(m * n, made->numbers, made->numbers);
  status code = instance_check_finite(&made->as_instance);
  if (code == STATUS_OK) code = generalised_defect(m, n, made->numbers, &made->defect);
  if (code == STATUS_OK && made->defect <= COMPARATOR_TOLERANCE && squares > 0.5) {
    set_rank(made, squares);
  } else if (code == STATUS_OK) {
    code = check_trace_norm(made, m, n);
  }
  return finish(made, code, out);
}

status comparator_rectangular_of_vector(const comparator *u, comparator **out) {
  u = active(u);
  const size_t n = u->n;
  double squares = 0.0, sum = 0.0, largest = 0.0, *values = NULL;
  comparator *made = NULL;
  status code = STATUS_OK;
  *out = NULL;
  TRY(NEW_ARRAY(n, values));
  CHECK(begin(COMPARATOR_RECTANGULAR, u->origin, n, n, u->numbers, &made));
  made->as_instance = instance_dense_vector(n, made->numbers);
  for (size_t i = 0; i < n; i++) {
    values[i] = fabs(u->numbers[i]);
    squares += values[i] * values[i];
    sum += values[i];
    largest = fmax(largest, values[i]);
    made->defect = fmax(made->defect, fabs(values[i] * values[i] * values[i] - values[i]));
  }
  const double rank = floor(sum + 0.5);
  if (made->defect <= COMPARATOR_TOLERANCE && squares > 0.5) {
    set_rank(made, squares);
  } else if (rank > 1.0 && fabs(sum - rank) <= COMPARATOR_TOLERANCE * rank && largest <= 1.0 + COMPARATOR_TOLERANCE) {
    set_rank(made, rank);
    made->defect = 0.0; /* of G, which is not diag(u) */
  } else {
    code = set_trace_norm(made, n, 2 * n, values);
  }
  const double trace = made->trace;
  code = finish(made, code, out);
  if (code == STATUS_OK) made->trace = trace; /* of the lift, not of the vector */
end:
  free(values);
  return code;
}

/* Entry (a,b) of F F^T/N or F^T F/N, whichever is smaller, for the factors F (d x N): both have the density's nonzero
 * eigenvalues. */
static double gram_entry(const comparator *u, size_t a, size_t b) {
  const size_t order = u->n;
  double sum = 0.0;
  if (u->rank <= order) return kernel_dot(order, u->numbers + a * order, u->numbers + b * order) / (double)order;
  for (size_t l = 0; l < u->rank; l++) sum += u->numbers[l * order + a] * u->numbers[l * order + b];
  return sum / (double)order;
}

/* Entropy and squared norm of the density; the entropy is NaN above the limit. */
static status examine_gram(comparator *u) {
  const size_t d = u->rank < u->n ? u->rank : u->n;
  u->entropy = u->squared_norm = NAN;
  if (d > COMPARATOR_SPECTRUM_LIMIT) return STATUS_OK;
  eigen_solver *solver = NULL;
  double *gram = NULL, *values = NULL, *vectors = NULL;
  status code = STATUS_OK;
  CHECK(eigen_solver_new(&eigen_gsl, d, &solver));
  CHECK(NEW_ARRAY(d * d, gram));
  CHECK(NEW_ARRAY(d, values));
  CHECK(NEW_ARRAY(d * d, vectors));
  for (size_t a = 0; a < d; a++) {
    for (size_t b = 0; b <= a; b++) gram[a * d + b] = gram[b * d + a] = gram_entry(u, a, b);
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
static void copy_rows(comparator *u, size_t first, size_t count, const double *rows) {
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
  TRY(begin(COMPARATOR_EMBEDDING, origin, m + n, d * (m + n), NULL, &u));
  u->rows = m;
  u->rank = d;
  status code = NEW_ARRAY(d, u->weights);
  if (code == STATUS_OK) {
    for (size_t l = 0; l < d; l++) u->weights[l] = 1.0 / (double)(m + n);
    copy_rows(u, 0, m, p);
    copy_rows(u, m, n, q);
  }
  u->as_instance = instance_low_rank(m + n, code == STATUS_OK ? d : 0, u->numbers, u->weights, 0.0);
  if (code == STATUS_OK) code = instance_check_finite(&u->as_instance);
  if (code == STATUS_OK) code = examine_gram(u);
  return finish(u, code, out);
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

/* <p_i,q_j> of an embedding; NaN for an entry of another shape. */
static double embedded_value(const comparator *u, const instance *entry) {
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

/* ---- of real predictions of entries: cuts, orders, any matrix */

/* Properties of semidefinite comparators, which these are not. */
static void clear_semidefinite_facts(comparator *u) {
  u->trace = u->entropy = u->squared_norm = NAN;
}

status comparator_from_cut(comparator_origin origin, size_t n, const double *signs, comparator **out) {
  comparator *u;
  *out = NULL;
  for (size_t i = 0; i < n; i++) {
    if (signs[i] == 1.0 || signs[i] == -1.0) continue;
    return FAIL(STATUS_INVALID, "comparator: entry %zu of a cut is %g, expected 1 or -1", i + 1, signs[i]);
  }
  TRY(begin(COMPARATOR_CUT, origin, n, n, signs, &u));
  u->rows = n;
  u->as_instance = instance_dense_vector(n, u->numbers);
  TRY(finish(u, STATUS_OK, out));
  clear_semidefinite_facts(u);
  return STATUS_OK;
}

/* numbers holds the positions, so that a value needs no search. */
status comparator_from_order(comparator_origin origin, size_t n, const size_t *items, comparator **out) {
  comparator *u;
  status code = STATUS_OK;
  *out = NULL;
  TRY(begin(COMPARATOR_ORDER, origin, n, n, NULL, &u));
  code = NEW_ARRAY(n, u->coordinates);
  for (size_t i = 0; i < n && code == STATUS_OK; i++) u->numbers[i] = -1.0;
  for (size_t place = 0; place < n && code == STATUS_OK; place++) {
    if (items[place] >= n || u->numbers[items[place]] >= 0.0) {
      code = FAIL(STATUS_INVALID, "item %zu at place %zu of an order, expected each of 1 to %zu once", items[place] + 1,
                  place + 1, n);
      break;
    }
    u->numbers[items[place]] = (double)place;
    u->coordinates[place] = items[place];
  }
  u->rows = n;
  u->as_instance = instance_dense_vector(n, u->numbers);
  TRY(finish(u, code, out));
  clear_semidefinite_facts(u);
  return STATUS_OK;
}

status comparator_from_entries(comparator_origin origin, size_t m, size_t n, const double *w, comparator **out) {
  comparator *u;
  *out = NULL;
  TRY(begin(COMPARATOR_ENTRIES, origin, n, m * n, w, &u));
  u->rows = m;
  u->as_instance = instance_rectangular(m, n, u->numbers);
  TRY(finish(u, STATUS_OK, out));
  clear_semidefinite_facts(u);
  return STATUS_OK;
}

/* W_ij of a cut, an order or entries; NaN outside of them. */
static double entry_value(const comparator *u, size_t i, size_t j) {
  if (i >= u->rows || j >= u->n) return NAN;
  if (u->kind == COMPARATOR_CUT) return -u->numbers[i] * u->numbers[j];
  if (u->kind == COMPARATOR_ORDER) return u->numbers[i] <= u->numbers[j] ? 1.0 : 0.0;
  return u->numbers[i * u->n + j];
}

/* ---- questions */

comparator_kind comparator_kind_of(const comparator *u) {
  return active(u)->kind;
}

void comparator_set_least(comparator *u, double least, double own) {
  u->certified = true;
  u->least = least;
  u->origin = own - least <= 1e-9 * fmax(1.0, fabs(least)) ? COMPARATOR_EXACT : COMPARATOR_INTERVAL;
}

double comparator_least(const comparator *u) {
  return u->certified ? u->least : NAN;
}

comparator_origin comparator_origin_of(const comparator *u) {
  return active(u)->origin;
}

size_t comparator_order(const comparator *u) {
  return active(u)->n;
}

const instance *comparator_instance(const comparator *u) {
  return &active(u)->as_instance;
}

bool comparator_projection(const comparator *u, size_t *rank, double *defect) {
  u = active(u);
  if (rank != NULL) *rank = u->rank;
  if (defect != NULL) *defect = u->defect;
  if (u->kind == COMPARATOR_COORDINATES) return true;
  return u->kind == COMPARATOR_FRAME && u->defect <= COMPARATOR_TOLERANCE;
}

const double *comparator_frame(const comparator *u, size_t *rank) {
  u = active(u);
  if (u->kind != COMPARATOR_FRAME) return NULL;
  if (rank != NULL) *rank = u->rank;
  return u->numbers;
}

const double *comparator_signs(const comparator *u) {
  u = active(u);
  return u->kind == COMPARATOR_CUT ? u->numbers : NULL;
}

const size_t *comparator_order_items(const comparator *u) {
  u = active(u);
  return u->kind == COMPARATOR_ORDER ? u->coordinates : NULL;
}

const double *comparator_entries(const comparator *u, size_t *m) {
  u = active(u);
  if (u->kind != COMPARATOR_ENTRIES) return NULL;
  if (m != NULL) *m = u->rows;
  return u->numbers;
}

const size_t *comparator_coordinates(const comparator *u, size_t *rank) {
  u = active(u);
  if (u->kind != COMPARATOR_COORDINATES) return NULL;
  if (rank != NULL) *rank = u->rank;
  return u->coordinates;
}

double comparator_trace(const comparator *u) {
  return active(u)->trace;
}

double comparator_entropy(const comparator *u) {
  return active(u)->entropy;
}

double comparator_squared_norm(const comparator *u) {
  return active(u)->squared_norm;
}

static bool has_frame(const comparator *u) {
  return u->kind == COMPARATOR_FRAME || u->kind == COMPARATOR_LOW_RANK;
}

/* Only frames, weighted or not, need work space; a vector and a matrix count as rank 1. */
status comparator_prepare(comparator *u, instance_kind kind, size_t rank) {
  for (size_t j = 0; j < u->segment_count; j++) TRY(comparator_prepare(u->segments[j], kind, rank));
  if (u->segments != NULL || !has_frame(u)) return STATUS_OK;
  const size_t factors = kind == INSTANCE_LOW_RANK && rank > 0 ? rank : 1;
  double *work = NULL;
  TRY(NEW_ARRAY(u->rank * factors + u->n, work));
  free(u->work);
  u->work = work;
  return STATUS_OK;
}

double comparator_value(const comparator *u, const instance *x) {
  if (x == u->met) return u->met_value;
  u = active(u);
  if (has_frame(u)) return instance_inner_rows(x, u->rank, u->numbers, u->weights, u->work);
  if (u->kind == COMPARATOR_VECTOR && u->coordinates != NULL && x->kind == INSTANCE_VECTOR && x->index == NULL) {
    return kernel_dot_at(u->n, u->support, u->coordinates, x->value, u->numbers);
  }
  if (u->kind == COMPARATOR_VECTOR) return vector_inner_instance(u->numbers, x);
  if (u->kind == COMPARATOR_CUT || u->kind == COMPARATOR_ORDER || u->kind == COMPARATOR_ENTRIES) {
    return x->kind == INSTANCE_ENTRY ? entry_value(u, x->row, x->column) : NAN;
  }
  if (u->kind == COMPARATOR_EMBEDDING && x->kind == INSTANCE_ENTRY) return embedded_value(u, x);
  return instance_inner(x, &u->as_instance);
}

void comparator_meet(comparator *u, const instance *x) {
  u->met = NULL;
  if (x == NULL) return;
  u->met_value = comparator_value(u, x);
  u->met = x;
}

void comparator_rows(const comparator *u, double *rows) {
  u = active(u);
  if (u->kind == COMPARATOR_FRAME) {
    memcpy(rows, u->numbers, u->rank * u->n * sizeof *rows);
    return;
  }
  memset(rows, 0, u->rank * u->n * sizeof *rows);
  for (size_t i = 0; i < u->rank; i++) rows[i * u->n + u->coordinates[i]] = 1.0;
}

static status check_segments(size_t count, const size_t *first, comparator *const *segments) {
  if (count < 1 || first[0] != 1) return FAIL(STATUS_INVALID, "comparator: segments must begin with trial 1");
  for (size_t j = 1; j < count; j++) {
    if (first[j] <= first[j - 1]) return FAIL(STATUS_INVALID, "comparator: segments must begin at ascending trials");
    if (segments[j]->n != segments[0]->n) return FAIL(STATUS_INVALID, "comparator: segments must have one order");
  }
  return STATUS_OK;
}

status comparator_from_segments(size_t count, const size_t *first, comparator **segments, comparator **out) {
  comparator *u = NULL;
  *out = NULL;
  status code = check_segments(count, first, segments);
  if (code == STATUS_OK) code = NEW_ARRAY(1, u);
  if (code == STATUS_OK) code = NEW_ARRAY(count, u->segments);
  if (code == STATUS_OK) code = NEW_ARRAY(count, u->first);
  if (code != STATUS_OK) {
    for (size_t j = 0; j < count; j++) comparator_free(segments[j]);
    comparator_free(u);
    return code;
  }
  memcpy(u->segments, segments, count * sizeof *segments);
  memcpy(u->first, first, count * sizeof *first);
  u->segment_count = count;
  *out = u;
  return STATUS_OK;
}

size_t comparator_segments(const comparator *u) {
  return u->segments == NULL ? 1 : u->segment_count;
}

const comparator *comparator_segment(const comparator *u, size_t j, size_t *first) {
  *first = u->segments == NULL ? 1 : u->first[j];
  return u->segments == NULL ? u : u->segments[j];
}

bool comparator_at(comparator *u, size_t t) {
  if (u->segments == NULL) return false;
  const size_t before = u->current;
  size_t chosen = 0;
  while (chosen + 1 < u->segment_count && u->first[chosen + 1] <= t) chosen++;
  u->current = chosen;
  return chosen != before;
}

status comparator_shift_distance(const comparator *u, double *distance) {
  *distance = 0.0;
  if (u->segments == NULL) return STATUS_OK;
  const size_t n = u->segments[0]->n, r = u->segments[0]->rank;
  for (size_t j = 0; j < u->segment_count; j++) {
    size_t rank = 0;
    if (comparator_projection(u->segments[j], &rank, NULL) && rank == r && r > 0) continue;
    return FAIL(STATUS_INVALID, "comparator: segment %zu is no projection of rank %zu", j + 1, r);
  }
  double *rows = NULL;
  angles *work = NULL;
  status code = NEW_ARRAY(2 * r * n, rows);
  if (code == STATUS_OK) code = angles_new(n, r, &work);
  for (size_t j = 1; j < u->segment_count && code == STATUS_OK; j++) {
    double moved = 0.0;
    comparator_rows(u->segments[j - 1], rows);
    comparator_rows(u->segments[j], rows + r * n);
    code = angles_positive_part(work, rows, rows + r * n, &moved);
    *distance += moved;
  }
  angles_free(work);
  free(rows);
  return code;
}

status comparator_moved(const comparator *u, const comparator *v, double *moved) {
  const instance *from = comparator_instance(u), *to = comparator_instance(v);
  const size_t n = comparator_order(u);
  const bool diagonal = from->kind == INSTANCE_VECTOR && to->kind == INSTANCE_VECTOR;
  double *difference = NULL;
  *moved = comparator_trace(v);
  if (!diagonal && n > COMPARATOR_SPECTRUM_LIMIT) return STATUS_OK;
  TRY(NEW_ARRAY(diagonal ? n : n * n, difference));
  status code = STATUS_OK;
  if (diagonal) {
    vector_add_instance(difference, 1.0, to);
    vector_add_instance(difference, -1.0, from);
    *moved = 0.0;
    for (size_t i = 0; i < n; i++) *moved += fmax(difference[i], 0.0);
  } else {
    instance_add_to_dense(to, 1.0, difference);
    instance_add_to_dense(from, -1.0, difference);
    code = eigen_positive_sum(&eigen_gsl, n, difference, moved);
  }
  free(difference);
  return code;
}
