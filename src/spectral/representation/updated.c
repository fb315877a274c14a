/* e^H as an explicit n x n matrix that every step corrects (spectral/representation/exponential_correction.h) instead
 * of decomposing H anew. H itself, and everything except scores and traces, is left to a dense parameter. The matrix is
 * recomputed from an eigendecomposition ("renewed") when first needed after
 *   - large steps: the spectrum may have left the interval of the polynomials, or their degree is too high,
 *   - an instance of many factors, or a map of the eigenvalues,
 *   - the bounds of its truncation and rounding errors have reached RENEWAL of the trace.
 * How far the spectrum may have moved since is bounded by the norm of the changes: the sum of their spectral norms, or
 * the largest row sum of the absolute values of their entries (Gershgorin), which many steps on different entries
 * hardly raise. */
#include "base/fixed_math.h"
#include "base/state.h"
#include "linalg/kernels.h"
#include "spectral/perturbation.h"
#include "spectral/representation/block_sums.h"
#include "spectral/representation/dense.h"
#include "spectral/representation/exponential_correction.h"
#include <float.h>

/* How far the spectrum may move between renewals: a smaller value means more renewals, a larger one longer polynomials
 * (each unit costs about two products with H). */
static const double SLACK = 1.0;
static const double TRUNCATION = 1e-16; /* of one correction, relative to the largest eigenvalue at the renewal */
static const double RENEWAL = 2e-12;
static const double UNIT = 0.5 * DBL_EPSILON;
/* The eigenvalue of G in directions where nothing was added. GSL's QR iteration does not end if its tridiagonal matrix
 * ends in numbers whose squares underflow, as for a G of low rank; next to a nonzero eigenvalue they count as 0. Sums
 * of steps hardly ever hit this number. */
static const double GROUND = 0.73908513321516064;

typedef struct updated {
  size_t n;
  void *dense; /* H = offset I + G */
  exponential_correction *correction;
  double *w;                 /* e^(G + at I), n x n */
  double *diagonal;          /* scratch, n */
  bool fresh;                /* w belongs to the present G */
  bool narrow;               /* the interval suits polynomials */
  dense_exponential renewed; /* at the last renewal */
  double row_sum;            /* of |G| at the last renewal */
  double *moved;             /* n: row sums of the absolute values of all changes since then */
  double moved_most, moved_sum;
  double error; /* bound of |w - e^(G + at I)| */
} updated;

static status updated_create(const spectral_options *options, arena *memory, void **self) {
  updated *u = NULL;
  TRY(ARENA_ARRAY(memory, 1, u));
  *self = u;
  u->n = options->n;
  TRY(representation_dense.create(options, memory, &u->dense));
  dense_decompose_seldom(u->dense);
  dense_move_offset(u->dense, GROUND);
  TRY(exponential_correction_new(memory, u->n, &u->correction));
  TRY(ARENA_RESERVED(memory, u->n * u->n, u->w));
  TRY(ARENA_ARRAY(memory, u->n, u->diagonal));
  return ARENA_ARRAY(memory, u->n, u->moved);
}

/* ---- renewing */

static double largest_row_sum(size_t n, const double *g) {
  double largest = 0.0;
  for (size_t i = 0; i < n; i++) {
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) sum += fabs(g[i * n + j]);
    largest = fmax(largest, sum);
  }
  return largest * (1.0 + UNIT * (double)n);
}

static void choose_interval(updated *u) {
  const double low = u->renewed.low - SLACK, high = u->renewed.high + SLACK;
  u->narrow = exponential_correction_interval(u->correction, low, high, -u->renewed.at);
}

static status renew(updated *u) {
  if (u->fresh) return STATUS_OK;
  TRY(dense_exponentiate(u->dense, u->w, &u->renewed));
  u->row_sum = largest_row_sum(u->n, dense_matrix(u->dense));
  memset(u->moved, 0, u->n * sizeof *u->moved);
  u->moved_most = u->moved_sum = 0.0;
  u->error = u->renewed.error;
  choose_interval(u);
  u->fresh = true;
  return STATUS_OK;
}

static double trace_of(updated *u) {
  for (size_t i = 0; i < u->n; i++) u->diagonal[i] = u->w[i * (u->n + 1)];
  return pairwise_sum(u->n, u->diagonal);
}

