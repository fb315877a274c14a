/* A hidden subspace of dimension r that is replaced by another one K - 1 times. Consecutive subspaces share `shared` directions; the
 * others of the new one are orthogonal to all of the old one, so that each shift changes exactly r - shared directions.
 *
 *   dyad    X = x x^T, x = sqrt(s) u + sqrt(1-s) v, u in the subspace, v orthogonal to it: tr(PX) = s
 *   vector  X = diag(x): the subspace is a set of r attributes; x = s at one of them (none if s = 0), and 1 at every other attribute
 *           with probability `density`
 * with s = gap or uniform in [gap,1] for positive instances and 0 for negative ones. Streams: "subspace", "labels", "instances",
 * "noise". */

#include "base/sorting.h"
#include "linalg/frame.h"
#include "problems/drift.h"
#include "problems/subspaces/mixture.h"
#include "problems/subspaces/planted.h"

typedef enum form_choice { FORM_DYAD, FORM_VECTOR } form_choice;
typedef enum margin_choice { MARGIN_BOUNDARY, MARGIN_UNIFORM } margin_choice;

typedef struct shifting_subspace {
  size_t n, r, shared, segments, length;
  form_choice form;
  margin_choice margin;
  double gap, positives, noise, density;
  random_stream *labels, *instances, *flips;
  drift drift;
  double *frames;      /* dyads: segments x r x n */
  size_t *coordinates; /* vectors: segments x r, ascending */
  mixtures mixture;    /* dyads: one at a time */
  double *x;           /* vectors: n */
  size_t *index;       /* n */
  double label;
  comparator *comparator;
} shifting_subspace;

static const parameter parameters[] = {
    OPTION_COUNT(shifting_subspace, n, REQUIRED, 1, 1e7, "order of the instances"),
    PLANTED_RANK(shifting_subspace, 1e7, "dimension of the hidden subspaces"),
    OPTION_COUNT(shifting_subspace, segments, "3", 1, 1e6, "number of consecutive subspaces"),
    OPTION_COUNT(shifting_subspace, length, ABSENT, 1, 1e9, "trials of a segment; absent: the trials are split evenly"),
    OPTION_COUNT(shifting_subspace, shared, "0", 0, 1e7, "directions that consecutive subspaces share"),
    PLANTED_GAP(shifting_subspace, "positive instances have tr(PX) >= gap, negative ones 0"),
    PLANTED_MARGIN(shifting_subspace, "boundary uniform",
                   "tr(PX) of positive instances is at the gap, or uniform beyond it"),
    PLANTED_POSITIVES(shifting_subspace),
    PLANTED_NOISE(shifting_subspace),
    OPTION_CHOICE(shifting_subspace, form, "dyad", "dyad vector",
                  "dyads and random subspaces, or vectors of attributes and disjunctions"),
    OPTION_NUMBER(shifting_subspace, density, "0.1", 0, 1,
                  "form = vector: probability that an irrelevant attribute is 1"),
};

static const option_rule rules[] = {
    RULE_AT_MOST(shifting_subspace, r, n),
    RULE_AT_MOST(shifting_subspace, shared, r),
};

/* The number of trials of all segments; without a length the trials are split evenly. */
static size_t trials_of(const shifting_subspace *source, const problem_setting *setting) {
  return source->length > 0 ? source->segments * source->length : setting->trials;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const shifting_subspace *source = self;
  const char *who = setting->class->about.name;
  const size_t n = source->n, r = source->r, segments = source->segments, shared = source->shared;
  const size_t trials = trials_of(source, setting);
  const bool vectors = source->form == FORM_VECTOR;
  if (trials == 0) return FAIL(STATUS_INVALID, "%s: length is needed where the trials are not given", who);
  if (trials < segments) {
    return FAIL(STATUS_INVALID, "%s: segments = %zu must be at most the number of trials, %zu", who, segments, trials);
  }
  if (segments > 1 && 2 * r - shared > n) {
    return FAIL(STATUS_INVALID, "%s: two subspaces need 2 r - shared = %zu dimensions, n = %zu", who, 2 * r - shared,
                n);
  }
  if (!vectors && r == n) {
    return FAIL(STATUS_INVALID, "%s: r = %zu must be below n = %zu: negative dyads lie outside the subspace", who, r,
                n);
  }
  *out = (problem_facts){.n = n,
                         .kind = vectors ? INSTANCE_VECTOR : INSTANCE_DYAD,
                         .rank = vectors ? n : 1,
                         .labels = LABEL_SIGN,
                         .trials = source->length > 0 ? trials : 0,
                         .gap_low = 0,
                         .gap_high = source->gap};
  return STATUS_OK;
}

/* The next frame: the last `shared` rows of the frame before, and new ones. `all` has room for 2 r rows, `work` for 2 r numbers. */
static void shift_frame(const shifting_subspace *source, random_stream *stream, const double *old, double *frame,
                        double *all, double *work) {
  const size_t n = source->n, r = source->r, shared = source->shared;
  memcpy(all, old, r * n * sizeof *all);
  for (size_t i = 0; i < r - shared; i++) planted_direction(stream, n, r + i, all, 0, NULL, all + (r + i) * n, work);
  memcpy(frame, old + (r - shared) * n, shared * n * sizeof *frame);
  memcpy(frame + shared * n, all + r * n, (r - shared) * n * sizeof *frame);
}

