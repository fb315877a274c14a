#include "learners/winnow/elimination_winnow.h"
#include "base/fixed_math.h"
#include "base/state.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"

struct elimination_winnow {
  size_t n, capacity;
  instance_kind kind;
  size_t removed; /* m, or number of removed coordinates */
  double shift;   /* c */
  /* vectors */
  double *argument, *weight; /* n; weight = 0 where gone */
  bool *gone;                /* n */
  /* others */
  size_t rank;              /* p */
  double *rows;             /* E, room for n or capacity rows */
  double *basis;            /* Q, room for capacity + 1 rows */
  double *core;             /* A, stride capacity + 1 */
  double *values, *vectors; /* s, V of A */
  bool current;             /* values, vectors and dense belong to the state */
  double *vector, *reduced; /* n, capacity + 1 */
  double *work;             /* 3 n + 3 */
  eigen_solver *core_solver, *dense_solver;
  double *matrix, *spectrum, *eigenvectors; /* of an instance, n x n */
  double *dense;                            /* W for matrix instances, n x n */
};

const double elimination_tolerance = 1e-12;
static const double least_row = 1e-12; /* a projection of a unit vector shorter than this is a rounding error */

/* Rows that `rows` has room for. */
static size_t row_room(const elimination_winnow *w) {
  return w->n <= ELIMINATION_DENSE_LIMIT ? w->n : w->capacity;
}

static status build_diagonal(arena *memory, elimination_winnow *w) {
  TRY(ARENA_ARRAY(memory, w->n, w->argument));
  TRY(ARENA_ARRAY(memory, w->n, w->weight));
  TRY(ARENA_ARRAY(memory, w->n, w->gone));
  const double start = fixed_exp(w->shift);
  for (size_t i = 0; i < w->n; i++) {
    w->argument[i] = w->shift;
    w->weight[i] = start;
  }
  return STATUS_OK;
}

static status build_subspace(arena *memory, elimination_winnow *w, const eigen_backend *eigen) {
  const size_t n = w->n, k = w->capacity + 1;
  TRY(ARENA_RESERVED(memory, row_room(w) * n, w->rows));
  TRY(ARENA_RESERVED(memory, k * n, w->basis));
  TRY(ARENA_RESERVED(memory, k * k, w->core));
  TRY(ARENA_RESERVED(memory, k * k, w->vectors));
  TRY(ARENA_ARRAY(memory, k, w->values));
  TRY(ARENA_ARRAY(memory, n, w->vector));
  TRY(ARENA_ARRAY(memory, k, w->reduced));
  TRY(ARENA_ARRAY(memory, 3 * n + 3, w->work));
  TRY(eigen_solver_new(eigen, k, &w->core_solver));
  TRY(ARENA_OWN(memory, w->core_solver, eigen_solver_free));
  if (w->kind == INSTANCE_DYAD || n > ELIMINATION_DENSE_LIMIT) return STATUS_OK;
  TRY(eigen_solver_new(eigen, n, &w->dense_solver));
  TRY(ARENA_OWN(memory, w->dense_solver, eigen_solver_free));
  TRY(ARENA_RESERVED(memory, n * n, w->matrix));
  TRY(ARENA_RESERVED(memory, n * n, w->eigenvectors));
  TRY(ARENA_RESERVED(memory, n * n, w->dense));
  return ARENA_ARRAY(memory, n, w->spectrum);
}

status elimination_check(const elimination_options *wanted) {
  if (wanted->kind != INSTANCE_MATRIX || wanted->n <= ELIMINATION_DENSE_LIMIT) return STATUS_OK;
  return FAIL(STATUS_INVALID, "elimination on matrices supports n up to %d, got %zu", ELIMINATION_DENSE_LIMIT,
              wanted->n);
}

