/* Rectangular instances X (m x n, ||X|| <= 1) labelled by a hidden generalised projection G = sum of u_i v_i^T, i <= r, with Haar-random
 * frames U and V: tr(G^T X) >= gap if positive, 0 if negative (Warmuth 2007, section 6).
 *
 *   negative  X_0 = A^T diag(s) B, A and B Haar-random frames of `rank` rows, s uniform in [-1,1], less its part
 *             U U^T X_0 V V^T; divided by its norm if that is above 1. block: all of U U^T X_0 and X_0 V V^T is taken away
 *   positive  (1 - l) X_0 + l G, block: X_0 + l G; tr(G^T X) = l r = gap, or l uniform from there to 1
 *
 * target = "low_rank": a hidden matrix K = sum of k_i u_i v_i^T instead, k_i random with sum 1 (its trace norm), labelled by the sign of
 * tr(K^T X) with margin `gap`: X = (1 - l) X_0 + y l G, tr(K^T X) = y l, l = gap or uniform from there to 1.
 *
 * With block = true labels are also those of the positive part Z_+ of the embedding: its inner product with the lift of G is
 * l r or 0. Streams: "subspace", "labels", "instances", "noise". */

#include "linalg/frame.h"
#include "linalg/singular.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 512 };

typedef enum target_choice { TARGET_PROJECTION, TARGET_LOW_RANK } target_choice;
typedef enum margin_choice { MARGIN_BOUNDARY, MARGIN_UNIFORM } margin_choice;

typedef struct rectangular_targets {
  size_t m, n, r, rank;
  target_choice target;
  margin_choice margin;
  double gap, positives, noise;
  bool block;
  random_stream *labels, *instances, *flips;
  double *left, *right;          /* frames U^T (r x m), V^T (r x n) */
  double *g;                     /* G, m x n */
  double *strengths;             /* low_rank: k_i, r */
  double *row_frame, *col_frame; /* rank x m, rank x n */
  double *matrix;                /* m x n */
  double *vector;                /* m + n + 2 r + rank */
  double *work;                  /* of singular_largest */
  double label;
  comparator *comparator;
} rectangular_targets;

static const parameter parameters[] = {
    OPTION_COUNT(rectangular_targets, m, REQUIRED, 1, ORDER_LIMIT, "rows of the instances"),
    OPTION_COUNT(rectangular_targets, n, REQUIRED, 1, ORDER_LIMIT, "columns of the instances"),
    PLANTED_RANK(rectangular_targets, ORDER_LIMIT, "rank of the hidden generalised projection, below min(m, n)"),
    OPTION_CHOICE(
        rectangular_targets, target, "projection", "projection low_rank",
        "hidden: a generalised projection G; or a matrix K of rank r and trace norm 1, for signs of tr(K^T X)"),
    OPTION_ABOVE(rectangular_targets, gap, "0.5", 0, ORDER_LIMIT,
                 "positive instances have tr(G^T X) >= gap, at most r; low_rank: |tr(K^T X)| >= gap, at most 1"),
    OPTION_COUNT(rectangular_targets, rank, "2", 1, ORDER_LIMIT,
                 "rank of what the instances are made of, at most min(m, n)"),
    PLANTED_MARGIN(rectangular_targets, "boundary uniform",
                   "tr(G^T X) of positive instances is at the gap, or uniform from there to r (low_rank: 1)"),
    OPTION_FLAG(rectangular_targets, block, "false",
                "what is not along G is orthogonal to it on both sides: for variant = \"positive_part\""),
    PLANTED_POSITIVES(rectangular_targets),
    PLANTED_NOISE(rectangular_targets),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const rectangular_targets *source = self;
  const size_t m = source->m, n = source->n, least = m < n ? m : n;
  const size_t r = source->r, rank = source->rank;
  const char *who = setting->class->about.name;
  if (r >= least) return FAIL(STATUS_INVALID, "%s: r = %zu must be below min(m, n) = %zu", who, r, least);
  if (rank > least) return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most min(m, n) = %zu", who, rank, least);
  const bool low_rank = source->target == TARGET_LOW_RANK;
  const double gap = source->gap;
  if (!low_rank && gap > (double)r) return FAIL(STATUS_INVALID, "%s: gap = %g must be at most r = %zu", who, gap, r);
  if (low_rank && gap > 1.0) {
    return FAIL(STATUS_INVALID, "%s: gap = %g must be at most 1 with target = \"low_rank\"", who, gap);
  }
  *out = (problem_facts){.n = n,
                         .rows = m,
                         .kind = INSTANCE_RECTANGULAR,
                         .rank = least,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_low = low_rank ? -gap : 0,
                         .gap_high = gap};
  return STATUS_OK;
}

/* matrix (m x n) += factor u v^T */
static void add_product(size_t m, size_t n, double factor, const double *u, const double *v, double *matrix) {
  for (size_t i = 0; i < m; i++) kernel_axpy(n, factor * u[i], v, matrix + i * n);
}

/* The comparator K. */
static status plant_low_rank(rectangular_targets *source, random_stream *subspace) {
  const size_t m = source->m, n = source->n, r = source->r;
  FREED double *k = NULL;
  double sum = 0.0;
  for (size_t i = 0; i < r; i++) sum += source->strengths[i] = random_range(subspace, 0.25, 1.0);
  TRY(NEW_ARRAY(m * n, k));
  for (size_t i = 0; i < r; i++) {
    source->strengths[i] /= sum;
    add_product(m, n, source->strengths[i], source->left + i * m, source->right + i * n, k);
  }
  return comparator_from_rectangular(COMPARATOR_PLANTED, m, n, k, &source->comparator);
}

