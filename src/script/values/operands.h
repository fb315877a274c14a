/* Arguments and shapes of the functions on `vec`, `sparse` and `mat`: messages name what was called and both shapes.
 *
 * Functions that take a Lua index raise errors of the scenario. */
#pragma once

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
/* The inner product of a sparse vector and a dense one of its length. */
double operand_sparse_dot(const operand *a, const double *dense);

/* Raise "FUNCTION: argument 1 must be a number, not a text"; argument 1 is the one after the value itself. */
double argument_number(lua_State *lua, int index, const char *function);
double argument_optional_number(lua_State *lua, int index, const char *function, double absent);
size_t argument_position(lua_State *lua, int index, const char *function, size_t high); /* 1..high, returned from 0 */
/* The place of the text at index among `names` (closed by NULL). */
size_t argument_choice(lua_State *lua, int index, const char *function, const char *const *names);
void argument_check_order(lua_State *lua, const char *function, const mat *a, size_t high); /* square, order 1..high */

/* Pushes a Lua value that holds scratch numbers: the memory limit counts them, and no error leaks them. */
double *scratch_push(lua_State *lua, size_t count);
/* Pushes a copy of a square mat as scratch, made exactly symmetric; refuses differences of more than rounding (1e-9). */
double *scratch_push_symmetric(lua_State *lua, int index, const char *function, size_t high);
/* values (n, ascending) and vectors (n x n, rows) of the symmetric a (n x n). */
void eigen_of(lua_State *lua, const char *function, size_t n, const double *a, double *values, double *vectors);
/* Raises "FUNCTION: REASON" for a failure. */
void argument_check_status(lua_State *lua, const char *function, status code);

/* The largest order of a matrix that is decomposed; it takes seconds. */
enum { FACTOR_ORDER = 2048 };

/* What a file of functions adds to the types of values: methods, and constructors beside vec(...) and mat(...). Lists end with NULL; absent
 * ones are NULL. `open` does what no list says. */
typedef struct value_functions {
  void (*open)(lua_State *lua);
  const luaL_Reg *of_vec, *of_sparse, *of_mat;
  const luaL_Reg *vec_constructors, *mat_constructors;
} value_functions;

/* Before anything else here is used. */
void operands_open(lua_State *lua);
