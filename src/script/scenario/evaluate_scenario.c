#include "script/scenario/evaluation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "learners/learner.h"
#include "script/custom/custom.h"
#include "script/custom/members.h"
#include "script/scenario/source_line.h"
#include "script/values/value_json.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const field_names[] = {"title",   "source",   "params", "sweep",   "trials", "test",     "seeds",
                                          "problem", "learners", "bounds", "observe", "plot",   "procedure"};

const char *const script_observables[] = {
    "potential", "trace",    "progress",          "least_eigenvalue",        "largest_eigenvalue",
    "rank",      "score",    "expected_mistakes", "subspace_angle",          "prediction_matrix",
    "ordering",  "spectrum", "embedding",         "nearest_neighbour_error", NULL};

enum { DEFAULT_SEEDS = 20, SEEDS_LIMIT = 1000000, OBSERVABLES = COUNT(script_observables) - 1 };

int evaluation_field(evaluation *e, const char *name) {
  lua_pushstring(e->lua, name);
  return lua_rawget(e->lua, e->table);
}

static void push_value(lua_State *lua, const cJSON *value, bool is_float) {
  if (cJSON_IsString(value)) {
    lua_pushstring(lua, value->valuestring);
  } else if (cJSON_IsBool(value)) {
    lua_pushboolean(lua, cJSON_IsTrue(value));
  } else if (!is_float && value->valuedouble == floor(value->valuedouble) && fabs(value->valuedouble) <= 0x1p53) {
    lua_pushinteger(lua, (lua_Integer)value->valuedouble);
  } else {
    lua_pushnumber(lua, value->valuedouble);
  }
}

void evaluation_push_parameters(lua_State *lua, const cJSON *parameters, const grid_parameter *known, size_t count) {
  lua_newtable(lua);
  for (const cJSON *item = parameters->child; item != NULL; item = item->next) {
    size_t i = 0;
    while (i < count && strcmp(known[i].name, item->string) != 0) i++;
    push_value(lua, item, i < count && known[i].is_float);
    lua_setfield(lua, -2, item->string);
  }
  lua_getfield(lua, LUA_REGISTRYINDEX, "scenario parameters");
  lua_setmetatable(lua, -2);
}

