/* H = offset I + G with a sparse G that is never decomposed, and e^H that is never formed. Quantities along a vector z
 * use a window of z (spectral/representation/block_krylov.h): with T = V^T G V tridiagonal, V from z/|z|,
 *
 *   z^T e^G z = |z|^2 (e^T)_11,   tr e^(G + a z z^T) - tr e^G = tr e^(T + a |z|^2 E_11) - tr e^T,
 *
 * so that a step needs m products with G, and the window of the preceding score is reused for the step. The trace is
 * updated from step to step with a bound of its error, and recomputed from n windows when the bound exceeds
 * TRACE_TOLERANCE of it; for large n later, because n windows cost as much as n steps. */
#include "base/fixed_math.h"
#include "base/state.h"
#include "linalg/eigen/band_eigen.h"
#include "linalg/kernels.h"
#include "spectral/perturbation.h"
#include "spectral/representation/block_krylov.h"
#include "spectral/representation/representation.h"
#include <float.h>

/* Error of a window of e^G along z, relative to the largest eigenvalue: below rounding. */
static const double WINDOW_TOLERANCE = 1e-17;
static const double TRACE_TOLERANCE = 1e-11;
static const double RENEWAL_ORDER = 1024.0; /* beyond it the tolerance grows as n */
static const double CENTRED = 8.0;          /* largest |ln| of the stored trace */
static const double UNIT = 0.5 * DBL_EPSILON;
static const size_t MOST_PAIRS = (size_t)1 << 28;

typedef struct sparse {
  size_t n;
  double offset;
  sparse_symmetric *g;
  double centre, trace, trace_error;    /* trace = tr e^(G - centre I) */
  double drift;                         /* bound of the rounding errors that steps left in H */
  double *reach, most_reach, sum_reach; /* n: row sums of the absolute values of all changes; sum of their norms */
  block_krylov *krylov;
  double *z, *kept;         /* n: a unit vector; that of the present window */
  bool windowed;            /* the window is that of `kept` in the present G */
  size_t order, most_order; /* of the present window, of any so far */
  double missing;
  double *t, *work, *values, *leading;
} sparse;

static status sparse_create(const spectral_options *options, arena *memory, void **self) {
  sparse *s = NULL;
  TRY(ARENA_ARRAY(memory, 1, s));
  *self = s;
  s->n = options->n;
  s->offset = options->shift;
  s->trace = (double)s->n;
  TRY(sparse_symmetric_new(memory, s->n, MOST_PAIRS, &s->g));
  TRY(block_krylov_new(memory, s->n, &s->krylov));
  const size_t most = block_krylov_largest(s->krylov);
  TRY(ARENA_RESERVED(memory, most * most, s->t));
  TRY(ARENA_ARRAY(memory, s->n, s->reach));
  TRY(ARENA_ARRAY(memory, s->n, s->z));
  TRY(ARENA_ARRAY(memory, s->n, s->kept));
  TRY(ARENA_ARRAY(memory, band_eigen_work(most), s->work));
  TRY(ARENA_ARRAY(memory, most, s->values));
  return ARENA_ARRAY(memory, 2 * most, s->leading);
}

/* ---- windows */

/* s->z = z/|z| of a dyad or distance. Returns |z|^2, 0 for a zero instance. */
static double set_vector(sparse *s, const instance *x) {
  memset(s->z, 0, s->n * sizeof *s->z);
  if (x->kind == INSTANCE_DISTANCE) {
    if (x->row == x->column) return 0.0;
    s->z[x->row] = sqrt(0.5);
    s->z[x->column] = -sqrt(0.5);
    return 1.0;
  }
  const double norm = kernel_norm(x->count, x->value);
  for (size_t j = 0; j < x->count && norm > 0.0; j++) s->z[x->index == NULL ? j : x->index[j]] = x->value[j] / norm;
  return norm * norm;
}