/* ---- steps: H += a z z^T for a distance or a dyad */

/* Adds |a| |z_i| sum_j |z_j| to the row sums. Returns |a| |z|^2. */
static double record_change(updated *u, double a, const instance *x) {
  const double size = fabs(a);
  if (x->kind == INSTANCE_DISTANCE) {
    if (x->row == x->column) return 0.0;
    u->moved[x->row] += size;
    u->moved[x->column] += size;
    u->moved_most = fmax(u->moved_most, fmax(u->moved[x->row], u->moved[x->column]));
    u->moved_sum += size;
    return size;
  }
  double sum = 0.0;
  for (size_t j = 0; j < x->count; j++) sum += fabs(x->value[j]);
  for (size_t j = 0; j < x->count; j++) {
    double *moved = &u->moved[x->index == NULL ? j : x->index[j]];
    *moved += size * fabs(x->value[j]) * sum;
    u->moved_most = fmax(u->moved_most, *moved);
  }
  const double norm = size * kernel_dot(x->count, x->value, x->value);
  u->moved_sum += norm;
  return norm;
}

static double total_change(const updated *u) {
  return (1.0 + 1e-9) * fmin(u->moved_most, u->moved_sum); /* allowance for the rounding of long sums */
}

/* Upper bound of the largest eigenvalue of w. */
static double largest_of(const updated *u, double trace) {
  const double highest = fixed_exp(u->renewed.high + total_change(u) + u->renewed.at);
  return fmin(trace + (double)u->n * u->error, highest);
}

/* Corrects w for the step that follows; if that fails, w waits for its renewal. The rounding error of the step in G
 * counts too: at most half a unit of its entries and two of the increment. */
static void correct(updated *u, double a, const instance *x) {
  if (!u->fresh) return;
  u->fresh = false;
  const double norm = record_change(u, a, x);
  if (!u->narrow || !(total_change(u) <= SLACK)) return;
  const double row_sum = u->row_sum + u->moved_most;
  const double *g = dense_matrix(u->dense);
  double error = 0.0;
  if (!exponential_correction_add(u->correction, g, x, a, TRUNCATION, row_sum, u->w, &error)) return;
  const double trace = trace_of(u), largest = largest_of(u, trace), step = UNIT * (row_sum + 4.0 * norm);
  u->error += error + UNIT * sqrt(largest * trace) + perturbation_of_link(LINK_EXP, step, largest);
  u->fresh = u->error <= u->renewed.error + RENEWAL * trace;
}

static status step_one(updated *u, double a, const instance *x) {
  correct(u, a, x);
  return representation_dense.step(u->dense, a, x);
}

static status step_factors(updated *u, double a, const instance *x) {
  for (size_t q = 0; q < x->rank; q++) {
    const instance dyad = instance_dense_dyad(u->n, x->factors + q * u->n);
    if (x->weights[q] != 0.0) TRY(step_one(u, a * x->weights[q], &dyad));
  }
  return x->shift == 0.0 ? STATUS_OK : representation_dense.shift(u->dense, a * x->shift);
}

static status step_entries(updated *u, double a, const instance *x) {
  static const double one = 1.0;
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = x->index == NULL ? j : x->index[j];
    const instance dyad = instance_sparse(INSTANCE_DYAD, u->n, 1, &i, &one);
    if (x->value[j] != 0.0) TRY(step_one(u, a * x->value[j], &dyad));
  }
  return STATUS_OK;
}

/* Makes corrections one by one while they are cheaper than a decomposition. */
static status updated_step(void *self, double a, const instance *x) {
  updated *u = self;
  const size_t few = 1 + u->n / 8;
  if (x->kind == INSTANCE_DYAD || x->kind == INSTANCE_DISTANCE) return step_one(u, a, x);
  if (x->kind == INSTANCE_LOW_RANK && x->rank <= few) return step_factors(u, a, x);
  if (x->kind == INSTANCE_VECTOR && x->count <= few) return step_entries(u, a, x);
  u->fresh = false;
  return representation_dense.step(u->dense, a, x);
}

static status updated_shift(void *self, double c) {
  return representation_dense.shift(((updated *)self)->dense, c);
}

