/* H = offset I + G, G n x n. The eigenpairs of G follow steps of few factors; otherwise G is decomposed, and e^H is
 * assembled, when first needed after a change. A shift changes neither (it moves the eigenvalues and scales e^H).
 * LINK_IDENTITY reads scores and traces from G itself. */
#include "spectral/representation/dense.h"
#include "base/fixed_math.h"
#include "base/json.h"
#include "base/state.h"
#include "linalg/eigen_pairs.h"
#include "linalg/kernels.h"
#include "linalg/pairwise_sum.h"
#include "linalg/panel_kernel.h"
#include "spectral/perturbation.h"
#include "spectral/representation/score_panel.h"
#include "spectral/representation/window.h"
#include <float.h>

/* e^H is assembled again when the offset has moved by this much since it was assembled, before it could overflow. */
static const double NARROW = 300.0;

typedef struct dense {
  spectral_link link;
  size_t n;
  double offset;
  double *g;               /* n x n */
  eigen_pairs pairs;       /* of G */
  bool follows;            /* whether they follow steps */
  bool together;           /* function belongs to G as it is */
  double together_at;      /* function = exp(G + together_at I) */
  double *function, *half; /* n x n; half is scratch */
  double *work;            /* n */
  double *panel;           /* scratch of a block: PANEL_VECTORS products with n entries, PANEL_WORK */
  double drift;            /* bound of the rounding errors that steps, shifts and maps left in H */
} dense;

static size_t panel_size(const dense *d) {
  return PANEL_VECTORS * d->n + PANEL_WORK;
}

