/* A hidden linear threshold with a margin: labels are the sign of <u,x>, |u|_1 = 1, |x_i| <= 1, y <u,x> >= margin.
 *
 * The label is drawn first, then the entries; an instance that misses the margin is moved to it on the relevant attributes.
 * Streams: "target" (u), "labels", "instances", "noise" (flipped labels). */
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"
#include "problems/thresholds/threshold_target.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = 1e6, .meaning = "number of attributes"},
    THRESHOLD_MARGIN_PARAMETER("0.2", "y <u,x> of every instance is at least this; |u|_1 = 1"),
    {.name = "relevant",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e6,
     .meaning = "number of attributes where u is not 0; absent: all n"},
    {.name = "target",
     .type = PARAMETER_CHOICE,
     .value = "simplex",
     .choices = "simplex signed",
     .meaning = "u >= 0, or with entries of both signs"},
    {.name = "weights",
     .type = PARAMETER_CHOICE,
     .value = "equal",
     .choices = "equal random",
     .meaning = "moduli of the entries of u that are not 0"},
    {.name = "instances",
     .type = PARAMETER_CHOICE,
     .value = "signed",
     .choices = "signed nonnegative",
     .meaning = "entries in [-1,1] or in [0,1]; the latter needs a signed target"},
    {.name = "entries",
     .type = PARAMETER_CHOICE,
     .value = "uniform",
     .choices = "uniform extreme",
     .meaning = "drawn uniformly, or only the ends of the interval"},
    {.name = "density",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1,
     .meaning = "probability that an entry is drawn; the others are 0"},
    PLANTED_NOISE_PARAMETER,
};

typedef struct linear_threshold {
  threshold_target target;
  double margin, low, density, noise, label;
  bool extreme;
  random_stream *labels, *instances, *flips;
  double *x;
} linear_threshold;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  if (option_given(values, "relevant")) TRY(planted_at_most(values, "relevant", "n"));
  if (option_is(values, "instances", "nonnegative") && option_is(values, "target", "simplex")) {
    return FAIL(STATUS_INVALID, "%s: instances = nonnegative needs target = signed: no label would be -1",
                option_who(values));
  }
  *out = threshold_facts(option_count(values, "n"), option_number(values, "margin"));
  out->exchangeable = true;
  return STATUS_OK;
}

static void clear(void *self) {
  linear_threshold *source = self;
  threshold_target_end(&source->target);
  random_stream_free(source->labels);
  random_stream_free(source->instances);
  random_stream_free(source->flips);
  free(source->x);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  linear_threshold *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = option_count(values, "n");
  source->margin = option_number(values, "margin");
  source->low = option_is(values, "instances", "signed") ? -1.0 : 0.0;
  source->density = option_number(values, "density");
  source->noise = option_number(values, "noise");
  source->extreme = option_is(values, "entries", "extreme");
  TRY(random_stream_new(seed, "labels", &source->labels));
  TRY(random_stream_new(seed, "instances", &source->instances));
  TRY(random_stream_new(seed, "noise", &source->flips));
  TRY(NEW_ARRAY(n, source->x));
  TRY(threshold_target_begin(seed, n, option_given(values, "relevant") ? option_count(values, "relevant") : n,
                             option_is(values, "weights", "random"), option_is(values, "target", "signed"),
                             &source->target));
  const double reach = threshold_target_reach(&source->target, source->low);
  if (source->margin <= reach) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: margin = %g must be at most %g, the most that this target can have",
              option_who(values), source->margin, reach);
}

static double draw_entry(linear_threshold *source) {
  if (source->density < 1.0 && !random_chance(source->instances, source->density)) return 0.0;
  if (source->extreme) return random_chance(source->instances, 0.5) ? 1.0 : source->low;
  return random_range(source->instances, source->low, 1.0);
}

static void draw_entries(linear_threshold *source, size_t n, double *x) {
  if (!source->extreme && source->density >= 1.0) {
    random_range_vector(source->instances, source->low, 1.0, n, x);
  } else {
    for (size_t i = 0; i < n; i++) x[i] = draw_entry(source);
  }
}

static status next(void *self, const learner *player, instance *x) {
  linear_threshold *source = self;
  (void)player;
  const size_t n = source->target.n;
  const double clean = random_chance(source->labels, 0.5) ? 1.0 : -1.0;
  draw_entries(source, n, source->x);
  threshold_target_move(&source->target, source->low, clean, source->margin, source->x);
  source->label = random_chance(source->flips, source->noise) ? -clean : clean;
  *x = instance_dense_vector(n, source->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(linear_threshold),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(linear_threshold, label),
    .comparator_at = PLACE(linear_threshold, target.comparator),
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
              PARAMETERS(parameters)},
    .methods = &methods,
};
