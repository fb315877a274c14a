/* H = offset I + B^T A B with k orthonormal rows B spanning everything added so far (only inner products of instances
 * are used, as in the kernel form of Kuzmin & Warmuth 2007). Exact: f(H) = f(offset) I + B^T (f(offset I + A) -
 * f(offset) I) B. The eigenpairs of A follow its changes. */
#include "base/fixed_math.h"
#include "base/json.h"
#include "base/state.h"
#include "linalg/eigen_pairs.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "linalg/pairwise_sum.h"
#include "linalg/panel_kernel.h"
#include "spectral/perturbation.h"
#include "spectral/representation/representation.h"
#include "spectral/representation/score_panel.h"
#include "spectral/representation/window.h"
#include <float.h>

typedef struct low_rank {
  spectral_link link;
  size_t n;
  size_t limit; /* largest number of rows from steps, min(n, capacity) */
  size_t rows;  /* rows reserved, including those that a window adds temporarily */
  size_t k;
  double offset;
  double *basis;         /* rows x n; the first k are B */
  double *a;             /* A, stride limit */
  eigen_pairs pairs;     /* of A: s, ascending, and the rows of U^T */
  bool weighed;          /* base and weights belong to offset and A as they are */
  double base, *weights; /* tr(f(H) zz^T) = base |z|^2 + sum_l weights_l (U^T B z)_l^2 */
  /* scratch of a block: coordinates, their products with A or U (PANEL_VECTORS x limit each), PANEL_WORK */
  double *panel;
  double *coefficient, *rotated, *dense, *append_work, *window_rows, *scratch;
  double drift; /* bound of the rounding errors that steps, shifts and maps left in H */
} low_rank;

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

static size_t panel_size(const low_rank *d) {
  return 2 * PANEL_VECTORS * d->limit + PANEL_WORK;
}

static status make_arrays(low_rank *d, arena *memory) {
  TRY(ARENA_RESERVED(memory, d->rows * d->n, d->basis));
  TRY(ARENA_RESERVED(memory, d->limit * d->limit, d->a));
  TRY(ARENA_RESERVED(memory, SPECTRAL_WINDOW_VECTORS * d->rows, d->window_rows));
  TRY(ARENA_RESERVED(memory, d->limit * d->limit, d->scratch));
  TRY(ARENA_RESERVED(memory, panel_size(d), d->panel));
  TRY(ARENA_ARRAY(memory, d->limit, d->weights));
  TRY(ARENA_ARRAY(memory, d->rows, d->coefficient));
  TRY(ARENA_ARRAY(memory, d->rows, d->rotated));
  TRY(ARENA_ARRAY(memory, d->n, d->dense));
  return ARENA_ARRAY(memory, d->rows + d->n, d->append_work);
}

static status low_rank_create(const spectral_options *options, arena *memory, void **self) {
  low_rank *d = NULL;
  size_t entries;
  const size_t n = options->n, limit = smaller(n, options->capacity > 0 ? options->capacity : 1);
  const size_t rows = n - limit < SPECTRAL_WINDOW_VECTORS ? n : limit + SPECTRAL_WINDOW_VECTORS;
  if (__builtin_mul_overflow(rows, n, &entries)) {
    return FAIL(STATUS_MEMORY, "no memory for %zu basis vectors of length %zu", rows, n);
  }
  TRY(ARENA_ARRAY(memory, 1, d));
  *self = d;
  d->link = options->link;
  d->n = n;
  d->limit = limit;
  d->rows = rows;
  d->offset = options->shift;
  TRY(make_arrays(d, memory));
  return eigen_pairs_new(memory, options->eigen, limit, &d->pairs);
}

/* Makes the pairs those of the present A. */
static status decompose(low_rank *d) {
  return eigen_pairs_of(&d->pairs, d->k, d->a, d->limit);
}

static eigen_quality quality_of(low_rank *d) {
  return eigen_pairs_quality(&d->pairs, d->a, d->limit);
}

