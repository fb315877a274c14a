#include "run/hindsight.h"

#include "problems/problem.h"
#include "registry/parameter.h"

static status make_once(const cell_settings *settings, const plan_point *point) {
  const problem_class *class = point->problem;
  const problem_setting setting = {
      .seed = 1, .trials = point->trials + point->test, .folders = {settings->data, settings->folder}};
  options *values = NULL;
  problem problem = {0};
  problem_facts facts = {0};
  TRY(options_new(&class->about, point->problem_options, &values));
  status code = problem_ask_facts(class, &setting, values, &facts);
  if (code == STATUS_OK && facts.comparator_kept) code = problem_new(class, &setting, values, &problem);
  problem_destroy(&problem);
  options_free(values);
  return code;
}

status hindsight_begin(const cell_settings *settings, const bool *finished) {
  const plan *plan = settings->plan;
  const plan_point *last = NULL;
  for (size_t index = 0; index < plan->cell_count; index++) {
    if (finished[index]) continue;
    const plan_point *point = plan_cell(plan, index).point;
    if (point == last) continue;
    last = point;
    if (point->problem == NULL || point->problem->about.definition != NULL) continue;
    if (make_once(settings, point) == STATUS_MEMORY) return STATUS_MEMORY;
  }
  return STATUS_OK;
}
