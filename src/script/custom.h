/* What the files of this folder give each other: the functions of learner_class, problem_class and bound_class for a member that is written in a
 * scenario, and its parameters, rows of the table that built-in members have, checked in the same way. */
#pragma once

#include "script/custom/custom.h"

void custom_learner_functions(custom *c);
void custom_problem_functions(custom *c);
void custom_bound_functions(custom *c);
/* Of a bound of learners: raises an error if nothing is called as its measure. */
void custom_bound_check_measure(lua_State *lua, const custom *c);
/* Reads the `parameters` of a definition, the table at `index` (or nil), as parameters of `c`. The registry keeps texts alive. */
void custom_read_parameters(lua_State *lua, int index, custom *c);
