/* Arguments and shapes of the functions on `vec`, `sparse` and `mat`: messages name what was called and both shapes.
 * For src/script alone;
 * every function below that takes a Lua index raises errors of the scenario. */
#ifndef SCRIPT_VALUES_OPERANDS_H
#define SCRIPT_VALUES_OPERANDS_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "linalg/eigen.h"
#include "script/values/matrix_values.h"
#include "script/values/vectors.h"

typedef enum operand_kind { OPERAND_OTHER, OPERAND_NUMBER, OPERAND_VEC, OPERAND_SPARSE, OPERAND_MAT } operand_kind;

/* A view of the value at a stack index. Vectors have one column. */
typedef struct operand {
  operand_kind kind;
  int index;
  double number;
  size_t rows, columns;
  double *data;           /* vec, mat */
  const size_t *position; /* sparse: count entries */
  const double *value;
  size_t count;
} operand;

operand operand_at(lua_State *lua, int index); /* of any value; raises for a view that has ended */
/* A vec or sparse; otherwise "FUNCTION: expected a vec or a sparse vector, not a number". */
operand operand_vector(lua_State *lua, int index, const char *function);
bool operand_same_shape(const operand *a, const operand *b);
/* "a vec of 3 numbers", "a mat of 2 x 3 numbers", "a number"; pushed. */
const char *operand_push_words(lua_State *lua, const operand *a);
/* Raises "FUNCTION: a vec of 3 numbers and one of 4". */
_Noreturn void operand_refuse_shapes(lua_State *lua, const char *function, const operand *a, const operand *b);
void operand_check_same_shape(lua_State *lua, const char *function, const operand *a, const operand *b);
/* out[0 .. rows columns - 1] = the entries; a number: `count` times. */
void operand_copy(const operand *a, size_t count, double *out);

/* "FUNCTION: argument 1 must be a number, not a text"; arguments are counted from the one after the value itself. */
double argument_number(lua_State *lua, int index, const char *function);
double argument_optional_number(lua_State *lua, int index, const char *function, double absent);
size_t argument_position(lua_State *lua, int index, const char *function, size_t high); /* 1..high, returned from 0 */
/* The place of the text at index among `names` (closed by NULL). */
size_t argument_choice(lua_State *lua, int index, const char *function, const char *const *names);
void argument_check_order(lua_State *lua, const char *function, const mat *a, size_t high); /* square, order 1..high */

/* Scratch numbers, a Lua value that is pushed: the memory limit counts them and errors lose nothing. */
double *scratch_push(lua_State *lua, size_t count);
/* Pushes a copy of a square mat as scratch, made exactly symmetric; refuses what differs by more than rounding (1e-9).
 * */
double *scratch_push_symmetric(lua_State *lua, int index, const char *function, size_t high);
/* values (n, ascending) and vectors (n x n, rows) of the symmetric a (n x n). */
void eigen_of(lua_State *lua, const char *function, size_t n, const double *a, double *values, double *vectors);
/* Raises "FUNCTION: REASON" for a failure. */
void argument_check_status(lua_State *lua, const char *function, status code);

/* Orders of what is decomposed: seconds at the largest. */
enum { FACTOR_ORDER = 2048 };

/* Adds functions to a type's metatable, or to its global in the table on top of the stack (a misspelt one is refused
 * by name). */
void operands_extend(lua_State *lua, const char *type, const luaL_Reg *metamethods);
void operands_construct(lua_State *lua, const char *type, const luaL_Reg *constructors);

/* Each adds its functions; the table of globals is on top of the stack. After vectors_open and matrix_values_open. */
void operands_open(lua_State *lua);
void operators_open(lua_State *lua);         /* + - * / ^ unary - == */
void element_functions_open(lua_State *lua); /* add scale mul map clip fill set */
void vector_functions_open(lua_State *lua);  /* sum norm max sort ... */
void matrix_products_open(lua_State *lua);   /* multiply outer quadratic transpose ... */
void matrix_factors_open(lua_State *lua);    /* eigh svd exp log norm */
void matrix_systems_open(lua_State *lua);    /* solve inverse cholesky */
void decompositions_open(lua_State *lua);    /* decomposition trace_norm max_norm */
void value_projections_open(lua_State *lua); /* onto simplex, l1 ball, semidefinite matrices */
void random_values_open(lua_State *lua);     /* vec.gaussian(n), ... */
void spectral_value_open(lua_State *lua);    /* spectral { ... } */

#endif
