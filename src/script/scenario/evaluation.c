#include "script/scenario/evaluation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "script/values/names.h"
#include "script/values/value_types.h"

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
  char reason[NO_SUCH_NAME];
  const char *key = value_unknown_key(e->lua, index, names, count);
  if (key == NULL) return;
  REFUSE(e, field != NULL ? field : key, field != NULL ? key : NULL, "%s%s%.80s: %s", field != NULL ? field : "",
         field != NULL ? "." : "", key, no_such_name("field", key, names, count, reason));
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