/* Computes the window of s->z unless it is the present one. */
static status compute_window(sparse *s) {
  if (s->windowed && memcmp(s->z, s->kept, s->n * sizeof *s->z) == 0) return STATUS_OK;
  s->windowed = false;
  TRY(block_krylov_window_from(s->krylov, s->g, s->z, WINDOW_TOLERANCE, &s->order, s->t, &s->missing));
  TRY(band_eigen(s->order, s->t, s->work, s->values, s->leading));
  if (s->order > s->most_order) s->most_order = s->order;
  memcpy(s->kept, s->z, s->n * sizeof *s->z);
  s->windowed = true;
  return STATUS_OK;
}

/* Upper bound of |G|, and of the matrix of absolute values. */
static double size_of(const sparse *s) {
  return (1.0 + 1e-9) * fmin(s->most_reach, s->sum_reach);
}

static void extend_reach(sparse *s, double a, double square) {
  const double *z = s->z;
  double sum = 0.0;
  for (size_t i = 0; i < s->n; i++) sum += fabs(z[i]);
  for (size_t i = 0; i < s->n; i++) {
    if (z[i] == 0.0) continue;
    s->reach[i] += fabs(a) * square * fabs(z[i]) * sum;
    s->most_reach = fmax(s->most_reach, s->reach[i]);
  }
  s->sum_reach += fabs(a) * square;
}

/* Relative error of e^value for the eigenvalues of windows of `order` vectors and of size |T| <= size: those of the
 * recurrence and of QL, a few units of |T| per vector, and of the exponential. */
static double window_error(size_t order, double size) {
  return UNIT * (16.0 + 4.0 * (double)order * (1.0 + fmin(size, 1e6)));
}

/* The largest row sum of the present window. */
static double window_size(const sparse *s) {
  double largest = 0.0;
  for (size_t l = 0; l < s->order; l++) {
    const double *row = s->t + l * s->order;
    const double left = l > 0 ? fabs(row[l - 1]) : 0.0, right = l + 1 < s->order ? fabs(row[l + 1]) : 0.0;
    largest = fmax(largest, left + fabs(row[l]) + right);
  }
  return largest;
}

/* (e^(T - centre I))_11 */
static double leading_entry(const sparse *s) {
  double sum = 0.0;
  for (size_t l = 0; l < s->order; l++) {
    sum += s->leading[2 * l] * s->leading[2 * l] * fixed_exp(s->values[l] - s->centre);
  }
  return sum;
}

static double trace_of_window(const sparse *s) {
  double sum = 0.0;
  for (size_t l = 0; l < s->order; l++) sum += fixed_exp(s->values[l] - s->centre);
  return sum;
}

/* ---- the trace */

static void centre(sparse *s) {
  const double logarithm = fixed_log(s->trace);
  if (!(fabs(logarithm) > CENTRED)) return;
  const double factor = fixed_exp(-logarithm), exponent = fabs(logarithm) + fabs(s->centre);
  s->centre += logarithm;
  s->trace *= factor;
  s->trace_error = factor * s->trace_error + UNIT * (8.0 + 2.0 * exponent) * s->trace;
}

static status renew_trace(sparse *s) {
  double sum = 0.0, error = 0.0;
  for (size_t i = 0; i < s->n; i++) {
    memset(s->z, 0, s->n * sizeof *s->z);
    s->z[i] = 1.0;
    TRY(compute_window(s));
    const double entry = leading_entry(s);
    sum += entry;
    error += (window_error(s->order, window_size(s)) + UNIT * (double)s->n) * entry + s->missing * s->trace;
  }
  s->trace = sum;
  s->trace_error = error;
  return STATUS_OK;
}

static double tolerance(const sparse *s) {
  return TRACE_TOLERANCE * fmax(1.0, (double)s->n / RENEWAL_ORDER);
}

/* ---- steps */

