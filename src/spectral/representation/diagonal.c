/* H = diag(h). Kept as h_i = offset + g_i with e_i = f(g_i) and scale = f(offset) for LINK_EXP, so that a shift of all
 * entries (normalisation after every update) costs one exponential instead of n. While |offset| and all |g_i| are at
 * most NARROW nothing over- or underflows before the result does. When one exceeds it, the offset is added to the
 * entries, and it stays 0 while entries exceed NARROW (`wide`). LINK_IDENTITY has no offset, and e is g. */
#include "base/fixed_math.h"
#include "base/state.h"
#include "linalg/kernels.h"
#include "spectral/instance/vector_arithmetic.h"
#include "spectral/perturbation.h"
#include "spectral/representation/block_sums.h"
#include "spectral/representation/representation.h"
#include "spectral/representation/window.h"
#include <float.h>
#include <gsl/gsl_sort_double.h>

static const double NARROW = 300.0;

typedef struct diagonal {
  spectral_link link;
  size_t n;
  size_t rows; /* largest number of window vectors */
  double offset, scale;
  double *g, *e;
  bool wide;
  bool summed; /* sum belongs to the entries as they are */
  double sum;  /* of e */
  block_sums blocks;
  bool measured;   /* largest and span belong to the entries as they are */
  double largest;  /* max |e_i| */
  double span;     /* max |g_i| */
  double drift;    /* bound of the rounding errors of steps and shifts in any h_i */
  size_t *support; /* window: positions where the vectors are not zero */
  double *window_rows, *window_work;
} diagonal;

static void all_changed(diagonal *d) {
  block_sums_change_all(&d->blocks);
  d->summed = d->measured = false;
}

/* Adds the offset to the entries, then computes all of e from g. */
static void renormalise(diagonal *d) {
  d->wide = false;
  for (size_t i = 0; i < d->n; i++) {
    if (d->offset != 0.0) d->g[i] += d->offset;
    if (d->link == LINK_EXP) {
      d->e[i] = fixed_exp(d->g[i]);
      if (fabs(d->g[i]) > NARROW) d->wide = true;
    }
  }
  if (d->offset != 0.0) d->drift += DBL_EPSILON * NARROW;
  d->offset = 0.0;
  d->scale = 1.0;
  all_changed(d);
}

static status diagonal_create(const spectral_options *options, arena *memory, void **self) {
  diagonal *d = NULL;
  TRY(ARENA_ARRAY(memory, 1, d));
  *self = d;
  d->link = options->link;
  d->n = options->n;
  d->rows = d->n < SPECTRAL_WINDOW_VECTORS ? d->n : SPECTRAL_WINDOW_VECTORS;
  TRY(ARENA_ARRAY(memory, d->n, d->g));
  if (d->link == LINK_EXP) {
    TRY(ARENA_ARRAY(memory, d->n, d->e));
  } else {
    d->e = d->g;
  }
  TRY(block_sums_new(memory, d->n, &d->blocks));
  TRY(ARENA_RESERVED(memory, d->n, d->support));
  TRY(ARENA_RESERVED(memory, d->rows * d->n, d->window_rows));
  TRY(ARENA_RESERVED(memory, d->n, d->window_work));
  if (d->link == LINK_EXP && fabs(options->shift) <= NARROW) {
    for (size_t i = 0; i < d->n; i++) d->e[i] = 1.0;
    d->offset = options->shift;
    d->scale = fixed_exp(d->offset);
  } else {
    for (size_t i = 0; i < d->n; i++) d->g[i] = options->shift;
    d->scale = 1.0;
    renormalise(d);
  }
  return STATUS_OK;
}

static double weighted_sum(const diagonal *d, const instance *x, const double *weights) {
  if (x->index == NULL) return kernel_dot(d->n, x->value, weights);
  double sum = 0.0;
  for (size_t j = 0; j < x->count; j++) sum += x->value[j] * weights[x->index[j]];
  return sum;
}

