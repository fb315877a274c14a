/* Symmetric loss matrices of norm at most 1 with a hidden good direction (for the online linear optimisation of Hazan, Kale and
 * Shalev-Shwartz 2012, section 4): with P a random projection of rank r,
 *
 *   L_t = (1 - gap) A_t - gap P,  A_t = sum of s_q z_q z_q^T, q <= rank, orthonormal random z_q, s_q uniform in [-1,1]
 *
 * The comparator is U = (tau/r) P: on average its loss is -gap tau; with segments = K, P is another one in each K-th of the trials. A trial shows M_t = y_t L_t with the label y_t, a random sign; the
 * loss of
 * a prediction <X, M_t> is y_t <X, M_t> = <X, L_t>. instances = "vector": everything is diagonal, A_t of n uniform entries and P of r
 * random coordinates. Streams: "subspace", "labels", "instances". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "linalg/frame.h"
#include "problems/drift.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 512 };

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = ORDER_LIMIT, .meaning = "order of the matrices"},
    PLANTED_RANK_PARAMETER(ORDER_LIMIT, "rank of the hidden projection, at most n"),
    {.name = "tau",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e9,
     .open_low = true,
     .meaning = "trace of the comparator; predictions are from -tau to tau"},
    {.name = "gap",
     .type = PARAMETER_NUMBER,
     .value = "0.1",
     .low = 0,
     .high = 1,
     .meaning = "weight of the hidden projection in each loss matrix"},
    {.name = "rank",
     .type = PARAMETER_INTEGER,
     .value = "4",
     .low = 1,
     .high = ORDER_LIMIT,
     .meaning = "rank of the random part, at most n; vectors have n entries"},
    {.name = "instances",
     .type = PARAMETER_CHOICE,
     .value = "matrix",
     .choices = "matrix low_rank vector",
     .meaning = "the form in which the matrices are shown"},
    DRIFT_SEGMENTS_PARAMETER,
};

typedef struct matrix_losses {
  instance_kind kind;
  size_t n, r, rank;
  double tau, gap, label;
  random_stream *labels, *instances;
  double *factors, *weights; /* rank + r rows, the last ones the frame of P; vector: one row */
  double *matrix;            /* matrix: n x n */
  double *hidden;            /* of each segment: the frame of P, r x n; vector: its diagonal, n */
  double *work;
  drift drift;
  comparator *comparator;
} matrix_losses;

static instance_kind kind_of(const options *values) {
  static const instance_kind kinds[] = {INSTANCE_MATRIX, INSTANCE_LOW_RANK, INSTANCE_VECTOR};
  return kinds[option_choice(values, "instances")];
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n");
  const double tau = option_number(values, "tau");
  const instance_kind kind = kind_of(values);
  TRY(drift_check(setting, values));
  TRY(planted_at_most(values, "r", "n"));
  if (kind != INSTANCE_VECTOR && option_explicit(values, "rank")) TRY(planted_at_most(values, "rank", "n"));
  *out = (problem_facts){.n = n,
                         .kind = kind,
                         .rank = n,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_LINEAR, -tau, tau, -1.0, 1.0, 1.0},
                         .gap_low = NAN,
                         .gap_high = NAN};
  const size_t rank = option_count(values, "rank") + option_count(values, "r");
  if (kind == INSTANCE_LOW_RANK) out->rank = rank;
  return STATUS_OK;
}

static void clear(void *self) {
  matrix_losses *source = self;
  comparator_free(source->comparator);
  random_stream_free(source->labels);
  random_stream_free(source->instances);
  free(source->factors);
  free(source->weights);
  free(source->matrix);
  free(source->hidden);
  free(source->work);
}

/* Numbers of a segment's P. */
static size_t hidden_size(const matrix_losses *source) {
  return (source->kind == INSTANCE_VECTOR ? 1 : source->r) * source->n;
}

typedef struct planting {
  matrix_losses *source;
  random_stream *stream;
} planting;

static status plant_diagonal(void *context, size_t j, comparator **out) {
  const planting *p = context;
  const size_t n = p->source->n, r = p->source->r;
  double *diagonal = p->source->hidden + j * n, *u = NULL;
  size_t *chosen = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(r, chosen));
  CHECK(NEW_ARRAY(n, u));
  random_subset(p->stream, n, r, chosen);
  for (size_t i = 0; i < r; i++) {
    diagonal[chosen[i]] = 1.0;
    u[chosen[i]] = p->source->tau / (double)r;
  }
  CHECK(comparator_from_vector(COMPARATOR_PLANTED, n, u, out));
