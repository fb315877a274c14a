#include "listing/member_list.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"

static size_t learner_count(void) {
  return registry_learner_count;
}
static size_t problem_count(void) {
  return registry_problem_count;
}
static size_t bound_count(void) {
  return registry_bound_count;
}

/* Appends to of->extra. */
static void add(listed_member *of, const char *before, const char *text) {
  const size_t used = strlen(of->extra);
  (void)snprintf(of->extra + used, sizeof of->extra - used, "%s%s", before, text);
}

const char *listed_predictions(const learner_class *class) {
  static const char *const words[] = {
      [PREDICTION_SIGN] = "signs", [PREDICTION_REAL] = "numbers", [PREDICTION_EITHER] = "signs or numbers"};
  return words[class->predicts];
}

const listed_invariance listed_invariances[LISTED_INVARIANCES] = {
    {EQUIVARIANT_PERMUTATION, "permutations"},
    {EQUIVARIANT_ROTATION, "rotations"},
    {EQUIVARIANT_VECTOR_ROTATION, "rotations of vectors"}};

static listed_member learner_member(size_t i) {
  const learner_class *class = registry_learners[i];
  listed_member of = {.name = class->about.name,
                      .title = class->about.title,
                      .citation = class->about.citation,
                      .help = class->about.help,
                      .formula = class->about.formula,
                      .family = class->about.family,
                      .parameters = class->about.parameters,
                      .parameter_count = class->about.parameter_count,
                      .extra = "takes"};
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    if (class->instances & (1u << kind)) add(&of, " ", instance_kind_name((instance_kind)kind));
  }
  add(&of, "; predicts ", listed_predictions(class));
  if (class->conservative) add(&of, "; ", "conservative");
  if (class->randomised) add(&of, "; ", "randomised");
  const char *before = "; equivariant under ";
  for (size_t k = 0; k < LISTED_INVARIANCES; k++) {
    if (!(class->equivariant & listed_invariances[k].bit)) continue;
    add(&of, before, listed_invariances[k].name);
    before = ", ";
  }
  return of;
}

static listed_member problem_member(size_t i) {
  const problem_class *class = registry_problems[i];
  return (listed_member){.name = class->about.name,
                         .title = class->about.title,
                         .citation = class->about.citation,
                         .help = class->about.help,
                         .formula = class->about.formula,
                         .family = class->about.family,
                         .parameters = class->about.parameters,
                         .parameter_count = class->about.parameter_count};
}

static listed_member bound_member(size_t i) {
  const bound_class *class = registry_bounds[i];
  listed_member of = {.name = class->about.name,
                      .title = class->about.title,
                      .citation = class->about.citation,
                      .help = class->about.help,
                      .formula = class->about.formula,
                      .premises = class->premises,
                      .learner_family = class->learner_family,
                      .problem_family = class->problem_family,
                      .parameters = class->about.parameters,
                      .parameter_count = class->about.parameter_count};
  (void)snprintf(of.extra, sizeof of.extra, "%s %s bound on %s, level %s", bound_status_name(class->status),
                 bound_direction_name(class->direction), class->measure, bound_level_name(class->level));
  return of;
}

const listed_kind listed_kinds[LISTED_KINDS] = {{"learners", "learner", learner_count, learner_member},
                                                {"problems", "problem", problem_count, problem_member},
                                                {"bounds", "bound", bound_count, bound_member}};

void listed_range(const parameter *row, char *text, size_t size) {
  static const char *const types[] = {
      [PARAMETER_NUMBER] = "number",   [PARAMETER_INTEGER] = "integer", [PARAMETER_BOOLEAN] = "boolean",
      [PARAMETER_CHOICE] = "choice",   [PARAMETER_TEXT] = "text",       [PARAMETER_FILE] = "file",
      [PARAMETER_NUMBERS] = "numbers", [PARAMETER_COMMAND] = "command", [PARAMETER_STRUCTURE] = "structure"};
  char low[NUMBER_TEXT], high[NUMBER_TEXT];
  if (row->type == PARAMETER_CHOICE) {
    (void)snprintf(text, size, "one of: %s", row->choices);
  } else if (row->low == 0.0 && row->high == 0.0) {
    (void)snprintf(text, size, "%s", types[row->type]);
  } else if (row->high >= (row->type == PARAMETER_INTEGER ? 0x1p53 : 1e300)) {
    (void)snprintf(text, size, row->open_low ? "%s above %s" : "%s from %s on", types[row->type],
                   number_short(row->low, 6, low));
  } else {
    (void)snprintf(text, size, "%s in %s%s, %s%s", types[row->type], row->open_low ? "(" : "[",
                   number_short(row->low, 6, low), number_short(row->high, 6, high), row->open_high ? ")" : "]");
  }
}
