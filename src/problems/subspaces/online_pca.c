/* Points near a subspace, for learners that keep one of its dimension (Warmuth and Kuzmin 2008): x = sqrt(1 - noise) u + sqrt(noise) v, u a
 * random unit vector of a hidden k-dimensional subspace, v one orthogonal to it. The label is tr X = |x|^2 = 1, so that for a prediction
 * tr(P X), what a projection P keeps, the absolute loss is what it drops.
 *
 *   drift      the subspace turns: in trial t it is spanned by cos(a) q_i + sin(a) q_{k+i}, a = drift (t - 1), i <= k
 *   instances  "dyad": x x^T; "vector": the q_i are coordinates, and a trial shows the vector of the x_i^2: sets of k coordinates
 *
 * The comparator is the hidden subspace, or (comparator = "pca") that of the principal components of as many trials as were asked for.
 * Streams: "subspace", "instances". */

#include "linalg/frame.h"
#include "problems/problem.h"
#include "problems/subspaces/mixture.h"
#include "problems/subspaces/offline_pca.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 1000000 };

typedef enum instances_choice { INSTANCES_DYAD, INSTANCES_VECTOR } instances_choice;
typedef enum answer_choice { ANSWER_PLANTED, ANSWER_PCA } answer_choice;

typedef struct online_pca {
  size_t n, k, t;
  instances_choice instances;
  answer_choice comparator;
  double noise, drift, label;
  double *rows, *subspace; /* q_1, ..., q_2k (without drift q_k) and the subspace of a trial, k x n */
  random_stream *stream;
  mixtures mixtures;
  comparator *u;
} online_pca;

static const parameter parameters[] = {
    OPTION_COUNT(online_pca, n, REQUIRED, 2, ORDER_LIMIT, "order"),
    OPTION_COUNT(online_pca, k, "1", 1, ORDER_LIMIT,
                 "dimension of the hidden subspace, below n; with drift 2k is at most n"),
    OPTION_NUMBER(online_pca, noise, "0.1", 0, 1, "share of |x|^2 outside of the subspace"),
    OPTION_NUMBER(online_pca, drift, "0", 0, 1,
                  "angle by which the subspace turns from one trial to the next; needs comparator = pca"),
    OPTION_CHOICE(online_pca, instances, "dyad", "dyad vector",
                  "x x^T; vector: the squares of the coordinates of x, the subspace spanned by k coordinates"),
    OPTION_CHOICE(online_pca, comparator, "planted", "planted pca",
                  "the hidden subspace; pca: the best one for the trials played, n at most 1024"),
};

static const option_rule rules[] = {
    RULE_BELOW(online_pca, k, n),
    RULE_LIMIT(online_pca, n, OFFLINE_PCA_LIMIT, comparator, ANSWER_PCA),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const online_pca *source = self;
  const size_t n = source->n, k = source->k;
  const bool drifts = source->drift > 0.0, dyads = source->instances == INSTANCES_DYAD;
  if (drifts && 2 * k > n) {
    return FAIL(STATUS_INVALID, "%s: k = %zu must be at most n/2 with drift, n = %zu", setting->class->about.name, k,
                n);
  }
  if (drifts && source->comparator != ANSWER_PCA) {
    return FAIL(STATUS_INVALID, "%s: drift needs comparator = \"pca\": no hidden subspace stays",
                setting->class->about.name);
  }
  *out = (problem_facts){.n = n,
                         .kind = dyads ? INSTANCE_DYAD : INSTANCE_VECTOR,
                         .rank = dyads ? 1 : n,
                         .labels = LABEL_REAL,
                         .loss = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0},
                         .exchangeable = !drifts,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static const double *turn(online_pca *source) {
  const double angle = source->drift * (double)source->t;
  if (!(angle > 0.0)) return source->rows;
  const size_t size = source->k * source->n;
  const double c = fixed_cos(angle), s = fixed_sin(angle);
  for (size_t i = 0; i < size; i++) source->subspace[i] = c * source->rows[i] + s * source->rows[size + i];
  return source->subspace;
}

static instance show(online_pca *source) {
  double *x = source->mixtures.x;
  mixtures_draw(&source->mixtures, source->stream, 1.0 - source->noise);
  mixtures_make(&source->mixtures, source->stream, turn(source));
  source->t++;
  if (source->instances == INSTANCES_DYAD) return instance_dense_dyad(source->n, x);
  for (size_t i = 0; i < source->n; i++) x[i] *= x[i];
  return instance_dense_vector(source->n, x);
}

/* q_1, ..., q_count: random, or the unit vectors of random coordinates, ascending. */
static status draw_rows(online_pca *source, uint64_t seed, size_t count) {
  const size_t n = source->n, k = source->k;
  const bool dyads = source->instances == INSTANCES_DYAD;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  FREED size_t *chosen = NULL;
  TRY(random_stream_new(seed, "subspace", &stream));
  TRY(NEW_ARRAY(count, chosen));
  if (dyads) {
    TRY(frame_random(stream, n, count, source->rows));
  } else {
    random_subset(stream, n, count, chosen);
    for (size_t i = 0; i < count; i++) source->rows[i * n + chosen[i]] = 1.0;
  }
  if (source->comparator != ANSWER_PLANTED) return STATUS_OK;
  return dyads ? comparator_from_frame(COMPARATOR_PLANTED, n, k, source->rows, &source->u)
               : comparator_from_coordinates(COMPARATOR_PLANTED, n, k, chosen, &source->u);
}

/* Draws the trials once more than they are played. */
static status compare(online_pca *source, uint64_t seed, size_t trials) {
  const size_t n = source->n;
  FREED double *sum = NULL;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(NEW_ARRAY(n * n, sum));
  TRY(random_stream_new(seed, "instances", &stream));
  source->stream = stream;
  for (size_t t = 0; t < trials; t++) {
    const instance x = show(source);
    instance_add_to_dense(&x, 1.0, sum);
  }
  source->t = 0;
  return offline_pca(n, source->k, sum, &source->u);
}

static status init(void *self, const problem_setting *setting) {
  online_pca *source = self;
  source->label = 1.0;
  const size_t count = source->drift > 0.0 ? 2 * source->k : source->k;
  TRY(OWN_ARRAY(source, count * source->n, source->rows));
  TRY(OWN_ARRAY(source, source->k * source->n, source->subspace));
  TRY(OWN(source, &source->mixtures, mixtures_end));
  TRY(OWN(source, &source->u, comparator_free_at));
  TRY(mixtures_begin(source->n, source->k, 1, &source->mixtures));
  TRY(draw_rows(source, setting->seed, count));
  if (source->comparator == ANSWER_PCA && setting->trials > 0) TRY(compare(source, setting->seed, setting->trials));
  return member_stream(source, setting->seed, "instances", &source->stream);
}

static status next(void *self, const learner *player, instance *x) {
  *x = show(self);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(online_pca),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(online_pca, label),
    .comparator_at = PLACE(online_pca, u),
};

const problem_class problem_online_pca = {
    .about = {.name = "online_pca",
              .title = "Online principal components",
              .citation = "Warmuth & Kuzmin 2008",
              .help = "points near a hidden subspace; the loss is what a learner's subspace drops of them",
              .formula =
                  "$X=xx^T$, $x=\\sqrt{1-\\mathrm{noise}}u+\\sqrt{\\mathrm{noise}}v$, $u$ in a hidden "
                  "subspace of dimension $k$, $v$ orthogonal to it; $y=\\mathrm{tr}X$, loss $\\vert\\hat y-y\\vert$; "
                  "$P$ that subspace, or the principal components of all trials",
              .family = "online_pca",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