end:
  free(chosen);
  free(u);
  return code;
}

/* matrix += sum of weights[q] rows_q rows_q^T */
static void add_dyads(size_t n, size_t count, const double *weights, const double *rows, double *matrix) {
  const instance sum = instance_low_rank(n, count, rows, weights, 0.0);
  instance_add_to_dense(&sum, 1.0, matrix);
}

static status plant_frame(void *context, size_t j, comparator **out) {
  const planting *p = context;
  const size_t n = p->source->n, r = p->source->r;
  double *frame = p->source->hidden + j * r * n, *weights = p->source->weights + p->source->rank, *u = NULL;
  TRY(frame_random(p->stream, n, r, frame));
  TRY(NEW_ARRAY(n * n, u));
  for (size_t i = 0; i < r; i++) weights[i] = p->source->tau / (double)r;
  add_dyads(n, r, weights, frame, u);
  const status code = comparator_from_matrix(COMPARATOR_PLANTED, n, u, out);
  free(u);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  matrix_losses *source = self;
  const size_t n = option_count(values, "n"), wanted = option_count(values, "rank");
  planting planting = {.source = source};
  source->kind = kind_of(values);
  source->n = n;
  source->r = option_count(values, "r");
  source->rank = wanted < n ? wanted : n;
  source->tau = option_number(values, "tau");
  source->gap = option_number(values, "gap");
  TRY(random_stream_new(setting->seed, "labels", &source->labels));
  TRY(random_stream_new(setting->seed, "instances", &source->instances));
  TRY(NEW_ARRAY((source->rank + source->r) * n, source->factors));
  TRY(NEW_ARRAY(source->rank + source->r, source->weights));
  if (source->kind == INSTANCE_MATRIX) TRY(NEW_ARRAY(n * n, source->matrix));
  TRY(NEW_ARRAY(option_count(values, "segments") * hidden_size(source), source->hidden));
  TRY(NEW_ARRAY(n, source->work));
  TRY(random_stream_new(setting->seed, "subspace", &planting.stream));
  const drift_answer plant = source->kind == INSTANCE_VECTOR ? plant_diagonal : plant_frame;
  const status code = drift_draw(setting, values, plant, &planting, &source->comparator);
  random_stream_free(planting.stream);
  return code;
}

static instance draw_vector(matrix_losses *source) {
  const double *diagonal = source->hidden + source->drift.place * source->n;
  for (size_t i = 0; i < source->n; i++) {
    const double entry = random_range(source->instances, -1.0, 1.0);
    source->factors[i] = source->label * ((1.0 - source->gap) * entry - source->gap * diagonal[i]);
  }
  return instance_dense_vector(source->n, source->factors);
}

/* The random part's orthonormal factors and its eigenvalues. */
static void draw_factors(matrix_losses *source) {
  const size_t n = source->n;
  for (size_t q = 0; q < source->rank; q++) {
    planted_direction(source->instances, n, q, source->factors, 0, NULL, source->factors + q * n, source->work);
    source->weights[q] = source->label * (1.0 - source->gap) * random_range(source->instances, -1.0, 1.0);
  }
  for (size_t i = 0; i < source->r; i++) source->weights[source->rank + i] = -source->label * source->gap;
  const double *frame = source->hidden + source->drift.place * hidden_size(source);
  memcpy(source->factors + source->rank * n, frame, source->r * n * sizeof *frame);
}

static status next(void *self, const learner *player, instance *x) {
  matrix_losses *source = self;
  const size_t n = source->n, count = source->rank + source->r;
  (void)player;
  (void)drift_next(&source->drift, source->comparator);
  source->label = random_chance(source->labels, 0.5) ? 1.0 : -1.0;
  if (source->kind == INSTANCE_VECTOR) {
    *x = draw_vector(source);
    return STATUS_OK;
  }
  draw_factors(source);
  *x = instance_low_rank(n, count, source->factors, source->weights, 0.0);
  if (source->kind == INSTANCE_LOW_RANK) return STATUS_OK;
  memset(source->matrix, 0, n * n * sizeof *source->matrix);
  add_dyads(n, count, source->weights, source->factors, source->matrix);
  *x = instance_matrix(n, source->matrix);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(matrix_losses),
    .facts = facts,
    .init = init,
    .clear = clear,
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
              PARAMETERS(parameters)},
    .methods = &methods,
};
