/* A hidden linear threshold on symmetric matrices: labels are the sign of tr(UX), U a density, |X| <= range, y tr(UX) >= margin.
 *
 * U = sum of u_i q_i q_i^T over r orthonormal q_i, P their projection. The label is drawn first, then X; one that misses the margin is
 * moved straight towards (I-P) X (I-P) + y range P, where y tr(UX) = range, until it is at the margin: its norm stays at most range.
 * Commuting instances have their eigenvectors among q_1..q_n: linear_threshold in another basis.
 * Streams: "target" (q, u), "labels", "instances", "noise" (flipped labels). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = 1024, .meaning = "order of the matrices"},
    {.name = "margin",
     .type = PARAMETER_NUMBER,
     .value = "0.2",
     .low = 0,
     .high = 1e100,
     .open_low = true,
     .meaning = "y tr(UX) of every instance is at least this; at most range"},
    {.name = "range",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e100,
     .open_low = true,
     .meaning = "eigenvalues of the instances lie in [-range, range]"},
    {.name = "r", .type = PARAMETER_INTEGER, .value = "", .low = 1, .high = 1024, .meaning = "rank of U; absent: n"},
    {.name = "weights",
     .type = PARAMETER_CHOICE,
     .value = "equal",
     .choices = "equal random",
     .meaning = "eigenvalues of U that are not 0; their sum is 1"},
    {.name = "instances",
     .type = PARAMETER_CHOICE,
     .value = "random",
     .choices = "random commuting",
     .meaning = "random eigenvectors, or those of U: they commute"},
    {.name = "entries",
     .type = PARAMETER_CHOICE,
     .value = "uniform",
     .choices = "uniform extreme",
     .meaning = "eigenvalues of the instances before they are moved: uniform, or -range and range only"},
    PLANTED_NOISE_PARAMETER,
};

typedef struct symmetric_threshold {
  size_t n, r;
  double margin, range, noise, label;
  bool commuting, extreme;
  random_stream *labels, *instances, *flips;
  double *basis;   /* q_i: commuting: n rows, otherwise r; n x n */
  double *weights; /* r: u_i */
  double *frame;   /* n x n: eigenvectors of an instance */
  double *image;   /* r x n: F X */
  double *inner;   /* r x r: F X F^T */
  double *matrix;  /* n x n */
  comparator *comparator;
} symmetric_threshold;

static size_t rank_of(const options *values) {
  return option_count(values, option_given(values, "r") ? "r" : "n");
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n");
  const double margin = option_number(values, "margin"), range = option_number(values, "range");
  if (option_given(values, "r")) TRY(planted_at_most(values, "r", "n"));
  if (margin > range) {
    return FAIL(STATUS_INVALID, "%s: margin = %g must be at most range = %g", option_who(values), margin, range);
  }
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_MATRIX,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_low = -margin,
                         .gap_high = margin};
  return STATUS_OK;
}

static void clear(void *self) {
  symmetric_threshold *source = self;
  random_stream_free(source->labels);
  random_stream_free(source->instances);
  random_stream_free(source->flips);
  free(source->basis);
  free(source->weights);
  free(source->frame);
  free(source->image);
  free(source->inner);
  free(source->matrix);
  comparator_free(source->comparator);
}

/* matrix += sum of values_i row_i row_i^T, both triangles alike. */
static void add_dyads(size_t n, size_t count, const double *values, const double *rows, double *matrix) {
  for (size_t l = 0; l < count; l++) {
    const double *row = rows + l * n;
    for (size_t i = 0; i < n; i++) kernel_axpy(i + 1, values[l] * row[i], row, matrix + i * n);
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) matrix[j * n + i] = matrix[i * n + j];
  }
}

