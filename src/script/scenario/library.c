#include "script/scenario/library.h"
#include "base/plain_text.h"
#include "base/text.h"
#include "script/custom/custom_declare.h"
#include "script/custom/lent_members.h"
#include "script/custom/ready_premises.h"
#include "script/sandbox/mathematics.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"
#include "script/values/values.h"
#include <lualib.h>

/* Raises "NAME: no such WHAT; nearest: X" for a key that is not among the keys of the table on top of the stack. */
static _Noreturn void refuse_unknown(lua_State *lua, const char *lead, const char *key, const char *what) {
  size_t count;
  const char **names = tables_push_names(lua, -1, &count);
  char nearest[NEAREST_TEXT];
  sandbox_refuse(lua, sandbox_line(lua), "%s%.80s: no such %s%s", lead, key, what,
                 nearest_names(key, names, count, false, nearest));
}

/* Scenarios see an empty table in front of the real globals (the upvalue), so that each access comes here. */
static int read_global(lua_State *lua) {
  lua_settop(lua, 2);
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const char *key = texts_push(lua, 2);
  lua_pushvalue(lua, lua_upvalueindex(1));
  refuse_unknown(lua, "", key, "global");
}

static int write_global(lua_State *lua) {
  const char *key = texts_push(lua, 2);
  sandbox_refuse(lua, sandbox_line(lua), "%.80s: a scenario cannot define globals; write: local %.80s", key, key);
}

/* p.rr in a function of the scenario. */
static int read_parameter(lua_State *lua) {
  lua_settop(lua, 2);
  const char *key = texts_push(lua, 2);
  lua_pushvalue(lua, 1);
  refuse_unknown(lua, "p.", key, "parameter");
}

static int write_parameter(lua_State *lua) {
  return read_parameter(lua);
}

static int set_metatable(lua_State *lua) {
  if (lua_istable(lua, 2)) tables_check_metatable(lua, 2, "setmetatable");
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  return 1;
}

/* To stderr, because stdout is for the summary; nothing that a terminal obeys. */
static int print(lua_State *lua) {
  const int count = lua_gettop(lua);
  luaL_Buffer buffer;
  luaL_buffinit(lua, &buffer);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&buffer, '\t');
    texts_push(lua, i);
    luaL_addvalue(&buffer);
  }
  luaL_addchar(&buffer, '\n');
  luaL_addchar(&buffer, '\0');
  plain_text_make(luaL_buffaddr(&buffer), "\t\n");
  fputs(luaL_buffaddr(&buffer), stderr);
  luaL_pushresult(&buffer);
  return 0;
}

/* The chosen functions of Lua's base library, from the table on top to the one below it. */
static void copy_base(lua_State *lua) {
  static const char *const chosen[] = {"assert", "error",  "getmetatable", "ipairs",   "pcall", "rawequal", "rawget",
                                       "rawlen", "rawset", "select",       "tonumber", "type",  "xpcall",   NULL};
  for (size_t i = 0; chosen[i] != NULL; i++) {
    lua_getfield(lua, -1, chosen[i]);
    lua_setfield(lua, -3, chosen[i]);
  }
  lua_getfield(lua, -1, "setmetatable");
  lua_pushcclosure(lua, set_metatable, 1);
  lua_setfield(lua, -3, "setmetatable");
}

static void add_library(lua_State *lua, const char *name, lua_CFunction open, void (*change)(lua_State *)) {
  luaL_requiref(lua, name, open, 0);
  change(lua);
  lua_setfield(lua, -2, name);
}

/* Pushes a metatable that scripts can neither see nor change. */
static void push_guard(lua_State *lua, lua_CFunction read, lua_CFunction write, int upvalues) {
  lua_createtable(lua, 0, 3);
  lua_insert(lua, -1 - upvalues);
  lua_pushcclosure(lua, read, upvalues);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, write);
  lua_setfield(lua, -2, "__newindex");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
}

int library_open(lua_State *lua) {
  static const luaL_Reg own[] = {
      {"pairs", tables_pairs}, {"next", tables_next}, {"tostring", texts_tostring}, {"print", print}, {NULL, NULL}};
  lua_newtable(lua); /* the real globals */
  luaL_requiref(lua, "_G", luaopen_base, 0);
  copy_base(lua);
  lua_pop(lua, 1);
  luaL_setfuncs(lua, own, 0);
  add_library(lua, "math", luaopen_math, mathematics_open);
  add_library(lua, "string", luaopen_string, texts_open);
  add_library(lua, "table", luaopen_table, tables_open);
  members_open(lua, custom_declare);
  custom_open(lua);
  lent_members_open(lua);
  ready_premises_open(lua);
  values_open(lua);
  lua_newtable(lua); /* what scenarios see */
  lua_insert(lua, -2);
  push_guard(lua, read_global, write_global, 1);
  lua_setmetatable(lua, -2);
  lua_setfield(lua, LUA_REGISTRYINDEX, "scenario globals");
  push_guard(lua, read_parameter, write_parameter, 0);
  lua_setfield(lua, LUA_REGISTRYINDEX, "scenario parameters");
  return 0;
}
