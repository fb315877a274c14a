#include "spectral/entry/entry_parameter.h"
#include "base/fixed_math.h"
#include "base/json.h"
#include "base/state.h"
#include "spectral/instance/instance.h"
#include "spectral/representation/block_krylov.h"
#include <float.h>

/* Error of a window of exp, relative to the largest eigenvalue: below the rounding of the rest. A trace is made of p entries of windows. */
static const double WINDOW_TOLERANCE = 1e-15;
static const double TRACE_TOLERANCE = 1e-11, PROJECTED_TRACE_TOLERANCE = 1e-10;
static const double ROUNDING = 2.220446049250313e-16;

/* One block of X: A = H + shift I. */
typedef struct diagonal_block {
  double sign, weight;
  double *dense;            /* dense and definition: H */
  sparse_symmetric *sparse; /* sparse: H */
  double shift;
  double trace,
      trace_rest; /* sparse: their sum is weight tr exp(A - (shift - centre) I), centre = shift to the nearest integer */
  double trace_error; /* a bound of its error */
  double *window;     /* sparse: T of the pair last asked for; or the whole H */
  double missing;     /* sparse: of that window, in units of the largest eigenvalue */
} diagonal_block;

struct entry_parameter {
  size_t p, count; /* order; blocks */
  entry_form form;
  size_t pairs; /* sparse: largest number of different entries */
  diagonal_block blocks[ENTRY_PARTS];
  block_krylov *krylov;
  entry_projection *projection;
  entry_part parts[ENTRY_PARTS]; /* of the pair last asked for */
  size_t i, j;
  double start;
  size_t renewals;
};

/* weight tr exp A */
static double block_trace(const diagonal_block *block) {
  return fixed_exp(block->shift - nearbyint(block->shift)) * (block->trace + block->trace_rest);
}

static size_t dense_order(const entry_parameter *x) {
  return x->form == ENTRY_DEFINITION ? 2 * x->p : x->p;
}

/* Of a sparse one: a window has room for the whole H. */
static bool fits_window(const entry_parameter *x) {
  return x->p <= block_krylov_largest(x->krylov);
}

static status make_block(arena *memory, entry_parameter *x, diagonal_block *block) {
  if (x->form == ENTRY_SPARSE) {
    const size_t largest = block_krylov_largest(x->krylov);
    TRY(sparse_symmetric_new(memory, x->p, x->pairs, &block->sparse));
    return ARENA_RESERVED(memory, largest * largest, block->window);
  }
  const size_t order = dense_order(x);
  return ARENA_RESERVED(memory, order * order, block->dense);
}

void entry_parameter_reset(entry_parameter *x) {
  const size_t order = dense_order(x);
  for (size_t b = 0; b < x->count; b++) {
    diagonal_block *block = &x->blocks[b];
    if (x->form == ENTRY_SPARSE) {
      sparse_symmetric_clear(block->sparse);
    } else {
      memset(block->dense, 0, order * order * sizeof *block->dense);
    }
    block->shift = x->start;
    block->trace = block->weight * (double)x->p * fixed_exp(nearbyint(x->start));
    block->trace_rest = 0.0;
    block->trace_error = ROUNDING * block->trace;
  }
}

status entry_parameter_new(arena *memory, const entry_options *options, entry_parameter **out) {
  entry_parameter *x = NULL;
  if (options->form == ENTRY_DEFINITION && options->blocks != ENTRY_TWO_BLOCKS) {
    return FAIL(STATUS_INVALID, "the definition has two blocks");
  }
  TRY(ARENA_ARRAY(memory, 1, x));
  x->p = options->order;
  x->form = options->form;
  x->pairs = options->rounds;
  x->start = options->start;
  x->count = options->blocks == ENTRY_TWO_BLOCKS && options->form != ENTRY_DEFINITION ? 2 : 1;
  if (x->form == ENTRY_SPARSE) TRY(block_krylov_new(memory, x->p, &x->krylov));
  const size_t windows = x->form == ENTRY_SPARSE ? block_krylov_largest(x->krylov) : 0;
  const size_t blocks = x->form != ENTRY_SPARSE ? dense_order(x) : fits_window(x) ? x->p : 0;
  TRY(entry_projection_new(memory, blocks, options->eigen, windows, &x->projection));
  for (size_t b = 0; b < x->count; b++) {
    diagonal_block *block = &x->blocks[b];
    TRY(make_block(memory, x, block));
    block->sign = options->blocks == ENTRY_NEGATIVE || b == 1 ? -1.0 : 1.0;
    block->weight = options->blocks == ENTRY_MIRRORED ? 2.0 : 1.0;
  }
  entry_parameter_reset(x);
  *out = x;
  return STATUS_OK;
}

