/* Procedures of a scenario, called inside the worker process of a cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "script/sandbox/alarm.h"
#include "script/sandbox/sandbox.h"
#include "script/scenario/evaluation.h"
#include "script/scenario/opened_members.h"
#include "script/script.h"
#include "script/values/value_json.h"

enum { QUANTITIES_LIMIT = 10000 };

typedef struct call {
  const cJSON *parameters;
  uint64_t seed;
  cJSON *quantities;
} call;

status script_open(const char *path, const char *text, const cJSON *parameters, const script_limits *limits,
                   script **out) {
  script *s = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, s));
  s->limits = limits != NULL ? *limits : script_default_limits;
  status code = memory_text(path, &s->path);
  if (code == STATUS_OK) code = memory_text(text, &s->text);
  if (code == STATUS_OK && parameters != NULL) {
    s->parameters = cJSON_Duplicate(parameters, 1);
    if (s->parameters == NULL) code = FAIL(STATUS_MEMORY, "%s: no memory for parameters", path);
  }
  if (code != STATUS_OK) {
    script_close(s);
    return code;
  }
  *out = s;
  return STATUS_OK;
}

void script_close(script *self) {
  if (self == NULL) return;
  script_close_members(self);
  cJSON_Delete(self->parameters);
  free(self->path);
  free(self->text);
  free(self);
}

/* The table on top of the stack as JSON. */
static void read_quantities(lua_State *lua, call *c) {
  if (!lua_istable(lua, -1)) {
    sandbox_refuse(lua, 0, "procedure must return a table of names and numbers, not %s", value_kind(lua, -1));
  }
  const int table = lua_gettop(lua);
  const size_t count = tables_sorted_keys(lua, table);
  if (count > QUANTITIES_LIMIT)
    sandbox_refuse(lua, 0, "procedure returned more than %d quantities", (int)QUANTITIES_LIMIT);
  c->quantities = cJSON_CreateObject();
  if (c->quantities == NULL) sandbox_refuse(lua, 0, "no memory for quantities");
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i);
    const bool named = lua_type(lua, -1) == LUA_TSTRING;
    const char *name = texts_push(lua, -1);
    if (!named || !is_identifier(name)) {
      sandbox_refuse(lua, 0, "procedure returned a quantity called \"%.80s\"; names have letters, digits and _", name);
    }
    lua_pushvalue(lua, -2);
    const int type = lua_rawget(lua, table);
    const double value = type == LUA_TBOOLEAN ? lua_toboolean(lua, -1) : lua_tonumber(lua, -1);
    if (type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      sandbox_refuse(lua, 0, "procedure: %s must be a number, not %s", name, value_kind(lua, -1));
    }
    if (isinf(value)) sandbox_refuse(lua, 0, "procedure: %s is infinite", name);
    value_add(lua, c->quantities, name, cJSON_CreateNumber(value));
    lua_settop(lua, table + 1);
  }
}

static int run_procedure(lua_State *lua) {
  call *c = lua_touserdata(lua, 1);
  sandbox_run(lua);
  const int table = lua_gettop(lua);
  if (!lua_istable(lua, table)) sandbox_refuse(lua, 0, "a scenario must return one table");
  if (sandbox_seed(sandbox_of(lua), c->seed) != STATUS_OK) sandbox_raise_status(lua, 0);
  if (lua_getfield(lua, table, "procedure") != LUA_TFUNCTION) sandbox_refuse(lua, 0, "it has no procedure");
  evaluation_push_point(lua, table, c->parameters);
  lua_pushinteger(lua, (lua_Integer)c->seed);
  lua_call(lua, 2, 1);
  read_quantities(lua, c);
  return 0;
}

status script_procedure(script *self, const cJSON *parameters, uint64_t seed, cJSON **quantities) {
  sandbox *box = NULL;
  alarm_clock alarm = {0};
  cJSON *none = NULL;
  *quantities = NULL;
  if (parameters == NULL) parameters = self->parameters;
  if (parameters == NULL) parameters = none = cJSON_CreateObject();
  if (parameters == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for parameters", self->path);
  call c = {parameters, seed, NULL};
  status code = sandbox_new(self->path, self->text, "procedure", &self->limits, &box);
  if (code == STATUS_OK) code = alarm_start(&alarm, box);
  if (code == STATUS_OK) {
    sandbox_start_clock(box, false);
    code = sandbox_call(box, run_procedure, &c, 0);
    if (code == STATUS_INVALID) code = STATUS_FAILED; /* of this cell */
  }
  alarm_stop(&alarm);
  sandbox_free(box);
  cJSON_Delete(none);
  if (code == STATUS_OK) {
    *quantities = c.quantities;
  } else {
    cJSON_Delete(c.quantities);
  }
  return code;
}