/* Adds a z z^T; the rounding error is at most half a unit of the changed entries and two of the increment. */
static status add(sparse *s, double a, const instance *x) {
  if (x->kind == INSTANCE_DISTANCE) {
    TRY(sparse_symmetric_add(s->g, x->row, x->row, 0.5 * a));
    TRY(sparse_symmetric_add(s->g, x->column, x->column, 0.5 * a));
    return sparse_symmetric_add(s->g, x->row, x->column, -0.5 * a);
  }
  for (size_t j = 0; j < x->count; j++) {
    if (x->value[j] == 0.0) continue;
    const size_t row = x->index == NULL ? j : x->index[j];
    for (size_t k = 0; k <= j; k++) {
      if (x->value[k] == 0.0) continue;
      TRY(sparse_symmetric_add(s->g, row, x->index == NULL ? k : x->index[k], a * x->value[j] * x->value[k]));
    }
  }
  return STATUS_OK;
}

/* A step in an instance of rank one. The trace of e^(G + ...) may leave the range of a double before it is centred: so
 * steps are limited to 600 at a time. */
static status step_once(sparse *s, double a, double square, const instance *x) {
  TRY(compute_window(s));
  const double change = fabs(a) * square, missing = s->missing;
  const double before = trace_of_window(s), error = window_error(s->order, window_size(s) + change);
  s->windowed = false;
  s->t[0] += a * square;
  TRY(band_eigen(s->order, s->t, s->work, s->values, NULL));
  const double after = trace_of_window(s), old = s->trace;
  s->trace += after - before;
  extend_reach(s, a, square);
  const double rounding = UNIT * (size_of(s) + 4.0 * change); /* of the entries of G */
  s->drift += rounding;
  s->trace_error += error * (after + before) + (UNIT + rounding + change * missing) * fmax(old, s->trace);
  TRY(add(s, a, x));
  if (!(s->trace_error <= tolerance(s) * s->trace)) TRY(renew_trace(s)); /* much of it may have cancelled */
  if (!(s->trace > 0.0) || !isfinite(s->trace)) {
    return FAIL(STATUS_NUMERIC, "spectral parameter: the trace of e^H is %g after a step of %g", s->trace, a);
  }
  centre(s);
  return STATUS_OK;
}

static status step_one(sparse *s, double a, const instance *x) {
  static const double most = 600.0;
  const double square = set_vector(s, x);
  if (square == 0.0 || a == 0.0) return STATUS_OK;
  const double parts = ceil(fabs(a) * square / most);
  if (!(parts < 1e6)) return FAIL(STATUS_NUMERIC, "spectral parameter: a step of %g is too large", a * square);
  for (size_t part = 0; part < (size_t)parts; part++) {
    (void)set_vector(s, x);
    TRY(step_once(s, a / parts, square, x));
  }
  return STATUS_OK;
}

static status sparse_shift(void *self, double c) {
  sparse *s = self;
  s->offset += c;
  s->drift += UNIT * fabs(s->offset);
  return STATUS_OK;
}

typedef status part_function(sparse *s, double a, const instance *x, double *sum);

/* The parts of rank one of a X, without its multiple of I. */
static status each_part(sparse *s, double a, const instance *x, part_function *visit, double *sum) {
  static const double one = 1.0;
  if (x->kind == INSTANCE_DYAD || x->kind == INSTANCE_DISTANCE) return visit(s, a, x, sum);
  for (size_t q = 0; x->kind == INSTANCE_LOW_RANK && q < x->rank; q++) {
    const instance dyad = instance_dense_dyad(s->n, x->factors + q * s->n);
    TRY(visit(s, a * x->weights[q], &dyad, sum));
  }
  for (size_t j = 0; x->kind == INSTANCE_VECTOR && j < x->count; j++) {
    const size_t i = x->index == NULL ? j : x->index[j];
    const instance dyad = instance_sparse(INSTANCE_DYAD, s->n, 1, &i, &one);
    TRY(visit(s, a * x->value[j], &dyad, sum));
  }
  return STATUS_OK;
}