/* ---- questions */

static double scale_of(const updated *u) {
  return fixed_exp(dense_offset(u->dense) - u->renewed.at);
}

static status updated_score(void *self, const instance *x, double *value) {
  updated *u = self;
  TRY(renew(u));
  const instance function = instance_matrix(u->n, u->w);
  *value = instance_inner(x, &function) * scale_of(u);
  return STATUS_OK;
}

static status updated_trace(void *self, double *value) {
  updated *u = self;
  TRY(renew(u));
  *value = trace_of(u) * scale_of(u);
  return STATUS_OK;
}

static status updated_log_trace(void *self, double *value) {
  updated *u = self;
  TRY(renew(u));
  *value = dense_offset(u->dense) - u->renewed.at + fixed_log(trace_of(u));
  return STATUS_OK;
}

static status updated_argument(void *self, const instance *x, double *value) {
  return representation_dense.argument(((updated *)self)->dense, x, value);
}

static status updated_extremes(void *self, double *least, double *largest) {
  return representation_dense.extremes(((updated *)self)->dense, least, largest);
}

static status updated_spectrum(void *self, double *values) {
  return representation_dense.spectrum(((updated *)self)->dense, values);
}

static status updated_top(void *self, size_t r, double *rows) {
  return representation_dense.top(((updated *)self)->dense, r, rows);
}

static status updated_map(void *self, eigenvalue_map *map, void *context) {
  updated *u = self;
  u->fresh = false;
  return representation_dense.map(u->dense, map, context);
}

static size_t updated_window_order(const void *self, size_t count) {
  return representation_dense.window_order(((const updated *)self)->dense, count);
}

static status updated_window(void *self, size_t count, const double *vectors, size_t *order, double *t) {
  return representation_dense.window(((updated *)self)->dense, count, vectors, order, t);
}

static size_t updated_rank(const void *self) {
  return ((const updated *)self)->n;
}

/* ---- error: of w, of the steps that made H, of the factor between w and e^H */

static double argument_error(const updated *u) {
  return dense_drift(u->dense) + DBL_EPSILON * (fabs(dense_offset(u->dense)) + fabs(u->renewed.at) + 2.0);
}

static double updated_error(void *self) {
  updated *u = self;
  if (renew(u) != STATUS_OK) return INFINITY;
  const double n = (double)u->n, scale = scale_of(u), error = u->error, largest = largest_of(u, trace_of(u));
  const double sums = DBL_EPSILON * (n * sqrt(n) + 8.0) * largest;
  return scale * (perturbation_of_link(LINK_EXP, argument_error(u), largest) + error + sums);
}

static double updated_trace_error(void *self) {
  updated *u = self;
  if (renew(u) != STATUS_OK) return INFINITY;
  const double n = (double)u->n, trace = trace_of(u);
  return scale_of(u) *
         (perturbation_of_link(LINK_EXP, argument_error(u), trace) + n * u->error + 64.0 * DBL_EPSILON * trace);
}

/* ---- state */

static status updated_save(const void *self, cJSON *state) {
  const updated *u = self;
  cJSON *argument = NULL;
  TRY(state_add_object(state, "argument", &argument));
  TRY(state_add_text(argument, "representation", representation_dense.name));
  TRY(state_add_text(argument, "link", spectral_link_name(LINK_EXP)));
  TRY(state_add_count(argument, "order", u->n));
  TRY(representation_dense.save(u->dense, argument));
  TRY(state_add_flag(state, "fresh", u->fresh));
  if (!u->fresh) return STATUS_OK;
  TRY(state_add_number(state, "at", u->renewed.at));
  TRY(state_add_number(state, "low", u->renewed.low));
  TRY(state_add_number(state, "high", u->renewed.high));
  TRY(state_add_number(state, "renewed_error", u->renewed.error));
  TRY(state_add_number(state, "error", u->error));
  TRY(state_add_number(state, "row_sum", u->row_sum));
  TRY(state_add_number(state, "moved_sum", u->moved_sum));
  TRY(state_add_numbers(state, "moved", u->n, u->moved));
  return state_add_rows(state, "function", u->n, u->n, u->n, u->w);
}

