/* The instances of Warmuth 2007, Theorem 1: with the side constraint that W is diagonal, finding a W of rank r with
 * tr(W X_i) >= 1/2 for all positive examples X_i is as hard as
 *
 *   hitting_set   X_i = diag(1[j in S_i]): some r elements of {1..n} hit every set S_i
 *   set_cover     X_e = diag(1[e in S_j]): some r of the n sets cover every element e (the transposed family)
 *
 * The theorem's construction is the first one. Online, a solution P = diag(1[j chosen]) has tr(PX) >= 1 on every example, and
 * nothing is hard: Winnow finds weights, not a set of size r. Streams: "subspace" (the planted solution), "family", "labels",
 * "instances". */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"
#include "problems/thresholds/set_family.h"

#define SHARED_PARAMETERS                                                                                           \
  {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e4, .meaning = "size of the solution"}, \
      {.name = "density",                                                                                           \
       .type = PARAMETER_NUMBER,                                                                                    \
       .value = "",                                                                                                 \
       .low = 0,                                                                                                    \
       .high = 1,                                                                                                   \
       .meaning = "probability of each membership of random sets beside the planted ones; absent: 0.1"},            \
      {.name = "family",                                                                                            \
       .type = PARAMETER_STRUCTURE,                                                                                 \
       .value = "",                                                                                                 \
       .meaning = "the sets, as lists of elements from 1 on; absent: a random family with a planted solution"},     \
      {.name = "positives",                                                                                         \
       .type = PARAMETER_NUMBER,                                                                                    \
       .value = "1",                                                                                                \
       .low = 0,                                                                                                    \
       .high = 1,                                                                                                   \
       .meaning = "probability of a positive example; negative ones are random and miss the solution"},             \
  {                                                                                                                 \
    .name = "form", .type = PARAMETER_CHOICE, .value = "vector", .choices = "vector matrix",                        \
    .meaning = "diag(x) as a vector or as a matrix"                                                                 \
  }

static const parameter hitting_parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = 1e4, .meaning = "number of elements"},
    {.name = "sets",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e5,
     .meaning = "random families: number of sets; absent: 64"},
    SHARED_PARAMETERS,
};

static const parameter cover_parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = 1e4, .meaning = "number of sets"},
    {.name = "elements",
     .type = PARAMETER_INTEGER,
     .value = "64",
     .low = 1,
     .high = 1e5,
     .meaning = "number of elements to be covered"},
    SHARED_PARAMETERS,
};

/* What distinguishes the two problems. */
typedef struct set_problem {
  bool cover;
} set_problem;

typedef struct hitting_set {
  size_t n, r;
  double positives, density;
  set_family examples; /* each a subset of the n coordinates */
  size_t *solution;    /* r ascending coordinates */
  random_stream *labels, *instances;
  size_t *index;
  double *ones;
  double label;
  planted_diagonal diagonal;
  comparator *comparator;
} hitting_set;

/* The examples of a given family, as subsets of the n coordinates, and a solution. */
static status read_family(const options *values, bool cover, set_family *examples, size_t *solution) {
  const char *who = option_who(values);
  const size_t n = option_count(values, "n"), r = option_count(values, "r");
  const cJSON *given = option_structure(values, "family");
  set_family family;
  bool found = false;
  TRY(set_family_read(who, given, cover ? option_count(values, "elements") : n, &family));
  status code = STATUS_OK;
  if (cover && family.count != n) {
    code = FAIL(STATUS_INVALID, "%s: family has %zu sets, expected n = %zu", who, family.count, n);
  } else if (cover) {
    code = set_family_transpose(&family, examples);
    set_family_free(&family);
  } else {
    *examples = family;
    family = (set_family){0};
  }
  if (code == STATUS_OK) {
    code = set_family_hit(examples, r, solution, &found);
    if (code != STATUS_OK) code = status_context(code, "%s", who);
  }
  if (code == STATUS_OK && !found) {
    code = cover ? FAIL(STATUS_INVALID, "%s: no r = %zu of the %zu sets cover all %zu elements", who, r, n,
                        examples->count)
                 : FAIL(STATUS_INVALID, "%s: no r = %zu elements hit all %zu sets", who, r, examples->count);
  }
  set_family_free(&family);
  if (code != STATUS_OK) set_family_free(examples);
  return code;
}

