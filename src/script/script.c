#include "script/script.h"
#include "base/json.h"
#include "script/sandbox/alarm.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"
#include "script/scenario/evaluation.h"
#include "script/scenario/library.h"
#include "script/values/names.h"
#include "script/values/value_json.h"
#include "script/values/value_types.h"

struct script {
  char *path, *text;
  cJSON *parameters;
  script_limits limits;
  opened_members *members; /* of the running cell, or NULL */
};

status script_open(const char *path, const char *text, const cJSON *parameters, const script_limits *limits,
                   script **out) {
  CLEANUP(script_close_at) script *s = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, s));
  s->limits = limits != NULL ? *limits : script_default_limits;
  TRY(memory_text(path, &s->path));
  TRY(memory_text(text, &s->text));
  if (parameters != NULL) {
    s->parameters = cJSON_Duplicate(parameters, 1);
    if (s->parameters == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for parameters", path);
  }
  return HAND_OVER(s, *out);
}

void script_close(script *self) {
  if (self == NULL) return;
  script_close_members(self);
  cJSON_Delete(self->parameters);
  free(self->path);
  free(self->text);
  free(self);
}

/* ---- the procedure, called inside the worker process of a cell */

enum { QUANTITIES_LIMIT = 10000 };

typedef struct call {
  const cJSON *parameters;
  uint64_t seed;
  cJSON *quantities;
} call;

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
    (void)value_word(lua, -1, 0, "procedure: the name of a quantity", NULL);
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

static void free_call(call *c) {
  cJSON_Delete(c->quantities);
}

status script_procedure(script *self, const cJSON *parameters, uint64_t seed, cJSON **quantities) {
  CLEANUP(json_free_at) cJSON *none = cJSON_CreateObject();
  *quantities = NULL;
  if (none == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for parameters", self->path);
  CLEANUP(free_call) call c = {.parameters = parameters, .seed = seed};
  CLEANUP(sandbox_free_at) sandbox *box = NULL;
  CLEANUP(alarm_stop) alarm_clock alarm = {0};
  if (parameters == NULL) c.parameters = self->parameters != NULL ? self->parameters : none;
  TRY(sandbox_new(self->path, self->text, "procedure", &self->limits, library_open, &box));
  TRY(alarm_start(&alarm, box));
  const status code = sandbox_call(box, run_procedure, &c, 0);
  if (code != STATUS_OK) return code == STATUS_INVALID ? STATUS_FAILED : code; /* of this cell */
  *quantities = c.quantities;
  c.quantities = NULL;
  return STATUS_OK;
}

/* ---- members of its own */

status script_open_members(script *self, const script_members *members) {
  script_close_members(self);
  return opened_members_new(self->path, self->text, &self->limits, members, &self->members);
}

void script_close_members(script *self) {
  opened_members_free(self->members);
  self->members = NULL;
}

const char *script_lua_release(void) {
  return LUA_RELEASE;
}
