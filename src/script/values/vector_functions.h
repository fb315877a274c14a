/* Functions of vectors:
 *
 *   x:dot(y)  x:sum() (of matrices, too)  x:norm(p)  x:project_simplex(radius)  x:project_l1(radius), radius 1 if it is absent
 *   v:max()  v:min()  v:argmax()  v:argmin()  v:sort()  v:order()  v:cumulative_sum()  v:exp() */
#ifndef SCRIPT_VALUES_VECTOR_FUNCTIONS_H
#define SCRIPT_VALUES_VECTOR_FUNCTIONS_H

#include <lua.h>

/* Adds them; the table of globals is on top of the stack. */
void vector_functions_open(lua_State *lua);

#endif