static status facts_of(const options *values, bool cover, problem_facts *out) {
  TRY(planted_at_most(values, "r", "n"));
  TRY(planted_form_check(values));
  if (option_given(values, "family")) { /* refuse options of random families */
    const char *idle = !cover && option_given(values, "sets") ? "sets" : "density";
    if (option_given(values, idle) && (strcmp(idle, "sets") == 0 || option_number(values, "positives") >= 1.0)) {
      return FAIL(STATUS_INVALID, "%s: %s has no effect with a family: leave it out", option_who(values), idle);
    }
    set_family examples = {0};
    size_t *solution = NULL;
    TRY(NEW_ARRAY(option_count(values, "r"), solution));
    const status code = read_family(values, cover, &examples, solution);
    set_family_free(&examples);
    free(solution);
    TRY(code);
  }
  *out = (problem_facts){.n = option_count(values, "n"),
                         .kind = planted_kind(planted_form_of(values)),
                         .rank = option_count(values, "n"),
                         .labels = LABEL_SIGN,
                         .gap_low = 0,
                         .gap_high = 1};
  return STATUS_OK;
}

static bool is_cover(const problem_setting *setting) {
  return ((const set_problem *)setting->class->variant)->cover;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  return facts_of(values, is_cover(setting), out);
}

static void clear(void *self) {
  hitting_set *source = self;
  comparator_free(source->comparator);
  planted_diagonal_end(&source->diagonal);
  random_stream_free(source->labels);
  random_stream_free(source->instances);
  set_family_free(&source->examples);
  free(source->solution);
  free(source->index);
  free(source->ones);
}

static status draw_family(hitting_set *source, uint64_t seed, size_t count) {
  random_stream *stream = NULL;
  TRY(planted_coordinates(seed, source->n, source->r, true, &source->solution));
  TRY(random_stream_new(seed, "family", &stream));
  const status code =
      set_family_random(stream, count, source->n, source->r, source->solution, source->density, &source->examples);
  random_stream_free(stream);
  return code;
}

static size_t examples_of(const options *values, bool cover) {
  if (cover) return option_count(values, "elements");
  return option_given(values, "sets") ? option_count(values, "sets") : 64;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  hitting_set *source = self;
  const uint64_t seed = setting->seed;
  const bool cover = is_cover(setting);
  const size_t n = option_count(values, "n"), r = option_count(values, "r");
  source->n = n;
  source->r = r;
  source->positives = option_number(values, "positives");
  source->density = option_number_or(values, "density", 0.1);
  TRY(random_stream_new(seed, "labels", &source->labels));
  TRY(random_stream_new(seed, "instances", &source->instances));
  TRY(NEW_ARRAY(n, source->index));
  TRY(NEW_ARRAY(n, source->ones));
  for (size_t i = 0; i < n; i++) source->ones[i] = 1.0;
  if (option_given(values, "family")) {
    TRY(NEW_ARRAY(r, source->solution));
    TRY(read_family(values, cover, &source->examples, source->solution));
  } else {
    TRY(draw_family(source, seed, examples_of(values, cover)));
  }
  TRY(planted_diagonal_begin(&source->diagonal, planted_form_of(values), seed, n, n));
  return planted_comparator(n, r, source->solution, NULL, &source->comparator);
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
  (void)player;
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
    .clear = clear,
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
              PARAMETERS(hitting_parameters)},
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
              PARAMETERS(cover_parameters)},
    .methods = &methods,
    .variant = &(const set_problem){.cover = true},
};
