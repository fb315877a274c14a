/* tostring and string.format of scenarios: numbers that read back as the same, and no addresses. */
#pragma once

#include <lua.h>

/* Pushes the value at `index` as text. Runs the scenario's __tostring of tables, but not of strings, whose metatable it can change as well. */
const char *texts_push(lua_State *lua, int index);
int texts_tostring(lua_State *lua);
void texts_open(lua_State *lua); /* changes the table `string` on top of the stack */