/* With k = n the offset is not an eigenvalue of H, and f(offset), which may be far larger than f(H), must not be
 * used. */
static status weigh(low_rank *d) {
  if (d->weighed) return STATUS_OK;
  TRY(decompose(d));
  const bool full = d->k == d->n;
  d->base = full ? 0.0 : link_value(d->link, d->offset);
  for (size_t l = 0; l < d->k; l++) {
    d->weights[l] = full ? link_value(d->link, d->offset + d->pairs.values[l])
                         : link_difference(d->link, d->offset, d->pairs.values[l]);
  }
  d->weighed = true;
  return STATUS_OK;
}

/* out = B z, from the support of z only */
static void coordinates(const low_rank *d, size_t count, const size_t *index, const double *z, double *out) {
  if (index == NULL) {
    kernel_rows_dot(d->k, d->n, d->basis, d->n, z, out);
    return;
  }
  for (size_t l = 0; l < d->k; l++) {
    const double *row = d->basis + l * d->n;
    double sum = 0.0;
    for (size_t j = 0; j < count; j++) sum += z[j] * row[index[j]];
    out[l] = sum;
  }
}

typedef double quadratic_form(low_rank *d, size_t count, const size_t *index, const double *z);

/* z^T f(H) z */
static double score_form(low_rank *d, size_t count, const size_t *index, const double *z) {
  double sum = d->base != 0.0 ? d->base * kernel_dot(count, z, z) : 0.0;
  coordinates(d, count, index, z, d->coefficient);
  kernel_rows_dot(d->k, d->k, d->pairs.vectors, d->k, d->coefficient, d->rotated);
  for (size_t l = 0; l < d->k; l++) sum += d->weights[l] * (d->rotated[l] * d->rotated[l]);
  return sum;
}

/* z^T H z */
static double argument_form(low_rank *d, size_t count, const size_t *index, const double *z) {
  coordinates(d, count, index, z, d->coefficient);
  return d->offset * kernel_dot(count, z, z) + kernel_quadratic(d->k, d->a, d->limit, d->coefficient);
}

/* sum of the form over the factors of X, without the shift of X */
static double over_factors(low_rank *d, const instance *x, quadratic_form *form) {
  const double one = 1.0;
  double sum = 0.0;
  switch (x->kind) {
  case INSTANCE_DYAD: return form(d, x->count, x->index, x->value);
  case INSTANCE_DISTANCE: {
    size_t index[2];
    double value[2];
    const instance dyad = instance_distance_dyad(x, index, value);
    return form(d, dyad.count, index, value);
  }
  case INSTANCE_VECTOR: /* x_i e_i e_i^T for each stored entry */
    for (size_t j = 0; j < x->count; j++) {
      const size_t i = x->index != NULL ? x->index[j] : j;
      if (x->value[j] != 0.0) sum += x->value[j] * form(d, 1, &i, &one);
    }
    return sum;
  default:
    for (size_t q = 0; q < x->rank; q++) sum += x->weights[q] * form(d, d->n, NULL, x->factors + q * d->n);
    return sum;
  }
}

static double trace_of_argument(const low_rank *d) {
  double sum = d->offset * (double)d->n;
  for (size_t l = 0; l < d->k; l++) sum += d->a[l * (d->limit + 1)];
  return sum;
}

/* tr f(H) = (n-k) f(offset) + sum_l f(offset + s_l): terms of one sign for exp */
static status low_rank_trace(void *self, double *value) {
  low_rank *d = self;
  if (d->link == LINK_IDENTITY) {
    *value = trace_of_argument(d);
    return STATUS_OK;
  }
  TRY(decompose(d));
  for (size_t l = 0; l < d->k; l++) d->rotated[l] = link_value(d->link, d->offset + d->pairs.values[l]);
  *value = pairwise_sum(d->k, d->rotated);
  if (d->k < d->n) *value += (double)(d->n - d->k) * link_value(d->link, d->offset);
  return STATUS_OK;
}