status elimination_new(arena *memory, const elimination_options *wanted, elimination_winnow **out) {
  elimination_winnow *w = NULL;
  TRY(elimination_check(wanted));
  TRY(ARENA_ARRAY(memory, 1, w));
  w->n = wanted->n;
  w->kind = wanted->kind;
  w->shift = wanted->shift;
  w->capacity = wanted->capacity < wanted->n ? wanted->capacity : wanted->n;
  TRY(w->kind == INSTANCE_VECTOR ? build_diagonal(memory, w) : build_subspace(memory, w, wanted->eigen));
  *out = w;
  return STATUS_OK;
}

/* ---- what is kept of a direction ---- */

/* w->vector = K z; returns its norm. */
static double keep(elimination_winnow *w, const double *z) {
  if (z != w->vector) memcpy(w->vector, z, w->n * sizeof *z);
  if (w->removed == w->n) {
    memset(w->vector, 0, w->n * sizeof *w->vector);
    return 0.0;
  }
  return frame_reject(w->n, w->removed, w->rows, w->vector, w->work);
}

static void densify(elimination_winnow *w, const instance *x) {
  if (x->index == NULL) {
    memcpy(w->vector, x->value, w->n * sizeof *w->vector);
    return;
  }
  memset(w->vector, 0, w->n * sizeof *w->vector);
  for (size_t j = 0; j < x->count; j++) w->vector[x->index[j]] = x->value[j];
}

/* Eigenvectors of an instance that is no sum of dyads with positive weights. */
static status decompose(elimination_winnow *w, const instance *x) {
  if (w->dense_solver == NULL) {
    return FAIL(STATUS_INVALID,
                "elimination by %s instances with a shift or negative weights needs n at most %d, not %zu",
                instance_kind_name(x->kind), ELIMINATION_DENSE_LIMIT, w->n);
  }
  instance_to_dense(x, w->matrix);
  return eigen_solve(w->dense_solver, w->n, w->matrix, w->n, w->spectrum, w->eigenvectors, NULL);
}

static bool is_sum_of_dyads(const instance *x) {
  if (x->kind == INSTANCE_DYAD) return true;
  if (x->kind == INSTANCE_MATRIX || x->shift != 0.0) return false;
  for (size_t q = 0; q < x->rank; q++) {
    if (x->weights[q] < 0.0) return false;
  }
  return true;
}

/* ---- the argument ---- */

/* A row of Q made orthogonal to E and to the rows of Q before it, and of length one. */
static void clean_row(elimination_winnow *w, size_t row) {
  double *v = w->basis + row * w->n;
  (void)frame_reject(w->n, w->removed, w->rows, v, w->work);
  const double norm = frame_reject(w->n, row, w->basis, v, w->work);
  kernel_scale(w->n, 1.0 / norm, v);
}

/* H += a (Kz)(Kz)^T */
static void add_factor(elimination_winnow *w, double a, const double *z) {
  const size_t n = w->n, stride = w->capacity + 1;
  const double length = kernel_norm(n, z);
  if (a == 0.0 || !(keep(w, z) > least_row * length)) return;
  double rest = 0.0;
  double *c = w->reduced;
  const size_t old = w->rank;
  if (old < w->capacity && old + w->removed < n && frame_append(n, old, w->basis, w->vector, c, &rest, w->work)) {
    clean_row(w, old);
    c[old] = kernel_dot(n, w->basis + old * n, w->vector);
    for (size_t l = 0; l <= old; l++) w->core[l * stride + old] = w->core[old * stride + l] = 0.0;
    w->rank++;
  } else {
    kernel_rows_dot(old, n, w->basis, n, w->vector, c);
  }
  for (size_t i = 0; i < w->rank; i++) {
    for (size_t j = 0; j < w->rank; j++) w->core[i * stride + j] += a * (c[i] * c[j]);
  }
}

static status step_subspace(elimination_winnow *w, double a, const instance *x) {
  w->current = false;
  if (x->kind == INSTANCE_DYAD) {
    densify(w, x);
    add_factor(w, a, w->vector);
    return STATUS_OK;
  }
  if (x->kind == INSTANCE_MATRIX) {
    TRY(decompose(w, x));
    for (size_t l = 0; l < w->n; l++) add_factor(w, a * w->spectrum[l], w->eigenvectors + l * w->n);
    return STATUS_OK;
  }
  w->shift += a * x->shift;
  for (size_t q = 0; q < x->rank; q++) add_factor(w, a * x->weights[q], x->factors + q * w->n);
  return STATUS_OK;
}