static status dense_create(const spectral_options *options, arena *memory, void **self) {
  dense *d = NULL;
  size_t entries;
  if (__builtin_mul_overflow(options->n, options->n, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for a dense parameter of order %zu", options->n);
  }
  TRY(ARENA_ARRAY(memory, 1, d));
  *self = d;
  d->link = options->link;
  d->n = options->n;
  d->offset = options->shift;
  d->follows = d->link != LINK_IDENTITY; /* only a function of H needs them */
  TRY(ARENA_RESERVED(memory, entries, d->g));
  TRY(ARENA_RESERVED(memory, entries, d->function));
  TRY(ARENA_RESERVED(memory, entries, d->half));
  TRY(ARENA_RESERVED(memory, panel_size(d), d->panel));
  TRY(ARENA_ARRAY(memory, d->n, d->work));
  return eigen_pairs_new(memory, options->eigen, d->n, &d->pairs);
}

static status decompose(dense *d) {
  return eigen_pairs_of(&d->pairs, d->n, d->g, d->n);
}

static eigen_quality quality_of(dense *d) {
  return eigen_pairs_quality(&d->pairs, d->g, d->n);
}

/* out = rows of V^T diag(scale): out_il = scale_l V_li */
static void transpose_scaled(size_t n, const double *vectors, const double *scale, double *out) {
  for (size_t l = 0; l < n; l++) {
    for (size_t i = 0; i < n; i++) out[i * n + l] = scale[l] * vectors[l * n + i];
  }
}

/* out = e^(G + at I) = M M^T, M = V^T diag(e^(h/2)): symmetric to the last digit. */
static void exponential_of_half(dense *d, double at, double *out) {
  for (size_t l = 0; l < d->n; l++) d->work[l] = fixed_exp(0.5 * (at + d->pairs.values[l]));
  transpose_scaled(d->n, d->pairs.vectors, d->work, d->half);
  kernel_multiply_transposed(d->n, d->n, d->n, d->half, d->n, d->half, d->n, out, d->n);
}

static status assemble(dense *d) {
  TRY(decompose(d));
  if (d->together && fabs(d->offset - d->together_at) <= NARROW) return STATUS_OK;
  exponential_of_half(d, d->offset, d->function);
  d->together = true;
  d->together_at = d->offset;
  return STATUS_OK;
}

static status dense_argument(void *self, const instance *x, double *value) {
  const dense *d = self;
  const instance g = instance_matrix(d->n, d->g);
  *value = instance_inner(x, &g);
  if (d->offset != 0.0) *value += d->offset * instance_trace(x);
  return STATUS_OK;
}

static status dense_score(void *self, const instance *x, double *value) {
  dense *d = self;
  if (d->link == LINK_IDENTITY) return dense_argument(self, x, value);
  TRY(assemble(d));
  const instance function = instance_matrix(d->n, d->function);
  *value = instance_inner(x, &function);
  if (d->offset != d->together_at) *value *= fixed_exp(d->offset - d->together_at);
  return STATUS_OK;
}

/* Matrix of the scores: G, or the function of it. */
static const double *scored_matrix(const dense *d) {
  return d->link == LINK_IDENTITY ? d->g : d->function;
}

/* kernel_quadratic of each z */
static void dense_panel(void *self, size_t count, const double *const *z, double *forms) {
  dense *d = self;
  const size_t n = d->n;
  kernel_panel_dot(n, n, scored_matrix(d), n, count, z, d->panel, n, d->panel + PANEL_VECTORS * n);
  for (size_t v = 0; v < count; v++) {
    forms[v] = 0.0;
    for (size_t i = 0; i < n; i++) forms[v] += z[v][i] * d->panel[v * n + i];
  }
}

/* In the order of instance_inner and dense_score. */
static status dense_score_block(void *self, size_t count, const instance *xs, double *values) {
  dense *d = self;
  const bool identity = d->link == LINK_IDENTITY;
  if (!identity) TRY(assemble(d));
  const instance matrix = instance_matrix(d->n, scored_matrix(d));
  for (size_t i = 0; i < count; i++) {
    const bool shifted = xs[i].kind == INSTANCE_LOW_RANK && xs[i].shift != 0.0;
    values[i] = shifted ? xs[i].shift * instance_trace(&matrix) : 0.0;
  }
  score_panels(d, dense_panel, count, xs, values);
  for (size_t i = 0; i < count; i++) {
    if (identity && d->offset != 0.0) values[i] += d->offset * instance_trace(&xs[i]);
    if (!identity && d->offset != d->together_at) values[i] *= fixed_exp(d->offset - d->together_at);
  }
  return STATUS_OK;
}

/* How many terms a z z^T the pairs follow; 0: they do not. */
static size_t changes_of(const dense *d, const instance *x) {
  if (!d->follows) return 0;
  if (x->kind == INSTANCE_DYAD || x->kind == INSTANCE_DISTANCE) return 1;
  return x->kind == INSTANCE_LOW_RANK && x->shift == 0.0 ? x->rank : 0;
}

static void follow_sparse(dense *d, double a, size_t count, const size_t *index, const double *value) {
  memset(d->work, 0, d->n * sizeof *d->work);
  for (size_t j = 0; j < count; j++) d->work[index[j]] = value[j];
  eigen_pairs_change(&d->pairs, a, d->n, d->work);
}

/* The pairs follow G += a X. */
static void follow(dense *d, double a, const instance *x) {
  size_t index[2];
  double value[2];
  if (x->kind == INSTANCE_LOW_RANK) {
    for (size_t q = 0; q < x->rank; q++) {
      eigen_pairs_change(&d->pairs, a * x->weights[q], d->n, x->factors + q * d->n);
    }
  } else if (x->kind == INSTANCE_DISTANCE) {
    const instance dyad = instance_distance_dyad(x, index, value);
    follow_sparse(d, a, dyad.count, index, value);
  } else if (x->index != NULL) {
    follow_sparse(d, a, x->count, x->index, x->value);
  } else {
    eigen_pairs_change(&d->pairs, a, d->n, x->value);
  }
  eigen_pairs_after(&d->pairs, d->g, d->n);
}

/* Rounding: each of the rank(X) additions costs at most half an ulp of every entry of G and of the increment. */
static status dense_step(void *self, double a, const instance *x) {
  dense *d = self;
  const size_t changes = changes_of(d, x);
  if (changes > 0) TRY(eigen_pairs_before(&d->pairs, changes, d->n, d->g, d->n));
  if (changes == 0) eigen_pairs_forget(&d->pairs);
  instance_add_to_dense(x, a, d->g);
  d->together = false;
  const double additions = x->kind == INSTANCE_LOW_RANK ? (double)x->rank + 1.0 : 1.0;
  const double size = kernel_norm(d->n * d->n, d->g);
  if (!isfinite(size)) return FAIL(STATUS_NUMERIC, "spectral parameter: an entry of H is beyond a double after a step");
  d->drift += DBL_EPSILON * (additions * size + 2.0 * fabs(a) * instance_nuclear(x));
  if (changes > 0) follow(d, a, x);
  return STATUS_OK;
}

static status dense_shift(void *self, double c) {
  dense *d = self;
  d->offset += c;
  d->drift += 0.5 * DBL_EPSILON * fabs(d->offset);
  return STATUS_OK;
}

static status dense_trace(void *self, double *value) {
  dense *d = self;
  if (d->link == LINK_IDENTITY) {
    for (size_t i = 0; i < d->n; i++) d->work[i] = d->g[i * (d->n + 1)] + d->offset;
  } else {
    TRY(decompose(d));
    for (size_t l = 0; l < d->n; l++) d->work[l] = fixed_exp(d->offset + d->pairs.values[l]);
  }
  *value = pairwise_sum(d->n, d->work);
  return STATUS_OK;
}

static status dense_log_trace(void *self, double *value) {
  dense *d = self;
  TRY(decompose(d));
  const double largest = d->pairs.values[d->n - 1];
  for (size_t l = 0; l < d->n; l++) d->work[l] = fixed_exp(d->pairs.values[l] - largest);
  *value = d->offset + largest + fixed_log(pairwise_sum(d->n, d->work));
  return STATUS_OK;
}

static status dense_squared_norm(void *self, double *value) {
  const dense *d = self;
  double trace = 0.0, squares = 0.0;
  for (size_t i = 0; i < d->n; i++) {
    trace += d->g[i * (d->n + 1)];
    squares += kernel_dot(d->n, d->g + i * d->n, d->g + i * d->n);
  }
  *value = squares + d->offset * (2.0 * trace + d->offset * (double)d->n);
  return STATUS_OK;
}

static status dense_extremes(void *self, double *least, double *largest) {
  dense *d = self;
  TRY(decompose(d));
  *least = d->offset + d->pairs.values[0];
  *largest = d->offset + d->pairs.values[d->n - 1];
  return STATUS_OK;
}

static status dense_spectrum(void *self, double *values) {
  dense *d = self;
  TRY(decompose(d));
  for (size_t l = 0; l < d->n; l++) values[l] = d->offset + d->pairs.values[l];
  return STATUS_OK;
}

static status dense_top(void *self, size_t r, double *rows) {
  dense *d = self;
  TRY(decompose(d));
  for (size_t i = 0; i < r; i++) memcpy(rows + i * d->n, d->pairs.vectors + (d->n - 1 - i) * d->n, d->n * sizeof *rows);
  return STATUS_OK;
}

static double span_of(const dense *d) {
  return fmax(fabs(d->pairs.values[0]), fabs(d->pairs.values[d->n - 1]));
}

/* Bound of |computed H - exact H| for the present decomposition. */
static double argument_error(dense *d) {
  return d->drift + perturbation_of_decomposition(quality_of(d), span_of(d)) +
         DBL_EPSILON * (fabs(d->offset) + span_of(d));
}

/* H <- V^T diag(h') V, in halves: G + G^T for G = V^T diag(h'/2) V. */
static status dense_map(void *self, eigenvalue_map *map, void *context) {
  dense *d = self;
  const size_t n = d->n;
  TRY(decompose(d));
  const double before = argument_error(d);
  double span = 0.0;
  for (size_t l = 0; l < n; l++) {
    d->work[l] = d->offset + d->pairs.values[l];
    TRY(link_map(d->link, map, context, &d->work[l]));
    span = fmax(span, fabs(d->work[l]));
  }
  for (size_t i = 0; i < n; i++) d->pairs.values[i] = 1.0;
  transpose_scaled(n, d->pairs.vectors, d->work, d->half);
  transpose_scaled(n, d->pairs.vectors, d->pairs.values, d->function);
  kernel_multiply_transposed(n, n, n, d->half, n, d->function, n, d->g, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) d->g[i * n + j] = d->g[j * n + i] = 0.5 * (d->g[i * n + j] + d->g[j * n + i]);
  }
  d->offset = 0.0;
  d->together = false;
  eigen_pairs_forget(&d->pairs);
  d->drift = before + DBL_EPSILON * (double)n * sqrt((double)n) * span;
  return STATUS_OK;
}

