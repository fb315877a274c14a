/* `spectral { ... }`: the library's own parameter W = f(H) (spectral/spectral.h) as a Lua value. */
#pragma once

#include <lua.h>

/* Adds `spectral` to the table on top of the stack. */
void spectral_value_open(lua_State *lua);
