#include "script/custom/custom.h"
#include "base/text.h"
#include "script/sandbox/texts.h"
#include "script/values/names.h"
#include "script/values/value_types.h"
#include <stdarg.h>

bool custom_has(const custom *c, custom_slot slot) {
  return c->slots[slot] != LUA_NOREF;
}

status custom_object_begin(const custom *c, const uint64_t *seed, custom_object *object) {
  char purpose[32];
  *object = (custom_object){.of = c, .state = LUA_NOREF};
  if (seed == NULL) return STATUS_OK;
  snprintf(purpose, sizeof purpose, "custom %s", member_kind_name(c->kind));
  return random_stream_new(*seed, purpose, &object->random);
}

void custom_object_end(custom_object *object) {
  if (object->of != NULL) luaL_unref(object->of->box->lua, LUA_REGISTRYINDEX, object->state);
  random_stream_free(object->random);
  *object = (custom_object){.of = NULL, .state = LUA_NOREF};
}

status custom_call(const custom_object *object, custom_slot slot, lua_CFunction function, void *argument) {
  const custom *c = object->of;
  sandbox *box = c->box;
  if (!views_enter(&box->views))
    return FAIL(STATUS_FAILED, "%s:%d: %s: calls are nested too deep", box->path, c->line, c->name);
  random_stream *random = box->random;
  const char *activity = box->activity;
  const double seconds = box->limits.seconds;
  box->random = object->random;
  box->activity = c->activity[slot];
  if (box->per_call) box->limits.seconds = c->seconds;
  const status code = sandbox_call(box, function, argument, 0);
  box->random = random;
  box->activity = activity;
  box->limits.seconds = seconds;
  views_leave(&box->views);
  return code == STATUS_INVALID && box->per_call ? STATUS_FAILED : code; /* of this cell */
}

void custom_push_function(lua_State *lua, const custom_object *object, custom_slot slot) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, object->of->slots[slot]);
}

void custom_push_state(lua_State *lua, const custom_object *object) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, object->state);
}

void custom_keep_state(lua_State *lua, custom_object *object) {
  if (lua_isnil(lua, -1)) custom_refuse(lua, object->of, "create must return the state, not nothing");
  object->state = luaL_ref(lua, LUA_REGISTRYINDEX);
}

void custom_refuse(lua_State *lua, const custom *c, const char *format, ...) {
  char message[CUSTOM_MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  sandbox_refuse(lua, c->line, "%s: %s", c->name, message);
}

const char *custom_word(lua_State *lua, const custom *c, int index, const char *name) {
  return value_word(lua, index, c->line, c->name, name);
}

const char *custom_push_word(lua_State *lua, const custom *c, const char *name) {
  (void)texts_push(lua, -1);
  return custom_word(lua, c, -1, name);
}

double custom_number(lua_State *lua, const custom *c, int index, const char *what) {
  const int type = lua_type(lua, index);
  const double value = lua_tonumber(lua, index);
  char digits[NUMBER_TEXT];
  if (type != LUA_TNUMBER) custom_refuse(lua, c, "%s is %s, expected a number", what, value_kind(lua, index));
  if (!isfinite(value)) custom_refuse(lua, c, "%s is %s, expected a finite number", what, number_text(value, digits));
  return value;
}

void custom_set_number(lua_State *lua, const char *name, double value) {
  lua_pushnumber(lua, value);
  lua_setfield(lua, -2, name);
}

void custom_set_count(lua_State *lua, const char *name, size_t value) {
  lua_pushinteger(lua, (lua_Integer)value);
  lua_setfield(lua, -2, name);
}

void custom_set_flag(lua_State *lua, const char *name, bool value) {
  lua_pushboolean(lua, value);
  lua_setfield(lua, -2, name);
}

void custom_set_text(lua_State *lua, const char *name, const char *value) {
  lua_pushstring(lua, value);
  lua_setfield(lua, -2, name);
}

void custom_check_ask(lua_State *lua, const custom *c, const char *name, bool of_problem) {
  const char **names = lua_newuserdatauv(lua, (c->ask_count + 1) * sizeof *names, 0);
  size_t count = 0;
  bool found = false;
  char reason[NO_SUCH_NAME];
  for (const ask *asked = c->asks; asked < c->asks + c->ask_count; asked++) {
    if (asked->of_problem != of_problem) continue;
    names[count++] = asked->name;
    found = found || strcmp(asked->name, name) == 0;
  }
  if (count > 0 && !found) {
    luaL_error(lua, "%s does not ask for \"%s\": %s", c->name, name,
               no_such_name(of_problem ? "name in asks_problem" : "name in asks_learner", name, names, count, reason));
  }
  lua_pop(lua, 1);
}

typedef struct named_call {
  const custom_object *object;
  custom_slot slot;
  const char *name;
  double value;
  bool known;
} named_call;

static int run_named(lua_State *lua) {
  named_call *call = lua_touserdata(lua, 1);
  const custom *c = call->object->of;
  custom_push_function(lua, call->object, call->slot); /* here a table */
  const int type = lua_getfield(lua, -1, call->name);
  if (type == LUA_TNIL) return 0;
  if (type == LUA_TFUNCTION) {
    custom_push_state(lua, call->object);
    lua_call(lua, 1, 1);
  }
  if (lua_type(lua, -1) != LUA_TNUMBER)
    custom_refuse(lua, c, "%s is %s, expected a number", call->name, value_kind(lua, -1));
  call->value = lua_tonumber(lua, -1);
  if (isinf(call->value)) custom_refuse(lua, c, "%s is infinite", call->name);
  call->known = true;
  return 0;
}

status custom_named_number(const custom_object *object, custom_slot slot, const char *name, double *value,
                           bool *known) {
  named_call call = {object, slot, name, NAN, false};
  *known = false;
  if (!custom_has(object->of, slot)) return STATUS_OK;
  TRY(custom_call(object, slot, run_named, &call));
  *known = call.known;
  if (call.known) *value = call.value;
  return STATUS_OK;
}

void custom_keep_failure(const custom *c) {
  if (c->failure[0] == '\0') snprintf(c->failure, CUSTOM_MESSAGE, "%s", status_message());
}

status custom_kept_failure(const custom *c) {
  return c->failure[0] == '\0' ? STATUS_OK : FAIL(STATUS_FAILED, "%s", c->failure);
}

static void push_option(lua_State *lua, const parameter *p, const options *values) {
  const double *list = NULL;
  size_t count = 0;
  switch (p->type) {
  case PARAMETER_INTEGER: lua_pushinteger(lua, (lua_Integer)option_number(values, p->name)); return;
  case PARAMETER_BOOLEAN: lua_pushboolean(lua, option_flag(values, p->name)); return;
  case PARAMETER_CHOICE:
  case PARAMETER_TEXT: lua_pushstring(lua, option_text(values, p->name)); return;
  case PARAMETER_NUMBERS:
    count = option_list(values, p->name, &list);
    lua_createtable(lua, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
      lua_pushnumber(lua, list[i]);
      lua_rawseti(lua, -2, (lua_Integer)i + 1);
    }
    return;
  default: lua_pushnumber(lua, option_number(values, p->name)); return;
  }
}

void custom_push_options(lua_State *lua, const custom *c, const options *values) {
  lua_createtable(lua, 0, (int)c->parameter_count);
  for (size_t i = 0; i < c->parameter_count; i++) {
    push_option(lua, &c->parameters[i], values);
    lua_setfield(lua, -2, c->parameters[i].name);
  }
  lua_getfield(lua, LUA_REGISTRYINDEX, "scenario parameters"); /* unknown names are refused */
  lua_setmetatable(lua, -2);
}