/* A <- S A S and Q <- S Q for the reflection S = I - factor v v^T. */
static void reflect(elimination_winnow *w, double factor, const double *v) {
  const size_t n = w->n, p = w->rank, stride = w->capacity + 1;
  double *along = w->work;
  memset(along, 0, n * sizeof *along);
  kernel_rows_combine(p, n, w->basis, n, v, along);
  for (size_t l = 0; l < p; l++) kernel_axpy(n, -factor * v[l], along, w->basis + l * n);
  kernel_rows_dot(p, p, w->core, stride, v, along);
  const double inner = factor * kernel_dot(p, v, along);
  for (size_t l = 0; l < p; l++) along[l] = factor * (along[l] - 0.5 * inner * v[l]); /* A - v a^T - a v^T */
  for (size_t i = 0; i < p; i++) {
    for (size_t j = 0; j < p; j++) w->core[i * stride + j] -= v[i] * along[j] + along[i] * v[j];
  }
}

/* Takes the unit vector u, which has just become the last row of E, out of H = c K + Q^T A Q. */
static void compress(elimination_winnow *w, const double *u) {
  const size_t n = w->n, p = w->rank, stride = w->capacity + 1;
  double *q = w->reduced;
  if (p == 0) return;
  kernel_rows_dot(p, n, w->basis, n, u, q);
  const double length = kernel_norm(p, q);
  if (!(length > 0.0)) return;
  const size_t last = p - 1;
  q[last] += q[last] < 0.0 ? -length : length; /* v = q - S q, S q along the last coordinate */
  reflect(w, 2.0 / kernel_dot(p, q, q), q);
  double *row = w->basis + last * n;
  kernel_axpy(n, -kernel_dot(n, row, u), u, row);
  const double left = kernel_norm(n, row);
  if (left <= least_row) {
    w->rank--;
    return;
  }
  clean_row(w, last);
  for (size_t l = 0; l < p; l++) {
    w->core[l * stride + last] *= left;
    w->core[last * stride + l] *= left;
  }
}

/* Removes z if X = weight z z^T is not zero on what is kept of it. */
static void remove_direction(elimination_winnow *w, double weight, const double *z, bool *changed) {
  const double norm = keep(w, z);
  if (!(weight * norm * norm > elimination_tolerance)) return;
  double *row = w->rows + w->removed * w->n;
  for (size_t i = 0; i < w->n; i++) row[i] = w->vector[i] / norm;
  w->removed++;
  w->current = false;
  *changed = true;
  compress(w, row);
}

static status remove_subspace(elimination_winnow *w, const instance *x, bool *changed) {
  if (x->kind == INSTANCE_DYAD) {
    densify(w, x);
    remove_direction(w, 1.0, w->vector, changed);
    return STATUS_OK;
  }
  if (is_sum_of_dyads(x)) {
    for (size_t q = 0; q < x->rank; q++) remove_direction(w, x->weights[q], x->factors + q * w->n, changed);
    return STATUS_OK;
  }
  TRY(decompose(w, x));
  for (size_t l = w->n; l > 0; l--) {
    remove_direction(w, w->spectrum[l - 1], w->eigenvectors + (l - 1) * w->n, changed);
  }
  return STATUS_OK;
}

/* ---- the parameter ---- */