/* rotated = M B z for each z, k numbers each: M = A, or U^T (`vectors`). */
static void panel_coordinates(low_rank *d, bool argument, size_t count, const double *const *z,
                              const double **coordinates, double *rotated) {
  double *work = d->panel + 2 * PANEL_VECTORS * d->limit;
  kernel_panel_dot(d->k, d->n, d->basis, d->n, count, z, d->panel, d->k, work);
  for (size_t v = 0; v < count; v++) coordinates[v] = d->panel + v * d->k;
  kernel_panel_dot(d->k, d->k, argument ? d->a : d->pairs.vectors, argument ? d->limit : d->k, count, coordinates,
                   rotated, d->k, work);
}

/* argument_form of each z. */
static void argument_panel(void *self, size_t count, const double *const *z, double *forms) {
  low_rank *d = self;
  const double *coordinates[PANEL_VECTORS];
  double *rotated = d->panel + PANEL_VECTORS * d->limit;
  panel_coordinates(d, true, count, z, coordinates, rotated);
  for (size_t v = 0; v < count; v++, rotated += d->k) {
    double sum = 0.0; /* kernel_quadratic */
    for (size_t l = 0; l < d->k; l++) sum += coordinates[v][l] * rotated[l];
    forms[v] = d->offset * kernel_dot(d->n, z[v], z[v]) + sum;
  }
}

/* score_form of each z. */
static void score_panel(void *self, size_t count, const double *const *z, double *forms) {
  low_rank *d = self;
  const double *coordinates[PANEL_VECTORS];
  double *rotated = d->panel + PANEL_VECTORS * d->limit;
  panel_coordinates(d, false, count, z, coordinates, rotated);
  for (size_t v = 0; v < count; v++, rotated += d->k) {
    double sum = d->base != 0.0 ? d->base * kernel_dot(d->n, z[v], z[v]) : 0.0;
    for (size_t l = 0; l < d->k; l++) sum += d->weights[l] * (rotated[l] * rotated[l]);
    forms[v] = sum;
  }
}

static status low_rank_argument(void *self, const instance *x, double *value) {
  low_rank *d = self;
  if (x->kind == INSTANCE_LOW_RANK) { /* as over_factors */
    *value = 0.0;
    score_panels(d, argument_panel, 1, x, value);
  } else {
    *value = over_factors(d, x, argument_form);
  }
  if (x->kind == INSTANCE_LOW_RANK && x->shift != 0.0) *value += x->shift * trace_of_argument(d);
  return STATUS_OK;
}

static status low_rank_score(void *self, const instance *x, double *value) {
  low_rank *d = self;
  double trace;
  if (d->link == LINK_IDENTITY) return low_rank_argument(self, x, value);
  TRY(weigh(d));
  *value = over_factors(d, x, score_form);
  if (x->kind == INSTANCE_LOW_RANK && x->shift != 0.0) {
    TRY(low_rank_trace(self, &trace));
    *value += x->shift * trace;
  }
  return STATUS_OK;
}

static status low_rank_score_block(void *self, size_t count, const instance *xs, double *values) {
  low_rank *d = self;
  double trace = NAN;
  if (d->link != LINK_IDENTITY) TRY(weigh(d));
  for (size_t i = 0; i < count; i++) values[i] = 0.0;
  score_panels(d, d->link == LINK_IDENTITY ? argument_panel : score_panel, count, xs, values);
  for (size_t i = 0; i < count; i++) {
    if (xs[i].kind != INSTANCE_LOW_RANK || xs[i].shift == 0.0) continue;
    if (isnan(trace)) TRY(low_rank_trace(self, &trace));
    values[i] += xs[i].shift * trace;
  }
  return STATUS_OK;
}

/* Extreme eigenvalues of B^T A B: those of A, and 0 unless k = n. */
static void extreme_values(const low_rank *d, double *least, double *largest) {
  *least = d->k > 0 ? d->pairs.values[0] : 0.0;
  *largest = d->k > 0 ? d->pairs.values[d->k - 1] : 0.0;
  if (d->k == d->n) return;
  *least = fmin(*least, 0.0);
  *largest = fmax(*largest, 0.0);
}

