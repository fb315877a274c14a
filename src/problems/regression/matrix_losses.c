/* Symmetric loss matrices of norm at most 1 with a hidden good direction (for the online linear optimisation of Hazan, Kale and
 * Shalev-Shwartz 2012, section 4): with P a random projection of rank r,
 *
 *   L_t = (1 - gap) A_t - gap P,  A_t = sum of s_q z_q z_q^T, q <= rank, orthonormal random z_q, s_q uniform in [-1,1]
 *
 * The comparator is U = (tau/r) P: on average its loss is -gap tau; with segments = K, P is another one in each K-th of the trials. A trial shows M_t = y_t L_t with the label y_t, a random sign; the
 * loss of
 * a prediction <X, M_t> is y_t <X, M_t> = <X, L_t>. instances = "vector": everything is diagonal, A_t of n uniform entries and P of r
 * random coordinates. Streams: "subspace", "labels", "instances". */

#include "linalg/frame.h"
#include "problems/drift.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 512 };

typedef enum instances_choice { INSTANCES_MATRIX, INSTANCES_LOW_RANK, INSTANCES_VECTOR } instances_choice;

typedef struct matrix_losses {
  size_t n, r, rank, segments;
  double tau, gap;
  instances_choice instances;
  double label;
  random_stream *labels, *stream;
  double *factors, *weights; /* rank + r rows, the last ones the frame of P; vector: one row */
  double *matrix;            /* matrix: n x n */
  double *hidden;            /* of each segment: the frame of P, r x n; vector: its diagonal, n */
  double *work;
  drift drift;
  comparator *comparator;
} matrix_losses;

static const parameter parameters[] = {
    OPTION_COUNT(matrix_losses, n, REQUIRED, 1, ORDER_LIMIT, "order of the matrices"),
    PLANTED_RANK(matrix_losses, ORDER_LIMIT, "rank of the hidden projection, at most n"),
    OPTION_ABOVE(matrix_losses, tau, "1", 0, 1e9, "trace of the comparator; predictions are from -tau to tau"),
    OPTION_NUMBER(matrix_losses, gap, "0.1", 0, 1, "weight of the hidden projection in each loss matrix"),
    OPTION_COUNT(matrix_losses, rank, "4", 1, ORDER_LIMIT,
                 "rank of the random part, at most n; vectors have n entries"),
    OPTION_CHOICE(matrix_losses, instances, "matrix", "matrix low_rank vector",
                  "the form in which the matrices are shown"),
    DRIFT_SEGMENTS(matrix_losses, segments),
};