static size_t dense_window_order(const void *self, size_t count) {
  return ((const dense *)self)->n;
}

static status dense_window(void *self, size_t count, const double *vectors, size_t *order, double *t) {
  dense *d = self;
  memcpy(t, d->g, d->n * d->n * sizeof *t);
  for (size_t i = 0; i < d->n; i++) t[i * (d->n + 1)] += d->offset;
  memcpy(d->half, vectors, count * d->n * sizeof *vectors);
  window_rotate(d->n, t, count, d->half, d->work);
  *order = d->n;
  return STATUS_OK;
}

/* perturbation of H; vectors not quite orthogonal; rounding of e^H = M M^T (n-term sums in two running sums, |M|_F^2 <=
 * n lambda_max entering as |x|_1 <= sqrt(n) |x|) and of the score's own sums. */
static double dense_error(void *self) {
  dense *d = self;
  const double n = (double)d->n;
  if (d->link == LINK_IDENTITY) {
    return d->drift + DBL_EPSILON * (0.5 * n + 8.0) * (kernel_norm(d->n * d->n, d->g) + fabs(d->offset));
  }
  if (decompose(d) != STATUS_OK) return INFINITY;
  const double largest = fixed_exp(d->offset + d->pairs.values[d->n - 1]);
  return perturbation_of_link(d->link, argument_error(d), largest) +
         largest * (perturbation_of_vectors(quality_of(d)) + DBL_EPSILON * n * (0.5 * n + 16.0));
}

