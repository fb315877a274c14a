/* Matrices of scenarios as Lua values: `mat`, rows x columns numbers, row by row.
 *
 *   mat(m, n), mat(m, n, number), mat{ { 1, 0 }, { 0, 1 } }     M.rows  M.columns  #M (rows)  M:copy()
 *   M[i]      row i as a vec that shares the numbers of M: M[i][j], M[i][j] = number
 *
 * Positions count from 1. Owned or lent as vectors are (vectors.h). */
#pragma once

#include "script/values/value_types.h"

typedef struct mat {
  value_head head;
  size_t rows, columns;
  double *data; /* rows x columns, contiguous */
  view_mark mark;
  bool read_only;
  double own[];
} mat;

/* Each pushes the new value. */
mat *mat_push(lua_State *lua, size_t rows, size_t columns); /* zeros */
mat *mat_push_copy(lua_State *lua, size_t rows, size_t columns, const double *data);
mat *mat_push_view(lua_State *lua, size_t rows, size_t columns,
                   const double *data); /* of the running call, read-only */

/* As vec_test, vec_check and vec_check_writable. */
mat *mat_test(lua_State *lua, int index);
mat *mat_check(lua_State *lua, int index, const char *function);
mat *mat_check_writable(lua_State *lua, int index, const char *function);

/* Adds `mat` to the table on top of the stack; its methods are in the registry under this name. */
extern const char *const mat_methods;
void matrix_values_open(lua_State *lua);
