#include "spectral/entry/entry_parameter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/state.h"
#include "spectral/representation/block_krylov.h"
#include "spectral/representation/sparse_symmetric.h"

/* Error of a window of exp, relative to the largest eigenvalue: below the rounding of the rest. */
static const double WINDOW_TOLERANCE = 1e-17;
static const double TRACE_TOLERANCE = 1e-11;
static const double ROUNDING = 2.220446049250313e-16;

/* One block of X: A = H + shift I. */
typedef struct block {
  double sign, weight;
  double *dense;            /* dense and definition: H */
  sparse_symmetric *sparse; /* sparse: H */
  double shift;
  double trace, trace_error; /* sparse: weight tr exp A, and a bound of its error */
  double *window;            /* sparse: T of the pair last asked for */
  double missing;            /* sparse: of that window, in units of the largest eigenvalue */
} block;

struct entry_parameter {
  size_t p, count; /* order; blocks */
  entry_form form;
  size_t pairs; /* sparse: largest number of different entries */
  block blocks[ENTRY_PARTS];
  block_krylov *krylov;
  entry_projection *projection;
  entry_part parts[ENTRY_PARTS]; /* of the pair last asked for */
  size_t i, j;
  double start;
  size_t renewals;
};

static size_t dense_order(const entry_parameter *x) {
  return x->form == ENTRY_DEFINITION ? 2 * x->p : x->p;
}

void entry_parameter_free(entry_parameter *x) {
  if (x == NULL) return;
  const size_t order = dense_order(x), largest = x->krylov == NULL ? 0 : block_krylov_largest(x->krylov);
  for (size_t b = 0; b < x->count; b++) {
    memory_unreserve(x->blocks[b].dense, order * order, sizeof(double));
    sparse_symmetric_free(x->blocks[b].sparse);
    memory_unreserve(x->blocks[b].window, largest * largest, sizeof(double));
  }
  block_krylov_free(x->krylov);
  entry_projection_free(x->projection);
  free(x);
}

static status make_block(entry_parameter *x, block *block) {
  if (x->form == ENTRY_SPARSE) {
    const size_t largest = block_krylov_largest(x->krylov);
    TRY(sparse_symmetric_new(x->p, x->pairs, &block->sparse));
    return memory_reserve(largest * largest, sizeof *block->window, &block->window);
  }
  const size_t order = dense_order(x);
  return memory_reserve(order * order, sizeof *block->dense, &block->dense);
}

void entry_parameter_reset(entry_parameter *x) {
  const size_t order = dense_order(x);
  for (size_t b = 0; b < x->count; b++) {
    block *block = &x->blocks[b];
    if (x->form == ENTRY_SPARSE) {
      sparse_symmetric_clear(block->sparse);
    } else {
      memset(block->dense, 0, order * order * sizeof *block->dense);
    }
    block->shift = x->start;
    block->trace = block->weight * (double)x->p * fixed_exp(x->start);
    block->trace_error = ROUNDING * block->trace;
  }
}

status entry_parameter_new(const entry_options *options, entry_parameter **out) {
  entry_parameter *x = NULL;
  status code = STATUS_OK;
  *out = NULL;
  if (options->form == ENTRY_DEFINITION && options->blocks != ENTRY_TWO_BLOCKS) {
    return FAIL(STATUS_INVALID, "the definition has two blocks");
  }
  TRY(NEW_ARRAY(1, x));
  x->p = options->order;
  x->form = options->form;
  x->pairs = options->rounds;
  x->start = options->start;
  x->count = options->blocks == ENTRY_TWO_BLOCKS && options->form != ENTRY_DEFINITION ? 2 : 1;
  if (x->form == ENTRY_SPARSE) CHECK(block_krylov_new(x->p, &x->krylov));
  const size_t largest = x->form == ENTRY_SPARSE ? block_krylov_largest(x->krylov) : dense_order(x);
  CHECK(entry_projection_new(largest, x->form == ENTRY_SPARSE ? NULL : options->eigen, &x->projection));
  for (size_t b = 0; b < x->count; b++) {
    block *block = &x->blocks[b];
    CHECK(make_block(x, block));
    block->sign = options->blocks == ENTRY_NEGATIVE || b == 1 ? -1.0 : 1.0;
    block->weight = options->blocks == ENTRY_MIRRORED ? 2.0 : 1.0;
  }
  entry_parameter_reset(x);
  *out = x;
  return STATUS_OK;
end:
  entry_parameter_free(x);
  return code;
}