static const option_rule rules[] = {
    RULE_AT_MOST(matrix_losses, r, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const instance_kind kinds[] = {INSTANCE_MATRIX, INSTANCE_LOW_RANK, INSTANCE_VECTOR};
  const matrix_losses *source = self;
  const size_t n = source->n, rank = source->rank;
  const double tau = source->tau;
  const instance_kind kind = kinds[source->instances];
  TRY(drift_check(setting, source->segments));
  if (kind != INSTANCE_VECTOR && rank > n && options_explicit(setting->options, PLACE(matrix_losses, rank))) {
    return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most n = %zu", setting->class->about.name, rank, n);
  }
  *out = (problem_facts){.n = n,
                         .kind = kind,
                         .rank = kind == INSTANCE_LOW_RANK ? rank + source->r : n,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_LINEAR, -tau, tau, -1.0, 1.0, 1.0},
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

/* Numbers of a segment's P. */
static size_t hidden_size(const matrix_losses *source) {
  return (source->instances == INSTANCES_VECTOR ? 1 : source->r) * source->n;
}

typedef struct planting {
  matrix_losses *source;
  random_stream *stream;
} planting;

static status plant_diagonal(void *context, size_t j, comparator **out) {
  const planting *p = context;
  const size_t n = p->source->n, r = p->source->r;
  double *diagonal = p->source->hidden + j * n;
  FREED double *u = NULL;
  FREED size_t *chosen = NULL;
  TRY(NEW_ARRAY(r, chosen));
  TRY(NEW_ARRAY(n, u));
  random_subset(p->stream, n, r, chosen);
  for (size_t i = 0; i < r; i++) {
    diagonal[chosen[i]] = 1.0;
    u[chosen[i]] = p->source->tau / (double)r;
  }
  return comparator_from_vector(COMPARATOR_PLANTED, n, u, out);
}

/* matrix += sum of weights[q] rows_q rows_q^T */
static void add_dyads(size_t n, size_t count, const double *weights, const double *rows, double *matrix) {
  const instance sum = instance_low_rank(n, count, rows, weights, 0.0);
  instance_add_to_dense(&sum, 1.0, matrix);
}

static status plant_frame(void *context, size_t j, comparator **out) {
  const planting *p = context;
  const size_t n = p->source->n, r = p->source->r;
  double *frame = p->source->hidden + j * r * n, *weights = p->source->weights + p->source->rank;
  FREED double *u = NULL;
  TRY(frame_random(p->stream, n, r, frame));
  TRY(NEW_ARRAY(n * n, u));
  for (size_t i = 0; i < r; i++) weights[i] = p->source->tau / (double)r;
  add_dyads(n, r, weights, frame, u);
  return comparator_from_matrix(COMPARATOR_PLANTED, n, u, out);
}

static status init(void *self, const problem_setting *setting) {
  matrix_losses *source = self;
  const size_t n = source->n;
  CLEANUP(random_stream_free_at) random_stream *subspace = NULL;
  if (source->rank > n) source->rank = n;
  TRY(member_stream(source, setting->seed, "labels", &source->labels));
  TRY(member_stream(source, setting->seed, "instances", &source->stream));
  TRY(OWN_ARRAY(source, (source->rank + source->r) * n, source->factors));
  TRY(OWN_ARRAY(source, source->rank + source->r, source->weights));
  if (source->instances == INSTANCES_MATRIX) TRY(OWN_ARRAY(source, n * n, source->matrix));
  TRY(OWN_ARRAY(source, source->segments * hidden_size(source), source->hidden));
  TRY(OWN_ARRAY(source, n, source->work));
  TRY(random_stream_new(setting->seed, "subspace", &subspace));
  planting p = {source, subspace};
  const drift_answer plant = source->instances == INSTANCES_VECTOR ? plant_diagonal : plant_frame;
  TRY(drift_draw(setting->trials, source->segments, plant, &p, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static instance draw_vector(matrix_losses *source) {
  const double *diagonal = source->hidden + source->drift.place * source->n;
  for (size_t i = 0; i < source->n; i++) {
    const double entry = random_range(source->stream, -1.0, 1.0);
    source->factors[i] = source->label * ((1.0 - source->gap) * entry - source->gap * diagonal[i]);
  }
  return instance_dense_vector(source->n, source->factors);
}

/* The random part's orthonormal factors and its eigenvalues. */
static void draw_factors(matrix_losses *source) {
  const size_t n = source->n;
  for (size_t q = 0; q < source->rank; q++) {
    planted_direction(source->stream, n, q, source->factors, 0, NULL, source->factors + q * n, source->work);
    source->weights[q] = source->label * (1.0 - source->gap) * random_range(source->stream, -1.0, 1.0);
  }
  for (size_t i = 0; i < source->r; i++) source->weights[source->rank + i] = -source->label * source->gap;
  const double *frame = source->hidden + source->drift.place * hidden_size(source);
  memcpy(source->factors + source->rank * n, frame, source->r * n * sizeof *frame);
}

static status next(void *self, const learner *player, instance *x) {
  matrix_losses *source = self;
  const size_t n = source->n, count = source->rank + source->r;
  (void)drift_next(&source->drift, source->comparator);
  source->label = random_chance(source->labels, 0.5) ? 1.0 : -1.0;
  if (source->instances == INSTANCES_VECTOR) {
    *x = draw_vector(source);
    return STATUS_OK;
  }
  draw_factors(source);
  *x = instance_low_rank(n, count, source->factors, source->weights, 0.0);
  if (source->instances == INSTANCES_LOW_RANK) return STATUS_OK;
  memset(source->matrix, 0, n * n * sizeof *source->matrix);
  add_dyads(n, count, source->weights, source->factors, source->matrix);
  *x = instance_matrix(n, source->matrix);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(matrix_losses),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(matrix_losses, label),
    .comparator_at = PLACE(matrix_losses, comparator),
};

const problem_class problem_matrix_losses = {
    .about = {.name = "matrix_losses",
              .title = "Matrix losses",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 4",
              .help = "symmetric loss matrices of norm at most 1 with a hidden direction in which the loss is low",
              .formula =
                  "$X=yL$, $y$ a random sign, loss $y\\hat y$: that of $\\mathrm{tr}(WL)$; $L=(1-\\gamma)A-\\gamma P$, "
                  "$\\Vert A\\Vert\\le1$ random and $P$ a hidden projection of rank $r$; $U=\\frac\\tau rP$",
              .family = "matrix_losses",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
