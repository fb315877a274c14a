#include "cell/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "cell/custom_class.h"

static status read_names(const cJSON *list, const char ***names, size_t *count) {
  *count = (size_t)cJSON_GetArraySize(list);
  TRY(memory_array(*count, sizeof **names, names));
  size_t i = 0;
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, list) {
    (*names)[i++] = item->valuestring;
  }
  return STATUS_OK;
}

static status read_learners(const plan *plan, const cJSON *list, plan_point *point) {
  if (plan->procedure) {
    point->learner_count = 1;
    TRY(NEW_ARRAY(1, point->learners));
    point->learners[0].label = "-";
    return STATUS_OK;
  }
  point->learner_count = (size_t)cJSON_GetArraySize(list);
  TRY(NEW_ARRAY(point->learner_count, point->learners));
  size_t i = 0;
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, list) {
    plan_learner *learner = &point->learners[i++];
    if (cJSON_HasObjectItem(item, "custom")) {
      learner_class *described = NULL;
      const status code = custom_learner_class(item, &described);
      learner->class = described;
      TRY(code);
    } else {
      learner->class = learner_find(json_text(item, "name", ""));
    }
    learner->label = json_text(item, "label", "");
    learner->options = json_member(item, "options");
    if (learner->class == NULL) return FAIL(STATUS_INVALID, "learner.%s: no such learner", json_text(item, "name", ""));
  }
  return STATUS_OK;
}

static status read_bounds(const cJSON *list, plan_point *point) {
  point->bound_count = (size_t)cJSON_GetArraySize(list);
  TRY(NEW_ARRAY(point->bound_count, point->bounds));
  size_t i = 0;
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, list) {
    plan_bound *bound = &point->bounds[i++];
    if (cJSON_HasObjectItem(item, "custom")) {
      bound_class *described = NULL;
      const status code = custom_bound_class(item, &described);
      bound->class = described;
      TRY(code);
    } else {
      bound->class = bound_find(json_text(item, "name", ""));
    }
    bound->options = json_member(item, "options");
    if (bound->class == NULL) return FAIL(STATUS_INVALID, "bound.%s: no such bound", json_text(item, "name", ""));
  }
  return STATUS_OK;
}

static status read_problem(const cJSON *problem, plan_point *point) {
  point->problem_options = json_member(problem, "options");
  if (cJSON_HasObjectItem(problem, "custom")) {
    problem_class *described = NULL;
    const status code = custom_problem_class(problem, &described);
    point->problem = described;
    return code;
  }
  point->problem = problem_find(json_text(problem, "name", ""));
  if (point->problem != NULL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "problem.%s: no such problem", json_text(problem, "name", ""));
}

static status read_point(plan *plan, const cJSON *item, plan_point *point) {
  point->parameters = json_member(item, "parameters");
  point->trials = (size_t)json_number(item, "trials", 0.0);
  point->test = (size_t)json_number(item, "test", 0.0);
  point->json = item;
  if (!plan->procedure) TRY(read_problem(json_member(item, "problem"), point));
  TRY(read_learners(plan, json_member(item, "learners"), point));
  TRY(read_bounds(json_member(item, "bounds"), point));
  point->first_cell = plan->cell_count;
  plan->cell_count += point->learner_count * plan->seeds;
  return STATUS_OK;
}

static status read_document(plan *plan) {
  const cJSON *document = plan->document;
  plan->scenario = json_text(document, "scenario", "");
  plan->path = json_text(document, "path", "");
  plan->text = json_text(document, "text", "");
  plan->title = json_text(document, "title", "");
  plan->source = json_text(document, "source", "");
  plan->seeds = (size_t)json_number(document, "seeds", 0.0);
  plan->procedure = json_is_true(document, "procedure");
  TRY(read_names(json_member(document, "parameters"), &plan->parameters, &plan->parameter_count));
  TRY(read_names(json_member(document, "observe"), &plan->observe, &plan->observe_count));
  const cJSON *points = json_member(document, "points");
  TRY(NEW_ARRAY((size_t)cJSON_GetArraySize(points), plan->points));
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, points) {
    plan_point *point = &plan->points[plan->point_count++];
    TRY(read_point(plan, item, point));
  }
  return STATUS_OK;
}

status plan_open(cJSON *document, plan *out) {
  *out = (plan){.document = document};
  status code = status_memory(); /* the document may have holes */
  if (code == STATUS_OK) code = read_document(out);
  if (code == STATUS_OK && out->cell_count == 0) code = FAIL(STATUS_INVALID, "points: expected at least one cell");
  if (code != STATUS_OK) plan_close(out);
  return code;
}

static void close_point(plan_point *point) {
  for (size_t i = 0; point->learners != NULL && i < point->learner_count; i++) {
    const learner_class *class = point->learners[i].class;
    if (class != NULL && class->about.definition != NULL) free((void *)class);
  }
  for (size_t i = 0; point->bounds != NULL && i < point->bound_count; i++) {
    const bound_class *class = point->bounds[i].class;
    if (class != NULL && class->about.definition != NULL) free((void *)class);
  }
  const problem_class *problem = point->problem;
  if (problem != NULL && problem->about.definition != NULL) free((void *)problem);
  free(point->learners);
  free(point->bounds);
}

void plan_close(plan *plan) {
  for (size_t i = 0; i < plan->point_count; i++) close_point(&plan->points[i]);
  free(plan->points);
  free(plan->parameters);
  free(plan->observe);
  cJSON_Delete(plan->document);
  memset(plan, 0, sizeof *plan);
}

cell_address plan_cell(const plan *plan, size_t index) {
  size_t low = 0; /* the last point whose first cell is at most index */
  size_t high = plan->point_count;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (plan->points[middle].first_cell <= index) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const plan_point *point = &plan->points[low];
  const size_t rest = index - point->first_cell;
  return (cell_address){
      .index = index, .point = point, .learner = &point->learners[rest / plan->seeds], .seed = 1 + rest % plan->seeds};
}

const char *plan_parameter(const plan *plan, const plan_point *point, size_t i, char *buffer) {
  const cJSON *value = json_member(point->parameters, plan->parameters[i]);
  if (cJSON_IsString(value)) return value->valuestring;
  if (cJSON_IsBool(value)) return cJSON_IsTrue(value) ? "true" : "false";
  return number_text(cJSON_GetNumberValue(value), buffer);
}
