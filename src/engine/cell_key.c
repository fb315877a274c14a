/* What a cell's result depends on, as canonical JSON (docs/architecture.md, Keys). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/memory.h"
#include "engine/cell.h"
#include "engine/cell_members.h"
#include "engine/data_files.h"
#include "engine/version.h"

static void add_member(cJSON *key, const char *name, const char *member, unsigned version, const cJSON *options) {
  cJSON *object = cJSON_AddObjectToObject(key, name);
  cJSON_AddStringToObject(object, "name", member);
  cJSON_AddNumberToObject(object, "version", version);
  json_set(object, "options", options == NULL ? cJSON_CreateObject() : cJSON_Duplicate(options, 1));
}

static void add_bounds(cJSON *key, const plan_point *point) {
  cJSON *bounds = cJSON_AddArrayToObject(key, "bounds");
  for (size_t i = 0; i < point->bound_count; i++) {
    cJSON *holder = cJSON_CreateObject();
    const plan_bound *bound = &point->bounds[i];
    add_member(holder, "bound", bound->class->name, bound->class->result_version, bound->options);
    json_append(bounds, cJSON_DetachItemFromObjectCaseSensitive(holder, "bound"));
    cJSON_Delete(holder);
  }
}

static status add_parts(const cell_settings *settings, const cell_address *address, cJSON *key) {
  const plan_point *point = address->point;
  cJSON_AddNumberToObject(key, "engine", ENGINE_RESULT_VERSION);
  json_set(key, "parameters", cJSON_Duplicate(point->parameters, 1));
  cJSON_AddNumberToObject(key, "trials", (double)point->trials);
  if (point->test > 0) cJSON_AddNumberToObject(key, "test", (double)point->test);
  cJSON_AddNumberToObject(key, "seed", (double)address->seed);
  json_set(key, "observe", cJSON_CreateStringArray(settings->plan->observe, (int)settings->plan->observe_count));
  cJSON_AddBoolToObject(key, "record", settings->record);
  cJSON_AddStringToObject(key, "eigen", settings->eigen->name);
  cJSON_AddStringToObject(key, "label", address->learner->label);
  add_bounds(key, point);
  if (settings->plan->procedure || cell_has_custom(address)) {
    cJSON_AddStringToObject(key, "text", settings->plan->text);
  }
  if (settings->plan->procedure) return STATUS_OK;
  const problem_class *problem = point->problem;
  const learner_class *learner = address->learner->class;
  add_member(key, "problem", problem->name, problem->result_version, point->problem_options);
  add_member(key, "learner", learner->name, learner->result_version, address->learner->options);
  cJSON *files = cJSON_AddObjectToObject(key, "data");
  const problem_setting setting = {.seed = address->seed, .data = settings->data, .folder = settings->folder};
  TRY(data_files_hash(problem->parameters, problem->parameter_count, point->problem_options, &setting, files));
  return data_files_hash(learner->parameters, learner->parameter_count, address->learner->options, &setting, files);
}

status cell_key(const cell_settings *settings, const cell_address *address, char **key, char name[CELL_NAME]) {
  cJSON *object = cJSON_CreateObject();
  if (object == NULL) return FAIL(STATUS_MEMORY, "no memory for a cell's key");
  status code = add_parts(settings, address, object);
  if (code == STATUS_OK) code = json_print(object, 1, 0, key);
  cJSON_Delete(object);
  TRY(code);
  char digits[33];
  hash_text(*key, strlen(*key), digits);
  (void)snprintf(name, CELL_NAME, "%.16s", digits);
  return STATUS_OK;
}

status cell_sequence_path(const cell_settings *settings, const char *name, char **path) {
  return memory_format(path, "%s/sequences/%s.jsonl", settings->results, name);
}
