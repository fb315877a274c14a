#include "cell/custom_class.h"

#include "base/json.h"
#include "base/memory.h"

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
                        .procedures = true,
                        .methods = &no_bound_methods};
  return STATUS_OK;
}
