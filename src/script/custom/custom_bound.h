/* The functions of bound_class for a bound that is written in a scenario. */
#pragma once

#include "script/custom/custom.h"

void custom_bound_functions(custom *c);
/* Of a bound of learners: raises an error if nothing is called as its measure. */
void custom_bound_check_measure(lua_State *lua, const custom *c);
