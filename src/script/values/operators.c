#include "script/values/operators.h"

#include <lauxlib.h>

#include "base/fixed_math.h"
#include "script/values/matrix_values.h"
#include "script/values/operands.h"
#include "script/values/vectors.h"

typedef enum operation { PLUS, MINUS, TIMES, OVER, POWER } operation;
static const char *const signs[] = {"+", "-", "*", "/", "^"};

static void apply(operation o, size_t n, double *x, const double *y) {
  switch (o) {
  case PLUS:
    for (size_t i = 0; i < n; i++) x[i] += y[i];
    return;
  case MINUS:
    for (size_t i = 0; i < n; i++) x[i] -= y[i];
    return;
  case TIMES:
    for (size_t i = 0; i < n; i++) x[i] *= y[i];
    return;
  case OVER:
    for (size_t i = 0; i < n; i++) x[i] /= y[i];
    return;
  default:
    for (size_t i = 0; i < n; i++) x[i] = fixed_pow(x[i], y[i]);
  }
}

static void apply_number(operation o, size_t n, double *x, double y) {
  switch (o) {
  case PLUS:
    for (size_t i = 0; i < n; i++) x[i] += y;
    return;
  case MINUS:
    for (size_t i = 0; i < n; i++) x[i] -= y;
    return;
  case TIMES:
    for (size_t i = 0; i < n; i++) x[i] *= y;
    return;
  case OVER:
    for (size_t i = 0; i < n; i++) x[i] /= y;
    return;
  default:
    for (size_t i = 0; i < n; i++) x[i] = fixed_pow(x[i], y);
  }
}

/* A new sparse vector with the entries of `a` times (or divided by) y. */
static int scaled_sparse(lua_State *lua, const operand *a, operation o, double y) {
  const sparse *s = sparse_push_copy(lua, a->rows, a->count, a->position, a->value);
  apply_number(o, s->count, (double *)s->value, y); /* its own, and nobody has seen it yet */
  return 1;
}

static double *push_like(lua_State *lua, const operand *a) {
  return a->kind == OPERAND_MAT ? mat_push(lua, a->rows, a->columns)->data : vec_push(lua, a->rows)->data;
}

static int binary(lua_State *lua, operation o) {
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
    apply_number(o, n, out, b.number);
  } else if (b.kind == OPERAND_SPARSE) {
    double *dense = scratch_push(lua, n);
    operand_copy(&b, n, dense);
    apply(o, n, out, dense);
    lua_pop(lua, 1);
  } else {
    apply(o, n, out, b.data);
  }
  return 1;
}

static int plus(lua_State *lua) {
  return binary(lua, PLUS);
}

static int minus(lua_State *lua) {
  return binary(lua, MINUS);
}

static int times(lua_State *lua) {
  return binary(lua, TIMES);
}

static int over(lua_State *lua) {
  return binary(lua, OVER);
}

static int power(lua_State *lua) {
  return binary(lua, POWER);
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
    const double *x = a.data, *y = b.data;
    if (a.kind == OPERAND_SPARSE) {
      double *dense = scratch_push(lua, n);
      operand_copy(&a, n, dense);
      x = dense;
    }
    if (b.kind == OPERAND_SPARSE) {
      double *dense = scratch_push(lua, n);
      operand_copy(&b, n, dense);
      y = dense;
    }
    same = equal_entries(x, y, n);
  }
  lua_pushboolean(lua, same);
  return 1;
}

void operators_open(lua_State *lua) {
  static const luaL_Reg meta[] = {{"__add", plus},  {"__sub", minus},    {"__mul", times}, {"__div", over},
                                  {"__pow", power}, {"__unm", negative}, {"__eq", equal},  {NULL, NULL}};
  operands_extend(lua, "vec", meta);
  operands_extend(lua, "sparse", meta);
  operands_extend(lua, "mat", meta);
}
