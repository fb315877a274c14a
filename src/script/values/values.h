/* Vectors, matrices and parameters as Lua values: all that this folder adds to the globals of scenarios. */
#pragma once

#include <lua.h>

/* Adds vec, sparse, mat and spectral to the table on top of the stack. */
void values_open(lua_State *lua);