static status load_numbers(updated *u, const cJSON *state) {
  TRY(state_get_number(state, "at", &u->renewed.at));
  TRY(state_get_number(state, "low", &u->renewed.low));
  TRY(state_get_number(state, "high", &u->renewed.high));
  TRY(state_get_number(state, "renewed_error", &u->renewed.error));
  TRY(state_get_number(state, "error", &u->error));
  TRY(state_get_number(state, "row_sum", &u->row_sum));
  TRY(state_get_number(state, "moved_sum", &u->moved_sum));
  TRY(state_get_numbers(state, "moved", u->n, u->moved));
  TRY(state_get_rows(state, "function", u->n, u->n, u->n, u->w));
  if (!(u->renewed.high >= u->renewed.low)) {
    return FAIL(STATUS_INVALID, "high: %g, expected a number >= low = %g", u->renewed.high, u->renewed.low);
  }
  if (!(u->error >= u->renewed.error) || !(u->renewed.error >= 0.0)) {
    return FAIL(STATUS_INVALID, "error: %g after %g, expected numbers >= 0 that grow", u->error, u->renewed.error);
  }
  if (u->row_sum < 0.0) return FAIL(STATUS_INVALID, "row_sum: %g, expected a number >= 0", u->row_sum);
  if (u->moved_sum < 0.0) return FAIL(STATUS_INVALID, "moved_sum: %g, expected a number >= 0", u->moved_sum);
  u->moved_most = 0.0;
  for (size_t i = 0; i < u->n; i++) {
    if (u->moved[i] < 0.0) return FAIL(STATUS_INVALID, "moved: %g, expected numbers >= 0", u->moved[i]);
    u->moved_most = fmax(u->moved_most, u->moved[i]);
  }
  return STATUS_OK;
}

/* Symmetric to the last digit, as corrections leave it. */
static status check_function(const updated *u) {
  for (size_t i = 0; i < u->n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (u->w[i * u->n + j] == u->w[j * u->n + i]) continue;
      return FAIL(STATUS_INVALID, "function: entries (%zu,%zu) and (%zu,%zu) differ, expected a symmetric matrix",
                  j + 1, i + 1, i + 1, j + 1);
    }
  }
  return STATUS_OK;
}

static status load_dense(updated *u, const cJSON *argument) {
  TRY(state_expect_text(argument, "representation", representation_dense.name));
  TRY(state_expect_text(argument, "link", spectral_link_name(LINK_EXP)));
  TRY(state_expect_count(argument, "order", u->n));
  return representation_dense.load(u->dense, argument);
}

static status load_argument(updated *u, const cJSON *state) {
  const cJSON *argument = NULL;
  TRY(state_get_object(state, "argument", &argument));
  return status_context(load_dense(u, argument), "argument");
}

static status updated_load(void *self, const cJSON *state) {
  updated *u = self;
  bool fresh = false;
  TRY(state_get_flag(state, "fresh", &fresh));
  TRY(state_check_names(state, fresh ? "representation link order argument fresh at low high renewed_error error "
                                       "row_sum moved_sum moved function"
                                     : "representation link order argument fresh"));
  TRY(load_argument(u, state));
  u->fresh = false;
  if (!fresh) return STATUS_OK;
  TRY(load_numbers(u, state));
  TRY(check_function(u));
  choose_interval(u);
  u->fresh = true;
  return STATUS_OK;
}

const spectral_backend representation_updated = {
    .name = "updated",
    .kinds = (1u << INSTANCE_VECTOR) | (1u << INSTANCE_DYAD) | (1u << INSTANCE_LOW_RANK) | (1u << INSTANCE_MATRIX) |
             (1u << INSTANCE_DISTANCE),
    .decomposes = true,
    .create = updated_create,
    .score = updated_score,
    .step = updated_step,
    .shift = updated_shift,
    .trace = updated_trace,
    .log_trace = updated_log_trace,
    .argument = updated_argument,
    .extremes = updated_extremes,
    .top = updated_top,
    .spectrum = updated_spectrum,
    .map = updated_map,
    .window_order = updated_window_order,
    .window = updated_window,
    .error = updated_error,
    .trace_error = updated_trace_error,
    .rank = updated_rank,
    .save = updated_save,
    .load = updated_load,
};