static status diagonal_score(void *self, const instance *x, double *value) {
  const diagonal *d = self;
  *value = d->scale * weighted_sum(d, x, d->e);
  if (isfinite(*value) || !d->wide) return STATUS_OK;
  *value = 0.0; /* an infinite entry of f(H) does no harm where x is 0 */
  for (size_t j = 0; j < x->count; j++) {
    if (x->value[j] != 0.0) *value += x->value[j] * d->e[x->index != NULL ? x->index[j] : j];
  }
  return STATUS_OK;
}

/* Sums x_i (w+_i - w-_i): equal weights of an attribute cancel exactly, so that a tie is one whatever the order of the attributes. */
static status diagonal_opposite_score(void *self, const instance *x, double *value) {
  const diagonal *d = self;
  const double *opposite = d->e + x->n;
  double sum = 0.0;
  if (x->index == NULL) {
    sum = kernel_dot_difference(x->n, x->value, d->e, opposite);
  } else {
    for (size_t j = 0; j < x->count; j++) sum += x->value[j] * (d->e[x->index[j]] - opposite[x->index[j]]);
  }
  *value = d->scale * sum;
  if (isfinite(*value) || !d->wide) return STATUS_OK;
  *value = 0.0; /* as in diagonal_score */
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = x->index != NULL ? x->index[j] : j;
    if (x->value[j] != 0.0) *value += x->value[j] * (d->e[i] - opposite[i]);
  }
  return STATUS_OK;
}

static status diagonal_argument(void *self, const instance *x, double *value) {
  const diagonal *d = self;
  *value = weighted_sum(d, x, d->g);
  if (d->offset != 0.0) *value += d->offset * instance_trace(x);
  return STATUS_OK;
}

/* Recomputes the entries of e that x touched, and the facts about e. For dense x the entries where x is 0 may be
 * recomputed too, which is faster if at least half of the entries are touched. */
static void update_touched(diagonal *d, const instance *x) {
  size_t touched = 0;
  for (size_t j = 0; j < x->count; j++) touched += x->value[j] != 0.0;
  const bool whole = touched >= d->n - touched;
  if (whole && d->link == LINK_EXP) fixed_exp_all(d->n, d->g, d->e);
  if (whole) block_sums_change_all(&d->blocks);
  for (size_t j = 0; !whole && j < x->count; j++) {
    if (x->value[j] == 0.0) continue;
    const size_t i = x->index != NULL ? x->index[j] : j;
    if (d->link == LINK_EXP) d->e[i] = fixed_exp(d->g[i]);
    block_sums_change(&d->blocks, i);
  }
  d->summed = d->measured = false;
}

static status diagonal_step(void *self, double a, const instance *x) {
  diagonal *d = self;
  const double touched = vector_add_instance(d->g, a, x);
  if (!isfinite(touched)) return vector_refuse(d->g, x);
  d->drift += DBL_EPSILON * touched; /* half an ulp for the product, half for the sum */
  update_touched(d, x);
  if (d->link == LINK_EXP && !d->wide && touched > NARROW && vector_exceeds(d->g, x, NARROW)) renormalise(d);
  return STATUS_OK;
}

static status diagonal_shift(void *self, double c) {
  diagonal *d = self;
  d->offset += c;
  if (d->link == LINK_IDENTITY || d->wide || fabs(d->offset) > NARROW) {
    renormalise(d);
    return STATUS_OK;
  }
  d->drift += 0.5 * DBL_EPSILON * fabs(d->offset);
  d->scale = fixed_exp(d->offset);
  return STATUS_OK;
}

/* Sums are recomputed in a fixed order when first needed after a change, so that errors do not accumulate. */
static double sum_of_values(diagonal *d) {
  if (!d->summed) d->sum = block_sums_total(&d->blocks, d->e);
  d->summed = true;
  return d->sum;
}

static status diagonal_trace(void *self, double *value) {
  diagonal *d = self;
  *value = d->scale * sum_of_values(d);
  return STATUS_OK;
}

