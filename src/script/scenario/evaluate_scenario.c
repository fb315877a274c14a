#include "script/scenario/evaluate_scenario.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/plain_text.h"
#include "base/text.h"
#include "learners/learner.h"
#include "script/scenario/evaluation.h"
#include "script/scenario/grid.h"
#include "script/scenario/observe.h"
#include "script/scenario/plots.h"
#include "script/scenario/points.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const field_names[] = {"title",   "source",   "params", "sweep",   "trials", "test",     "seeds",
                                          "problem", "learners", "bounds", "observe", "plot",   "procedure"};

enum { DEFAULT_SEEDS = 20, SEEDS_LIMIT = 1000000 };

/* A text field on one line, or `absent`. */
static void read_text(evaluation *e, const char *name, const char *absent) {
  const int type = evaluation_field(e, name);
  const char *text = absent;
  if (type != LUA_TNIL) {
    size_t length;
    if (type != LUA_TSTRING) REFUSE(e, name, NULL, "%s must be a string, not %s", name, value_kind(e->lua, -1));
    text = lua_tolstring(e->lua, -1, &length);
    if (!is_plain_text(text, length)) REFUSE(e, name, NULL, "%s must be one line of UTF-8 text", name);
  }
  value_add(e->lua, e->plan, name, cJSON_CreateString(text));
  lua_pop(e->lua, 1);
}

static void read_seeds(evaluation *e) {
  const long long asked = e->request->seeds;
  double seeds = DEFAULT_SEEDS;
  if (asked < 0 || asked > SEEDS_LIMIT) {
    sandbox_raise(e->lua, "--seeds %lld: expected a whole number from 1 to %d", asked, (int)SEEDS_LIMIT);
  }
  if (evaluation_field(e, "seeds") != LUA_TNIL) {
    seeds = evaluation_whole(e, "seeds", 1, SEEDS_LIMIT);
  } else {
    lua_pop(e->lua, 1);
  }
  value_add(e->lua, e->plan, "seeds", cJSON_CreateNumber(asked > 0 ? (double)asked : seeds));
}

/* Either a procedure or a problem with learners. */
static void read_kind(evaluation *e) {
  const int type = evaluation_field(e, "procedure");
  e->procedure = type != LUA_TNIL;
  if (e->procedure && (type != LUA_TFUNCTION || lua_iscfunction(e->lua, -1))) {
    REFUSE(e, "procedure", NULL, "procedure must be a function(p, seed), not %s", value_kind(e->lua, -1));
  }
  static const char *const needed[] = {"problem", "learners"};
  for (size_t i = 0; i < COUNT(needed); i++) {
    const bool present = evaluation_field(e, needed[i]) != LUA_TNIL;
    if (present && e->procedure) {
      REFUSE(e, needed[i], NULL, "%s beside procedure: a scenario has either a procedure or a problem and learners",
             needed[i]);
    }
    if (!present && !e->procedure) {
      REFUSE(e, NULL, NULL, "%s is missing: a scenario has a problem and learners, or a procedure", needed[i]);
    }
    lua_pop(e->lua, 1);
  }
  lua_pop(e->lua, 1);
}

/* What was overridden, by name; seeds, trials and added learners among the parameters. */
static void add_overrides(evaluation *e) {
  lua_State *lua = e->lua;
  cJSON *overrides = value_add(lua, e->plan, "overrides", cJSON_CreateObject());
  const script_request *request = e->request;
  const char **sets = lua_newuserdatauv(lua, (request->set_count + 3) * sizeof *sets, 0);
  size_t count = 0;
  while (count < request->set_count) {
    sets[count] = request->sets[count];
    count++;
  }
  if (request->seeds > 0) sets[count++] = lua_pushfstring(lua, "seeds=%I", (LUAI_UACINT)request->seeds);
  if (request->trials > 0) sets[count++] = lua_pushfstring(lua, "trials=%I", (LUAI_UACINT)request->trials);
  if (request->programs != NULL) sets[count++] = lua_pushfstring(lua, "learner=%s", request->programs);
  qsort(sets, count, sizeof *sets, text_compare);
  for (size_t i = 0; i < count; i++) {
    const char *equals = strchr(sets[i], '=');
    lua_pushlstring(lua, sets[i], (size_t)(equals - sets[i]));
    value_add(lua, overrides, lua_tostring(lua, -1), cJSON_CreateString(equals + 1));
    lua_pop(lua, 1);
  }
  lua_settop(lua, e->table);
}