/* A sum of doubles with its rounding errors (Neumaier 1974). */
static void add_exactly(double value, double *sum, double *rest) {
  const double total = *sum + value;
  *rest += fabs(*sum) >= fabs(value) ? (*sum - total) + value : (value - total) + *sum;
  *sum = total;
}

/* ---- the recomputed trace: sum over i of the entry (i, i) of exp A, two from each window */

typedef struct renewal {
  double sum, rest, error;
} renewal;

/* The entries (i, i) and (j, j); i = j: that one. */
static status add_entries(entry_parameter *x, diagonal_block *block, size_t i, size_t j, renewal *total) {
  const double tolerance = WINDOW_TOLERANCE / (double)x->p;
  size_t order = 0;
  double missing = 0.0;
  TRY(block_krylov_window(x->krylov, block->sparse, i, j, tolerance, &order, block->window, &missing));
  const entry_part part = {.order = order,
                           .t = block->window,
                           .shift = nearbyint(block->shift),
                           .weight = block->weight,
                           .window = true,
                           .pair_count = 1,
                           .pairs = {{0, 1, 1.0}}};
  double diagonal[2], largest = 0.0;
  TRY(entry_window_diagonal(x->projection, &part, diagonal));
  TRY(entry_window_largest(x->projection, &part, &largest));
  const double sum = i == j ? diagonal[0] : diagonal[0] + diagonal[1];
  add_exactly(sum, &total->sum, &total->rest);
  total->error += 2.0 * missing * largest + 8.0 * ROUNDING * sum;
  return STATUS_OK;
}

static status renew_trace(entry_parameter *x, diagonal_block *block) {
  renewal total = {0.0, 0.0, 0.0};
  for (size_t i = 0; i < x->p; i += 2) TRY(add_entries(x, block, i, i + 1 < x->p ? i + 1 : i, &total));
  block->trace = total.sum;
  block->trace_rest = total.rest;
  block->trace_error = total.error;
  x->renewals++;
  return STATUS_OK;
}

/* ---- projections */

static double trace_error(const diagonal_block *block) {
  return fixed_exp(block->shift - nearbyint(block->shift)) * block->trace_error;
}

static status sparse_part(entry_parameter *x, diagonal_block *block, size_t i, size_t j, entry_part *part) {
  if (block->trace_error > TRACE_TOLERANCE * block->trace) TRY(renew_trace(x, block));
  *part = (entry_part){.t = block->window,
                       .shift = block->shift,
                       .weight = block->weight,
                       .window = true,
                       .trace = block_trace(block),
                       .pair_count = 1,
                       .pairs = {{0, 1, block->sign}}};
  return block_krylov_window(x->krylov, block->sparse, i, j, WINDOW_TOLERANCE, &part->order, block->window,
                             &block->missing);
}

/* Of the sparse form: the whole H takes the place of the window. */
static void dense_part(const entry_parameter *x, const diagonal_block *block, size_t i, size_t j, entry_part *part) {
  if (x->form == ENTRY_SPARSE) sparse_symmetric_to_dense(block->sparse, block->window);
  *part = (entry_part){.order = dense_order(x),
                       .t = x->form == ENTRY_SPARSE ? block->window : block->dense,
                       .shift = block->shift,
                       .weight = block->weight,
                       .pair_count = 1,
                       .pairs = {{i, j, block->sign}}};
  if (x->form != ENTRY_DEFINITION) return;
  part->pairs[part->pair_count++] = (entry_pair){x->p + i, x->p + j, -1.0};
}

/* *exact: the traces kept their digits. Those of large traces are lost when the projection takes most of these away; rounding in A is a
 * relative error of exp. */
