#include "comparators/comparator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "comparators/comparator_parts.h"
#include "linalg/angles.h"
#include "linalg/cholesky.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

/* The comparator that speaks: the segment chosen last, or itself. */
static const comparator *active(const comparator *u) {
  return u->segments == NULL ? u : u->segments[u->current];
}

static const char *const origin_names[] = {"planted", "given", "exact", "interval"};

const char *comparator_origin_name(comparator_origin origin) {
  return (unsigned)origin < sizeof origin_names / sizeof origin_names[0] ? origin_names[origin] : "unknown";
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

status comparator_begin(comparator_kind kind, comparator_origin origin, size_t n, size_t count, const double *values,
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

status comparator_finish(comparator *u, status code, comparator **out) {
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
  TRY(comparator_begin(COMPARATOR_FRAME, origin, n, r * n, frame, &u));
  u->rank = r;
  const status code = NEW_ARRAY(r, u->weights);
  for (size_t i = 0; i < r && code == STATUS_OK; i++) u->weights[i] = 1.0;
  u->as_instance = instance_low_rank(n, code == STATUS_OK ? r : 0, u->numbers, u->weights, 0.0);
  u->defect = frame_defect(n, r, u->numbers);
  const bool projection = u->defect <= COMPARATOR_TOLERANCE;
  u->entropy = projection ? 0.0 : NAN;
  u->squared_norm = projection ? (double)r : frame_squared_norm(n, r, u->numbers);
  return comparator_finish(u, code, out);
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
  TRY(comparator_begin(COMPARATOR_COORDINATES, origin, n, r, NULL, &u));
  *out = NULL;
  status code = check_ascending(n, r, coordinates);
  if (code == STATUS_OK) code = NEW_ARRAY(r, u->coordinates);
  if (code == STATUS_OK && r > 0) memcpy(u->coordinates, coordinates, r * sizeof *coordinates);
  u->rank = r;
  u->squared_norm = (double)r;
  u->as_instance = instance_sparse(INSTANCE_VECTOR, n, r, u->coordinates, u->numbers);
  return comparator_finish(u, code, out);
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

static status from_vector(comparator_origin origin, size_t n, const double *u, bool any_sign, comparator **out) {
  comparator *made;
  status code = STATUS_OK;
  TRY(comparator_begin(COMPARATOR_VECTOR, origin, n, n, u, &made));
  *out = NULL;
  for (size_t i = 0; i < n && code == STATUS_OK; i++) {
    const double value = made->numbers[i];
    if (value < 0.0 && !any_sign) code = FAIL(STATUS_INVALID, "entry %zu is %g, expected a number >= 0", i + 1, value);
    if (value < 0.0) made->entropy = NAN;
    if (value > 0.0) made->entropy += value * fixed_log(value);
    made->squared_norm += value * value;
  }
  made->as_instance = instance_dense_vector(n, made->numbers);
  return comparator_finish(made, code, out);
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

/* What the eigenvalues of a matrix tell: its entropy, and whether it is a projection, which is then kept as a frame. */
static status look_at_spectrum(comparator **made) {
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
  TRY(comparator_begin(COMPARATOR_MATRIX, origin, n, n * n, u, &made));
  *out = NULL;
  made->as_instance = instance_matrix(n, made->numbers);
  made->entropy = NAN;
  made->squared_norm = kernel_dot(n * n, made->numbers, made->numbers);
  status code = instance_check_finite(&made->as_instance);
  if (code == STATUS_OK) code = check_matrix(n, made->numbers, sqrt(made->squared_norm));
  TRY(comparator_finish(made, code, &made));
  if (n <= COMPARATOR_SPECTRUM_LIMIT) {
    code = look_at_spectrum(&made);
    if (code != STATUS_OK) {
      comparator_free(made);
      return status_context(code, "comparator");
    }
  }
  *out = made;
  return STATUS_OK;
}

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

/* Only frames need work space; a vector and a matrix count as rank 1. */
status comparator_prepare(comparator *u, instance_kind kind, size_t rank) {
  for (size_t j = 0; j < u->segment_count; j++) TRY(comparator_prepare(u->segments[j], kind, rank));
  if (u->segments != NULL || u->kind != COMPARATOR_FRAME) return STATUS_OK;
  const size_t factors = kind == INSTANCE_LOW_RANK && rank > 0 ? rank : 1;
  double *work = NULL;
  TRY(NEW_ARRAY(u->rank * factors + u->n, work));
  free(u->work);
  u->work = work;
  return STATUS_OK;
}

double comparator_value(const comparator *u, const instance *x) {
  u = active(u);
  if (u->kind == COMPARATOR_FRAME) return instance_inner_rows(x, u->rank, u->numbers, NULL, u->work);
  if (u->kind == COMPARATOR_VECTOR) return instance_inner_diagonal(x, u->numbers);
  if (u->kind == COMPARATOR_CUT || u->kind == COMPARATOR_ORDER || u->kind == COMPARATOR_ENTRIES) {
    return x->kind == INSTANCE_ENTRY ? comparator_entry(u, x->row, x->column) : NAN;
  }
  if (u->kind == COMPARATOR_EMBEDDING && x->kind == INSTANCE_ENTRY) return comparator_embedded(u, x);
  return instance_inner(x, &u->as_instance, NULL);
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
