#include "cell/custom_class.h"

#include "base/memory.h"

/* All members are NULL, so that readers of the plan may ask for a method. */
static const learner_methods no_learner_methods = {.size = 0};
static const problem_methods no_problem_methods = {.size = 0};
static const bound_methods no_bound_methods = {.size = 0};

static const char *text_of(const cJSON *object, const char *name) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  return text == NULL ? "" : text;
}

static double number_of(const cJSON *object, const char *name) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
  return cJSON_IsNumber(item) ? item->valuedouble : 0.0;
}

static bool flag_of(const cJSON *object, const char *name) {
  return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

status custom_learner_class(const cJSON *member, learner_class **out) {
  const cJSON *custom = cJSON_GetObjectItemCaseSensitive(member, "custom");
  TRY(NEW_ARRAY(1, *out));
  **out = (learner_class){.about = {.name = text_of(member, "name"),
                                    .title = text_of(custom, "title"),
                                    .citation = text_of(custom, "citation"),
                                    .help = text_of(custom, "help"),
                                    .family = text_of(custom, "family"),
                                    .result_version = 1,
                                    .definition = custom},
                          .instances = (unsigned)number_of(custom, "instances"),
                          .predicts = (prediction_kind)number_of(custom, "predicts"),
                          .randomised = flag_of(custom, "randomised"),
                          .conservative = flag_of(custom, "conservative"),
                          .equivariant = (unsigned)number_of(custom, "equivariant"),
                          .methods = &no_learner_methods};
  return STATUS_OK;
}

status custom_problem_class(const cJSON *member, problem_class **out) {
  const cJSON *custom = cJSON_GetObjectItemCaseSensitive(member, "custom");
  TRY(NEW_ARRAY(1, *out));
  **out = (problem_class){.about = {.name = text_of(member, "name"),
                                    .title = text_of(custom, "title"),
                                    .citation = text_of(custom, "citation"),
                                    .help = text_of(custom, "help"),
                                    .family = text_of(custom, "family"),
                                    .result_version = 1,
                                    .definition = custom},
                          .methods = &no_problem_methods};
  return STATUS_OK;
}

status custom_bound_class(const cJSON *member, bound_class **out) {
  const cJSON *custom = cJSON_GetObjectItemCaseSensitive(member, "custom");
  TRY(NEW_ARRAY(1, *out));
  **out = (bound_class){.about = {.name = text_of(member, "name"),
                                  .title = text_of(custom, "title"),
                                  .citation = text_of(custom, "citation"),
                                  .help = text_of(custom, "help"),
                                  .result_version = 1,
                                  .definition = custom},
                        .status = (bound_status)number_of(custom, "status"),
                        .direction = (bound_direction)number_of(custom, "direction"),
                        .level = (bound_level)number_of(custom, "level"),
                        .measure = text_of(custom, "measure"),
                        .procedures = true,
                        .methods = &no_bound_methods};
  return STATUS_OK;
}
