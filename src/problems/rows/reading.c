#include "problems/rows/reading.h"

#include "base/memory.h"
#include "base/state.h"

static status fill(const problem *source, const options *values, cJSON *out) {
  cJSON *object = NULL;
  TRY(state_add_text(out, "name", source->class->about.name));
  TRY(options_json(values, &object));
  if (!cJSON_AddItemToObject(out, "options", object)) {
    cJSON_Delete(object);
    return FAIL(STATUS_MEMORY, "no memory for the options of %s", source->class->about.name);
  }
  if (source->class->methods->reading == NULL) return STATUS_OK;
  TRY(state_add_object(out, "reading", &object));
  return source->class->methods->reading(source->self, object);
}

status problem_description(const problem *source, const options *values, cJSON **out) {
  *out = cJSON_CreateObject();
  if (*out == NULL) return FAIL(STATUS_MEMORY, "no memory for the description of %s", source->class->about.name);
  const status code = fill(source, values, *out);
  if (code == STATUS_OK) return STATUS_OK;
  cJSON_Delete(*out);
  *out = NULL;
  return code;
}

bool problem_describes_reading(const cJSON *description) {
  return cJSON_GetObjectItemCaseSensitive(description, "reading") != NULL;
}

static status find_reader(const cJSON *description, const problem_class **class, const cJSON **given,
                          const cJSON **reading) {
  const char *name = "";
  TRY(state_check_names(description, "name options reading"));
  TRY(state_get_text(description, "name", &name));
  *class = problem_find(name);
  if (*class == NULL || (*class)->methods->reopen == NULL) {
    return FAIL(STATUS_INVALID, "name: \"%.60s\", expected a problem that reads files of rows", name);
  }
  TRY(state_get_object(description, "options", given));
  return state_get_object(description, "reading", reading);
}

status problem_reopen(const char *who, const cJSON *description, const char *path, problem *out) {
  const cJSON *given = NULL, *reading = NULL;
  const problem_class *class = NULL;
  options *values = NULL;
  *out = (problem){0};
  status code = find_reader(description, &class, &given, &reading);
  if (code != STATUS_OK) return status_context(code, "%s", who);
  TRY(options_read(who, class->about.parameters, class->about.parameter_count, given, &values));
  *out = (problem){.class = class};
  code = memory_array(1, class->methods->size, &out->self);
  if (code == STATUS_OK) code = class->methods->reopen(out->self, class, path, values, reading);
  if (code != STATUS_OK) problem_destroy(out);
  options_free(values);
  return code;
}