static status low_rank_log_trace(void *self, double *value) {
  low_rank *d = self;
  double least, largest;
  TRY(decompose(d));
  extreme_values(d, &least, &largest);
  for (size_t l = 0; l < d->k; l++) d->rotated[l] = fixed_exp(d->pairs.values[l] - largest);
  double sum = pairwise_sum(d->k, d->rotated);
  if (d->k < d->n) sum += (double)(d->n - d->k) * fixed_exp(-largest);
  *value = d->offset + largest + fixed_log(sum);
  return STATUS_OK;
}

static status low_rank_squared_norm(void *self, double *value) {
  const low_rank *d = self;
  double squares = 0.0, trace = 0.0;
  for (size_t l = 0; l < d->k; l++) {
    const double *row = d->a + l * d->limit;
    squares += kernel_dot(d->k, row, row);
    trace += row[l];
  }
  *value = squares + d->offset * (2.0 * trace + d->offset * (double)d->n);
  return STATUS_OK;
}

static status low_rank_extremes(void *self, double *least, double *largest) {
  low_rank *d = self;
  TRY(decompose(d));
  extreme_values(d, least, largest);
  *least += d->offset;
  *largest += d->offset;
  return STATUS_OK;
}

static status low_rank_spectrum(void *self, double *values) {
  low_rank *d = self;
  size_t l = 0, i = 0;
  TRY(decompose(d));
  while (l < d->k && d->pairs.values[l] < 0.0) values[i++] = d->offset + d->pairs.values[l++];
  for (size_t j = d->k; j < d->n; j++) values[i++] = d->offset;
  while (l < d->k) values[i++] = d->offset + d->pairs.values[l++];
  return STATUS_OK;
}

/* Eigenvectors of A with positive eigenvalues, then the complement of B (eigenvalue offset), then the others. */
static status low_rank_top(void *self, size_t r, double *rows) {
  low_rank *d = self;
  TRY(decompose(d));
  size_t filled = 0, l = d->k;
  for (; l > 0 && filled < r && (d->pairs.values[l - 1] > 0.0 || d->k == d->n); l--, filled++) {
    memset(rows + filled * d->n, 0, d->n * sizeof *rows);
    kernel_rows_combine(d->k, d->n, d->basis, d->n, d->pairs.vectors + (l - 1) * d->k, rows + filled * d->n);
  }
  const size_t complement = d->n - d->k;
  for (size_t i = 0, found = 0; i < d->n && found < complement && filled < r && d->k < d->n; i++) {
    double rest, *unit = d->dense; /* e_i minus its projections on B and on the vectors found so far */
    memset(unit, 0, d->n * sizeof *unit);
    unit[i] = 1.0;
    rest = frame_reject(d->n, d->k, d->basis, unit, d->append_work);
    if (found > 0) rest = frame_reject(d->n, found, rows + (filled - found) * d->n, unit, d->append_work);
    if (rest < 0.5 / sqrt((double)d->n)) continue;
    rest = frame_reject(d->n, d->k, d->basis, unit, d->append_work);
    for (size_t j = 0; j < d->n; j++) rows[filled * d->n + j] = unit[j] / rest;
    found++;
    filled++;
  }
  for (; l > 0 && filled < r; l--, filled++) {
    memset(rows + filled * d->n, 0, d->n * sizeof *rows);
    kernel_rows_combine(d->k, d->n, d->basis, d->n, d->pairs.vectors + (l - 1) * d->k, rows + filled * d->n);
  }
  return STATUS_OK;
}

static double span_of(const low_rank *d) {
  double least, largest;
  extreme_values(d, &least, &largest);
  return fmax(-least, largest);
}

/* Bound of |computed H - exact H| that the decomposition at hand stands for. */
static double argument_error(low_rank *d) {
  return d->drift + perturbation_of_decomposition(quality_of(d), span_of(d)) +
         DBL_EPSILON * (fabs(d->offset) + span_of(d));
}

