#include "script/sandbox/texts.h"
#include "base/text.h"
#include <lauxlib.h>

const char *texts_push(lua_State *lua, int index) {
  char digits[NUMBER_TEXT];
  index = lua_absindex(lua, index);
  luaL_checkstack(lua, 4, NULL);
  switch (lua_type(lua, index)) {
  case LUA_TNUMBER:
    if (lua_isinteger(lua, index)) return lua_pushfstring(lua, "%I", (LUAI_UACINT)lua_tointeger(lua, index));
    return lua_pushstring(lua, number_text(lua_tonumber(lua, index), digits));
  case LUA_TSTRING: lua_pushvalue(lua, index); return lua_tostring(lua, -1);
  case LUA_TBOOLEAN: return lua_pushstring(lua, lua_toboolean(lua, index) ? "true" : "false");
  case LUA_TNIL: return lua_pushstring(lua, "nil");
  default: break;
  }
  if (luaL_callmeta(lua, index, "__tostring")) {
    if (lua_type(lua, -1) != LUA_TSTRING) luaL_error(lua, "'__tostring' must return a string");
    return lua_tostring(lua, -1);
  }
  const int name = luaL_getmetafield(lua, index, "__name"); /* pushes whatever it is */
  if (name == LUA_TSTRING) return lua_tostring(lua, -1);
  if (name != LUA_TNIL) lua_pop(lua, 1);
  return lua_pushstring(lua, luaL_typename(lua, index));
}

int texts_tostring(lua_State *lua) {
  luaL_checkany(lua, 1);
  texts_push(lua, 1);
  return 1;
}

/* The arguments of %s become text here; %p is refused; the rest is Lua's own string.format, the upvalue. */
static int string_format(lua_State *lua) {
  size_t length;
  const char *format = luaL_checklstring(lua, 1, &length), *end = format + length;
  const int count = lua_gettop(lua);
  int argument = 1;
  while ((format = memchr(format, '%', (size_t)(end - format))) != NULL) {
    if (*++format == '%') { /* the text ends with a 0 byte */
      format++;
      continue;
    }
    argument++;
    format += strspn(format, "-+ #0123456789.");
    if (*format == 'p') return luaL_error(lua, "string.format: no %%p here, because addresses change from run to run");
    if (*format == 's' && argument <= count && lua_type(lua, argument) != LUA_TSTRING) {
      texts_push(lua, argument);
      lua_replace(lua, argument);
    }
  }
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, count, 1);
  return 1;
}

void texts_open(lua_State *lua) {
  lua_pushnil(lua);
  lua_setfield(lua, -2, "dump");
  lua_getfield(lua, -1, "format");
  lua_pushcclosure(lua, string_format, 1);
  lua_setfield(lua, -2, "format");
}
