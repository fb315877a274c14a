/* Close to a subspace with prior knowledge in the form of side constraints on W (Warmuth 2007).
 *
 *   structure = "diagonal"   P = diag(d), d binary with r ones: every off-diagonal entry of P is 0
 *   structure = "known"      P_ii = known[i], P_ij = 0 between these i; otherwise random: P is spanned by
 *                            sqrt(c_i) e_i + sqrt(1 - c_i) f_i and further f_i, f Haar-random in the other coordinates
 *
 * Instances are dyads x x^T of unit vectors: negative ones orthogonal to the subspace, positive ones with x^T P x at or above
 * the gap. Streams: "subspace", "labels", "instances", "noise". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "problems/problem.h"
#include "problems/subspaces/mixture.h"
#include "problems/subspaces/planted.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e7, .meaning = "dimension of the space"},
    PLANTED_RANK_PARAMETER(1e7, "dimension of the subspace, below n"),
    {.name = "structure",
     .type = PARAMETER_CHOICE,
     .value = "diagonal",
     .choices = "diagonal known",
     .meaning = "diagonal: P is diagonal; known: P_ii = known[i] and P_ij = 0 for the first coordinates"},
    {.name = "known",
     .type = PARAMETER_NUMBERS,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .open_high = true,
     .meaning = "the known P_11, P_22, ...: at most r and at most n - r of them"},
    PLANTED_GAP_PARAMETER("positive instances have tr(PX) >= gap, negative ones 0"),
    PLANTED_MARGIN_PARAMETER("boundary uniform",
                             "tr(PX) of positive instances is the gap, or uniform between it and 1"),
    PLANTED_POSITIVES_PARAMETER,
    PLANTED_NOISE_PARAMETER,
};

typedef struct constrained_subspace {
  size_t n, r;
  bool uniform;
  double gap, positives, noise;
  random_stream *labels, *instances, *flips;
  double *frame;    /* r x n */
  mixtures mixture; /* one at a time */
  double label;
  comparator *comparator;
} constrained_subspace;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n"), r = option_count(values, "r");
  const char *who = option_who(values);
  const double *known = NULL;
  const size_t count = option_list(values, "known", &known);
  TRY(planted_below(values, "r", "n"));
  if (option_is(values, "structure", "known")) {
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
                         .gap_high = option_number(values, "gap")};
  return STATUS_OK;
}

static void clear(void *self) {
  constrained_subspace *source = self;
  comparator_free(source->comparator);
  random_stream_free(source->labels);
  random_stream_free(source->instances);
  random_stream_free(source->flips);
  free(source->frame);
  mixtures_end(&source->mixture);
}

static status plant_diagonal(constrained_subspace *source, uint64_t seed) {
  size_t *coordinates = NULL;
  TRY(planted_coordinates(seed, source->n, source->r, true, &coordinates));
  for (size_t i = 0; i < source->r; i++) source->frame[i * source->n + coordinates[i]] = 1.0;
  const status code = planted_comparator(source->n, source->r, coordinates, NULL, &source->comparator);
  free(coordinates);
  return code;
}

static status plant_known(constrained_subspace *source, uint64_t seed, size_t count, const double *known) {
  const size_t n = source->n, r = source->r, rest = n - count;
  random_stream *stream = NULL;
  double *others = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(r * rest, others));
  CHECK(random_stream_new(seed, "subspace", &stream));
  CHECK(frame_random(stream, rest, r, others));
  for (size_t i = 0; i < r; i++) {
    double *row = source->frame + i * n;
    const double share = i < count ? known[i] : 0.0;
    kernel_axpy(rest, sqrt(1.0 - share), others + i * rest, row + count);
    if (i < count) row[i] = sqrt(share);
  }
  CHECK(comparator_from_frame(COMPARATOR_PLANTED, n, r, source->frame, &source->comparator));
end:
  random_stream_free(stream);
  free(others);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  constrained_subspace *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = option_count(values, "n"), r = option_count(values, "r");
  source->n = n;
  source->r = r;
  source->uniform = option_is(values, "margin", "uniform");
  source->gap = option_number(values, "gap");
  source->positives = option_number(values, "positives");
  source->noise = option_number(values, "noise");
  TRY(random_stream_new(seed, "labels", &source->labels));
  TRY(random_stream_new(seed, "instances", &source->instances));
  TRY(random_stream_new(seed, "noise", &source->flips));
  TRY(NEW_ARRAY(r * n, source->frame));
  TRY(mixtures_begin(n, r, 1, &source->mixture));
  const double *known = NULL;
  const size_t count = option_list(values, "known", &known);
  return count > 0 ? plant_known(source, seed, count, known) : plant_diagonal(source, seed);
}

static status next(void *self, const learner *player, instance *x) {
  constrained_subspace *source = self;
  (void)player;
  const bool positive = random_chance(source->labels, source->positives);
  double share = positive ? source->gap : 0.0;
  if (positive && source->uniform) share += (1.0 - share) * random_uniform(source->instances);
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
    .clear = clear,
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
              PARAMETERS(parameters)},
    .methods = &methods,
};
