/* Points near a subspace, for learners that keep one of its dimension (Warmuth and Kuzmin 2008): x = sqrt(1 - noise) u + sqrt(noise) v, u a
 * random unit vector of a hidden k-dimensional subspace, v one orthogonal to it. The label is tr X = |x|^2 = 1, so that for a prediction
 * tr(P X), what a projection P keeps, the absolute loss is what it drops.
 *
 *   drift      the subspace turns: in trial t it is spanned by cos(a) q_i + sin(a) q_{k+i}, a = drift (t - 1), i <= k
 *   instances  "dyad": x x^T; "vector": the q_i are coordinates, and a trial shows the vector of the x_i^2: sets of k coordinates
 *
 * The comparator is the hidden subspace, or (comparator = "pca") that of the principal components of as many trials as were asked for.
 * Streams: "subspace", "instances". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/random/portable_math.h"
#include "linalg/frame.h"
#include "problems/problem.h"
#include "problems/subspaces/mixture.h"
#include "problems/subspaces/offline_pca.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 1000000 };

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = ORDER_LIMIT, .meaning = "order"},
    {.name = "k",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = ORDER_LIMIT,
     .meaning = "dimension of the hidden subspace, below n; with drift 2k is at most n"},
    {.name = "noise",
     .type = PARAMETER_NUMBER,
     .value = "0.1",
     .low = 0,
     .high = 1,
     .meaning = "share of |x|^2 outside of the subspace"},
    {.name = "drift",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1,
     .meaning = "angle by which the subspace turns from one trial to the next; needs comparator = pca"},
    {.name = "instances",
     .type = PARAMETER_CHOICE,
     .value = "dyad",
     .choices = "dyad vector",
     .meaning = "x x^T; vector: the squares of the coordinates of x, the subspace spanned by k coordinates"},
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "planted",
     .choices = "planted pca",
     .meaning = "the hidden subspace; pca: the best one for the trials played, n at most 1024"},
};

typedef struct online_pca {
  size_t n, k, t;
  bool dyads, planted;
  double noise, drift, label;
  double *rows, *subspace; /* q_1, ..., q_2k (without drift q_k) and the subspace of a trial, k x n */
  random_stream *instances;
  mixtures mixtures;
  comparator *comparator;
} online_pca;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n"), k = option_count(values, "k");
  const bool drifts = option_number(values, "drift") > 0.0, pca = option_is(values, "comparator", "pca");
  const bool dyads = option_is(values, "instances", "dyad");
  TRY(planted_below(values, "k", "n"));
  if (drifts && 2 * k > n) {
    return FAIL(STATUS_INVALID, "%s: k = %zu must be at most n/2 with drift, n = %zu", option_who(values), k, n);
  }
  if (drifts && !pca) {
    return FAIL(STATUS_INVALID, "%s: drift needs comparator = \"pca\": no hidden subspace stays", option_who(values));
  }
  if (pca) TRY(planted_limit(values, OFFLINE_PCA_LIMIT, "comparator = pca"));
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

static void clear(void *self) {
  online_pca *source = self;
  comparator_free(source->comparator);
  random_stream_free(source->instances);
  mixtures_end(&source->mixtures);
  free(source->rows);
  free(source->subspace);
}

static const double *turn(online_pca *source) {
  const double angle = source->drift * (double)source->t;
  if (!(angle > 0.0)) return source->rows;
  const size_t size = source->k * source->n;
  double c = 1.0, s = 0.0;
  portable_turn(angle, &c, &s);
  for (size_t i = 0; i < size; i++) source->subspace[i] = c * source->rows[i] + s * source->rows[size + i];
  return source->subspace;
}

static instance show(online_pca *source) {
  double *x = source->mixtures.x;
  mixtures_draw(&source->mixtures, source->instances, 1.0 - source->noise);
  mixtures_make(&source->mixtures, source->instances, turn(source));
  source->t++;
  if (source->dyads) return instance_dense_dyad(source->n, x);
  for (size_t i = 0; i < source->n; i++) x[i] *= x[i];
  return instance_dense_vector(source->n, x);
}

/* q_1, ..., q_count: random, or the unit vectors of random coordinates, ascending. */
static status draw_rows(online_pca *source, uint64_t seed, size_t count) {
  const size_t n = source->n, k = source->k;
  random_stream *stream = NULL;
  size_t *chosen = NULL;
  status code = STATUS_OK;
  CHECK(random_stream_new(seed, "subspace", &stream));
  CHECK(NEW_ARRAY(count, chosen));
  if (source->dyads) {
    CHECK(frame_random(stream, n, count, source->rows));
  } else {
    random_subset(stream, n, count, chosen);
    for (size_t i = 0; i < count; i++) source->rows[i * n + chosen[i]] = 1.0;
  }
  if (source->planted) {
    CHECK(source->dyads ? comparator_from_frame(COMPARATOR_PLANTED, n, k, source->rows, &source->comparator)
                        : comparator_from_coordinates(COMPARATOR_PLANTED, n, k, chosen, &source->comparator));
  }
end:
  random_stream_free(stream);
  free(chosen);
  return code;
}

/* Draws the trials once more than they are played. */
static status compare(online_pca *source, uint64_t seed, size_t trials) {
  const size_t n = source->n;
  double *sum = NULL;
  TRY(NEW_ARRAY(n * n, sum));
  status code = random_stream_new(seed, "instances", &source->instances);
  for (size_t t = 0; code == STATUS_OK && t < trials; t++) {
    const instance x = show(source);
    instance_add_to_dense(&x, 1.0, sum);
  }
  if (code == STATUS_OK) code = offline_pca(n, source->k, sum, &source->comparator);
  random_stream_free(source->instances);
  source->instances = NULL;
  source->t = 0;
  free(sum);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  online_pca *source = self;
  source->n = option_count(values, "n");
  source->k = option_count(values, "k");
  source->noise = option_number(values, "noise");
  source->drift = option_number(values, "drift");
  source->dyads = option_is(values, "instances", "dyad");
  source->planted = option_is(values, "comparator", "planted");
  source->label = 1.0;
  const size_t count = source->drift > 0.0 ? 2 * source->k : source->k;
  TRY(NEW_ARRAY(count * source->n, source->rows));
  TRY(NEW_ARRAY(source->k * source->n, source->subspace));
  TRY(mixtures_begin(source->n, source->k, 1, &source->mixtures));
  TRY(draw_rows(source, setting->seed, count));
  if (!source->planted && setting->trials > 0) TRY(compare(source, setting->seed, setting->trials));
  return random_stream_new(setting->seed, "instances", &source->instances);
}

static status next(void *self, const learner *player, instance *x) {
  (void)player;
  *x = show(self);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(online_pca),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(online_pca, label),
    .comparator_at = PLACE(online_pca, comparator),
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
              PARAMETERS(parameters)},
    .methods = &methods,
};