/* *sum counts the parts. */
static status step_part(sparse *s, double a, const instance *x, double *sum) {
  *sum += 1.0;
  return step_one(s, a, x);
}

static status sparse_step(void *self, double a, const instance *x) {
  sparse *s = self;
  double parts = 0.0;
  TRY(each_part(s, a, x, step_part, &parts));
  return x->kind == INSTANCE_LOW_RANK && x->shift != 0.0 ? sparse_shift(s, a * x->shift) : STATUS_OK;
}

/* ---- questions */

static double scale_of(const sparse *s) {
  return fixed_exp(s->offset + s->centre);
}

static status score_part(sparse *s, double a, const instance *x, double *sum) {
  const double square = set_vector(s, x);
  if (square == 0.0 || a == 0.0) return STATUS_OK;
  TRY(compute_window(s));
  *sum += a * square * leading_entry(s);
  return STATUS_OK;
}

static status sparse_score(void *self, const instance *x, double *value) {
  sparse *s = self;
  double sum = 0.0;
  TRY(each_part(s, 1.0, x, score_part, &sum));
  if (x->kind == INSTANCE_LOW_RANK) sum += x->shift * s->trace;
  *value = sum * scale_of(s);
  return STATUS_OK;
}

static status sparse_trace(void *self, double *value) {
  const sparse *s = self;
  *value = s->trace * scale_of(s);
  return STATUS_OK;
}

static status sparse_log_trace(void *self, double *value) {
  const sparse *s = self;
  *value = s->offset + s->centre + fixed_log(s->trace);
  return STATUS_OK;
}

typedef struct inner_sum {
  const instance *x;
  double sum;
} inner_sum;

static status add_product(void *context, size_t i, size_t j, double value) {
  inner_sum *inner = context;
  const double entry = inner->x->matrix[i * inner->x->n + j];
  inner->sum += i == j ? entry * value : 2.0 * entry * value;
  return STATUS_OK;
}

typedef struct form_sum {
  const double *z;
  double sum;
} form_sum;

/* Of z^T G z. */
static status add_form(void *context, size_t i, size_t j, double value) {
  form_sum *form = context;
  form->sum += (i == j ? 1.0 : 2.0) * value * form->z[i] * form->z[j];
  return STATUS_OK;
}

static status argument_part(sparse *s, double a, const instance *x, double *sum) {
  if (x->kind == INSTANCE_DISTANCE) {
    const double diagonal =
        sparse_symmetric_get(s->g, x->row, x->row) + sparse_symmetric_get(s->g, x->column, x->column);
    *sum += a * (0.5 * diagonal - sparse_symmetric_get(s->g, x->row, x->column));
    return STATUS_OK;
  }
  form_sum form = {s->z, 0.0};
  const double square = set_vector(s, x);
  TRY(sparse_symmetric_each(s->g, add_form, &form));
  *sum += a * square * form.sum;
  return STATUS_OK;
}

static status argument_of_vector(const sparse *s, const instance *x, double *sum) {
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = x->index == NULL ? j : x->index[j];
    *sum += x->value[j] * sparse_symmetric_get(s->g, i, i);
  }
  return STATUS_OK;
}

static status sparse_argument(void *self, const instance *x, double *value) {
  sparse *s = self;
  inner_sum inner = {x, 0.0};
  if (x->kind == INSTANCE_MATRIX) {
    TRY(sparse_symmetric_each(s->g, add_product, &inner));
  } else if (x->kind == INSTANCE_VECTOR) {
    TRY(argument_of_vector(s, x, &inner.sum));
  } else {
    TRY(each_part(s, 1.0, x, argument_part, &inner.sum));
    if (x->kind == INSTANCE_LOW_RANK && x->shift != 0.0) {
      for (size_t i = 0; i < s->n; i++) inner.sum += x->shift * sparse_symmetric_get(s->g, i, i);
    }
  }
  *value = inner.sum + s->offset * instance_trace(x);
  return STATUS_OK;
}