/* W for matrix instances: e^c (I - E^T E + sum_l (e^{s_l} - 1) u_l u_l^T), u_l = Q^T V_l */
static void rebuild_dense(elimination_winnow *w) {
  const size_t n = w->n;
  const double scale = fixed_exp(w->shift);
  memset(w->dense, 0, n * n * sizeof *w->dense);
  if (w->removed == n) return;
  for (size_t i = 0; i < n; i++) w->dense[i * n + i] = scale;
  for (size_t l = 0; l < w->removed; l++) {
    const double *e = w->rows + l * n;
    for (size_t i = 0; i < n; i++) kernel_axpy(n, -scale * e[i], e, w->dense + i * n);
  }
  for (size_t l = 0; l < w->rank; l++) {
    double *u = w->work;
    memset(u, 0, n * sizeof *u);
    kernel_rows_combine(w->rank, n, w->basis, n, w->vectors + l * w->rank, u);
    const double gain = scale * fixed_expm1(w->values[l]);
    for (size_t i = 0; i < n; i++) kernel_axpy(n, gain * u[i], u, w->dense + i * n);
  }
}

static status refresh(elimination_winnow *w) {
  if (w->current) return STATUS_OK;
  if (w->rank > 0) {
    TRY(eigen_solve(w->core_solver, w->rank, w->core, w->capacity + 1, w->values, w->vectors, NULL));
  }
  if (w->kind == INSTANCE_MATRIX) rebuild_dense(w);
  w->current = true;
  return STATUS_OK;
}

/* e^-c tr(W z z^T) */
static double factor_score(elimination_winnow *w, const double *z) {
  const double norm = keep(w, z);
  double sum = norm * norm;
  kernel_rows_dot(w->rank, w->n, w->basis, w->n, w->vector, w->reduced);
  for (size_t l = 0; l < w->rank; l++) {
    const double along = kernel_dot(w->rank, w->vectors + l * w->rank, w->reduced);
    sum += fixed_expm1(w->values[l]) * along * along;
  }
  return sum;
}

static double scaled_trace(const elimination_winnow *w) {
  double sum = (double)(w->n - w->removed - w->rank);
  for (size_t l = 0; l < w->rank; l++) sum += fixed_exp(w->values[l]);
  return sum;
}

static double score_subspace(elimination_winnow *w, const instance *x) {
  if (x->kind == INSTANCE_MATRIX) return kernel_dot(w->n * w->n, w->dense, x->matrix);
  double sum = 0.0;
  if (x->kind == INSTANCE_DYAD) {
    densify(w, x);
    sum = factor_score(w, w->vector);
  } else {
    if (x->shift != 0.0) sum = x->shift * scaled_trace(w);
    for (size_t q = 0; q < x->rank; q++) sum += x->weights[q] * factor_score(w, x->factors + q * w->n);
  }
  return sum * fixed_exp(w->shift);
}

static size_t position(const instance *x, size_t j) {
  return x->index == NULL ? j : x->index[j];
}

status elimination_score(elimination_winnow *w, const instance *x, double *score) {
  if (w->kind == INSTANCE_VECTOR) {
    *score = 0.0;
    for (size_t j = 0; j < x->count; j++) *score += w->weight[position(x, j)] * x->value[j];
  } else {
    TRY(refresh(w));
    *score = score_subspace(w, x);
  }
  return isfinite(*score) ? STATUS_OK : FAIL(STATUS_NUMERIC, "the score is not finite");
}

status elimination_step(elimination_winnow *w, double a, const instance *x) {
  TRY(instance_check_finite(x));
  if (w->kind != INSTANCE_VECTOR) return step_subspace(w, a, x);
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = position(x, j);
    if (w->gone[i]) continue;
    w->argument[i] += a * x->value[j];
    w->weight[i] = fixed_exp(w->argument[i]);
  }
  return STATUS_OK;
}

status elimination_remove(elimination_winnow *w, const instance *x, bool *changed) {
  *changed = false;
  TRY(instance_check_finite(x));
  if (w->kind != INSTANCE_VECTOR) return remove_subspace(w, x, changed);
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = position(x, j);
    if (w->gone[i] || !(x->value[j] > elimination_tolerance)) continue;
    w->gone[i] = true;
    w->weight[i] = 0.0;
    w->removed++;
    *changed = true;
  }
  return STATUS_OK;
}

