#include "script/scenario/observe.h"
#include "base/json.h"
#include "cell/observer.h"
#include "script/custom/custom_declare.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

static _Noreturn void refuse_name(const evaluation *e, const char *name) {
  const char **names = lua_newuserdatauv(e->lua, observed_quantity_count * sizeof *names, 0);
  for (size_t i = 0; i < observed_quantity_count; i++) names[i] = observed_quantities[i].name;
  char valid[1500], nearest[NEAREST_TEXT];
  join_names(names, observed_quantity_count, valid, sizeof valid);
  REFUSE(e, "observe", NULL, "observe: \"%.80s\": no such quantity%s (valid: %s, constant:NAME)", name,
         nearest_names(name, names, observed_quantity_count, false, nearest), valid);
}

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
    const char *name = evaluation_word(e, -1, "observe", NULL);
    if (observed_find(name) == NULL && learner_observed_constant(name) == NULL && !custom_observes(e->lua, name))
      refuse_name(e, name);
    if (observe_has(e, name)) REFUSE(e, "observe", NULL, "observe: \"%s\" is listed twice", name);
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

/* The shape of the entries that are asked at the end of a run, and the interval of predictions. */
static void add_entries(evaluation *e, cJSON *point) {
  const loss cost = problem_loss(&e->facts);
  if (json_member(point, "entries") != NULL) return;
  cJSON *entries = value_add(e->lua, point, "entries", cJSON_CreateObject());
  value_add(e->lua, entries, "rows", cJSON_CreateNumber((double)e->facts.rows));
  value_add(e->lua, entries, "columns", cJSON_CreateNumber((double)e->facts.n));
  value_add(e->lua, entries, "low", cJSON_CreateNumber(cost.low));
  value_add(e->lua, entries, "high", cJSON_CreateNumber(cost.high));
}

void observe_check(evaluation *e, const char *source, cJSON *point) {
  const cJSON *list = json_member(e->plan, "observe"), *item = NULL;
  cJSON_ArrayForEach (item, list) {
    const observed_quantity *of = observed_find(item->valuestring);
    if (of == NULL) continue;
    const bool suits = observed_check(of, &e->facts, source) == STATUS_OK;
    if (!suits && !custom_observes(e->lua, of->name)) REFUSE(e, "observe", NULL, "observe: %s", status_message());
    if (suits && of->needs & NEEDS_ENTRIES) add_entries(e, point);
  }
}