static void add_names(evaluation *e) {
  cJSON *names = value_add(e->lua, e->plan, "parameters", cJSON_CreateArray());
  cJSON *swept = value_add(e->lua, e->plan, "swept", cJSON_CreateArray());
  for (size_t i = 0; i < e->parameter_count; i++) {
    value_add(e->lua, names, NULL, cJSON_CreateString(e->parameters[i].name));
    if (e->parameters[i].count > 1) value_add(e->lua, swept, NULL, cJSON_CreateString(e->parameters[i].name));
  }
}

/* File name without folder and .lua; sets e->folder. */
static void add_names_of_file(evaluation *e) {
  const char *path = e->box->path, *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
  /* It goes into the manifest and pictures. */
  if (!is_plain_text(path, strlen(path)))
    sandbox_refuse(e->lua, 0, "the path of a scenario must be UTF-8 without control characters");
  if (memory_text(slash != NULL ? path : ".", &e->folder) != STATUS_OK) sandbox_raise_status(e->lua, 0);
  if (slash != NULL) e->folder[slash == path ? 1 : slash - path] = '\0';
  size_t length = strlen(file);
  if (length > 4 && strcmp(file + length - 4, ".lua") == 0) length -= 4;
  lua_pushlstring(e->lua, file, length);
  value_add(e->lua, e->plan, "scenario", cJSON_CreateString(lua_tostring(e->lua, -1)));
  lua_pop(e->lua, 1);
  value_add(e->lua, e->plan, "path", cJSON_CreateString(path));
  value_add(e->lua, e->plan, "text", cJSON_CreateString(e->box->text));
}

static int evaluate(lua_State *lua) {
  evaluation *e = lua_touserdata(lua, 1);
  e->lua = lua;
  sandbox_run(lua);
  e->table = lua_gettop(lua);
  luaL_checkstack(lua, 100, NULL);
  if (!lua_istable(lua, -1)) REFUSE(e, NULL, NULL, "a scenario must return one table, not %s", value_kind(lua, -1));
  evaluation_check_names(e, e->table, NULL, field_names, COUNT(field_names));
  e->plan = cJSON_CreateObject();
  if (e->plan == NULL) sandbox_raise(lua, "no memory for the plan");
  add_names_of_file(e);
  read_text(e, "title", json_member(e->plan, "scenario")->valuestring);
  read_text(e, "source", "");
  read_kind(e);
  grid_read(e);
  add_names(e);
  add_overrides(e);
  read_seeds(e);
  observe_read(e);
  value_add(lua, e->plan, "procedure", cJSON_CreateBool(e->procedure));
  cJSON *points = value_add(lua, e->plan, "points", cJSON_CreateArray());
  points_read(e, points);
  plots_read(e, points, value_add(lua, e->plan, "plots", cJSON_CreateArray()));
  return 0;
}

static void free_evaluation(evaluation *e) {
  for (size_t i = 0; i < e->parameter_count; i++) {
    cJSON_Delete(e->parameters[i].values);
    free(e->parameters[i].value);
  }
  free(e->parameters);
  free(e->folder);
  cJSON_Delete(e->plan);
}

status evaluate_scenario(sandbox *box, const script_request *request, int desk, cJSON **plan) {
  CLEANUP(free_evaluation) evaluation e = {.box = box, .request = request, .desk = desk};
  *plan = NULL;
  TRY(sandbox_call(box, evaluate, &e, 0));
  *plan = e.plan;
  e.plan = NULL;
  return STATUS_OK;
}