/* ---- the recomputed trace: sum over i of the entry (i, i) of exp A, each from its own window */

typedef struct renewal {
  double sum, error;
} renewal;

static status add_entry(entry_parameter *x, block *block, size_t i, renewal *total) {
  size_t order = 0;
  double missing = 0.0;
  TRY(block_krylov_window(x->krylov, block->sparse, i, i, WINDOW_TOLERANCE, &order, block->window, &missing));
  const entry_part part = {.order = order,
                           .t = block->window,
                           .shift = block->shift,
                           .weight = block->weight,
                           .window = true,
                           .trace = NAN,
                           .pair_count = 1,
                           .pairs = {{0, 0, 1.0}}};
  const entry_limits none = {INFINITY, -INFINITY, INFINITY, INFINITY};
  entry_solution entry;
  TRY(entry_project(x->projection, 1, &part, &none, &entry));
  total->sum += entry.y; /* weight X_ii */
  total->error += missing * entry.trace + 8.0 * ROUNDING * entry.y;
  return STATUS_OK;
}

static status renew_trace(entry_parameter *x, block *block) {
  renewal total = {0.0, 0.0};
  for (size_t i = 0; i < x->p; i++) TRY(add_entry(x, block, i, &total));
  block->trace = total.sum;
  block->trace_error = total.error;
  x->renewals++;
  return STATUS_OK;
}

/* ---- projections */

static status sparse_part(entry_parameter *x, block *block, size_t i, size_t j, entry_part *part) {
  if (block->trace_error > TRACE_TOLERANCE * block->trace) TRY(renew_trace(x, block));
  *part = (entry_part){.t = block->window,
                       .shift = block->shift,
                       .weight = block->weight,
                       .window = true,
                       .trace = block->trace,
                       .pair_count = 1,
                       .pairs = {{0, 1, block->sign}}};
  return block_krylov_window(x->krylov, block->sparse, i, j, WINDOW_TOLERANCE, &part->order, block->window,
                             &block->missing);
}

static void dense_part(const entry_parameter *x, const block *block, size_t i, size_t j, entry_part *part) {
  *part = (entry_part){.order = dense_order(x),
                       .t = block->dense,
                       .shift = block->shift,
                       .weight = block->weight,
                       .trace = NAN,
                       .pair_count = 1,
                       .pairs = {{i, j, block->sign}}};
  if (x->form != ENTRY_DEFINITION) return;
  part->pairs[part->pair_count++] = (entry_pair){x->p + i, x->p + j, -1.0};
}

status entry_parameter_project(entry_parameter *x, size_t i, size_t j, const entry_limits *limits,
                               entry_solution *solution) {
  if (i == j || i >= x->p || j >= x->p) {
    return FAIL(STATUS_INVALID, "entry (%zu, %zu) of a matrix of order %zu", i + 1, j + 1, x->p);
  }
  for (size_t b = 0; b < x->count; b++) {
    block *block = &x->blocks[b];
    if (x->form == ENTRY_SPARSE) {
      TRY(sparse_part(x, block, i, j, &x->parts[b]));
    } else {
      dense_part(x, block, i, j, &x->parts[b]);
    }
  }
  x->i = i;
  x->j = j;
  return entry_project(x->projection, x->count, x->parts, limits, solution);
}

/* ---- changes */

static void add_dense(double *h, size_t order, size_t i, size_t j, double diagonal, double off) {
  h[i * order + i] += diagonal;
  h[j * order + j] += diagonal;
  h[i * order + j] += off;
  h[j * order + i] += off;
}

static status apply_sparse(entry_parameter *x, size_t b, const entry_solution *solution, double off) {
  block *block = &x->blocks[b];
  const double factor = fixed_exp(-solution->alpha);
  double trace = 0.0;
  /* E has 1/2 at (i, j): adding `off` there subtracts -2 off E */
  const double nu = -2.0 * off * block->sign;
  TRY(entry_part_trace(x->projection, &x->parts[b], solution->mu, nu, &trace));
  block->trace = factor * (trace + solution->rest[b]);
  block->trace_error = factor * block->trace_error + (2.0 * ROUNDING + block->missing) * block->trace;
  if (solution->mu != 0.0) {
    TRY(sparse_symmetric_add(block->sparse, x->i, x->i, -solution->mu));
    TRY(sparse_symmetric_add(block->sparse, x->j, x->j, -solution->mu));
  }
  return off == 0.0 ? STATUS_OK : sparse_symmetric_add(block->sparse, x->i, x->j, off);
}