static status diagonal_log_trace(void *self, double *value) {
  diagonal *d = self;
  if (!d->wide) {
    *value = d->offset + fixed_log(sum_of_values(d));
    return STATUS_OK;
  }
  double least, largest, sum = 0.0;
  vector_extremes(d->n, d->g, &least, &largest);
  for (size_t i = 0; i < d->n; i++) sum += fixed_exp(d->g[i] - largest);
  *value = d->offset + largest + fixed_log(sum);
  return STATUS_OK;
}

static status diagonal_squared_norm(void *self, double *value) {
  const diagonal *d = self;
  *value = kernel_dot(d->n, d->g, d->g);
  if (d->offset != 0.0) *value += d->offset * (2.0 * pairwise_sum(d->n, d->g) + d->offset * (double)d->n);
  return STATUS_OK;
}

static status diagonal_extremes(void *self, double *least, double *largest) {
  const diagonal *d = self;
  vector_extremes(d->n, d->g, least, largest);
  *least += d->offset;
  *largest += d->offset;
  return STATUS_OK;
}

static status diagonal_spectrum(void *self, double *values) {
  const diagonal *d = self;
  for (size_t i = 0; i < d->n; i++) values[i] = d->offset + d->g[i];
  gsl_sort(values, 1, d->n); /* a heapsort: allocates nothing */
  return STATUS_OK;
}

/* Unit vectors of the r largest entries, ties by position. */
static status diagonal_top(void *self, size_t r, double *rows) {
  const diagonal *d = self;
  memset(rows, 0, r * d->n * sizeof *rows);
  for (size_t i = 0; i < r; i++) {
    size_t best = d->n;
    for (size_t j = 0; j < d->n; j++) {
      bool taken = false;
      for (size_t k = 0; k < i && !taken; k++) taken = rows[k * d->n + j] != 0.0;
      if (!taken && (best == d->n || d->g[j] > d->g[best])) best = j;
    }
    rows[i * d->n + best] = 1.0;
  }
  return STATUS_OK;
}

static status diagonal_map(void *self, eigenvalue_map *map, void *context) {
  diagonal *d = self;
  renormalise(d);
  for (size_t i = 0; i < d->n; i++) TRY(link_map(d->link, map, context, &d->g[i]));
  renormalise(d);
  double least, largest;
  vector_extremes(d->n, d->g, &least, &largest);
  d->drift += DBL_EPSILON * (2.0 + fmax(fabs(least), fabs(largest)));
  return STATUS_OK;
}

static size_t diagonal_window_order(const void *self, size_t count) {
  return ((const diagonal *)self)->n;
}

static size_t find_support(diagonal *d, size_t count, const double *vectors) {
  size_t size = 0;
  for (size_t i = 0; i < d->n; i++) {
    bool used = false;
    for (size_t v = 0; v < count && !used; v++) used = vectors[v * d->n + i] != 0.0;
    if (used) d->support[size++] = i;
  }
  return size;
}

/* The span of the coordinates that the vectors use is invariant under H. */
static status diagonal_window(void *self, size_t count, const double *vectors, size_t *order, double *t) {
  diagonal *d = self;
  const size_t m = find_support(d, count, vectors);
  memset(t, 0, m * m * sizeof *t);
  for (size_t j = 0; j < m; j++) {
    t[j * (m + 1)] = d->offset + d->g[d->support[j]];
    for (size_t v = 0; v < count; v++) d->window_rows[v * m + j] = vectors[v * d->n + d->support[j]];
  }
  window_rotate(m, t, count, d->window_rows, d->window_work);
  *order = m;
  return STATUS_OK;
}

static void measure(diagonal *d) {
  if (d->measured) return;
  d->largest = d->span = 0.0;
  for (size_t i = 0; i < d->n; i++) {
    const double value = fabs(d->e[i]), argument = fabs(d->g[i]);
    if (value > d->largest) d->largest = value;
    if (argument > d->span) d->span = argument;
  }
  d->measured = true;
}

