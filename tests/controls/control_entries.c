/* Problems of entries with a fault that the scenario names: an adversary that claims a wrong expected regret, and a label outside its
 * range. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/problem.h"

extern const problem_class problem_max_cut_lower;

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e6, .meaning = "nodes"},
    {.name = "rounds", .type = PARAMETER_INTEGER, .value = "16", .low = 1, .high = 1e6, .meaning = "of each pair"},
    {.name = "factor", .type = PARAMETER_NUMBER, .value = "1", .low = 0, .high = 10, .meaning = "of what is claimed"},
    {.name = "label", .type = PARAMETER_NUMBER, .value = "1", .low = -10, .high = 10, .meaning = "of trial 7"},
};

typedef struct control {
  void *adversary;
  double factor, label;
  size_t trial;
} control;

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  return problem_max_cut_lower.facts(setting, values, out);
}

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  problem_max_cut_lower.destroy(made->adversary);
  free(made);
}

static status create(const problem_setting *setting, const options *values, void **self) {
  control *made = NULL;
  TRY(NEW_ARRAY(1, made));
  made->factor = option_number(values, "factor");
  made->label = option_number(values, "label");
  const status code = problem_max_cut_lower.create(setting, values, &made->adversary);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status next(void *self, const learner *learner, instance *x) {
  control *made = self;
  made->trial++;
  return problem_max_cut_lower.next(made->adversary, learner, x);
}

static status reveal(void *self, const prediction *predicted, double *label) {
  control *made = self;
  TRY(problem_max_cut_lower.reveal(made->adversary, predicted, label));
  if (made->trial == 7 && made->label != 1.0) *label = made->label;
  return STATUS_OK;
}

static comparator *best(void *self) {
  return problem_max_cut_lower.comparator(((control *)self)->adversary);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!problem_max_cut_lower.constant(made->adversary, name, value)) return false;
  if (strcmp(name, "exact_regret") == 0) *value *= made->factor;
  return true;
}

const problem_class problem_control_entries = {
    .about = {.name = "control_entries",
              .title = "Fair coins with a fault",
              .citation = "none",
              .help = "max_cut_lower with a fault",
              .family = "max_cut_lower",
              .result_version = 1,
              PARAMETERS(parameters)},
    .facts = facts,
    .create = create,
    .destroy = destroy,
    .next = next,
    .reveal = reveal,
    .comparator = best,
    .constant = constant,
};
