/* The cell's learner and problem as Lua values, lent to adaptive problems and to bounds for the running call. */
#pragma once

#include "script/custom/custom_instance.h"

/* Pushes learner.name, learner.family, learner.randomised, learner.threshold, learner:constant("eta"), learner:score(x). `shape` has room for x. */
void lent_learner_push(lua_State *lua, const custom *c, const learner *player, custom_shape *shape);
/* Pushes the problem of a bound: facts, comparator, problem.constant("forced"). */
void lent_problem_push(lua_State *lua, const custom *c, const bound_context *context);
void lent_members_open(lua_State *lua);
