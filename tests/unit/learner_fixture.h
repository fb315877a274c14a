/* Making learners in tests. */
#pragma once

#include <criterion/criterion.h>

#include "base/json.h"
#include "learners/learner.h"

typedef struct played {
  learner learner;
  options *values;
} played;

static inline status played_try(const char *name, const char *json, const learner_setting *setting, played *out) {
  *out = (played){0};
  const learner_class *class = learner_find(name);
  cr_assert_not_null(class, "there is no learner %s", name);
  cJSON *given = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  status code = options_new(&class->about, given, &out->values);
  cJSON_Delete(given);
  if (code == STATUS_OK) code = learner_new(class, setting, out->values, &out->learner);
  return code;
}

static inline void played_free(played *p) {
  learner_destroy(&p->learner);
  options_free(p->values);
}

static inline played played_make(const char *name, const char *json, const learner_setting *setting) {
  played p;
  cr_assert_eq(played_try(name, json, setting, &p), STATUS_OK, "%s %s: %s", name, json, status_message());
  return p;
}

static inline void played_refused(const char *name, const char *json, const learner_setting *setting,
                                  const char *message) {
  played p;
  const status code = played_try(name, json, setting, &p);
  cr_expect_eq(code, STATUS_INVALID, "%s %s: status %d", name, json, (int)code);
  cr_expect_str_eq(status_message(), message, "%s %s gave: %s", name, json, status_message());
  played_free(&p);
}

static inline double played_score(played *p, const instance *x) {
  double score;
  cr_assert_eq(learner_score(&p->learner, x, &score), STATUS_OK, "%s", status_message());
  return score;
}

/* A trial; true after an update. */
static inline bool played_trial(played *p, const instance *x, double label, prediction *said) {
  bool updated = false;
  cr_assert_eq(learner_predict(&p->learner, x, said), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_update(&p->learner, x, said, label, &updated), STATUS_OK, "%s", status_message());
  return updated;
}

/* An update as after the wrong prediction. */
static inline void played_update(played *p, const instance *x, double label) {
  const prediction wrong = {.score = 0, .value = -label};
  bool updated = false;
  cr_assert_eq(learner_update(&p->learner, x, &wrong, label, &updated), STATUS_OK, "%s", status_message());
  cr_assert(updated);
}

/* The learner refuses this state. */
static inline void played_refuses(played *p, const char *json, const char *message) {
  cJSON *state = NULL;
  cr_assert_eq(json_parse(json, &state), STATUS_OK, "%s", json);
  cr_expect_eq(learner_load(&p->learner, state), STATUS_INVALID, "%s", json);
  cr_expect_str_eq(status_message(), message, "%s gave: %s", json, status_message());
  cJSON_Delete(state);
}

static inline double played_constant(const played *p, const char *name) {
  double value = 0;
  cr_assert(learner_constant(&p->learner, name, &value), "no constant %s", name);
  return value;
}