static size_t low_rank_window_order(const void *self, size_t count) {
  const low_rank *d = self;
  return smaller(d->n, d->k + count);
}

/* The span of B and V is invariant under H. Rows of the basis after the first k hold what V adds, for the time of the
 * call. */
static status low_rank_window(void *self, size_t count, const double *vectors, size_t *order, double *t) {
  low_rank *d = self;
  size_t m = d->k;
  for (size_t v = 0; v < count; v++) {
    double *row = d->window_rows + v * d->rows, rest;
    const int appended = frame_append(d->n, m, d->basis, vectors + v * d->n, row, &rest, d->append_work);
    if (appended) row[m++] = rest;
    for (size_t l = m; l < d->rows && l < d->k + count; l++) row[l] = 0.0;
  }
  for (size_t v = 1; v < count; v++) memmove(d->window_rows + v * m, d->window_rows + v * d->rows, m * sizeof *t);
  memset(t, 0, m * m * sizeof *t);
  for (size_t i = 0; i < d->k; i++) memcpy(t + i * m, d->a + i * d->limit, d->k * sizeof *t);
  for (size_t i = 0; i < m; i++) t[i * (m + 1)] += d->offset;
  window_rotate(m, t, count, d->window_rows, d->rotated);
  *order = m;
  return STATUS_OK;
}

/* perturbation of H; vectors of A and the basis not quite orthonormal; rounding of the k products with the basis (sums
 * of n products in eight running sums; |e| <= sqrt(k) max |e_l|, entering twice) and of the k x k products after them.
 */
static double low_rank_error(void *self) {
  low_rank *d = self;
  const double n = (double)d->n, k = (double)d->k;
  const double sums = DBL_EPSILON * (sqrt(k) * (0.125 * n + 0.125 * k + 32.0) + k + 8.0);
  if (d->link == LINK_IDENTITY) {
    double square;
    if (low_rank_squared_norm(self, &square) != STATUS_OK) return INFINITY;
    return d->drift + sums * (sqrt(fmax(square, 0.0)) + 2.0 * fabs(d->offset));
  }
  if (weigh(d) != STATUS_OK) return INFINITY;
  double least, largest;
  extreme_values(d, &least, &largest);
  const double size = link_value(d->link, d->offset + largest);
  return perturbation_of_link(d->link, argument_error(d), size) +
         size * (perturbation_of_vectors(quality_of(d)) + sums);
}

static double low_rank_trace_error(void *self) {
  low_rank *d = self;
  double value;
  if (d->link == LINK_IDENTITY) {
    if (low_rank_squared_norm(self, &value) != STATUS_OK) return INFINITY;
    const double size = sqrt(fmax(value, 0.0)) + 2.0 * fabs(d->offset);
    return (double)d->n * (d->drift + 8.0 * DBL_EPSILON * size) + (double)d->k * DBL_EPSILON * size;
  }
  if (low_rank_trace(self, &value) != STATUS_OK) return INFINITY;
  return perturbation_of_link(LINK_EXP, argument_error(d), value) + 64.0 * DBL_EPSILON * value;
}

static size_t low_rank_rank(const void *self) {
  return ((const low_rank *)self)->k;
}

/* ---- changes: steps, shifts, maps of eigenvalues */

/* H += weight z z^T. Its rounding: that of the coefficients (sums of n products in eight running sums, twice), what
 * frame_append drops when z is in the span, and half an ulp of every entry of A. */
