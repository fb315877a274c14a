/* Making variants of Winnow in tests. */
#pragma once

#include <criterion/criterion.h>

#include "base/json.h"
#include "learners/learner.h"
#include "linalg/eigen.h"

/* A learner with the options given as JSON; the caller destroys it. */
static inline learner variant_make(const char *name, const char *json, learner_setting setting) {
  const learner_class *class = learner_find(name);
  cr_assert_not_null(class, "there is no learner %s", name);
  cJSON *given = NULL;
  options *values = NULL;
  learner made = {NULL, NULL};
  if (setting.eigen == NULL) setting.eigen = &eigen_own;
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  cr_assert_eq(options_new(&class->about, given, &values), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_new(class, &setting, values, &made), STATUS_OK, "%s", status_message());
  options_free(values);
  cJSON_Delete(given);
  return made;
}

/* The options must be refused by the learner with exactly this message. */
static inline void variant_refused(const char *name, const char *json, learner_setting setting, const char *message) {
  const learner_class *class = learner_find(name);
  cr_assert_not_null(class, "there is no learner %s", name);
  cJSON *given = NULL;
  options *values = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  status code = options_new(&class->about, given, &values);
  if (code == STATUS_OK) code = learner_check(class, &setting, values);
  cr_expect_eq(code, STATUS_INVALID, "%s %s: status %d", name, json, (int)code);
  cr_expect_str_eq(status_message(), message, "%s %s gave: %s", name, json, status_message());
  options_free(values);
  cJSON_Delete(given);
}

static inline double variant_constant(const learner *player, const char *name) {
  double value = 0;
  cr_assert(learner_constant(player, name, &value), "%s has no constant %s", player->class->about.name, name);
  return value;
}
