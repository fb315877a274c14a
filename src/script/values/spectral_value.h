/* `spectral { ... }`: the library's own parameter W = f(H) (spectral/spectral.h) as a Lua value. */
#ifndef SCRIPT_VALUES_SPECTRAL_VALUE_H
#define SCRIPT_VALUES_SPECTRAL_VALUE_H

#include <lua.h>

/* Adds `spectral` to the table on top of the stack. */
void spectral_value_open(lua_State *lua);

#endif