/* Bound of the error of each h_i: the rounding of steps, and that of offset + g_i (as a product of two exponentials).
 * */
static double argument_error(diagonal *d) {
  measure(d);
  return d->drift + DBL_EPSILON * (fabs(d->offset) + d->span);
}

/* |sum_i x_i (e^(h_i + d_i) - e^h_i)| <= (e^|d| - 1) lambda_max |x|_1; exponentials 1 ulp each; n-term sum n ulp / 2.
 */
static double diagonal_error(void *self) {
  diagonal *d = self;
  const double argument = argument_error(d), largest = d->scale * d->largest;
  return perturbation_of_link(d->link, argument, largest) + DBL_EPSILON * (0.5 * (double)d->n + 8.0) * largest;
}

static double diagonal_trace_error(void *self) {
  diagonal *d = self;
  const double argument = argument_error(d);
  double moduli = sum_of_values(d);
  if (d->link == LINK_IDENTITY) {
    moduli = 0.0;
    for (size_t i = 0; i < d->n; i++) moduli += fabs(d->e[i]);
  }
  const double size = d->scale * moduli;
  const double moved = d->link == LINK_EXP ? perturbation_of_link(LINK_EXP, argument, size) : argument * (double)d->n;
  return moved + 64.0 * DBL_EPSILON * size;
}

static size_t diagonal_rank(const void *self) {
  return ((const diagonal *)self)->n;
}

static status diagonal_save(const void *self, cJSON *state) {
  const diagonal *d = self;
  TRY(state_add_number(state, "offset", d->offset));
  TRY(state_add_number(state, "drift", d->drift));
  TRY(state_add_flag(state, "wide", d->wide));
  return state_add_numbers(state, "entries", d->n, d->g);
}

static status diagonal_load(void *self, const cJSON *state) {
  diagonal *d = self;
  bool wide = false;
  TRY(state_check_names(state, "representation link order offset drift wide entries"));
  TRY(state_get_number(state, "offset", &d->offset));
  TRY(state_get_number(state, "drift", &d->drift));
  TRY(state_get_flag(state, "wide", &wide));
  TRY(state_get_numbers(state, "entries", d->n, d->g));
  if (d->drift < 0.0) return FAIL(STATUS_INVALID, "drift: %g, expected a number >= 0", d->drift);
  const bool narrow = d->link == LINK_EXP && !wide;
  if (d->offset != 0.0 && (!narrow || fabs(d->offset) > NARROW)) {
    return FAIL(STATUS_INVALID, "offset: %g, expected 0 here", d->offset);
  }
  for (size_t i = 0; i < d->n && d->link == LINK_EXP; i++) {
    if (!wide && fabs(d->g[i]) > NARROW) {
      return FAIL(STATUS_INVALID, "entries: entry %zu is %g, expected at most %g", i + 1, d->g[i], NARROW);
    }
    d->e[i] = fixed_exp(d->g[i]);
  }
  d->scale = d->link == LINK_EXP ? fixed_exp(d->offset) : 1.0;
  d->wide = wide;
  all_changed(d);
  return STATUS_OK;
}

const spectral_backend representation_diagonal = {
    .name = "diagonal",
    .kinds = 1u << INSTANCE_VECTOR,
    .decomposes = false,
    .create = diagonal_create,
    .score = diagonal_score,
    .opposite_score = diagonal_opposite_score,
    .step = diagonal_step,
    .shift = diagonal_shift,
    .trace = diagonal_trace,
    .log_trace = diagonal_log_trace,
    .argument = diagonal_argument,
    .squared_norm = diagonal_squared_norm,
    .extremes = diagonal_extremes,
    .top = diagonal_top,
    .spectrum = diagonal_spectrum,
    .map = diagonal_map,
    .window_order = diagonal_window_order,
    .window = diagonal_window,
    .error = diagonal_error,
    .trace_error = diagonal_trace_error,
    .rank = diagonal_rank,
    .save = diagonal_save,
    .load = diagonal_load,
};
