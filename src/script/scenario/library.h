/* The globals of a scenario: a chosen part of Lua, without files, processes, bytecode, addresses or the clock, and the laboratory's own. */
#pragma once

#include <lua.h>

/* For sandbox_new. */
int library_open(lua_State *lua);
