/* Problems of entries with a fault that the scenario names: an adversary that claims a wrong expected regret, and a label outside its
 * range. */
#include <string.h>

#include "faulty.h"
#include "problems/problem.h"

extern const problem_class problem_max_cut_lower;

typedef struct control {
  problem adversary;
  double factor, label;
  size_t trial;
} control;

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "nodes"},
    {.name = "rounds", .type = PARAMETER_INTEGER, .value = "16", .low = 1, .high = 1e6, .meaning = "of each pair"},
    OPTION_NUMBER(control, factor, "1", 0, 10, "of what is claimed"),
    OPTION_NUMBER(control, label, "1", -10, 10, "of trial 7"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  (void)self;
  return faulty_problem(&problem_max_cut_lower, setting, NULL, out);
}

static void clear(void *self) {
  problem_destroy(&((control *)self)->adversary);
}

static status init(void *self, const problem_setting *setting) {
  return faulty_problem(&problem_max_cut_lower, setting, &((control *)self)->adversary, NULL);
}

static status next(void *self, const learner *player, instance *x) {
  control *made = self;
  made->trial++;
  return problem_next(&made->adversary, player, x);
}

static status reveal(void *self, const prediction *predicted, double *label) {
  control *made = self;
  TRY(problem_reveal(&made->adversary, predicted, label));
  if (made->trial == 7 && made->label != 1.0) *label = made->label;
  return STATUS_OK;
}

static comparator *best(void *self) {
  return problem_comparator(&((control *)self)->adversary);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!problem_constant(&made->adversary, name, value)) return false;
  if (strcmp(name, "exact_regret") == 0) *value *= made->factor;
  return true;
}

static const problem_methods methods = {
    .size = sizeof(control),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .reveal = reveal,
    .comparator = best,
    .constant = constant,
};

const problem_class problem_control_entries = {
    .about = {.name = "control_entries",
              .title = "Fair coins with a fault",
              .citation = "none",
              .help = "max_cut_lower with a fault",
              .family = "max_cut_lower",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
