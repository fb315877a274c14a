/* A hidden monotone disjunction of r out of n attributes: X = diag(x), x binary, P = diag(d), gap 1 (Littlestone
 * 1988).
 *
 * The label is drawn first. A positive instance has `active` relevant attributes on, a negative one none; every
 * irrelevant attribute is on with probability `density`. Streams: "subspace" (relevant attributes), "labels",
 * "instances", "attributes" (flipped attributes), "noise" (flipped labels), "rotation". */

#include "problems/problem.h"
#include "problems/subspaces/planted.h"

/* Picks each of 0, 1, 2, .. with the same probability; with a small one by drawing the gaps, which are geometric. */
typedef struct picker {
  double probability;
  double rate; /* -ln(1 - probability) if gaps are drawn, else 0 */
} picker;

static const double gap_limit = 0.25; /* above it one draw per position is as fast */

static picker picker_of(double probability) {
  const bool gaps = probability > 0 && probability <= gap_limit;
  return (picker){probability, gaps ? -fixed_log1p(-probability) : 0};
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

typedef enum relevant_choice { RELEVANT_RANDOM, RELEVANT_FIRST } relevant_choice;

typedef struct disjunction {
  size_t n, r, active;
  double density, positives, noise, attribute_noise;
  relevant_choice relevant;
  planted_form form;
  picker ones_picker, flip_picker;
  random_stream *labels, *instances, *attributes, *flips;
  size_t *places;        /* of the relevant attributes */
  size_t *chosen;        /* active relevant attributes of a positive instance, as indices into `places` */
  size_t *clean, *index; /* positions of ones before and after attribute noise */
  double *ones;
  double label;
  planted_diagonal diagonal;
  comparator *comparator;
} disjunction;

static const parameter parameters[] = {
    OPTION_COUNT(disjunction, n, REQUIRED, 1, 1e7, "number of attributes"),
    PLANTED_RANK(disjunction, 1e7, "number of relevant attributes"),
    OPTION_NUMBER(disjunction, density, "0.1", 0, 1, "probability that an irrelevant attribute is 1"),
    PLANTED_POSITIVES(disjunction),
    OPTION_COUNT(disjunction, active, "1", 1, 1e7, "how many relevant attributes are 1 in a positive instance"),
    PLANTED_NOISE(disjunction),
    OPTION_NUMBER(disjunction, attribute_noise, "0", 0, 1, "probability that an attribute is flipped after labelling"),
    OPTION_CHOICE(disjunction, relevant, "random", "random first",
                  "which attributes are relevant: a random subset, or the first r"),
    OPTION_CHOICE(disjunction, form, "vector", "vector matrix rotated",
                  "diag(x) as a vector or as a matrix, or R diag(x) R^T with a fixed random rotation R"),
};

static const option_rule rules[] = {
    RULE_AT_MOST(disjunction, r, n),
    RULE_AT_MOST(disjunction, active, r),
    PLANTED_FORM_LIMITS(disjunction),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const disjunction *source = self;
  *out = (problem_facts){.n = source->n,
                         .kind = planted_kind(source->form),
                         .rank = source->n,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_low = 0,
                         .gap_high = 1};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  disjunction *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = source->n;
  source->ones_picker = picker_of(source->density);
  source->flip_picker = picker_of(source->attribute_noise);
  TRY(member_stream(self, seed, "labels", &source->labels));
  TRY(member_stream(self, seed, "instances", &source->instances));
  TRY(member_stream(self, seed, "attributes", &source->attributes));
  TRY(member_stream(self, seed, "noise", &source->flips));
  TRY(planted_coordinates(seed, n, source->r, source->relevant == RELEVANT_RANDOM, &source->places));
  TRY(OWN(self, source->places, free));
  TRY(OWN_ARRAY(self, source->active, source->chosen));
  TRY(OWN_ARRAY(self, n, source->clean));
  TRY(OWN_ARRAY(self, n, source->index));
  TRY(OWN_ARRAY(self, n, source->ones));
  for (size_t i = 0; i < n; i++) source->ones[i] = 1;
  TRY(OWN(self, &source->diagonal, planted_diagonal_end));
  TRY(planted_diagonal_begin(&source->diagonal, source->form, seed, n, n));
  TRY(planted_comparator(n, source->r, source->places, source->diagonal.rotation, &source->comparator));
  return OWN(self, source->comparator, comparator_free);
}

/* Positions of ones, ascending: `on` chosen relevant attributes merged with the picked irrelevant ones. The
 * irrelevant attributes are numbered 0 .. n-r-1 in ascending order; number i is position i + (relevant attributes
 * below it). Returns their count. */
static size_t draw_clean(disjunction *source, size_t on) {
  const size_t irrelevant = source->n - source->r;
  size_t count = 0, below = 0, next_on = 0;
  size_t number = pick(&source->ones_picker, source->instances, 0, irrelevant);
  for (;;) {
    while (below < source->r && source->places[below] <= number + below) {
      if (next_on < on && source->chosen[next_on] == below) {
        source->clean[count++] = source->places[below];
        next_on++;
      }
      below++;
    }
    if (number == irrelevant) return count; /* every relevant attribute lies below position irrelevant + r */
    source->clean[count++] = number + below;
    number = pick(&source->ones_picker, source->instances, number + 1, irrelevant);
  }
}

/* index = the symmetric difference of the clean ones and the flipped attributes. */
static size_t flip_attributes(disjunction *source, size_t clean) {
  size_t count = 0, i = 0;
  size_t flipped = pick(&source->flip_picker, source->attributes, 0, source->n);
  while (i < clean || flipped < source->n) {
    if (i < clean && source->clean[i] == flipped) {
      i++;
    } else if (i < clean && source->clean[i] < flipped) {
      source->index[count++] = source->clean[i++];
      continue;
    } else {
      source->index[count++] = flipped;
    }
    flipped = pick(&source->flip_picker, source->attributes, flipped + 1, source->n);
  }
  return count;
}

static status next(void *self, const learner *player, instance *x) {
  disjunction *source = self;
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
  if (source->attribute_noise > 0) {
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
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
