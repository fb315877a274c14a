/* The instances of Warmuth 2007, Theorem 1: with the side constraint that W is diagonal, finding a W of rank r with
 * tr(W X_i) >= 1/2 for all positive examples X_i is as hard as
 *
 *   hitting_set   X_i = diag(1[j in S_i]): some r elements of {1..n} hit every set S_i
 *   set_cover     X_e = diag(1[e in S_j]): some r of the n sets cover every element e (the transposed family)
 *
 * The theorem's construction is the first one. Online, a solution P = diag(1[j chosen]) has tr(PX) >= 1 on every example, and
 * nothing is hard: Winnow finds weights, not a set of size r. Streams: "subspace" (the planted solution), "family", "labels",
 * "instances". */

#include "problems/problem.h"
#include "problems/subspaces/planted.h"
#include "problems/thresholds/set_family.h"

/* What distinguishes the two problems. */
typedef struct set_problem {
  bool cover;
} set_problem;

typedef struct hitting_set {
  size_t n, r, sets, elements;
  double density, positives;
  planted_form form;
  const cJSON *family; /* until init returns */
  set_family examples; /* each a subset of the n coordinates */
  size_t *solution;    /* r ascending coordinates */
  random_stream *labels, *instances;
  size_t *index;
  double *ones;
  double label;
  planted_diagonal diagonal;
  comparator *comparator;
} hitting_set;

#define SHARED_OPTIONS                                                                                     \
  OPTION_COUNT(hitting_set, r, "1", 1, 1e4, "size of the solution"),                                       \
      OPTION_NUMBER(hitting_set, density, ABSENT, 0, 1,                                                    \
                    "probability of each membership of random sets beside the planted ones; absent: 0.1"), \
      OPTION_STRUCTURE(hitting_set, family, ABSENT,                                                        \
                       "the sets, as lists of elements from 1 on; absent: a random family with a planted " \
                       "solution"),                                                                        \
      OPTION_NUMBER(hitting_set, positives, "1", 0, 1,                                                     \
                    "probability of a positive example; negative ones are random and miss the solution"),  \
      OPTION_CHOICE(hitting_set, form, "vector", "vector matrix", "diag(x) as a vector or as a matrix")

static const parameter hitting_parameters[] = {
    OPTION_COUNT(hitting_set, n, REQUIRED, 1, 1e4, "number of elements"),
    OPTION_COUNT(hitting_set, sets, ABSENT, 1, 1e5, "random families: number of sets; absent: 64"),
    SHARED_OPTIONS,
};

static const parameter cover_parameters[] = {
    OPTION_COUNT(hitting_set, n, REQUIRED, 1, 1e4, "number of sets"),
    OPTION_COUNT(hitting_set, elements, "64", 1, 1e5, "number of elements to be covered"),
    SHARED_OPTIONS,
};

static const option_rule rules[] = {
    RULE_AT_MOST(hitting_set, r, n),
    PLANTED_FORM_LIMITS(hitting_set),
};

static bool is_cover(const problem_setting *setting) {
  return ((const set_problem *)setting->class->variant)->cover;
}

/* *out = the examples of a given family, as subsets of the n coordinates. */
static status read_examples(const hitting_set *source, const char *who, bool cover, set_family *out) {
  CLEANUP(set_family_free) set_family family = {0};
  if (!cover) return set_family_read(who, source->family, source->n, out);
  TRY(set_family_read(who, source->family, source->elements, &family));
  if (family.count != source->n) {
    return FAIL(STATUS_INVALID, "%s: family has %zu sets, expected n = %zu", who, family.count, source->n);
  }
  return set_family_transpose(&family, out);
}

/* These, and a solution. */
static status read_family(const hitting_set *source, const problem_setting *setting, set_family *examples,
                          size_t *solution) {
  const char *who = setting->class->about.name;
  const bool cover = is_cover(setting);
  const size_t n = source->n, r = source->r;
  bool found = false;
  TRY(read_examples(source, who, cover, examples));
  TRY(status_context(set_family_hit(examples, r, solution, &found), "%s", who));
  if (found) return STATUS_OK;
  return cover ? FAIL(STATUS_INVALID, "%s: no choice of r = %zu of the %zu sets covers all %zu elements", who, r, n,
                      examples->count)
               : FAIL(STATUS_INVALID, "%s: no choice of r = %zu elements hits all %zu sets", who, r, examples->count);
}

