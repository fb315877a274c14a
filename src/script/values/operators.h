/* + - * / ^ of vec, sparse and mat, element by element, with numbers or among equal shapes; unary - and ==. The result is a new value; a
 * sparse vector stays sparse if it is only scaled and counts as dense otherwise. */
#ifndef SCRIPT_VALUES_OPERATORS_H
#define SCRIPT_VALUES_OPERATORS_H

#include <lua.h>

/* Adds them; the table of globals is on top of the stack. */
void operators_open(lua_State *lua);

#endif
