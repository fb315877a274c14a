#include "cell/plan.h"
#include "base/json.h"

/* ---- descriptors of members that the scenario defines */

/* All members are NULL, so that readers of the plan may ask for a method. */
static const learner_methods no_learner_methods = {0};
static const problem_methods no_problem_methods = {0};
static const bound_methods no_bound_methods = {0};

/* What the three kinds have in common. The plan leaves out the family of bounds. */
static descriptor describe(const cJSON *member) {
  const cJSON *custom = json_member(member, "custom");
  return (descriptor){.name = json_text(member, "name", ""),
                      .title = json_text(custom, "title", ""),
                      .citation = json_text(custom, "citation", ""),
                      .help = json_text(custom, "help", ""),
                      .family = json_text(custom, "family", NULL),
                      .result_version = 1,
                      .definition = custom};
}

status custom_learner_class(const cJSON *member, learner_class **out) {
  const cJSON *custom = json_member(member, "custom");
  TRY(NEW_ARRAY(1, *out));
  **out = (learner_class){.about = describe(member),
                          .instances = (unsigned)json_number(custom, "instances", 0.0),
                          .predicts = (prediction_kind)json_number(custom, "predicts", 0.0),
                          .randomised = json_is_true(custom, "randomised"),
                          .conservative = json_is_true(custom, "conservative"),
                          .equivariant = (unsigned)json_number(custom, "equivariant", 0.0),
                          .methods = &no_learner_methods};
  return STATUS_OK;
}

status custom_problem_class(const cJSON *member, problem_class **out) {
  TRY(NEW_ARRAY(1, *out));
  **out = (problem_class){.about = describe(member), .methods = &no_problem_methods};
  return STATUS_OK;
}

status custom_bound_class(const cJSON *member, bound_class **out) {
  const cJSON *custom = json_member(member, "custom");
  TRY(NEW_ARRAY(1, *out));
  **out = (bound_class){.about = describe(member),
                        .status = (bound_status)json_number(custom, "status", 0.0),
                        .direction = (bound_direction)json_number(custom, "direction", 0.0),
                        .level = (bound_level)json_number(custom, "level", 0.0),
                        .measure = json_text(custom, "measure", ""),
                        .premises = json_text(custom, "premises", NULL),
                        .procedures = true,
                        .trusts_facts = !json_is_true(custom, "noise"),
                        .methods = &no_bound_methods};
  return STATUS_OK;
}

/* ---- the document */

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

static status read_learners(const plan *planned, const cJSON *list, plan_point *point) {
  if (planned->procedure) {
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
    plan_learner *player = &point->learners[i++];
    if (cJSON_HasObjectItem(item, "custom")) {
      TRY(custom_learner_class(item, &player->described));
      player->class = player->described;
    } else {
      player->class = learner_find(json_text(item, "name", ""));
    }
    player->label = json_text(item, "label", "");
    player->options = json_member(item, "options");
    if (player->class == NULL) return FAIL(STATUS_INVALID, "learner.%s: no such learner", json_text(item, "name", ""));
  }
  return STATUS_OK;
}

static status read_bounds(const cJSON *list, plan_point *point) {
  point->bound_count = (size_t)cJSON_GetArraySize(list);
  TRY(NEW_ARRAY(point->bound_count, point->bounds));
  size_t i = 0;
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, list) {
    plan_bound *judge = &point->bounds[i++];
    if (cJSON_HasObjectItem(item, "custom")) {
      TRY(custom_bound_class(item, &judge->described));
      judge->class = judge->described;
    } else {
      judge->class = bound_find(json_text(item, "name", ""));
    }
    judge->options = json_member(item, "options");
    if (judge->class == NULL) return FAIL(STATUS_INVALID, "bound.%s: no such bound", json_text(item, "name", ""));
  }
  return STATUS_OK;
}

static status read_problem(const cJSON *source, plan_point *point) {
  point->problem_options = json_member(source, "options");
  if (cJSON_HasObjectItem(source, "custom")) {
    TRY(custom_problem_class(source, &point->described));
    point->problem = point->described;
    return STATUS_OK;
  }
  point->problem = problem_find(json_text(source, "name", ""));
  if (point->problem != NULL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "problem.%s: no such problem", json_text(source, "name", ""));
}

static status read_point(plan *planned, const cJSON *item, plan_point *point) {
  point->parameters = json_member(item, "parameters");
  point->trials = (size_t)json_number(item, "trials", 0.0);
  point->test = (size_t)json_number(item, "test", 0.0);
  point->json = item;
  if (!planned->procedure) TRY(read_problem(json_member(item, "problem"), point));
  TRY(read_learners(planned, json_member(item, "learners"), point));
  TRY(read_bounds(json_member(item, "bounds"), point));
  point->first_cell = planned->cell_count;
  planned->cell_count += point->learner_count * planned->seeds;
  return STATUS_OK;
}

static status read_document(plan *planned) {
  const cJSON *document = planned->document;
  TRY(status_memory()); /* the document may have holes */
  planned->scenario = json_text(document, "scenario", "");
  planned->path = json_text(document, "path", "");
  planned->text = json_text(document, "text", "");
  planned->title = json_text(document, "title", "");
  planned->source = json_text(document, "source", "");
  planned->seeds = (size_t)json_number(document, "seeds", 0.0);
  planned->procedure = json_is_true(document, "procedure");
  TRY(read_names(json_member(document, "parameters"), &planned->parameters, &planned->parameter_count));
  TRY(read_names(json_member(document, "observe"), &planned->observe, &planned->observe_count));
  const cJSON *points = json_member(document, "points");
  TRY(NEW_ARRAY((size_t)cJSON_GetArraySize(points), planned->points));
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, points) {
    plan_point *point = &planned->points[planned->point_count++];
    TRY(read_point(planned, item, point));
  }
  return planned->cell_count > 0 ? STATUS_OK : FAIL(STATUS_INVALID, "points: expected at least one cell");
}

status plan_open(cJSON *document, plan *out) {
  *out = (plan){.document = document};
  const status code = read_document(out);
  if (code != STATUS_OK) plan_close(out);
  return code;
}

static void close_point(plan_point *point) {
  for (size_t i = 0; point->learners != NULL && i < point->learner_count; i++) free(point->learners[i].described);
  for (size_t i = 0; point->bounds != NULL && i < point->bound_count; i++) free(point->bounds[i].described);
  free(point->described);
  free(point->learners);
  free(point->bounds);
}

void plan_close(plan *planned) {
  for (size_t i = 0; i < planned->point_count; i++) close_point(&planned->points[i]);
  free(planned->points);
  free(planned->parameters);
  free(planned->observe);
  cJSON_Delete(planned->document);
  memset(planned, 0, sizeof *planned);
}

cell_address plan_cell(const plan *planned, size_t index) {
  size_t low = 0; /* the last point whose first cell is at most index */
  size_t high = planned->point_count;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (planned->points[middle].first_cell <= index) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const plan_point *point = &planned->points[low];
  const size_t rest = index - point->first_cell;
  return (cell_address){.index = index,
                        .point = point,
                        .learner = &point->learners[rest / planned->seeds],
                        .seed = 1 + rest % planned->seeds};
}

const char *plan_parameter(const plan *planned, const plan_point *point, size_t i, char *buffer) {
  const cJSON *value = json_member(point->parameters, planned->parameters[i]);
  if (cJSON_IsString(value)) return value->valuestring;
  if (cJSON_IsBool(value)) return cJSON_IsTrue(value) ? "true" : "false";
  return number_text(cJSON_GetNumberValue(value), buffer);
}