static status project_windows(entry_parameter *x, const entry_limits *limits, entry_solution *solution, bool *exact) {
  double error = 0.0, size = 1.0;
  for (size_t b = 0; b < x->count; b++) {
    const entry_part *part = &x->parts[b];
    TRY(sparse_part(x, &x->blocks[b], x->i, x->j, &x->parts[b]));
    error += part->trace * (x->blocks[b].trace_error / x->blocks[b].trace);
    size = fmax(size, fabs(part->shift));
    for (size_t k = 0; k < part->order; k++) size = fmax(size, fabs(part->t[k * part->order + k]));
  }
  TRY(entry_project(x->projection, x->count, x->parts, limits, solution));
  error += 16.0 * ROUNDING * size * solution->start_trace;
  *exact = error <= PROJECTED_TRACE_TOLERANCE * fixed_exp(solution->alpha) * solution->trace;
  return STATUS_OK;
}

status entry_parameter_project(entry_parameter *x, size_t i, size_t j, const entry_limits *limits,
                               entry_solution *solution) {
  bool exact = false;
  if (i == j || i >= x->p || j >= x->p) {
    return FAIL(STATUS_INVALID, "entry (%zu, %zu) of a matrix of order %zu", i + 1, j + 1, x->p);
  }
  x->i = i;
  x->j = j;
  if (x->form == ENTRY_SPARSE) {
    const status code = project_windows(x, limits, solution, &exact);
    if ((code == STATUS_OK && exact) || !fits_window(x)) return code;
  }
  for (size_t b = 0; b < x->count; b++) dense_part(x, &x->blocks[b], i, j, &x->parts[b]);
  return entry_project(x->projection, x->count, x->parts, limits, solution);
}

/* ---- changes */

static void add_dense(double *h, size_t order, size_t i, size_t j, double diagonal, double off) {
  h[i * order + i] += diagonal;
  h[j * order + j] += diagonal;
  h[i * order + j] += off;
  h[j * order + i] += off;
}

/* The carried trace changes by the window's change. Its error is what the window misses, in units of the largest eigenvalue before and after, and
 * rounding. mu D + nu E has no eigenvalue below mu - |nu|/2. */
static status carry_trace(entry_parameter *x, size_t b, const entry_solution *solution, double off) {
  const double mu = solution->mu, nu = -2.0 * off * x->blocks[b].sign; /* E has 1/2 at (i, j) */
  diagonal_block *block = &x->blocks[b];
  window_change step;
  double largest = 0.0;
  TRY(entry_window_change(x->projection, &x->parts[b], mu, nu, &step));
  TRY(entry_window_largest(x->projection, &x->parts[b], &largest));
  const double scale = fixed_exp(nearbyint(block->shift) - block->shift);
  const double both = largest * (1.0 + fixed_exp(0.5 * fabs(nu) - mu));
  add_exactly(scale * step.change, &block->trace, &block->trace_rest);
  block->trace_error += scale * (block->missing * both + step.rounding + ROUNDING * largest);
  return isfinite(block->trace) ? STATUS_OK : FAIL(STATUS_NUMERIC, "exp of a matrix with trace %g", block->trace);
}

/* The trace from the eigenvalues of H, which have errors of a few units of the largest one. One that overflows is unknown. */
static status decompose_trace(entry_parameter *x, diagonal_block *block) {
  entry_part part;
  double *values = NULL, *vectors = NULL, sum = 0.0, size = 0.0;
  dense_part(x, block, x->i, x->j, &part);
  TRY(entry_part_decompose(x->projection, &part, &values, &vectors));
  for (size_t l = 0; l < x->p; l++) {
    sum += block->weight * fixed_exp(values[l] + nearbyint(block->shift));
    size = fmax(size, fabs(values[l]));
  }
  const bool known = isfinite(sum);
  block->trace = known ? sum : DBL_MAX;
  block->trace_rest = 0.0;
  block->trace_error = known ? 4.0 * ROUNDING * (4.0 + size) * sum : DBL_MAX;
  return STATUS_OK;
}

