/* A hidden linear threshold on symmetric matrices: labels are the sign of tr(UX), U a density, |X| <= range, y tr(UX) >= margin.
 *
 * U = sum of u_i q_i q_i^T over r orthonormal q_i, P their projection. The label is drawn first, then X; one that misses the margin is
 * moved straight towards (I-P) X (I-P) + y range P, where y tr(UX) = range, until it is at the margin: its norm stays at most range.
 * Commuting instances have their eigenvectors among q_1..q_n: linear_threshold in another basis.
 * Streams: "target" (q, u), "labels", "instances", "noise" (flipped labels). */

#include "linalg/frame.h"
#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

typedef enum instances_choice { INSTANCES_RANDOM, INSTANCES_COMMUTING } instances_choice;
typedef enum entries_choice { ENTRIES_UNIFORM, ENTRIES_EXTREME } entries_choice;

typedef struct symmetric_threshold {
  size_t n, r;
  threshold_weights weights;
  instances_choice instances;
  entries_choice entries;
  double margin, range, noise, label;
  random_stream *labels, *stream, *flips;
  double *basis;  /* q_i: commuting: n rows, otherwise r; n x n */
  double *u;      /* r: u_i */
  double *frame;  /* n x n: eigenvectors of an instance */
  double *image;  /* r x n: F X */
  double *inner;  /* r x r: F X F^T */
  double *matrix; /* n x n */
  comparator *comparator;
} symmetric_threshold;

static const parameter parameters[] = {
    OPTION_COUNT(symmetric_threshold, n, REQUIRED, 1, 1024, "order of the matrices"),
    OPTION_ABOVE(symmetric_threshold, margin, "0.2", 0, 1e100,
                 "y tr(UX) of every instance is at least this; at most range"),
    OPTION_ABOVE(symmetric_threshold, range, "1", 0, 1e100, "eigenvalues of the instances lie in [-range, range]"),
    OPTION_COUNT(symmetric_threshold, r, ABSENT, 1, 1024, "rank of U; absent: n"),
    OPTION_CHOICE(symmetric_threshold, weights, "equal", "equal random",
                  "eigenvalues of U that are not 0; their sum is 1"),
    OPTION_CHOICE(symmetric_threshold, instances, "random", "random commuting",
                  "random eigenvectors, or those of U: they commute"),
    OPTION_CHOICE(symmetric_threshold, entries, "uniform", "uniform extreme",
                  "eigenvalues of the instances before they are moved: uniform, or -range and range only"),
    PLANTED_NOISE(symmetric_threshold),
};

static const option_rule rules[] = {
    RULE_AT_MOST(symmetric_threshold, r, n),
    RULE_AT_MOST(symmetric_threshold, margin, range),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const symmetric_threshold *source = self;
  const size_t n = source->n;
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_MATRIX,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_low = -source->margin,
                         .gap_high = source->margin};
  return STATUS_OK;
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

static status plant(symmetric_threshold *source, uint64_t seed) {
  const size_t n = source->n, r = source->r;
  CLEANUP(random_stream_free_at) random_stream *target = NULL;
  double sum = 0.0;
  TRY(random_stream_new(seed, "target", &target));
  TRY(frame_random(target, n, source->instances == INSTANCES_COMMUTING ? n : r, source->basis));
  for (size_t i = 0; i < r; i++) {
    source->u[i] = source->weights == WEIGHTS_RANDOM ? 1.0 - random_uniform(target) : 1.0;
    sum += source->u[i];
  }
  kernel_scale(r, 1.0 / sum, source->u);
  add_dyads(n, r, source->u, source->basis, source->matrix);
  TRY(comparator_from_matrix(COMPARATOR_PLANTED, n, source->matrix, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  symmetric_threshold *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = source->n;
  if (source->r == 0) source->r = n;
  const size_t r = source->r;
  TRY(member_stream(source, seed, "labels", &source->labels));
  TRY(member_stream(source, seed, "instances", &source->stream));
  TRY(member_stream(source, seed, "noise", &source->flips));
  TRY(OWN_ARRAY(source, n * n, source->basis));
  TRY(OWN_ARRAY(source, n, source->u));
  TRY(OWN_ARRAY(source, n * n, source->frame));
  TRY(OWN_ARRAY(source, r * n, source->image));
  TRY(OWN_ARRAY(source, r * r, source->inner));
  TRY(OWN_ARRAY(source, n * n, source->matrix));
  return plant(source, seed);
}

/* Orthonormal rows, uniform: Gaussian ones without their parts along earlier ones. */
static void draw_frame(symmetric_threshold *source) {
  const size_t n = source->n;
  for (size_t i = 0; i < n; i++) {
    planted_direction(source->stream, n, i, source->frame, 0, NULL, source->frame + i * n, source->image);
  }
}

/* X with random eigenvalues in [-range, range]. */
static void draw(symmetric_threshold *source) {
  const size_t n = source->n;
  const bool commuting = source->instances == INSTANCES_COMMUTING;
  const double *eigenvectors = commuting ? source->basis : source->frame;
  double *values = source->image; /* n of r x n, r >= 1 */
  if (!commuting) draw_frame(source);
  for (size_t i = 0; i < n; i++) {
    values[i] = source->entries == ENTRIES_EXTREME ? (random_chance(source->stream, 0.5) ? 1.0 : -1.0)
                                                   : random_range(source->stream, -1.0, 1.0);
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
  for (size_t i = 0; i < r; i++) value += source->u[i] * inner[i * (r + 1)];
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
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
