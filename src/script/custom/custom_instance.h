/* Instances as Lua values, and Lua values as instances. */
#pragma once

#include "script/custom/custom.h"

/* Pushes an instance as views for the running call. Vectors, dyads: a vec or sparse; matrices, rectangular ones: a mat; low rank:
 * { factors = mat, weights = vec, shift = c }; entries, distances: { i = 3, j = 7 }. */
void custom_push_instance(lua_State *lua, const instance *x);

/* The shape of what a problem produces, with room for one instance. */
typedef struct custom_shape {
  instance shape; /* kind, n, m, rank */
  double *numbers;
  size_t *indices;
} custom_shape;
status custom_shape_new(instance_kind kind, size_t n, size_t m, size_t rank, custom_shape *out);
void custom_shape_free(custom_shape *shape);
/* *x = the value at index as an instance of that shape, copied into it; a list counts as a vector. Raises "WHAT ... expected a vec of 5
 * numbers". */
void custom_read_instance(lua_State *lua, int index, const custom *c, const char *what, custom_shape *shape,
                          instance *x);