/* The defaults of params tell whether whole numbers are floats to Lua (1.0) or integers (1). */
static size_t read_subtypes(lua_State *lua, int table, const cJSON *parameters, grid_parameter *known, size_t size) {
  size_t count = 0;
  lua_getfield(lua, table, "params");
  for (const cJSON *item = parameters->child; item != NULL && count < size && lua_istable(lua, -1); item = item->next) {
    lua_getfield(lua, -1, item->string);
    known[count].is_float = lua_type(lua, -1) == LUA_TNUMBER && !lua_isinteger(lua, -1);
    snprintf(known[count++].name, PARAMETER_NAME, "%s", item->string);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return count;
}

void evaluation_push_point(lua_State *lua, int table, const cJSON *parameters) {
  size_t count = (size_t)cJSON_GetArraySize(parameters);
  grid_parameter *known = lua_newuserdatauv(lua, (count + 1) * sizeof *known, 0);
  memset(known, 0, (count + 1) * sizeof *known);
  count = read_subtypes(lua, table, parameters, known, count);
  evaluation_push_parameters(lua, parameters, known, count);
  lua_remove(lua, -2);
}

int evaluation_value(evaluation *e, const char *name, const cJSON *parameters) {
  if (evaluation_field(e, name) != LUA_TFUNCTION) return lua_type(e->lua, -1);
  if (lua_iscfunction(e->lua, -1)) {
    REFUSE(e, name, NULL, "%s is a function of the harness, not a value; write %s = NAME { ... }", name, name);
  }
  evaluation_push_parameters(e->lua, parameters, e->parameters, e->parameter_count);
  lua_call(e->lua, 1, 1);
  return lua_type(e->lua, -1);
}

void evaluation_check_names(evaluation *e, int index, const char *field, const char *const *names, size_t count) {
  const size_t keys = tables_sorted_keys(e->lua, index);
  for (size_t i = 1; i <= keys; i++) {
    lua_rawgeti(e->lua, -1, (lua_Integer)i);
    const bool is_text = lua_type(e->lua, -1) == LUA_TSTRING;
    const char *key = texts_push(e->lua, -1);
    size_t place = 0;
    while (place < count && strcmp(names[place], key) != 0) place++;
    if (place == count || !is_text) {
      char valid[512];
      join_names(names, count, valid, sizeof valid);
      const char *nearest = nearest_name(key, names, count);
      REFUSE(e, field != NULL ? field : key, field != NULL ? key : NULL, "%s%s%.80s: no such field%s%s (valid: %s)",
             field != NULL ? field : "", field != NULL ? "." : "", key, nearest != NULL ? "; nearest: " : "",
             nearest != NULL ? nearest : "", valid);
    }
    lua_pop(e->lua, 2);
  }
  lua_pop(e->lua, 1);
}

double evaluation_whole(evaluation *e, const char *field, double low, double high) {
  const double value = lua_tonumber(e->lua, -1);
  char given[NUMBER_TEXT], from[NUMBER_TEXT], to[NUMBER_TEXT];
  if (lua_type(e->lua, -1) != LUA_TNUMBER) {
    REFUSE(e, field, NULL, "%s must be a whole number, not %s", field, value_kind(e->lua, -1));
  }
  if (!(value >= low && value <= high) || value != floor(value)) {
    REFUSE(e, field, NULL, "%s = %s must be a whole number from %s to %s", field, number_text(value, given),
           number_text(low, from), number_text(high, to));
  }
  lua_pop(e->lua, 1);
  return value;
}

/* A text field on one line, or `absent`. */
static void read_text(evaluation *e, const char *name, const char *absent) {
  const int type = evaluation_field(e, name);
  const char *text = absent;
  if (type != LUA_TNIL) {
    size_t length;
    if (type != LUA_TSTRING) REFUSE(e, name, NULL, "%s must be a text, not %s", name, value_kind(e->lua, -1));
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

static void read_observe(evaluation *e) {
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
    size_t place = 0;
    while (place < OBSERVABLES && strcmp(script_observables[place], name) != 0) place++;
    if (place == OBSERVABLES && learner_observed_constant(name) == NULL && !custom_observes(e->lua, name)) {
      char valid[400];
      join_names(script_observables, OBSERVABLES, valid, sizeof valid);
      const char *nearest = nearest_name(name, script_observables, OBSERVABLES);
      REFUSE(e, "observe", NULL, "observe: \"%.80s\": no such quantity%s%s (valid: %s, constant:NAME)", name,
             nearest != NULL ? "; nearest: " : "", nearest != NULL ? nearest : "", valid);
    }
    for (const cJSON *other = list->child; other != NULL; other = other->next) {
      if (strcmp(other->valuestring, name) == 0) REFUSE(e, "observe", NULL, "observe: \"%s\" is listed twice", name);
    }
    value_add(e->lua, list, NULL, cJSON_CreateString(name));
    lua_pop(e->lua, 1);
  }
  lua_pop(e->lua, 1);
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

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What was overridden, by name; seeds and trials among the parameters. */
static void add_overrides(evaluation *e) {
  lua_State *lua = e->lua;
  cJSON *overrides = value_add(lua, e->plan, "overrides", cJSON_CreateObject());
  const script_request *request = e->request;
  const char **sets = lua_newuserdatauv(lua, (request->set_count + 2) * sizeof *sets, 0);
  size_t count = 0;
  while (count < request->set_count) {
    sets[count] = request->sets[count];
    count++;
  }
  if (request->seeds > 0) sets[count++] = lua_pushfstring(lua, "seeds=%I", (LUAI_UACINT)request->seeds);
  if (request->trials > 0) sets[count++] = lua_pushfstring(lua, "trials=%I", (LUAI_UACINT)request->trials);
  qsort(sets, count, sizeof *sets, compare_texts);
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
  /* Manifest and pictures hold it. */
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
  read_text(e, "title", cJSON_GetObjectItemCaseSensitive(e->plan, "scenario")->valuestring);
  read_text(e, "source", "");
  read_kind(e);
  grid_read(e);
  add_names(e);
  add_overrides(e);
  read_seeds(e);
  read_observe(e);
  value_add(lua, e->plan, "procedure", cJSON_CreateBool(e->procedure));
  cJSON *points = value_add(lua, e->plan, "points", cJSON_CreateArray());
  points_read(e, points);
  plots_read(e, points, value_add(lua, e->plan, "plots", cJSON_CreateArray()));
  return 0;
}

status evaluation_run(sandbox *box, const script_request *request, cJSON **plan) {
  evaluation e = {.box = box, .request = request};
  *plan = NULL;
  status code = sandbox_call(box, evaluate, &e, 0);
  for (size_t i = 0; i < e.parameter_count; i++) {
    cJSON_Delete(e.parameters[i].values);
    free(e.parameters[i].value);
  }
  free(e.parameters);
  free(e.folder);
  if (code == STATUS_OK) {
    *plan = e.plan;
  } else {
    cJSON_Delete(e.plan);
  }
  return code;
}
