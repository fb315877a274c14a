/* `math` of scenarios, and `^`: the same bytes on every CPU. */
#ifndef SCRIPT_SANDBOX_MATHEMATICS_H
#define SCRIPT_SANDBOX_MATHEMATICS_H

#include <lua.h>

void mathematics_open(lua_State *lua); /* changes the table `math` on top of the stack */

#endif
