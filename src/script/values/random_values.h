/* Random vectors and matrices, from the stream of math.random alone: vec.uniform(n), vec.gaussian(n), vec.unit(n), vec.signs(n),
 * vec.permutation(n), vec.subset(n, k); mat.gaussian(m, n), mat.signs(m, n), mat.orthonormal(m, n); and vec.range(n), which is not random. */
#ifndef SCRIPT_VALUES_RANDOM_VALUES_H
#define SCRIPT_VALUES_RANDOM_VALUES_H

#include <lua.h>

/* Adds them; the table of globals is on top of the stack. */
void random_values_open(lua_State *lua);

#endif