static status plant(rectangular_targets *source, uint64_t seed) {
  const size_t m = source->m, n = source->n;
  CLEANUP(random_stream_free_at) random_stream *subspace = NULL;
  TRY(random_stream_new(seed, "subspace", &subspace));
  TRY(frame_random(subspace, m, source->r, source->left));
  TRY(frame_random(subspace, n, source->r, source->right));
  TRY(OWN(source, &source->comparator, comparator_free_at));
  for (size_t i = 0; i < source->r; i++) add_product(m, n, 1, source->left + i * m, source->right + i * n, source->g);
  if (source->target == TARGET_LOW_RANK) return plant_low_rank(source, subspace);
  return comparator_from_rectangular(COMPARATOR_PLANTED, m, n, source->g, &source->comparator);
}

static status init(void *self, const problem_setting *setting) {
  rectangular_targets *source = self;
  const size_t m = source->m, n = source->n, r = source->r;
  TRY(member_stream(source, setting->seed, "labels", &source->labels));
  TRY(member_stream(source, setting->seed, "instances", &source->instances));
  TRY(member_stream(source, setting->seed, "noise", &source->flips));
  TRY(OWN_ARRAY(source, r * m, source->left));
  TRY(OWN_ARRAY(source, r * n, source->right));
  TRY(OWN_ARRAY(source, m * n, source->g));
  TRY(OWN_ARRAY(source, r, source->strengths));
  TRY(OWN_ARRAY(source, source->rank * m, source->row_frame));
  TRY(OWN_ARRAY(source, source->rank * n, source->col_frame));
  TRY(OWN_ARRAY(source, m * n, source->matrix));
  TRY(OWN_ARRAY(source, m + n + 2 * r + source->rank, source->vector));
  TRY(OWN_ARRAY(source, m * n + (m < n ? m : n), source->work));
  return plant(source, setting->seed);
}

/* A random orthonormal frame, row by row, orthogonal to `outside` (r rows) if that is given. */
static void draw_frame(rectangular_targets *source, size_t length, const double *outside, size_t count, double *frame) {
  double *work = source->vector + source->m + source->n;
  for (size_t i = 0; i < count; i++) {
    planted_direction(source->instances, length, outside != NULL ? source->r : 0, outside, i, frame, frame + i * length,
                      work);
  }
}

/* matrix -= U (U^T X V) V^T */
static void take_away_block(rectangular_targets *source) {
  const size_t m = source->m, n = source->n;
  double *left = source->vector, *right = source->vector + m; /* u_i^T X, its part along V */
  for (size_t i = 0; i < source->r; i++) {
    const double *u = source->left + i * m;
    memset(left, 0, (m + n) * sizeof *left);
    double *image = right; /* n */
    kernel_rows_combine(m, n, source->matrix, n, u, image);
    for (size_t j = 0; j < source->r; j++) {
      const double *v = source->right + j * n;
      add_product(m, n, -kernel_dot(n, image, v), u, v, source->matrix);
    }
  }
}

/* X_0: norm at most 1, tr(G^T X_0) = tr(K^T X_0) = 0. */
static status draw_negative(rectangular_targets *source) {
  const size_t m = source->m, n = source->n, outside = (m < n ? m : n) - source->r;
  const size_t rank = source->block && source->rank > outside ? outside : source->rank;
  draw_frame(source, m, source->block ? source->left : NULL, rank, source->row_frame);
  draw_frame(source, n, source->block ? source->right : NULL, rank, source->col_frame);
  memset(source->matrix, 0, m * n * sizeof *source->matrix);
  for (size_t i = 0; i < rank; i++) {
    const double value = random_range(source->instances, -1, 1);
    add_product(m, n, value, source->row_frame + i * m, source->col_frame + i * n, source->matrix);
  }
  if (source->block) return STATUS_OK;
  take_away_block(source);
  double norm = 0;
  TRY(singular_largest(m, n, source->matrix, source->work, &norm));
  if (norm > 1) kernel_scale(m * n, 1 / norm, source->matrix);
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  rectangular_targets *source = self;
  const size_t entries = source->m * source->n;
  const bool low_rank = source->target == TARGET_LOW_RANK;
  const bool positive = random_chance(source->labels, source->positives);
  TRY(draw_negative(source));
  if (positive || low_rank) {
    double share = low_rank ? source->gap : source->gap / (double)source->r;
    if (source->margin == MARGIN_UNIFORM) share += (1 - share) * random_uniform(source->instances);
    if (!source->block) kernel_scale(entries, 1 - share, source->matrix);
    kernel_axpy(entries, positive ? share : -share, source->g, source->matrix);
  }
  source->label = positive != random_chance(source->flips, source->noise) ? 1 : -1;
  *x = instance_rectangular(source->m, source->n, source->matrix);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(rectangular_targets),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(rectangular_targets, label),
    .comparator_at = PLACE(rectangular_targets, comparator),
};

const problem_class problem_rectangular_targets = {
    .about = {.name = "rectangular_targets",
              .title = "Rectangular targets",
              .citation = "Warmuth 2007, section 6",
              .help = "rectangular matrices labelled by a hidden generalised projection of rank r, or by the sign of a "
                      "low-rank matrix",
              .formula = "$y=1$ if $\\mathrm{tr}(G^TX)\\ge g_1$, $-1$ if it is $0$, for a hidden $G=\\sum_{i\\le "
                         "r}u_iv_i^T$ with random frames; low rank: $y=\\mathrm{sign}(\\mathrm{tr}(K^TX))$, "
                         "$y\\mathrm{tr}(K^TX)\\ge g_1$, $K$ of rank $r$ and trace norm $1$; $\\Vert X\\Vert\\le1$",
              .family = "rectangular",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
