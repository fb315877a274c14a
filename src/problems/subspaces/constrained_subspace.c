/* Close to a subspace with prior knowledge in the form of side constraints on W (Warmuth 2007).
 *
 *   structure = "diagonal"   P = diag(d), d binary with r ones: every off-diagonal entry of P is 0
 *   structure = "known"      P_ii = known[i], P_ij = 0 between these i; otherwise random: P is spanned by
 *                            sqrt(c_i) e_i + sqrt(1 - c_i) f_i and further f_i, f Haar-random in the other coordinates
 *
 * Instances are dyads x x^T of unit vectors: negative ones orthogonal to the subspace, positive ones with x^T P x at or above
 * the gap. Streams: "subspace", "labels", "instances", "noise". */

#include "linalg/frame.h"
#include "problems/problem.h"
#include "problems/subspaces/mixture.h"
#include "problems/subspaces/planted.h"

typedef enum structure_choice { STRUCTURE_DIAGONAL, STRUCTURE_KNOWN } structure_choice;
typedef enum margin_choice { MARGIN_BOUNDARY, MARGIN_UNIFORM } margin_choice;

typedef struct constrained_subspace {
  size_t n, r;
  structure_choice structure;
  margin_choice margin;
  number_list known; /* until init returns */
  double gap, positives, noise;
  random_stream *labels, *instances, *flips;
  double *frame;    /* r x n */
  mixtures mixture; /* one at a time */
  double label;
  comparator *comparator;
} constrained_subspace;

static const parameter parameters[] = {
    OPTION_COUNT(constrained_subspace, n, REQUIRED, 2, 1e7, "dimension of the space"),
    PLANTED_RANK(constrained_subspace, 1e7, "dimension of the subspace, below n"),
    OPTION_CHOICE(constrained_subspace, structure, "diagonal", "diagonal known",
                  "diagonal: P is diagonal; known: P_ii = known[i] and P_ij = 0 for the first coordinates"),
    {OPTION_ROW("known", constrained_subspace, known, number_list, PARAMETER_NUMBERS, ABSENT,
                "the known P_11, P_22, ...: at most r and at most n - r of them"),
     .low = 0, .high = 1, .open_low = true, .open_high = true},
    PLANTED_GAP(constrained_subspace, "positive instances have tr(PX) >= gap, negative ones 0"),
    PLANTED_MARGIN(constrained_subspace, "boundary uniform",
                   "tr(PX) of positive instances is the gap, or uniform between it and 1"),
    PLANTED_POSITIVES(constrained_subspace),
    PLANTED_NOISE(constrained_subspace),
};

static const option_rule rules[] = {
    RULE_BELOW(constrained_subspace, r, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const constrained_subspace *source = self;
  const size_t n = source->n, r = source->r, count = source->known.count;
  const char *who = setting->class->about.name;
  if (source->structure == STRUCTURE_KNOWN) {
    if (count == 0) return FAIL(STATUS_INVALID, "%s: structure = known needs the list known", who);
    if (count > r || count > n - r) {
      return FAIL(STATUS_INVALID, "%s: %zu known entries, expected at most r = %zu and at most n - r = %zu", who, count,
                  r, n - r);
    }
  } else if (count > 0) {
    return FAIL(STATUS_INVALID, "%s: known has no effect with structure = diagonal: leave it out", who);
  }
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_low = 0,
                         .gap_high = source->gap};
  return STATUS_OK;
}

static status plant_diagonal(constrained_subspace *source, uint64_t seed) {
  FREED size_t *coordinates = NULL;
  TRY(planted_coordinates(seed, source->n, source->r, true, &coordinates));
  for (size_t i = 0; i < source->r; i++) source->frame[i * source->n + coordinates[i]] = 1.0;
  return planted_comparator(source->n, source->r, coordinates, NULL, &source->comparator);
}

static status plant_known(constrained_subspace *source, uint64_t seed) {
  const size_t n = source->n, r = source->r, count = source->known.count, rest = n - count;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  FREED double *others = NULL;
  TRY(NEW_ARRAY(r * rest, others));
  TRY(random_stream_new(seed, "subspace", &stream));
  TRY(frame_random(stream, rest, r, others));
  for (size_t i = 0; i < r; i++) {
    double *row = source->frame + i * n;
    const double share = i < count ? source->known.value[i] : 0.0;
    kernel_axpy(rest, sqrt(1.0 - share), others + i * rest, row + count);
    if (i < count) row[i] = sqrt(share);
  }
  return comparator_from_frame(COMPARATOR_PLANTED, n, r, source->frame, &source->comparator);
}

static status init(void *self, const problem_setting *setting) {
  constrained_subspace *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = source->n, r = source->r;
  TRY(member_stream(source, seed, "labels", &source->labels));
  TRY(member_stream(source, seed, "instances", &source->instances));
  TRY(member_stream(source, seed, "noise", &source->flips));
  TRY(OWN_ARRAY(source, r * n, source->frame));
  TRY(OWN(source, &source->mixture, mixtures_end));
  TRY(mixtures_begin(n, r, 1, &source->mixture));
  TRY(OWN(source, &source->comparator, comparator_free_at));
  return source->known.count > 0 ? plant_known(source, seed) : plant_diagonal(source, seed);
}

static status next(void *self, const learner *player, instance *x) {
  constrained_subspace *source = self;
  const bool positive = random_chance(source->labels, source->positives);
  double share = positive ? source->gap : 0.0;
  if (positive && source->margin == MARGIN_UNIFORM) share += (1.0 - share) * random_uniform(source->instances);
  mixtures_draw(&source->mixture, source->instances, share);
  mixtures_make(&source->mixture, source->instances, source->frame);
  *x = instance_dense_dyad(source->n, source->mixture.x);
  source->label = positive != random_chance(source->flips, source->noise) ? 1.0 : -1.0;
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(constrained_subspace),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(constrained_subspace, label),
    .comparator_at = PLACE(constrained_subspace, comparator),
};

const problem_class problem_constrained_subspace = {
    .about = {.name = "constrained_subspace",
              .title = "Close to a subspace with side constraints",
              .citation = "Warmuth 2007, side constraints",
              .help = "dyads near to or orthogonal to a hidden subspace of which some entries are known",
              .formula = "as close_to_subspace with dyads; $P=\\mathrm{diag}(d)$ with $r$ ones in $d$, or with known "
                         "entries: $P_{ii}=k_i$ and $P_{ij}=0$ among the given $i$",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