static double argument_error(const sparse *s) {
  return s->drift + DBL_EPSILON * (fabs(s->offset) + fabs(s->centre) + 2.0);
}

/* Assumes that windows of other instances are not longer than those so far. */
static double sparse_error(void *self) {
  const sparse *s = self;
  return scale_of(s) * s->trace *
         (perturbation_of_link(LINK_EXP, argument_error(s), 1.0) + window_error(s->most_order, size_of(s)) +
          WINDOW_TOLERANCE);
}

static double sparse_trace_error(void *self) {
  const sparse *s = self;
  return scale_of(s) *
         (perturbation_of_link(LINK_EXP, argument_error(s), s->trace) + s->trace_error + 8.0 * DBL_EPSILON * s->trace);
}

static size_t sparse_rank(const void *self) {
  return ((const sparse *)self)->n;
}

/* ---- state: the window is recomputed from G */

static status sparse_save(const void *self, cJSON *state) {
  const sparse *s = self;
  TRY(state_add_number(state, "offset", s->offset));
  TRY(state_add_number(state, "centre", s->centre));
  TRY(state_add_number(state, "trace", s->trace));
  TRY(state_add_number(state, "trace_error", s->trace_error));
  TRY(state_add_number(state, "drift", s->drift));
  TRY(state_add_count(state, "most_order", s->most_order));
  TRY(state_add_number(state, "sum_reach", s->sum_reach));
  TRY(state_add_numbers(state, "reach", s->n, s->reach));
  return sparse_symmetric_save(s->g, state);
}

static status sparse_load(void *self, const cJSON *state) {
  sparse *s = self;
  TRY(state_check_names(
      state,
      "representation link order offset centre trace trace_error drift most_order sum_reach reach diagonal columns "
      "values"));
  TRY(state_get_number(state, "offset", &s->offset));
  TRY(state_get_number(state, "centre", &s->centre));
  TRY(state_get_number(state, "trace", &s->trace));
  TRY(state_get_number(state, "trace_error", &s->trace_error));
  TRY(state_get_number(state, "drift", &s->drift));
  TRY(state_get_count(state, "most_order", 0, block_krylov_largest(s->krylov), &s->most_order));
  TRY(state_get_number(state, "sum_reach", &s->sum_reach));
  TRY(state_get_numbers(state, "reach", s->n, s->reach));
  if (!(s->trace > 0.0) || !(s->trace_error >= 0.0)) {
    return FAIL(STATUS_INVALID, "trace: %g with error %g, expected a positive number", s->trace, s->trace_error);
  }
  if (s->drift < 0.0) return FAIL(STATUS_INVALID, "drift: %g, expected a number >= 0", s->drift);
  if (s->sum_reach < 0.0) return FAIL(STATUS_INVALID, "sum_reach: %g, expected a number >= 0", s->sum_reach);
  s->most_reach = 0.0;
  for (size_t i = 0; i < s->n; i++) {
    if (s->reach[i] < 0.0) return FAIL(STATUS_INVALID, "reach: %g, expected numbers >= 0", s->reach[i]);
    s->most_reach = fmax(s->most_reach, s->reach[i]);
  }
  s->windowed = false;
  return sparse_symmetric_load(s->g, state);
}

const spectral_backend representation_sparse = {
    .name = "sparse",
    .kinds = (1u << INSTANCE_VECTOR) | (1u << INSTANCE_DYAD) | (1u << INSTANCE_LOW_RANK) | (1u << INSTANCE_DISTANCE),
    .argument_kinds = 1u << INSTANCE_MATRIX,
    .create = sparse_create,
    .score = sparse_score,
    .step = sparse_step,
    .shift = sparse_shift,
    .trace = sparse_trace,
    .log_trace = sparse_log_trace,
    .argument = sparse_argument,
    .error = sparse_error,
    .trace_error = sparse_trace_error,
    .rank = sparse_rank,
    .save = sparse_save,
    .load = sparse_load,
};
