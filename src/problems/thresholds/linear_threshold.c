/* A hidden linear threshold with a margin: labels are the sign of <u,x>, |u|_1 = 1, |x_i| <= 1, y <u,x> >= margin.
 *
 * The label is drawn first, then the entries; an instance that misses the margin is moved to it on the relevant attributes.
 * Streams: "target" (u), "labels", "instances", "noise" (flipped labels). */

#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

typedef enum target_choice { TARGET_SIMPLEX, TARGET_SIGNED } target_choice;
typedef enum instances_choice { INSTANCES_SIGNED, INSTANCES_NONNEGATIVE } instances_choice;
typedef enum entries_choice { ENTRIES_UNIFORM, ENTRIES_EXTREME } entries_choice;

typedef struct linear_threshold {
  size_t n, relevant;
  target_choice target;
  threshold_weights weights;
  instances_choice instances;
  entries_choice entries;
  double margin, density, noise;
  threshold_target hidden;
  double low, label; /* low: of entries */
  random_stream *labels, *stream, *flips;
  double *x;
} linear_threshold;

static const parameter parameters[] = {
    OPTION_COUNT(linear_threshold, n, REQUIRED, 1, 1e6, "number of attributes"),
    THRESHOLD_MARGIN(linear_threshold, "0.2", "y <u,x> of every instance is at least this; |u|_1 = 1"),
    OPTION_COUNT(linear_threshold, relevant, ABSENT, 1, 1e6, "number of attributes where u is not 0; absent: all n"),
    OPTION_CHOICE(linear_threshold, target, "simplex", "simplex signed", "u >= 0, or with entries of both signs"),
    OPTION_CHOICE(linear_threshold, weights, "equal", "equal random", "moduli of the entries of u that are not 0"),
    OPTION_CHOICE(linear_threshold, instances, "signed", "signed nonnegative",
                  "entries in [-1,1] or in [0,1]; the latter needs a signed target"),
    OPTION_CHOICE(linear_threshold, entries, "uniform", "uniform extreme",
                  "drawn uniformly, or only the ends of the interval"),
    OPTION_NUMBER(linear_threshold, density, "1", 0, 1, "probability that an entry is drawn; the others are 0"),
    PLANTED_NOISE(linear_threshold),
};

static const option_rule rules[] = {
    RULE_AT_MOST(linear_threshold, relevant, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const linear_threshold *source = self;
  if (source->instances == INSTANCES_NONNEGATIVE && source->target == TARGET_SIMPLEX) {
    return FAIL(STATUS_INVALID, "%s: instances = nonnegative needs target = signed: no label would be -1",
                setting->class->about.name);
  }
  *out = threshold_facts(source->n, source->margin);
  out->exchangeable = true;
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  linear_threshold *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = source->n;
  source->low = source->instances == INSTANCES_SIGNED ? -1.0 : 0.0;
  TRY(member_stream(source, seed, "labels", &source->labels));
  TRY(member_stream(source, seed, "instances", &source->stream));
  TRY(member_stream(source, seed, "noise", &source->flips));
  TRY(OWN_ARRAY(source, n, source->x));
  TRY(OWN(source, &source->hidden, threshold_target_end));
  TRY(threshold_target_begin(seed, n, source->relevant > 0 ? source->relevant : n, source->weights,
                             source->target == TARGET_SIGNED, &source->hidden));
  const double reach = threshold_target_reach(&source->hidden, source->low);
  if (source->margin <= reach) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: margin = %g must be at most %g, the most that this target can have",
              setting->class->about.name, source->margin, reach);
}

static double draw_entry(linear_threshold *source) {
  if (source->density < 1.0 && !random_chance(source->stream, source->density)) return 0.0;
  if (source->entries == ENTRIES_EXTREME) return random_chance(source->stream, 0.5) ? 1.0 : source->low;
  return random_range(source->stream, source->low, 1.0);
}

static void draw_entries(linear_threshold *source, size_t n, double *x) {
  if (source->entries == ENTRIES_UNIFORM && source->density >= 1.0) {
    random_range_vector(source->stream, source->low, 1.0, n, x);
  } else {
    for (size_t i = 0; i < n; i++) x[i] = draw_entry(source);
  }
}

static status next(void *self, const learner *player, instance *x) {
  linear_threshold *source = self;
  const size_t n = source->n;
  const double clean = random_chance(source->labels, 0.5) ? 1.0 : -1.0;
  draw_entries(source, n, source->x);
  threshold_target_move(&source->hidden, source->low, clean, source->margin, source->x);
  source->label = random_chance(source->flips, source->noise) ? -clean : clean;
  *x = instance_dense_vector(n, source->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(linear_threshold),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(linear_threshold, label),
    .comparator_at = PLACE(linear_threshold, hidden.comparator),
};

const problem_class problem_linear_threshold = {
    .about = {.name = "linear_threshold",
              .title = "Linear threshold",
              .citation = "Littlestone 1988; Schapire 2018, COS 511, lecture 17",
              .help = "a hidden linear threshold u with |u|_1 = 1, entries in [-1,1] and a margin",
              .formula = "$y=\\mathrm{sign}\\langle u,x\\rangle$ with $|u|_1=1$, $|x_i|\\le1$ and $y\\langle "
                         "u,x\\rangle\\ge s$, the margin",
              .family = "threshold",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