static status add_factor(low_rank *d, double weight, const double *z) {
  double rest;
  double *p = d->coefficient;
  const double square = kernel_dot(d->n, z, z);
  if (weight == 0.0 || square == 0.0) return STATUS_OK;
  const int appended = frame_append(d->n, d->k, d->basis, z, p, &rest, d->append_work);
  if (appended && d->k == d->limit) {
    return FAIL(STATUS_INVALID, "low rank parameter: more than %zu independent factors, its capacity", d->limit);
  }
  if (appended) {
    for (size_t l = 0; l <= d->k; l++) d->a[l * d->limit + d->k] = d->a[d->k * d->limit + l] = 0.0;
    p[d->k++] = rest;
  }
  double size = 0.0;
  for (size_t i = 0; i < d->k; i++) {
    double *row = d->a + i * d->limit;
    for (size_t j = 0; j < d->k; j++) row[j] += weight * (p[i] * p[j]);
    size += kernel_dot(d->k, row, row);
  }
  if (!isfinite(size)) return FAIL(STATUS_NUMERIC, "spectral parameter: an entry of H is beyond a double after a step");
  const double n = (double)d->n, dropped = appended || d->k == d->n ? 0.0 : 64.0; /* 2 * 32, see frame_append */
  d->drift += DBL_EPSILON * (sqrt(size) + fabs(weight) * square * (0.25 * n + 32.0 + dropped));
  eigen_pairs_change(&d->pairs, weight, d->k, p);
  d->weighed = false;
  return STATUS_OK;
}

static status add_entry(low_rank *d, double weight, size_t count, const size_t *index, const double *z) {
  memset(d->dense, 0, d->n * sizeof *d->dense);
  for (size_t j = 0; j < count; j++) d->dense[index[j]] = z[j];
  return add_factor(d, weight, d->dense);
}

static status low_rank_shift(void *self, double c) {
  low_rank *d = self;
  d->offset += c;
  d->drift += 0.5 * DBL_EPSILON * fabs(d->offset);
  d->weighed = false;
  return STATUS_OK;
}

/* Only a function of H needs the pairs. */
static status before_step(low_rank *d, const instance *x) {
  const size_t changes = x->kind == INSTANCE_VECTOR ? x->count : x->kind == INSTANCE_LOW_RANK ? x->rank : 1;
  if (d->link != LINK_IDENTITY) return eigen_pairs_before(&d->pairs, changes, d->k, d->a, d->limit);
  eigen_pairs_forget(&d->pairs);
  return STATUS_OK;
}

static status add_instance(low_rank *d, double a, const instance *x) {
  const double one = 1.0;
  switch (x->kind) {
  case INSTANCE_DYAD:
    return x->index == NULL ? add_factor(d, a, x->value) : add_entry(d, a, x->count, x->index, x->value);
  case INSTANCE_DISTANCE: {
    size_t index[2];
    double value[2];
    const instance dyad = instance_distance_dyad(x, index, value);
    return dyad.count == 0 ? STATUS_OK : add_entry(d, a, dyad.count, index, value);
  }
  case INSTANCE_VECTOR:
    for (size_t j = 0; j < x->count; j++) {
      const size_t i = x->index != NULL ? x->index[j] : j;
      TRY(add_entry(d, a * x->value[j], 1, &i, &one));
    }
    return STATUS_OK;
  default:
    for (size_t q = 0; q < x->rank; q++) TRY(add_factor(d, a * x->weights[q], x->factors + q * d->n));
    return x->shift != 0.0 ? low_rank_shift(d, a * x->shift) : STATUS_OK;
  }
}

static status low_rank_step(void *self, double a, const instance *x) {
  low_rank *d = self;
  TRY(before_step(d, x));
  TRY(add_instance(d, a, x));
  eigen_pairs_after(&d->pairs, d->a, d->limit);
  return STATUS_OK;
}

/* A <- U diag(values) U^T: the sum over eigenvectors, by row */
static void assemble(low_rank *d) {
  const size_t k = d->k;
  for (size_t i = 0; i < k; i++) {
    for (size_t l = 0; l < k; l++) d->scratch[i * k + l] = d->pairs.vectors[l * k + i];
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t l = 0; l < k; l++) d->rotated[l] = d->pairs.values[l] * d->scratch[i * k + l];
    for (size_t j = 0; j <= i; j++) {
      const double entry = kernel_dot(k, d->rotated, d->scratch + j * k);
      d->a[i * d->limit + j] = d->a[j * d->limit + i] = entry;
    }
  }
}

