#include "problems/rows/reading.h"
#include "base/json.h"
#include "base/state.h"

/* The members but for what the reading has: *reading is NULL where there is none. */
static status describe(const problem_class *class, const options *values, bool reads, cJSON **reading, cJSON *out) {
  cJSON *object = NULL;
  *reading = NULL;
  TRY(state_add_text(out, "name", class->about.name));
  TRY(options_json(values, &object));
  if (!cJSON_AddItemToObject(out, "options", object)) {
    cJSON_Delete(object);
    return FAIL(STATUS_MEMORY, "no memory for the options of %s", class->about.name);
  }
  return reads ? state_add_object(out, "reading", reading) : STATUS_OK;
}

static status fill(const problem *source, const options *values, cJSON *out) {
  cJSON *reading = NULL;
  TRY(describe(source->class, values, source->class->methods->reading != NULL, &reading, out));
  return reading == NULL ? STATUS_OK : source->class->methods->reading(source->self, reading);
}

static status fill_first(const problem_class *class, const char *path, const options *values, cJSON *out) {
  cJSON *reading = NULL;
  TRY(describe(class, values, true, &reading, out));
  CLEANUP(member_free_at) void *self = NULL;
  TRY(member_new(class->methods->size, values, &self));
  return class->methods->begin(self, class, option_who(values), path, reading);
}

status problem_begin(const problem_class *class, const char *path, const options *values, cJSON **out) {
  CLEANUP(json_free_at) cJSON *made = cJSON_CreateObject();
  *out = NULL;
  if (made == NULL) return FAIL(STATUS_MEMORY, "no memory for the description of %s", class->about.name);
  TRY(fill_first(class, path, values, made));
  return HAND_OVER(made, *out);
}

status problem_description(const problem *source, const options *values, cJSON **out) {
  CLEANUP(json_free_at) cJSON *made = cJSON_CreateObject();
  *out = NULL;
  if (made == NULL) return FAIL(STATUS_MEMORY, "no memory for the description of %s", source->class->about.name);
  TRY(fill(source, values, made));
  return HAND_OVER(made, *out);
}

bool problem_describes_reading(const cJSON *description) {
  return cJSON_GetObjectItemCaseSensitive(description, "reading") != NULL;
}

static status find_reader(const cJSON *description, const problem_class **class, const cJSON **given,
                          const cJSON **reading) {
  const char *name = "";
  const bool draw = cJSON_GetObjectItemCaseSensitive(description, "draw") != NULL;
  TRY(state_check_names(description, draw ? "name options reading draw" : "name options reading"));
  TRY(state_get_text(description, "name", &name));
  *class = problem_find(name);
  if (*class == NULL || (*class)->methods->reopen == NULL) {
    return FAIL(STATUS_INVALID, "name: \"%.60s\", expected a problem that reads files of rows", name);
  }
  TRY(state_get_object(description, "options", given));
  return state_get_object(description, "reading", reading);
}

status problem_reading_open(const char *who, const cJSON *description, problem_reading *out) {
  const cJSON *given = NULL;
  *out = (problem_reading){.class = NULL};
  const status code = find_reader(description, &out->class, &given, &out->reading);
  if (code != STATUS_OK) {
    (void)status_context(code, "%s", who);
    return code;
  }
  return options_read(who, out->class->about.parameters, out->class->about.parameter_count, given, &out->values);
}

void problem_reading_close(problem_reading *reading) {
  options_free(reading->values);
  *reading = (problem_reading){.class = NULL};
}

status problem_reading_rows(const problem_reading *reading, const char *path, size_t more, problem *out) {
  const problem_class *class = reading->class;
  CLEANUP(problem_destroy) problem made = {.class = class};
  *out = (problem){.class = NULL};
  TRY(member_new(class->methods->size, reading->values, &made.self));
  TRY(class->methods->reopen(made.self, class, option_who(reading->values), path, reading->reading, more));
  return HAND_OVER(made, *out);
}

status problem_reopen(const char *who, const cJSON *description, const char *path, problem *out) {
  CLEANUP(problem_reading_close) problem_reading reading = {.class = NULL};
  *out = (problem){.class = NULL};
  TRY(problem_reading_open(who, description, &reading));
  return problem_reading_rows(&reading, path, 0, out);
}
