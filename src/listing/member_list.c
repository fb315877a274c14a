#include "listing/member_list.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "problems/problem.h"

const char *listed_predictions(const learner_class *class) {
  static const char *const words[] = {
      [PREDICTION_SIGN] = "signs", [PREDICTION_REAL] = "numbers", [PREDICTION_EITHER] = "signs or numbers"};
  return words[class->predicts];
}

const listed_invariance listed_invariances[LISTED_INVARIANCES] = {
    {EQUIVARIANT_PERMUTATION, "permutations"},
    {EQUIVARIANT_ROTATION, "rotations"},
    {EQUIVARIANT_VECTOR_ROTATION, "rotations of vectors"}};

/* Appends to a remark. */
static void append(char *text, const char *before, const char *word) {
  const size_t used = strlen(text);
  (void)snprintf(text + used, LISTED_REMARK - used, "%s%s", before, word);
}

static void remark_on_learner(const learner_class *class, char *text) {
  append(text, "takes", "");
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    if (class->instances & (1u << kind)) append(text, " ", instance_kind_name((instance_kind)kind));
  }
  append(text, "; predicts ", listed_predictions(class));
  if (class->conservative) append(text, "; ", "conservative");
  if (class->randomised) append(text, "; ", "randomised");
  const char *before = "; equivariant under ";
  for (size_t k = 0; k < LISTED_INVARIANCES; k++) {
    if (!(class->equivariant & listed_invariances[k].bit)) continue;
    append(text, before, listed_invariances[k].name);
    before = ", ";
  }
}

const char *listed_remark(const listed_member *of, char text[LISTED_REMARK]) {
  const bound_class *bound = of->bound;
  *text = 0;
  if (of->learner != NULL) remark_on_learner(of->learner, text);
  if (bound != NULL) {
    (void)snprintf(text, LISTED_REMARK, "%s %s bound on %s, level %s", bound_status_name(bound->status),
                   bound_direction_name(bound->direction), bound->measure, bound_level_name(bound->level));
  }
  return text;
}

static listed_member learner_at(size_t i) {
  return (listed_member){.about = &registry_learners[i]->about, .learner = registry_learners[i]};
}

static listed_member problem_at(size_t i) {
  return (listed_member){.about = &registry_problems[i]->about};
}

static listed_member bound_at(size_t i) {
  return (listed_member){.about = &registry_bounds[i]->about, .bound = registry_bounds[i]};
}

const listed_kind listed_kinds[LISTED_KINDS] = {{"learners", "learner", &registry_learner_count, learner_at},
                                                {"problems", "problem", &registry_problem_count, problem_at},
                                                {"bounds", "bound", &registry_bound_count, bound_at}};

const char *listed_range(const parameter *row, char text[LISTED_RANGE]) {
  static const char *const types[] = {[PARAMETER_NUMBER] = "number",       [PARAMETER_INTEGER] = "integer",
                                      [PARAMETER_BOOLEAN] = "boolean",     [PARAMETER_CHOICE] = "choice",
                                      [PARAMETER_TEXT] = "text",           [PARAMETER_FILE] = "file",
                                      [PARAMETER_NUMBERS] = "numbers",     [PARAMETER_COMMAND] = "command",
                                      [PARAMETER_STRUCTURE] = "structure", [PARAMETER_COLUMN] = "a name, or integer"};
  char low[NUMBER_TEXT], high[NUMBER_TEXT];
  if (row->type == PARAMETER_CHOICE) {
    (void)snprintf(text, LISTED_RANGE, "one of: %s", row->choices);
  } else if (row->low == 0.0 && row->high == 0.0) {
    (void)snprintf(text, LISTED_RANGE, "%s", types[row->type]);
  } else if (row->high >= (row->type == PARAMETER_INTEGER ? 0x1p53 : 1e300)) {
    (void)snprintf(text, LISTED_RANGE, row->open_low ? "%s above %s" : "%s from %s on", types[row->type],
                   number_short(row->low, 6, low));
  } else {
    (void)snprintf(text, LISTED_RANGE, "%s in %s%s, %s%s", types[row->type], row->open_low ? "(" : "[",
                   number_short(row->low, 6, low), number_short(row->high, 6, high), row->open_high ? ")" : "]");
  }
  return text;
}
