/* Functions of matrices:
 *
 *   M:multiply(x)  M:multiply(N)  M:quadratic(x, y)  M:transpose()  M:trace()  M:diagonal()  M:column(j)  x:outer(y)
 *   A:solve(b)  A:inverse()  A:cholesky()  A:eigh()  A:svd()  A:exp()  A:log()  A:project_psd()  M:norm(kind)
 *   mat.identity(n)  mat.diagonal(v)  mat.from_eigen(values, V), and the matrices that theorems are about */
#ifndef SCRIPT_VALUES_MATRIX_FUNCTIONS_H
#define SCRIPT_VALUES_MATRIX_FUNCTIONS_H

#include <lua.h>

/* Adds them; the table of globals is on top of the stack. */
void matrix_functions_open(lua_State *lua);

#endif
