/* Functions that change a vec or a mat in place and return it: v:add(a, x), v:scale(a), v:mul(x), v:set(x), v:fill(a), v:map("exp"); the same of
 * mat, where M:add(a, x, y) adds a x y'. */
#ifndef SCRIPT_VALUES_ELEMENT_FUNCTIONS_H
#define SCRIPT_VALUES_ELEMENT_FUNCTIONS_H

#include <lua.h>

/* Adds them; the table of globals is on top of the stack. */
void element_functions_open(lua_State *lua);

#endif