static status draw_frames(shifting_subspace *source, random_stream *stream) {
  const size_t n = source->n, r = source->r;
  FREED double *all = NULL, *work = NULL;
  TRY(OWN_ARRAY(source, source->segments * r * n, source->frames));
  TRY(NEW_ARRAY(2 * r * n, all));
  TRY(NEW_ARRAY(2 * r, work));
  TRY(frame_random(stream, n, r, source->frames));
  for (size_t j = 1; j < source->segments; j++) {
    double *frame = source->frames + j * r * n;
    shift_frame(source, stream, frame - r * n, frame, all, work);
  }
  return STATUS_OK;
}

/* `order` is a permutation of the attributes of which the first r are relevant. A shift exchanges r - shared of them, chosen at
 * random, for others. */
static status draw_coordinates(shifting_subspace *source, random_stream *stream) {
  const size_t n = source->n, r = source->r, changed = r - source->shared;
  FREED size_t *order = NULL;
  TRY(OWN_ARRAY(source, source->segments * r, source->coordinates));
  TRY(NEW_ARRAY(n, order));
  for (size_t i = 0; i < n; i++) order[i] = i;
  random_shuffle(stream, n, order);
  for (size_t j = 0; j < source->segments; j++) {
    size_t *coordinates = source->coordinates + j * r;
    if (j > 0) {
      random_shuffle(stream, r, order);
      random_shuffle(stream, n - r, order + r);
      for (size_t i = 0; i < changed; i++) {
        const size_t leaves = order[i];
        order[i] = order[r + i];
        order[r + i] = leaves;
      }
    }
    memcpy(coordinates, order, r * sizeof *coordinates);
    qsort(coordinates, r, sizeof *coordinates, order_sizes);
  }
  return STATUS_OK;
}

static status answer(void *context, size_t j, comparator **out) {
  const shifting_subspace *source = context;
  const size_t n = source->n, r = source->r;
  if (source->form == FORM_VECTOR) {
    return comparator_from_coordinates(COMPARATOR_PLANTED, n, r, source->coordinates + j * r, out);
  }
  return comparator_from_frame(COMPARATOR_PLANTED, n, r, source->frames + j * r * n, out);
}

static status init(void *self, const problem_setting *setting) {
  shifting_subspace *source = self;
  const size_t n = source->n, r = source->r;
  const bool dyads = source->form == FORM_DYAD;
  CLEANUP(random_stream_free_at) random_stream *subspace = NULL;
  TRY(member_stream(source, setting->seed, "labels", &source->labels));
  TRY(member_stream(source, setting->seed, "instances", &source->instances));
  TRY(member_stream(source, setting->seed, "noise", &source->flips));
  TRY(OWN(source, &source->mixture, mixtures_end));
  if (dyads) TRY(mixtures_begin(n, r, 1, &source->mixture));
  TRY(OWN_ARRAY(source, n, source->x));
  TRY(OWN_ARRAY(source, n, source->index));
  TRY(random_stream_new(setting->seed, "subspace", &subspace));
  TRY(dyads ? draw_frames(source, subspace) : draw_coordinates(source, subspace));
  TRY(drift_draw(trials_of(source, setting), source->segments, answer, source, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static instance draw_dyad(shifting_subspace *source, double margin) {
  const size_t n = source->n, r = source->r;
  const double *frame = source->frames + source->drift.place * r * n;
  mixtures_draw(&source->mixture, source->instances, margin);
  mixtures_make(&source->mixture, source->instances, frame);
  return instance_dense_dyad(n, source->mixture.x);
}

static instance draw_vector(shifting_subspace *source, double margin) {
  const size_t *relevant = source->coordinates + source->drift.place * source->r;
  const size_t chosen = relevant[random_index(source->instances, source->r)];
  size_t count = 0, below = 0;
  for (size_t i = 0; i < source->n; i++) {
    const bool on = random_chance(source->instances, source->density);
    double value = on ? 1 : 0;
    if (below < source->r && relevant[below] == i) {
      value = i == chosen ? margin : 0;
      below++;
    }
    if (value <= 0) continue;
    source->index[count] = i;
    source->x[count++] = value;
  }
  return instance_sparse(INSTANCE_VECTOR, source->n, count, source->index, source->x);
}

static status next(void *self, const learner *player, instance *x) {
  shifting_subspace *source = self;
  (void)drift_next(&source->drift, source->comparator);
  const bool positive = random_chance(source->labels, source->positives);
  double margin = 0;
  if (positive) {
    margin = source->gap;
    if (source->margin == MARGIN_UNIFORM) margin += (1 - margin) * random_uniform(source->instances);
  }
  *x = source->form == FORM_DYAD ? draw_dyad(source, margin) : draw_vector(source, margin);
  const bool flip = random_chance(source->flips, source->noise);
  source->label = positive != flip ? 1 : -1;
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(shifting_subspace),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(shifting_subspace, label),
    .comparator_at = PLACE(shifting_subspace, comparator),
};

const problem_class problem_shifting_subspace = {
    .about = {.name = "shifting_subspace",
              .title = "Shifting subspace",
              .citation = "Warmuth 2007, section 1; Auer & Warmuth 1998",
              .help = "instances near to or orthogonal to a hidden subspace that is replaced several times",
              .formula = "as close_to_subspace, with $P_1,P_2,\\dots,P_K$ one after the other; each shift replaces $r$ "
                         "less the shared directions by ones that are orthogonal to all of the last subspace",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