/* *carried: the trace, too; otherwise it is to be computed. */
static status apply_sparse(entry_parameter *x, size_t b, const entry_solution *solution, double off, bool *carried) {
  diagonal_block *block = &x->blocks[b];
  *carried = x->parts[b].window;
  if (*carried && (solution->mu != 0.0 || off != 0.0)) {
    const status code = carry_trace(x, b, solution, off);
    if (code != STATUS_OK && !fits_window(x)) return code;
    *carried = code == STATUS_OK;
  }
  if (solution->mu != 0.0) {
    TRY(sparse_symmetric_add(block->sparse, x->i, x->i, -solution->mu));
    TRY(sparse_symmetric_add(block->sparse, x->j, x->j, -solution->mu));
  }
  return off == 0.0 ? STATUS_OK : sparse_symmetric_add(block->sparse, x->i, x->j, off);
}

/* The trace is carried at another integer when the shift comes near to it. */
static void move_shift(diagonal_block *block, double by) {
  const double moved = nearbyint(block->shift + by) - nearbyint(block->shift), factor = fixed_exp(moved);
  block->shift += by;
  if (moved == 0.0) return;
  block->trace *= factor;
  block->trace_rest *= factor;
  block->trace_error = factor * block->trace_error + 4.0 * ROUNDING * block->trace;
}

status entry_parameter_apply(entry_parameter *x, const entry_solution *solution, double step) {
  for (size_t b = 0; b < x->count; b++) {
    diagonal_block *block = &x->blocks[b];
    const double off = block->sign * (step - 0.5 * solution->nu);
    bool carried = true;
    if (x->form == ENTRY_SPARSE) {
      TRY(apply_sparse(x, b, solution, off, &carried));
    } else {
      add_dense(block->dense, dense_order(x), x->i, x->j, -solution->mu, off);
      if (x->form == ENTRY_DEFINITION) {
        add_dense(block->dense, dense_order(x), x->p + x->i, x->p + x->j, -solution->mu, -off);
      }
    }
    move_shift(block, -solution->alpha);
    if (!carried) TRY(decompose_trace(x, block));
  }
  return STATUS_OK;
}

/* Both triangles are the lower one, which rounding can make differ. */
static void make_symmetric(size_t order, double *h) {
  for (size_t i = 0; i < order; i++) {
    for (size_t j = 0; j < i; j++) h[j * order + i] = h[i * order + j];
  }
}

static double kept(double eigenvalue, double share, bool floors, double least) {
  return floors ? fmax(eigenvalue, least) : (1.0 - share) * eigenvalue + least;
}

status entry_parameter_keep(entry_parameter *x, double share, bool floors, double trace_limit, double *trace) {
  const size_t order = dense_order(x);
  const double least = share * fixed_exp(x->start);
  TRY(entry_parameter_trace(x, trace));
  const double scale = *trace > trace_limit ? trace_limit / *trace : 1.0;
  for (size_t b = 0; b < x->count; b++) {
    diagonal_block *block = &x->blocks[b];
    entry_part part;
    double *values = NULL, *vectors = NULL;
    dense_part(x, block, 0, 1, &part);
    TRY(entry_part_decompose(x->projection, &part, &values, &vectors));
    for (size_t l = 0; l < order; l++) {
      values[l] = fixed_log(kept(scale * fixed_exp(values[l] + block->shift), share, floors, least));
    }
    memset(block->dense, 0, order * order * sizeof *block->dense);
    const instance sum = instance_low_rank(order, order, vectors, values, 0.0);
    instance_add_to_dense(&sum, 1.0, block->dense);
    make_symmetric(order, block->dense);
    block->shift = 0.0;
  }
  return STATUS_OK;
}

/* ---- questions */

status entry_parameter_trace(entry_parameter *x, double *trace) {
  *trace = 0.0;
  for (size_t b = 0; b < x->count; b++) {
    const diagonal_block *block = &x->blocks[b];
    double part_trace = block_trace(block);
    if (x->form != ENTRY_SPARSE) {
      entry_part part;
      dense_part(x, block, 0, 1, &part);
      TRY(entry_part_trace(x->projection, &part, &part_trace));
    }
    *trace += part_trace;
  }
  return STATUS_OK;
}

double entry_parameter_trace_error(const entry_parameter *x, size_t *times) {
  double error = 0.0;
  for (size_t b = 0; b < x->count && x->form == ENTRY_SPARSE; b++) {
    error += trace_error(&x->blocks[b]);
  }
  *times = x->renewals;
  return error;
}

