/* The globals of a scenario: a chosen part of Lua, without files, processes, bytecode, addresses or the clock, and the laboratory's own. */
#ifndef SCRIPT_SCENARIO_LIBRARY_H
#define SCRIPT_SCENARIO_LIBRARY_H

#include <lua.h>

/* For sandbox_new. */
int library_open(lua_State *lua);

#endif
