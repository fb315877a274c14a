#include "script/values/value_types.h"

#include <lauxlib.h>

#include "base/text.h"
#include "script/values/value_json.h"

void view_check(lua_State *lua, view_mark mark, const char *what) {
  if (views_valid(&sandbox_of(lua)->views, mark)) return;
  luaL_error(lua, "this %s was lent for one call, which has ended; keep x:copy() instead of x", what);
}

void value_type_set(lua_State *lua, const char *name) {
  lua_rawgetp(lua, LUA_REGISTRYINDEX, name);
  lua_setmetatable(lua, -2);
}

void *value_type_test(lua_State *lua, int index, value_type type) {
  void *value = lua_touserdata(lua, index);
  if (value == NULL || !lua_getmetatable(lua, index)) return NULL;
  const bool same = lua_topointer(lua, -1) == sandbox_of(lua)->types[type];
  lua_pop(lua, 1);
  return same ? value : NULL;
}

int value_type_method(lua_State *lua, const char *name) {
  lua_settop(lua, 2);
  lua_pushvalue(lua, 2);
  if (lua_type(lua, 2) == LUA_TSTRING && lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const char *key = texts_push(lua, 2);
  const size_t count = tables_sorted_keys(lua, lua_upvalueindex(1));
  const char **names = lua_newuserdatauv(lua, (count + 1) * sizeof *names, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(lua, -2, (lua_Integer)i + 1);
    names[i] = lua_tostring(lua, -1); /* kept alive by the methods */
    lua_pop(lua, 1);
  }
  const char *nearest = nearest_name(key, names, count);
  return luaL_error(lua, "a %s has no \"%s\"%s%s", name, key, nearest != NULL ? "; nearest: " : "",
                    nearest != NULL ? nearest : "");
}

void value_type_open(lua_State *lua, value_type type, const char *name, const char *methods_name,
                     const luaL_Reg *methods, const luaL_Reg *metamethods, lua_CFunction read, lua_CFunction create) {
  luaL_newmetatable(lua, name);
  lua_pushvalue(lua, -1);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, name);
  sandbox_of(lua)->types[type] = lua_topointer(lua, -1);
  luaL_setfuncs(lua, metamethods, 0);
  lua_newtable(lua);
  luaL_setfuncs(lua, methods, 0);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, LUA_REGISTRYINDEX, methods_name);
  lua_pushcclosure(lua, read, 1);
  lua_setfield(lua, -2, "__index");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
  lua_newtable(lua); /* the global */
  lua_createtable(lua, 0, 2);
  lua_pushcfunction(lua, create);
  lua_setfield(lua, -2, "__call");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_setmetatable(lua, -2);
  lua_setfield(lua, -2, name);
}
