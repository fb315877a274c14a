/* Cells of a problem, a learner and all bounds. */
#pragma once

#include "cell/cell.h"
#include "unit/conformance_sequences.h"

enum { CELL_TRIALS = 40 };

static inline cJSON *member_json(const char *name, const options *values) {
  cJSON *member = cJSON_CreateObject(), *resolved = NULL;
  cr_assert_eq(options_json(values, &resolved), STATUS_OK);
  cJSON_AddStringToObject(member, "name", name);
  cJSON_AddStringToObject(member, "label", name);
  cJSON_AddItemToObject(member, "options", resolved);
  return member;
}

/* A plan of one problem (member_json; taken over) with one learner and all bounds. */
static inline cJSON *make_document(cJSON *source, const learner_class *player, const options *learner_values) {
  static const char *const texts[] = {"scenario", "path", "text", "title", "source"};
  cJSON *document = cJSON_CreateObject();
  for (size_t i = 0; i < 5; i++) cJSON_AddStringToObject(document, texts[i], "conformance");
  cJSON_AddArrayToObject(document, "parameters");
  cJSON_AddArrayToObject(document, "observe");
  cJSON_AddNumberToObject(document, "seeds", 1);
  cJSON_AddBoolToObject(document, "procedure", 0);
  cJSON *point = cJSON_CreateObject();
  cJSON_AddItemToArray(cJSON_AddArrayToObject(document, "points"), point);
  cJSON_AddObjectToObject(point, "parameters");
  cJSON_AddNumberToObject(point, "trials", CELL_TRIALS);
  cJSON_AddItemToObject(point, "problem", source);
  cJSON_AddItemToArray(cJSON_AddArrayToObject(point, "learners"), member_json(player->about.name, learner_values));
  cJSON *bounds = cJSON_AddArrayToObject(point, "bounds");
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    const declared of = {class->about.name, class->about.parameters, class->about.parameter_count};
    options *values = conformance_options(&of, 0);
    if (values == NULL) continue;
    cJSON_AddItemToArray(bounds, member_json(class->about.name, values));
    options_free(values);
  }
  return document;
}

static inline const char *text_of(const cJSON *object, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  return text != NULL ? text : "";
}