status elimination_shift(elimination_winnow *w, double c) {
  if (!isfinite(c)) return FAIL(STATUS_NUMERIC, "the shift is not finite");
  if (w->kind != INSTANCE_VECTOR) {
    w->shift += c;
    if (w->kind == INSTANCE_MATRIX) w->current = false; /* W itself is kept */
    return STATUS_OK;
  }
  for (size_t i = 0; i < w->n; i++) {
    if (w->gone[i]) continue;
    w->argument[i] += c;
    w->weight[i] = fixed_exp(w->argument[i]);
  }
  return STATUS_OK;
}

status elimination_trace(elimination_winnow *w, double *trace) {
  if (w->kind == INSTANCE_VECTOR) {
    *trace = 0.0;
    for (size_t i = 0; i < w->n; i++) *trace += w->weight[i];
    return STATUS_OK;
  }
  TRY(refresh(w));
  *trace = fixed_exp(w->shift) * scaled_trace(w);
  return STATUS_OK;
}

/* ---- the saved state ---- */

status elimination_save(void *self, cJSON *state) {
  const elimination_winnow *w = self;
  if (w->kind == INSTANCE_VECTOR) {
    FREED double *gone = NULL;
    TRY(NEW_ARRAY(w->n, gone));
    for (size_t i = 0; i < w->n; i++) gone[i] = w->gone[i] ? 1.0 : 0.0;
    TRY(state_add_numbers(state, "removed", w->n, gone));
    return state_add_numbers(state, "argument", w->n, w->argument);
  }
  TRY(state_add_number(state, "shift", w->shift));
  TRY(state_add_count(state, "removed", w->removed));
  TRY(state_add_count(state, "rank", w->rank));
  TRY(state_add_rows(state, "removed_rows", w->removed, w->n, w->n, w->rows));
  TRY(state_add_rows(state, "basis", w->rank, w->n, w->n, w->basis));
  return state_add_rows(state, "argument", w->rank, w->rank, w->capacity + 1, w->core);
}

static status load_diagonal(elimination_winnow *w, const cJSON *state) {
  TRY(state_check_names(state, "removed argument"));
  TRY(state_get_numbers(state, "removed", w->n, w->weight));
  TRY(state_get_numbers(state, "argument", w->n, w->argument));
  w->removed = 0;
  for (size_t i = 0; i < w->n; i++) {
    if (w->weight[i] != 0.0 && w->weight[i] != 1.0) return FAIL(STATUS_INVALID, "removed: expected 0 or 1");
    w->gone[i] = w->weight[i] != 0.0;
    w->weight[i] = w->gone[i] ? 0.0 : fixed_exp(w->argument[i]);
    w->removed += w->gone[i];
  }
  return STATUS_OK;
}

static status check_frame(const elimination_winnow *w, const char *name, size_t count, const double *rows) {
  const double defect = frame_defect(w->n, count, rows);
  return defect <= 1e-9 ? STATUS_OK : FAIL(STATUS_INVALID, "%s: expected orthonormal rows", name);
}

status elimination_load(void *self, const cJSON *state) {
  elimination_winnow *w = self;
  if (w->kind == INSTANCE_VECTOR) return load_diagonal(w, state);
  TRY(state_check_names(state, "shift removed rank removed_rows basis argument"));
  TRY(state_get_number(state, "shift", &w->shift));
  TRY(state_get_count(state, "removed", 0, row_room(w), &w->removed));
  TRY(state_get_count(state, "rank", 0, w->capacity, &w->rank));
  TRY(state_get_rows(state, "removed_rows", w->removed, w->n, w->n, w->rows));
  TRY(state_get_rows(state, "basis", w->rank, w->n, w->n, w->basis));
  TRY(state_get_rows(state, "argument", w->rank, w->rank, w->capacity + 1, w->core));
  w->current = false;
  TRY(check_frame(w, "removed_rows", w->removed, w->rows));
  return check_frame(w, "basis", w->rank, w->basis);
}