static status plant(symmetric_threshold *source, uint64_t seed, bool random_weights) {
  const size_t n = source->n, r = source->r;
  random_stream *target = NULL;
  double sum = 0.0;
  TRY(random_stream_new(seed, "target", &target));
  const status code = frame_random(target, n, source->commuting ? n : r, source->basis);
  for (size_t i = 0; i < r; i++) {
    source->weights[i] = random_weights ? 1.0 - random_uniform(target) : 1.0;
    sum += source->weights[i];
  }
  random_stream_free(target);
  TRY(code);
  kernel_scale(r, 1.0 / sum, source->weights);
  add_dyads(n, r, source->weights, source->basis, source->matrix);
  return comparator_from_matrix(COMPARATOR_PLANTED, n, source->matrix, &source->comparator);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  symmetric_threshold *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = option_count(values, "n"), r = rank_of(values);
  source->n = n;
  source->r = r;
  source->margin = option_number(values, "margin");
  source->range = option_number(values, "range");
  source->noise = option_number(values, "noise");
  source->commuting = option_is(values, "instances", "commuting");
  source->extreme = option_is(values, "entries", "extreme");
  TRY(random_stream_new(seed, "labels", &source->labels));
  TRY(random_stream_new(seed, "instances", &source->instances));
  TRY(random_stream_new(seed, "noise", &source->flips));
  TRY(NEW_ARRAY(n * n, source->basis));
  TRY(NEW_ARRAY(n, source->weights));
  TRY(NEW_ARRAY(n * n, source->frame));
  TRY(NEW_ARRAY(r * n, source->image));
  TRY(NEW_ARRAY(r * r, source->inner));
  TRY(NEW_ARRAY(n * n, source->matrix));
  return plant(source, seed, option_is(values, "weights", "random"));
}

/* Orthonormal rows, uniform: Gaussian ones without their parts along earlier ones. */
static void draw_frame(symmetric_threshold *source) {
  const size_t n = source->n;
  for (size_t i = 0; i < n; i++) {
    planted_direction(source->instances, n, i, source->frame, 0, NULL, source->frame + i * n, source->image);
  }
}

/* X with random eigenvalues in [-range, range]. */
static void draw(symmetric_threshold *source) {
  const size_t n = source->n;
  const double *eigenvectors = source->commuting ? source->basis : source->frame;
  double *values = source->image; /* n of r x n, r >= 1 */
  if (!source->commuting) draw_frame(source);
  for (size_t i = 0; i < n; i++) {
    values[i] = source->extreme ? (random_chance(source->instances, 0.5) ? 1.0 : -1.0)
                                : random_range(source->instances, -1.0, 1.0);
    values[i] *= source->range;
  }
  memset(source->matrix, 0, n * n * sizeof *source->matrix);
  add_dyads(n, n, values, eigenvectors, source->matrix);
}

/* X -= t (PX + XP - PXP - y range P) = t (F^T G + G^T F), G = F X - (F X F^T + y range I) F / 2. */
static void move(symmetric_threshold *source, double label) {
  const size_t n = source->n, r = source->r;
  double *image = source->image, *inner = source->inner, value = 0.0;
  kernel_multiply_transposed(r, n, n, source->basis, n, source->matrix, n, image, n); /* X is symmetric */
  kernel_multiply_transposed(r, r, n, image, n, source->basis, n, inner, r);
  for (size_t i = 0; i < r; i++) value += source->weights[i] * inner[i * (r + 1)];
  value *= label;
  if (value >= source->margin) return;
  const double t = (source->margin - value) / (source->range - value);
  for (size_t i = 0; i < r; i++) {
    inner[i * (r + 1)] += label * source->range;
    kernel_scale(r, -0.5, inner + i * r);
    kernel_rows_combine(r, n, source->basis, n, inner + i * r, image + i * n);
  }
  for (size_t l = 0; l < r; l++) {
    const double *f = source->basis + l * n, *g = image + l * n;
    for (size_t i = 0; i < n; i++) {
      double *row = source->matrix + i * n;
      for (size_t j = 0; j < n; j++) row[j] -= t * (f[i] * g[j] + g[i] * f[j]);
    }
  }
}

static status next(void *self, const learner *player, instance *x) {
  symmetric_threshold *source = self;
  (void)player;
  const double clean = random_chance(source->labels, 0.5) ? 1.0 : -1.0;
  draw(source);
  move(source, clean);
  source->label = random_chance(source->flips, source->noise) ? -clean : clean;
  *x = instance_matrix(source->n, source->matrix);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(symmetric_threshold),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(symmetric_threshold, label),
    .comparator_at = PLACE(symmetric_threshold, comparator),
};

const problem_class problem_symmetric_threshold = {
    .about = {.name = "symmetric_threshold",
              .title = "Threshold on symmetric matrices",
              .citation = "the matrix form of linear_threshold",
              .help = "a hidden density U, symmetric matrices with |X| <= range and y tr(UX) >= margin",
              .formula = "$y=\\mathrm{sign}(\\mathrm{tr}(UX))$, $y\\mathrm{tr}(UX)\\ge s$, for a hidden density $U$ of "
                         "rank $r$; $\\Vert X\\Vert\\le B$",
              .family = "threshold",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
