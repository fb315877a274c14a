/* Parameters of custom members: rows of the table that built-in members have, checked in the same way. */
#pragma once

#include "script/custom/custom.h"

/* Reads the `parameters` of a definition, the table at `index` (or nil), as parameters of `c`. The registry keeps texts alive. */
void custom_read_parameters(lua_State *lua, int index, custom *c);