static status low_rank_map(void *self, eigenvalue_map *map, void *context) {
  low_rank *d = self;
  TRY(decompose(d));
  const double before = argument_error(d), k = (double)d->k;
  double offset = d->offset;
  if (d->k < d->n) TRY(link_map(d->link, map, context, &offset));
  for (size_t l = 0; l < d->k; l++) {
    double argument = d->offset + d->pairs.values[l];
    TRY(link_map(d->link, map, context, &argument));
    d->pairs.values[l] = argument - offset;
  }
  assemble(d);
  double span = fabs(offset);
  for (size_t l = 0; l < d->k; l++) span = fmax(span, fabs(d->pairs.values[l]));
  d->offset = offset;
  d->drift = before + DBL_EPSILON * (k * sqrt(k) + 2.0) * span;
  eigen_pairs_forget(&d->pairs);
  d->weighed = false;
  return STATUS_OK;
}

/* ---- saved state */

static const double TOLERANCE = 1e-9;

static status low_rank_save(const void *self, cJSON *state) {
  const low_rank *d = self;
  TRY(state_add_number(state, "offset", d->offset));
  TRY(state_add_number(state, "drift", d->drift));
  TRY(state_add_count(state, "rank", d->k));
  TRY(state_add_rows(state, "basis", d->k, d->n, d->n, d->basis));
  TRY(state_add_rows(state, "inner", d->k, d->k, d->limit, d->a));
  return eigen_pairs_save(&d->pairs, state);
}

static status low_rank_load(void *self, const cJSON *state) {
  low_rank *d = self;
  const bool paired = json_member(state, "eigenpairs") != NULL;
  TRY(state_check_names(state, paired ? "representation link order offset drift rank basis inner eigenpairs"
                                      : "representation link order offset drift rank basis inner"));
  TRY(state_get_number(state, "offset", &d->offset));
  TRY(state_get_number(state, "drift", &d->drift));
  TRY(state_get_count(state, "rank", 0, d->limit, &d->k));
  TRY(state_get_rows(state, "basis", d->k, d->n, d->n, d->basis));
  TRY(state_get_rows(state, "inner", d->k, d->k, d->limit, d->a));
  d->weighed = false;
  if (d->drift < 0.0) return FAIL(STATUS_INVALID, "drift: %g, expected a number >= 0", d->drift);
  for (size_t i = 0; i < d->k; i++) {
    for (size_t j = 0; j < i; j++) {
      if (d->a[i * d->limit + j] == d->a[j * d->limit + i]) continue;
      return FAIL(STATUS_INVALID, "inner: entries (%zu,%zu) and (%zu,%zu) differ, expected a symmetric matrix", j + 1,
                  i + 1, i + 1, j + 1);
    }
  }
  const double defect = d->k > 0 ? frame_defect(d->n, d->k, d->basis) : 0.0;
  if (!(defect <= TOLERANCE)) {
    return FAIL(STATUS_INVALID, "basis: an inner product is wrong by %g, expected orthonormal rows", defect);
  }
  return eigen_pairs_load(&d->pairs, d->k, d->a, d->limit, state);
}

const spectral_backend representation_low_rank = {
    .name = "low_rank",
    .kinds = (1u << INSTANCE_VECTOR) | (1u << INSTANCE_DYAD) | (1u << INSTANCE_LOW_RANK) | (1u << INSTANCE_DISTANCE),
    .decomposes = true,
    .create = low_rank_create,
    .score = low_rank_score,
    .score_block = low_rank_score_block,
    .step = low_rank_step,
    .shift = low_rank_shift,
    .trace = low_rank_trace,
    .log_trace = low_rank_log_trace,
    .argument = low_rank_argument,
    .squared_norm = low_rank_squared_norm,
    .extremes = low_rank_extremes,
    .top = low_rank_top,
    .spectrum = low_rank_spectrum,
    .map = low_rank_map,
    .window_order = low_rank_window_order,
    .window = low_rank_window,
    .error = low_rank_error,
    .trace_error = low_rank_trace_error,
    .rank = low_rank_rank,
    .save = low_rank_save,
    .load = low_rank_load,
};