void dense_decompose_seldom(void *self) {
  ((dense *)self)->follows = false;
}

void dense_move_offset(void *self, double c) {
  dense *d = self;
  for (size_t i = 0; i < d->n; i++) d->g[i * (d->n + 1)] += c;
  d->offset -= c;
  d->together = false;
  eigen_pairs_forget(&d->pairs);
}

const double *dense_matrix(const void *self) {
  return ((const dense *)self)->g;
}

double dense_offset(const void *self) {
  return ((const dense *)self)->offset;
}

double dense_drift(const void *self) {
  return ((const dense *)self)->drift;
}

/* The errors are those of dense_error, with 1 for the largest eigenvalue. */
status dense_exponentiate(void *self, double *function, dense_exponential *out) {
  dense *d = self;
  TRY(decompose(d));
  const double n = (double)d->n, size = perturbation_of_decomposition(quality_of(d), span_of(d));
  out->at = -d->pairs.values[d->n - 1];
  out->low = d->pairs.values[0] - size;
  out->high = d->pairs.values[d->n - 1] + size;
  exponential_of_half(d, out->at, function);
  out->error = perturbation_of_link(LINK_EXP, size + DBL_EPSILON * span_of(d), 1.0) +
               perturbation_of_vectors(quality_of(d)) + DBL_EPSILON * n * (0.5 * n + 16.0);
  return STATUS_OK;
}

