#include "script/values/value_types.h"
#include "base/text.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"

const char *value_kind(lua_State *lua, int index) {
  switch (lua_type(lua, index)) {
  case LUA_TNIL:
  case LUA_TNONE: return "nothing";
  case LUA_TNUMBER: return "a number";
  case LUA_TSTRING: return "a string";
  case LUA_TTABLE: return "a table";
  case LUA_TBOOLEAN: return "true or false";
  case LUA_TFUNCTION: return "a function";
  default: break;
  }
  const int found = luaL_getmetafield(lua, index, "__name");
  const char *name = found == LUA_TSTRING ? lua_tostring(lua, -1) : "";
  const char *kind = strcmp(name, "problem") == 0   ? "a problem"
                     : strcmp(name, "learner") == 0 ? "a learner"
                     : strcmp(name, "bound") == 0   ? "a bound"
                     : strcmp(name, "vec") == 0     ? "a vec"
                     : strcmp(name, "sparse") == 0  ? "a sparse vector"
                     : strcmp(name, "mat") == 0     ? "a mat"
                     : strcmp(name, "custom") == 0  ? "a definition, which has to be called: mine { ... }"
                                                    : "something else";
  if (found != LUA_TNIL) lua_pop(lua, 1);
  return kind;
}

const char *value_word(lua_State *lua, int index, int line, const char *where, const char *entry) {
  size_t length;
  const char *text = lua_tolstring(lua, index, &length);
  if (strlen(text) != length)
    sandbox_refuse(lua, line < 0 ? sandbox_line(lua) : line,
                   "%s%s%s: a text with a zero byte, after \"%.40s\": leave the byte out", where,
                   entry != NULL ? "." : "", entry != NULL ? entry : "", text);
  return text;
}

bool value_is_list(lua_State *lua, int index, size_t *count) {
  *count = 0;
  if (!lua_istable(lua, index)) return false;
  index = lua_absindex(lua, index);
  const lua_Unsigned length = lua_rawlen(lua, index);
  lua_Unsigned keys = 0;
  for (lua_pushnil(lua); lua_next(lua, index) != 0; lua_pop(lua, 1)) {
    keys++;
    if (lua_isinteger(lua, -2) && lua_tointeger(lua, -2) >= 1 && (lua_Unsigned)lua_tointeger(lua, -2) <= length)
      continue;
    lua_pop(lua, 2);
    return false;
  }
  *count = (size_t)length;
  return keys == length;
}

const char *value_unknown_key(lua_State *lua, int index, const char *const *names, size_t count, int line,
                              const char *where) {
  const size_t keys = tables_sorted_keys(lua, index);
  for (size_t i = 1; i <= keys; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    const char *key = texts_push(lua, -1);
    (void)value_word(lua, -1, line, where != NULL ? where : "a field", NULL);
    size_t place = 0;
    while (place < count && strcmp(names[place], key) != 0) place++;
    if (place == count) return key;
    lua_pop(lua, 2);
  }
  lua_pop(lua, 1);
  return NULL;
}

void view_check(lua_State *lua, view_mark mark, const char *what) {
  if (views_valid(&sandbox_of(lua)->views, mark)) return;
  luaL_error(lua, "this %s was lent for one call, which has ended; keep x:copy() instead of x", what);
}

static const char types[VALUE_TYPES]; /* their addresses */

void value_type_set(lua_State *lua, value_type type, value_head *value) {
  value->type = &types[type];
  lua_rawgeti(lua, LUA_REGISTRYINDEX, sandbox_of(lua)->metatables[type]);
  lua_setmetatable(lua, -2);
}

void *value_type_test(lua_State *lua, int index, value_type type) {
  value_head *value = lua_touserdata(lua, index);
  return value != NULL && value->type == &types[type] ? value : NULL;
}

int value_type_method(lua_State *lua, const char *name) {
  lua_pushvalue(lua, 2);
  if (lua_type(lua, 2) == LUA_TSTRING && lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const char *key = texts_push(lua, 2);
  size_t count;
  const char **names = tables_push_names(lua, lua_upvalueindex(1), &count);
  char nearest[NEAREST_TEXT];
  return luaL_error(lua, "a %s has no \"%s\"%s", name, key, nearest_names(key, names, count, false, nearest));
}

void value_type_open(lua_State *lua, value_type type, const char *name, const char *methods_name,
                     const luaL_Reg *methods, const luaL_Reg *metamethods, lua_CFunction read, lua_CFunction create) {
  luaL_newmetatable(lua, name);
  lua_pushvalue(lua, -1);
  sandbox_of(lua)->metatables[type] = luaL_ref(lua, LUA_REGISTRYINDEX);
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
