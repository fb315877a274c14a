/* `math` of scenarios, and `^`: the same bytes on every CPU. */
#pragma once

#include <lua.h>

void mathematics_open(lua_State *lua); /* changes the table `math` on top of the stack */
