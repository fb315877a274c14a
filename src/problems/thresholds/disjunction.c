/* A hidden monotone disjunction of r out of n attributes: X = diag(x), x binary, P = diag(d), gap 1 (Littlestone
 * 1988).
 *
 * The label is drawn first. A positive instance has `active` relevant attributes on, a negative one none; every
 * irrelevant attribute is on with probability `density`. Streams: "subspace" (relevant attributes), "labels",
 * "instances", "attributes" (flipped attributes), "noise" (flipped labels), "rotation". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/random/portable_math.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = 1e7, .meaning = "number of attributes"},
    PLANTED_RANK_PARAMETER(1e7, "number of relevant attributes"),
    {.name = "density",
     .type = PARAMETER_NUMBER,
     .value = "0.1",
     .low = 0,
     .high = 1,
     .meaning = "probability that an irrelevant attribute is 1"},
    PLANTED_POSITIVES_PARAMETER,
    {.name = "active",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = 1e7,
     .meaning = "how many relevant attributes are 1 in a positive instance"},
    PLANTED_NOISE_PARAMETER,
    {.name = "attribute_noise",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1,
     .meaning = "probability that an attribute is flipped after labelling"},
    {.name = "relevant",
     .type = PARAMETER_CHOICE,
     .value = "random",
     .choices = "random first",
     .meaning = "which attributes are relevant: a random subset, or the first r"},
    {.name = "form",
     .type = PARAMETER_CHOICE,
     .value = "vector",
     .choices = "vector matrix rotated",
     .meaning = "diag(x) as a vector or as a matrix, or R diag(x) R^T with a fixed random rotation R"},
};

/* Picks each of 0, 1, 2, .. with the same probability; with a small one by drawing the gaps, which are geometric. */
typedef struct picker {
  double probability;
  double rate; /* -ln(1 - probability) if gaps are drawn, else 0 */
} picker;

static const double gap_limit = 0.25; /* above it one draw per position is as fast */

static picker picker_of(double probability) {
  const bool gaps = probability > 0 && probability <= gap_limit;
  return (picker){probability, gaps ? -portable_log1p(-probability) : 0};
}

/* The first picked position from `position` on; `count` if none is picked below count. */
static size_t pick(const picker *rule, random_stream *stream, size_t position, size_t count) {
  if (rule->probability <= 0 || position >= count) return count;
  if (rule->probability >= 1) return position;
  if (rule->rate > 0) { /* P(gap >= g) = (1 - p)^g */
    const double gap = floor(random_exponential(stream) / rule->rate);
    return gap < (double)(count - position) ? position + (size_t)gap : count;
  }
  while (position < count && !random_chance(stream, rule->probability)) position++;
  return position;
}

typedef struct disjunction {
  size_t n, r, active;
  double positives, noise;
  picker density, attribute_noise;
  random_stream *labels, *instances, *attributes, *flips;
  size_t *relevant;
  size_t *chosen;        /* active relevant attributes of a positive instance, as places in `relevant` */
  size_t *clean, *index; /* positions of ones before and after attribute noise */
  double *ones;
  double label;
  planted_diagonal diagonal;
  comparator *comparator;
} disjunction;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t n = option_count(values, "n");
  TRY(planted_at_most(values, "r", "n"));
  TRY(planted_at_most(values, "active", "r"));
  TRY(planted_form_check(values));
  *out = (problem_facts){.n = n,
                         .kind = planted_kind(planted_form_of(values)),
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_low = 0,
                         .gap_high = 1};
  return STATUS_OK;
}

