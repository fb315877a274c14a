#include "script/scenario/observe.h"

#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "learners/forecast.h"
#include "script/custom/custom_declare.h"
#include "script/custom/observables.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

enum { MATRIX_LIMIT = 4096, ORDERING_LIMIT = 4096, ITEMS_LIMIT = 1024 }; /* entries; rows; items */

void observe_read(evaluation *e) {
  cJSON *list = value_add(e->lua, e->plan, "observe", cJSON_CreateArray());
  const int type = evaluation_field(e, "observe");
  size_t count;
  if (type != LUA_TNIL && e->procedure) {
    REFUSE(e, "observe", NULL, "observe is for learners; a procedure returns its quantities itself");
  }
  if (type != LUA_TNIL && !value_is_list(e->lua, -1, &count))
    REFUSE(e, "observe", NULL, "observe must be a list of names");
  for (size_t i = 1; type != LUA_TNIL && i <= count; i++) {
    if (lua_rawgeti(e->lua, -1, (lua_Integer)i) != LUA_TSTRING)
      REFUSE(e, "observe", NULL, "observe must be a list of names");
    const char *name = lua_tostring(e->lua, -1);
    size_t place = 0, known = 0;
    while (script_observables[known] != NULL) known++;
    while (place < known && strcmp(script_observables[place], name) != 0) place++;
    if (place == known && learner_observed_constant(name) == NULL && !custom_observes(e->lua, name)) {
      char valid[400];
      join_names(script_observables, known, valid, sizeof valid);
      char nearest[NEAREST_TEXT];
      REFUSE(e, "observe", NULL, "observe: \"%.80s\": no such quantity%s (valid: %s, constant:NAME)", name,
             nearest_names(name, script_observables, known, false, nearest), valid);
    }
    for (const cJSON *other = list->child; other != NULL; other = other->next) {
      if (strcmp(other->valuestring, name) == 0) REFUSE(e, "observe", NULL, "observe: \"%s\" is listed twice", name);
    }
    value_add(e->lua, list, NULL, cJSON_CreateString(name));
    lua_pop(e->lua, 1);
  }
  lua_pop(e->lua, 1);
}

bool observe_has(const evaluation *e, const char *name) {
  const cJSON *list = json_member(e->plan, "observe");
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    if (strcmp(item->valuestring, name) == 0) return true;
  }
  return false;
}

/* The quantity of `observe` that needs all entries, or NULL; of two the one with the smaller limit. */
static const char *quantity_of_entries(const evaluation *e) {
  const cJSON *list = json_member(e->plan, "observe");
  const char *found = NULL;
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    const char *name = item->valuestring;
    if (strcmp(name, "prediction_matrix") == 0) return name;
    if (strcmp(name, "ordering") == 0) found = name;
  }
  return found;
}

/* All entries at the end of a run: checks the problem, and adds their shape and interval to the point. */
static void check_entries(evaluation *e, const char *source, cJSON *point) {
  const problem_facts *facts = &e->facts;
  const char *name = quantity_of_entries(e);
  if (name == NULL) return;
  if (facts->kind != INSTANCE_ENTRY || facts->labels != LABEL_REAL)
    REFUSE(e, "observe", NULL, "observe: \"%s\" is for entries with real labels, not for %s", name, source);
  const bool ordering = strcmp(name, "ordering") == 0;
  if (ordering && facts->rows > ORDERING_LIMIT) {
    REFUSE(e, "observe", NULL, "observe: \"%s\": %s has %zu rows, expected at most %d", name, source, facts->rows,
           ORDERING_LIMIT);
  }
  if (!ordering && facts->rows > MATRIX_LIMIT / facts->n) {
    REFUSE(e, "observe", NULL, "observe: \"%s\": %s has %zu x %zu entries, at most %d are asked at the end of a run",
           name, source, facts->rows, facts->n, MATRIX_LIMIT);
  }
  const loss loss = problem_loss(facts);
  cJSON *entries = value_add(e->lua, point, "entries", cJSON_CreateObject());
  value_add(e->lua, entries, "rows", cJSON_CreateNumber((double)facts->rows));
  value_add(e->lua, entries, "columns", cJSON_CreateNumber((double)facts->n));
  value_add(e->lua, entries, "low", cJSON_CreateNumber(loss.low));
  value_add(e->lua, entries, "high", cJSON_CreateNumber(loss.high));
}

/* Spectra and embeddings need symmetric matrices or distances of items. */
static void check_kernels(evaluation *e, const char *source) {
  static const char *const names[] = {"spectrum", "embedding", "nearest_neighbour_error"};
  const problem_facts *facts = &e->facts;
  const cJSON *list = json_member(e->plan, "observe");
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    size_t place = 0;
    while (place < 3 && strcmp(names[place], item->valuestring) != 0) place++;
    if (place == 3) continue;
    if (facts->classes == 0 && facts->kind != INSTANCE_DISTANCE && (place > 0 || instance_kind_has_rows(facts->kind))) {
      REFUSE(e, "observe", NULL, "observe: \"%s\" is for %s, not for %s", names[place],
             place > 0 ? "distances of items" : "symmetric matrices", source);
    }
    if (facts->n > ITEMS_LIMIT) {
      REFUSE(e, "observe", NULL, "observe: \"%s\": %s has order %zu, expected at most %d", names[place], source,
             facts->n, ITEMS_LIMIT);
    }
    if (place == 2 && facts->classes == 0)
      REFUSE(e, "observe", NULL, "observe: \"%s\": the items of %s have no classes", names[place], source);
  }
}

/* Scores of chances need predictions and labels in one interval. */
static void check_forecasts(evaluation *e, const char *source) {
  const cJSON *list = json_member(e->plan, "observe");
  const loss loss = problem_loss(&e->facts);
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    if (!forecast_observes(item->valuestring) || (e->facts.labels == LABEL_REAL && forecast_suits(&loss))) continue;
    REFUSE(e, "observe", NULL, "observe: \"%s\" is for predictions in the interval of their labels, not for %s",
           item->valuestring, source);
  }
}

void observe_check(evaluation *e, const char *source, cJSON *point) {
  check_entries(e, source, point);
  check_kernels(e, source);
  check_forecasts(e, source);
}
