/* Lua values as instances of a `spectral` value, without a copy: a vec or sparse as diag(x) or x x', a mat, { factors =, weights =, shift = },
 * { i =, j = }. */
#ifndef SCRIPT_VALUES_SPECTRAL_INSTANCE_H
#define SCRIPT_VALUES_SPECTRAL_INSTANCE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "spectral/instance/instance.h"

/* The value at index as an instance of order n (m x n if m > 0). `kind` decides between vector and dyad, entry and distance; if the call named
 * it (`named`), the value must be of that kind. The instance points to the value's numbers, which must stay where they are (a symmetrised mat
 * is pushed). Raises "FUNCTION: a vec of 3 numbers, expected order 4". */
instance spectral_instance(lua_State *lua, int index, const char *function, instance_kind kind, bool named, size_t n,
                           size_t m);

#endif