static double dense_trace_error(void *self) {
  dense *d = self;
  double trace;
  if (d->link == LINK_IDENTITY) {
    const double size = kernel_norm(d->n * d->n, d->g) + fabs(d->offset);
    return (double)d->n * (d->drift + 64.0 * DBL_EPSILON * size);
  }
  if (dense_trace(self, &trace) != STATUS_OK) return INFINITY;
  return perturbation_of_link(LINK_EXP, argument_error(d), trace) + 64.0 * DBL_EPSILON * trace;
}

static size_t dense_rank(const void *self) {
  return ((const dense *)self)->n;
}

/* e^H is assembled again from G and its pairs; the offset at which it was assembled decides about its last digits. */
static status dense_save(const void *self, cJSON *state) {
  const dense *d = self;
  TRY(state_add_number(state, "offset", d->offset));
  TRY(state_add_number(state, "drift", d->drift));
  TRY(state_add_flag(state, "together", d->together));
  TRY(state_add_number(state, "together_at", d->together ? d->together_at : 0.0));
  TRY(state_add_rows(state, "matrix", d->n, d->n, d->n, d->g));
  return eigen_pairs_save(&d->pairs, state);
}

static status dense_load(void *self, const cJSON *state) {
  dense *d = self;
  double offset = 0.0;
  const bool paired = json_member(state, "eigenpairs") != NULL;
  TRY(state_check_names(state, paired ? "representation link order offset drift together together_at matrix eigenpairs"
                                      : "representation link order offset drift together together_at matrix"));
  TRY(state_get_number(state, "offset", &offset));
  TRY(state_get_number(state, "drift", &d->drift));
  TRY(state_get_flag(state, "together", &d->together));
  TRY(state_get_number(state, "together_at", &d->together_at));
  TRY(state_get_rows(state, "matrix", d->n, d->n, d->n, d->g));
  if (d->drift < 0.0) return FAIL(STATUS_INVALID, "drift: %g, expected a number >= 0", d->drift);
  const double allowed = 1e-9 * kernel_norm(d->n * d->n, d->g);
  for (size_t i = 0; i < d->n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (fabs(d->g[i * d->n + j] - d->g[j * d->n + i]) <= allowed) continue;
      return FAIL(STATUS_INVALID, "matrix: entries (%zu,%zu) and (%zu,%zu) differ, expected a symmetric matrix", j + 1,
                  i + 1, i + 1, j + 1);
    }
  }
  const bool together = d->together;
  d->together = false;
  TRY(eigen_pairs_load(&d->pairs, d->n, d->g, d->n, state));
  d->offset = together ? d->together_at : offset;
  if (together && d->link == LINK_EXP) TRY(assemble(d));
  d->offset = offset;
  return STATUS_OK;
}

const spectral_backend representation_dense = {
    .name = "dense",
    .kinds = (1u << INSTANCE_VECTOR) | (1u << INSTANCE_DYAD) | (1u << INSTANCE_LOW_RANK) | (1u << INSTANCE_MATRIX) |
             (1u << INSTANCE_DISTANCE),
    .decomposes = true,
    .create = dense_create,
    .score = dense_score,
    .score_block = dense_score_block,
    .step = dense_step,
    .shift = dense_shift,
    .trace = dense_trace,
    .log_trace = dense_log_trace,
    .argument = dense_argument,
    .squared_norm = dense_squared_norm,
    .extremes = dense_extremes,
    .top = dense_top,
    .spectrum = dense_spectrum,
    .map = dense_map,
    .window_order = dense_window_order,
    .window = dense_window,
    .error = dense_error,
    .trace_error = dense_trace_error,
    .rank = dense_rank,
    .save = dense_save,
    .load = dense_load,
};
