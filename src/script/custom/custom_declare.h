/* learner.custom { ... }, problem.custom { ... }, bound.custom { ... }: reading and checking a definition. */
#pragma once

#include "script/custom/custom.h"

/* learner.custom { ... } and the like; upvalue: kind. */
int custom_declare(lua_State *lua);
void custom_open(lua_State *lua);
/* Adds to `object`, a member in the plan, what results and plots show of it, as "custom". */
void custom_json(lua_State *lua, const custom *c, cJSON *object);
/* Is it a quantity that a custom learner declares for `observe`? */
bool custom_observes(lua_State *lua, const char *name);