double entry_parameter_argument(const entry_parameter *x, size_t b, size_t i, size_t j) {
  const size_t offset = x->form == ENTRY_DEFINITION && b == 1 ? x->p : 0;
  const diagonal_block *block = &x->blocks[x->form == ENTRY_DEFINITION ? 0 : b];
  const double h = x->form == ENTRY_SPARSE ? sparse_symmetric_get(block->sparse, i, j)
                                           : block->dense[(offset + i) * dense_order(x) + offset + j];
  return i == j ? h + block->shift : h;
}

size_t entry_parameter_order(const entry_parameter *x) {
  return x->p;
}

/* ---- state */

static status save_block(const entry_parameter *x, const diagonal_block *block, cJSON *state) {
  TRY(state_add_number(state, "shift", block->shift));
  if (x->form != ENTRY_SPARSE) {
    return state_add_rows(state, "argument", dense_order(x), dense_order(x), dense_order(x), block->dense);
  }
  TRY(state_add_number(state, "carried_trace", block->trace));
  TRY(state_add_number(state, "carried_rest", block->trace_rest));
  TRY(state_add_number(state, "trace_error", block->trace_error));
  return sparse_symmetric_save(block->sparse, state);
}

static status load_dense(const entry_parameter *x, diagonal_block *block, const cJSON *state) {
  const size_t order = dense_order(x);
  TRY(state_get_rows(state, "argument", order, order, order, block->dense));
  for (size_t i = 0; i < order; i++) {
    for (size_t j = 0; j < i; j++) {
      if (block->dense[i * order + j] == block->dense[j * order + i]) continue;
      return FAIL(STATUS_INVALID, "argument: entry (%zu, %zu) is not symmetric", j + 1, i + 1);
    }
  }
  return STATUS_OK;
}

/* The trace of version 1.0.0 was that at the shift itself. */
static status load_trace(diagonal_block *block, const cJSON *state) {
  const bool older = json_member(state, "trace") != NULL;
  TRY(state_check_names(state, older ? "shift trace trace_error diagonal columns values"
                                     : "shift carried_trace carried_rest trace_error diagonal columns values"));
  TRY(state_get_number(state, older ? "trace" : "carried_trace", &block->trace));
  if (!older) TRY(state_get_number(state, "carried_rest", &block->trace_rest));
  TRY(state_get_number(state, "trace_error", &block->trace_error));
  if (!(block->trace > 0.0) || !(fabs(block->trace_rest) <= block->trace) || !(block->trace_error >= 0.0)) {
    return FAIL(STATUS_INVALID, "trace: %g with error %g, expected a positive number", block->trace,
                block->trace_error);
  }
  if (older) {
    const double scale = fixed_exp(nearbyint(block->shift) - block->shift);
    block->trace *= scale;
    block->trace_error = scale * block->trace_error + 4.0 * ROUNDING * block->trace;
  }
  return STATUS_OK;
}

static status load_block(const entry_parameter *x, diagonal_block *block, const cJSON *state) {
  TRY(state_get_number(state, "shift", &block->shift));
  if (x->form != ENTRY_SPARSE) {
    TRY(state_check_names(state, "shift argument"));
    return load_dense(x, block, state);
  }
  TRY(load_trace(block, state));
  return sparse_symmetric_load(block->sparse, state);
}

static const char *block_name(size_t b) {
  return b == 0 ? "block" : "second_block";
}

status entry_parameter_save(const entry_parameter *x, cJSON *state) {
  for (size_t b = 0; b < x->count; b++) {
    cJSON *object = NULL;
    TRY(state_add_object(state, block_name(b), &object));
    TRY(save_block(x, &x->blocks[b], object));
  }
  return STATUS_OK;
}

status entry_parameter_load(entry_parameter *x, const cJSON *state) {
  TRY(state_check_names(state, x->count == 2 ? "block second_block" : "block"));
  for (size_t b = 0; b < x->count; b++) {
    const cJSON *object = NULL;
    TRY(state_get_object(state, block_name(b), &object));
    TRY(status_context(load_block(x, &x->blocks[b], object), "%s", block_name(b)));
  }
  return STATUS_OK;
}