static void clear(void *self) {
  disjunction *source = self;
  comparator_free(source->comparator);
  planted_diagonal_end(&source->diagonal);
  random_stream_free(source->labels);
  random_stream_free(source->instances);
  random_stream_free(source->attributes);
  random_stream_free(source->flips);
  free(source->relevant);
  free(source->chosen);
  free(source->clean);
  free(source->index);
  free(source->ones);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  disjunction *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = option_count(values, "n"), r = option_count(values, "r");
  source->n = n;
  source->r = r;
  source->active = option_count(values, "active");
  source->positives = option_number(values, "positives");
  source->noise = option_number(values, "noise");
  source->density = picker_of(option_number(values, "density"));
  source->attribute_noise = picker_of(option_number(values, "attribute_noise"));
  TRY(random_stream_new(seed, "labels", &source->labels));
  TRY(random_stream_new(seed, "instances", &source->instances));
  TRY(random_stream_new(seed, "attributes", &source->attributes));
  TRY(random_stream_new(seed, "noise", &source->flips));
  TRY(planted_coordinates(seed, n, r, option_is(values, "relevant", "random"), &source->relevant));
  TRY(NEW_ARRAY(source->active, source->chosen));
  TRY(NEW_ARRAY(n, source->clean));
  TRY(NEW_ARRAY(n, source->index));
  TRY(NEW_ARRAY(n, source->ones));
  for (size_t i = 0; i < n; i++) source->ones[i] = 1;
  TRY(planted_diagonal_begin(&source->diagonal, planted_form_of(values), seed, n, n));
  return planted_comparator(n, r, source->relevant, source->diagonal.rotation, &source->comparator);
}

/* Positions of ones, ascending: `on` chosen relevant attributes merged with the picked irrelevant ones. The
 * irrelevant attributes are numbered 0 .. n-r-1 in ascending order; number i is position i + (relevant attributes
 * below it). Returns their count. */
static size_t draw_clean(disjunction *source, size_t on) {
  const size_t irrelevant = source->n - source->r;
  size_t count = 0, below = 0, next_on = 0;
  size_t number = pick(&source->density, source->instances, 0, irrelevant);
  for (;;) {
    while (below < source->r && source->relevant[below] <= number + below) {
      if (next_on < on && source->chosen[next_on] == below) {
        source->clean[count++] = source->relevant[below];
        next_on++;
      }
      below++;
    }
    if (number == irrelevant) return count; /* every relevant attribute lies below position irrelevant + r */
    source->clean[count++] = number + below;
    number = pick(&source->density, source->instances, number + 1, irrelevant);
  }
}

/* index = the symmetric difference of the clean ones and the flipped attributes. */
static size_t flip_attributes(disjunction *source, size_t clean) {
  size_t count = 0, i = 0;
  size_t flipped = pick(&source->attribute_noise, source->attributes, 0, source->n);
  while (i < clean || flipped < source->n) {
    if (i < clean && source->clean[i] == flipped) {
      i++;
    } else if (i < clean && source->clean[i] < flipped) {
      source->index[count++] = source->clean[i++];
      continue;
    } else {
      source->index[count++] = flipped;
    }
    flipped = pick(&source->attribute_noise, source->attributes, flipped + 1, source->n);
  }
  return count;
}

static status next(void *self, const learner *player, instance *x) {
  disjunction *source = self;
  (void)player;
  const bool positive = random_chance(source->labels, source->positives);
  size_t on = 0;
  if (positive) {
    on = source->active;
    if (on == 1) {
      source->chosen[0] = random_index(source->instances, source->r);
    } else {
      random_subset(source->instances, source->r, on, source->chosen);
    }
  }
  size_t count = draw_clean(source, on);
  const size_t *index = source->clean;
  if (source->attribute_noise.probability > 0) {
    count = flip_attributes(source, count);
    index = source->index;
  }
  *x = planted_diagonal_instance(&source->diagonal, count, index, source->ones);
  const bool flip = random_chance(source->flips, source->noise);
  source->label = positive != flip ? 1 : -1;
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(disjunction),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(disjunction, label),
    .comparator_at = PLACE(disjunction, comparator),
};

const problem_class problem_disjunction = {
    .about = {.name = "disjunction",
              .title = "Disjunction",
              .citation = "Littlestone 1988",
              .help = "binary attributes labelled by a hidden monotone disjunction of r of them",
              .formula = "$x\\in\\lbrace0,1\\rbrace^n$, $y=1$ iff $x_i=1$ for one of $r$ hidden $i$: "
                         "$X=\\mathrm{diag}(x)$, $P=\\mathrm{diag}(d)$, $g_0=0$, $g_1=1$",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