status entry_parameter_apply(entry_parameter *x, const entry_solution *solution, double step) {
  for (size_t b = 0; b < x->count; b++) {
    block *block = &x->blocks[b];
    const double off = block->sign * (step - 0.5 * solution->nu);
    if (x->form == ENTRY_SPARSE) {
      const bool still = solution->mu == 0.0 && off == 0.0 && solution->alpha == 0.0;
      if (!still) TRY(apply_sparse(x, b, solution, off));
    } else {
      add_dense(block->dense, dense_order(x), x->i, x->j, -solution->mu, off);
      if (x->form == ENTRY_DEFINITION) {
        add_dense(block->dense, dense_order(x), x->p + x->i, x->p + x->j, -solution->mu, -off);
      }
    }
    block->shift -= solution->alpha;
  }
  return STATUS_OK;
}

/* ---- questions */

status entry_parameter_trace(entry_parameter *x, double *trace) {
  *trace = 0.0;
  for (size_t b = 0; b < x->count; b++) {
    const block *block = &x->blocks[b];
    double part_trace = block->trace;
    if (x->form != ENTRY_SPARSE) {
      entry_part part;
      dense_part(x, block, 0, 1, &part);
      TRY(entry_part_trace(x->projection, &part, 0.0, 0.0, &part_trace));
    }
    *trace += part_trace;
  }
  return STATUS_OK;
}

double entry_parameter_trace_error(const entry_parameter *x, size_t *times) {
  double error = 0.0;
  for (size_t b = 0; b < x->count && x->form == ENTRY_SPARSE; b++) error += x->blocks[b].trace_error;
  *times = x->renewals;
  return error;
}

double entry_parameter_argument(const entry_parameter *x, size_t b, size_t i, size_t j) {
  const size_t offset = x->form == ENTRY_DEFINITION && b == 1 ? x->p : 0;
  const block *block = &x->blocks[x->form == ENTRY_DEFINITION ? 0 : b];
  const double h = x->form == ENTRY_SPARSE ? sparse_symmetric_get(block->sparse, i, j)
                                           : block->dense[(offset + i) * dense_order(x) + offset + j];
  return i == j ? h + block->shift : h;
}

double entry_parameter_coupling(const entry_parameter *x) {
  double largest = 0.0;
  if (x->form != ENTRY_DEFINITION) return 0.0;
  for (size_t i = 0; i < x->p; i++) {
    for (size_t j = 0; j < x->p; j++) {
      const double size = fabs(x->blocks[0].dense[i * dense_order(x) + x->p + j]);
      if (size > largest) largest = size;
    }
  }
  return largest;
}

size_t entry_parameter_order(const entry_parameter *x) {
  return x->p;
}

/* ---- state */

static status save_block(const entry_parameter *x, const block *block, cJSON *state) {
  TRY(state_add_number(state, "shift", block->shift));
  if (x->form != ENTRY_SPARSE) {
    return state_add_rows(state, "argument", dense_order(x), dense_order(x), dense_order(x), block->dense);
  }
  TRY(state_add_number(state, "trace", block->trace));
  TRY(state_add_number(state, "trace_error", block->trace_error));
  return sparse_symmetric_save(block->sparse, state);
}

static status load_dense(const entry_parameter *x, block *block, const cJSON *state) {
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

static status load_block(const entry_parameter *x, block *block, const cJSON *state) {
  TRY(state_check_names(state, x->form == ENTRY_SPARSE ? "shift trace trace_error diagonal columns values"
                                                       : "shift argument"));
  TRY(state_get_number(state, "shift", &block->shift));
  if (x->form != ENTRY_SPARSE) return load_dense(x, block, state);
  TRY(state_get_number(state, "trace", &block->trace));
  TRY(state_get_number(state, "trace_error", &block->trace_error));
  if (!(block->trace > 0.0) || !(block->trace_error >= 0.0)) {
    return FAIL(STATUS_INVALID, "trace: %g with error %g, expected a positive number", block->trace,
                block->trace_error);
  }
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
    const status code = load_block(x, &x->blocks[b], object);
    if (code != STATUS_OK) return status_context(code, "%s", block_name(b));
  }
  return STATUS_OK;
}