/* A given family: refuses options of random ones. */
static status check_family(const hitting_set *source, const problem_setting *setting) {
  CLEANUP(set_family_free) set_family examples = {0};
  FREED size_t *solution = NULL;
  const bool drawn = !isnan(source->density) && source->positives >= 1.0;
  if (source->sets > 0 || drawn) {
    return FAIL(STATUS_INVALID, "%s: %s has no effect with a family: leave it out", setting->class->about.name,
                source->sets > 0 ? "sets" : "density");
  }
  TRY(NEW_ARRAY(source->r, solution));
  return read_family(source, setting, &examples, solution);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const hitting_set *source = self;
  if (source->family != NULL) TRY(check_family(source, setting));
  *out = (problem_facts){.n = source->n,
                         .kind = planted_kind(source->form),
                         .rank = source->n,
                         .labels = LABEL_SIGN,
                         .gap_low = 0,
                         .gap_high = 1};
  return STATUS_OK;
}

static status draw_family(hitting_set *source, const problem_setting *setting) {
  const size_t n = source->n, r = source->r, sets = source->sets > 0 ? source->sets : 64;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  TRY(planted_coordinates(setting->seed, n, r, true, &source->solution));
  TRY(OWN(source, source->solution, free));
  TRY(random_stream_new(setting->seed, "family", &stream));
  return set_family_random(stream, is_cover(setting) ? source->elements : sets, n, r, source->solution, source->density,
                           &source->examples);
}

static status init(void *self, const problem_setting *setting) {
  hitting_set *source = self;
  const uint64_t seed = setting->seed;
  const size_t n = source->n, r = source->r;
  if (isnan(source->density)) source->density = 0.1;
  TRY(member_stream(source, seed, "labels", &source->labels));
  TRY(member_stream(source, seed, "instances", &source->instances));
  TRY(OWN_ARRAY(source, n, source->index));
  TRY(OWN_ARRAY(source, n, source->ones));
  for (size_t i = 0; i < n; i++) source->ones[i] = 1.0;
  TRY(OWN(source, &source->examples, set_family_free));
  if (source->family != NULL) {
    TRY(OWN_ARRAY(source, r, source->solution));
    TRY(read_family(source, setting, &source->examples, source->solution));
  } else {
    TRY(draw_family(source, setting));
  }
  TRY(OWN(source, &source->diagonal, planted_diagonal_end));
  TRY(planted_diagonal_begin(&source->diagonal, source->form, seed, n, n));
  TRY(planted_comparator(n, r, source->solution, NULL, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

/* A random subset of the coordinates that are not in the solution. */
static size_t draw_missing(hitting_set *source) {
  size_t count = 0, next = 0;
  for (size_t j = 0; j < source->n; j++) {
    const bool chosen = next < source->r && source->solution[next] == j;
    next += chosen;
    if (!chosen && random_chance(source->instances, source->density)) source->index[count++] = j;
  }
  return count;
}

static status next(void *self, const learner *player, instance *x) {
  hitting_set *source = self;
  size_t count = 0;
  source->label = random_chance(source->labels, source->positives) ? 1.0 : -1.0;
  if (source->label > 0.0) {
    const unsigned char *member =
        source->examples.member + random_index(source->instances, source->examples.count) * source->n;
    for (size_t j = 0; j < source->n; j++) {
      if (member[j]) source->index[count++] = j;
    }
  } else {
    count = draw_missing(source);
  }
  *x = planted_diagonal_instance(&source->diagonal, count, source->index, source->ones);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(hitting_set),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(hitting_set, label),
    .comparator_at = PLACE(hitting_set, comparator),
};

const problem_class problem_hitting_set = {
    .about = {.name = "hitting_set",
              .title = "Hitting set",
              .citation = "Warmuth 2007, Theorem 1",
              .help = "sets of a family as diagonal examples; some r elements hit them all",
              .formula = "$X=\\mathrm{diag}(1[j\\in S_i])$ for the sets $S_i$ of a family, $y=1$; $r$ elements hit all "
                         "sets; negative: sets that they do not hit",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(hitting_parameters),
              RULES(rules)},
    .methods = &methods,
    .variant = &(const set_problem){.cover = false},
};

const problem_class problem_set_cover = {
    .about = {.name = "set_cover",
              .title = "Set cover",
              .citation = "Warmuth 2007, Theorem 1, transposed",
              .help =
                  "elements as diagonal examples over the sets that hold them; some r of the n sets cover all elements",
              .formula = "$X=\\mathrm{diag}(1[e\\in S_j])$ for the elements $e$, $y=1$; $r$ sets cover all elements; "
                         "negative: elements that they do not cover",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(cover_parameters),
              RULES(rules)},
    .methods = &methods,
    .variant = &(const set_problem){.cover = true},
};
