/* + - * / ^ of vec, sparse and mat, element by element, with numbers or among equal shapes; unary - and ==. The result is a new value; a
 * sparse vector stays sparse if it is only scaled and counts as dense otherwise. */

#include "base/fixed_math.h"
#include "script/values/operands.h"

typedef enum operation { PLUS, MINUS, TIMES, OVER, POWER, OPERATIONS } operation;
static const char *const signs[] = {"+", "-", "*", "/", "^"};
static const char *const metamethods[] = {"__add", "__sub", "__mul", "__div", "__pow"};

/* x_i o y_i; `next` 0: y is one number for all i, otherwise 1. */
static void apply(operation o, size_t n, double *x, const double *y, size_t next) {
  switch (o) {
  case PLUS:
    for (size_t i = 0; i < n; i++) x[i] += y[i * next];
    return;
  case MINUS:
    for (size_t i = 0; i < n; i++) x[i] -= y[i * next];
    return;
  case TIMES:
    for (size_t i = 0; i < n; i++) x[i] *= y[i * next];
    return;
  case OVER:
    for (size_t i = 0; i < n; i++) x[i] /= y[i * next];
    return;
  default:
    for (size_t i = 0; i < n; i++) x[i] = fixed_pow(x[i], y[i * next]);
  }
}

/* A new sparse vector with the entries of `a` times (or divided by) y. */
static int scaled_sparse(lua_State *lua, const operand *a, operation o, double y) {
  const sparse *s = sparse_push_copy(lua, a->rows, a->count, a->position, a->value);
  apply(o, s->count, vec_shown(s->value), &y, 0); /* new: nothing else refers to it */
  return 1;
}

static double *push_like(lua_State *lua, const operand *a) {
  return a->kind == OPERAND_MAT ? mat_push(lua, a->rows, a->columns)->data : vec_push(lua, a->rows)->data;
}

/* The n entries, those that are not stored among them; pushes one value. */
static const double *push_dense(lua_State *lua, const operand *a, size_t n) {
  if (a->kind != OPERAND_SPARSE) {
    lua_pushnil(lua);
    return a->data;
  }
  double *dense = scratch_push(lua, n);
  operand_copy(a, n, dense);
  return dense;
}

/* The upvalue is the operation. */
static int binary(lua_State *lua) {
  const operation o = (operation)lua_tointeger(lua, lua_upvalueindex(1));
  const operand a = operand_at(lua, 1), b = operand_at(lua, 2);
  if (a.kind == OPERAND_OTHER || b.kind == OPERAND_OTHER) operand_refuse_shapes(lua, signs[o], &a, &b);
  if (a.kind == OPERAND_SPARSE && b.kind == OPERAND_NUMBER && (o == TIMES || o == OVER))
    return scaled_sparse(lua, &a, o, b.number);
  if (a.kind == OPERAND_NUMBER && b.kind == OPERAND_SPARSE && o == TIMES) return scaled_sparse(lua, &b, o, a.number);
  const bool numbers = a.kind == OPERAND_NUMBER || b.kind == OPERAND_NUMBER;
  if (!numbers) operand_check_same_shape(lua, signs[o], &a, &b);
  const operand *shape = a.kind == OPERAND_NUMBER ? &b : &a;
  const size_t n = shape->rows * shape->columns;
  double *out = push_like(lua, shape);
  operand_copy(&a, n, out);
  if (b.kind == OPERAND_NUMBER) {
    apply(o, n, out, &b.number, 0);
  } else {
    apply(o, n, out, push_dense(lua, &b, n), 1);
    lua_pop(lua, 1);
  }
  return 1;
}

static int negative(lua_State *lua) {
  const operand a = operand_at(lua, 1);
  if (a.kind == OPERAND_SPARSE) return scaled_sparse(lua, &a, TIMES, -1.0);
  double *out = push_like(lua, &a);
  for (size_t i = 0; i < a.rows * a.columns; i++) out[i] = -a.data[i];
  return 1;
}

static bool equal_entries(const double *a, const double *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

/* Of equal shape and entries; a sparse vector equals the dense one with its entries. NaN equals nothing. */
static int equal(lua_State *lua) {
  const operand a = operand_at(lua, 1), b = operand_at(lua, 2);
  bool same = a.kind != OPERAND_OTHER && b.kind != OPERAND_OTHER && operand_same_shape(&a, &b);
  if (same) {
    const size_t n = a.rows * a.columns;
    const double *x = push_dense(lua, &a, n), *y = push_dense(lua, &b, n);
    same = equal_entries(x, y, n);
  }
  lua_pushboolean(lua, same);
  return 1;
}

static void add_operators(lua_State *lua) {
  static const char *const types[] = {"vec", "sparse", "mat"};
  static const luaL_Reg others[] = {{"__unm", negative}, {"__eq", equal}, {NULL, NULL}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    luaL_getmetatable(lua, types[i]);
    luaL_setfuncs(lua, others, 0);
    for (int o = 0; o < OPERATIONS; o++) {
      lua_pushinteger(lua, o);
      lua_pushcclosure(lua, binary, 1);
      lua_setfield(lua, -2, metamethods[o]);
    }
    lua_pop(lua, 1);
  }
}

const value_functions value_operators = {.open = add_operators};
