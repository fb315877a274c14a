/* Linear systems: A:solve(b), A:inverse(), A:cholesky(). The condition number |A|_1 |A^{-1}|_1 is looked at, not
 * estimated. */
#include <float.h>
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "linalg/linear_system.h"
#include "script/values/operands.h"

typedef struct linear_system {
  size_t n;
  double *factors, *inverse;
  size_t *row;
  double condition;
} linear_system;

static _Noreturn void refuse_singular(lua_State *lua, const char *function, size_t n, double condition) {
  char digits[NUMBER_TEXT];
  if (isinf(condition))
    luaL_error(lua, "%s: a mat of %I x %I numbers that is singular", function, (LUAI_UACINT)n, (LUAI_UACINT)n);
  luaL_error(lua, "%s: a mat of %I x %I numbers whose condition number is %s: no digit of the result would be right",
             function, (LUAI_UACINT)n, (LUAI_UACINT)n, number_short(condition, 2, digits));
  __builtin_unreachable();
}

/* Pushes three scratch values. */
static linear_system push_system(lua_State *lua, const char *function) {
  const mat *a = mat_check(lua, 1, function);
  argument_check_order(lua, function, a, FACTOR_ORDER);
  const size_t n = a->rows;
  linear_system s = {.n = n};
  for (size_t i = 0; i < n * n; i++) {
    if (!isfinite(a->data[i]))
      luaL_error(lua, "%s: row %I, column %I is not a finite number", function, (LUAI_UACINT)(i / n) + 1,
                 (LUAI_UACINT)(i % n) + 1);
  }
  s.factors = scratch_push(lua, n * n);
  s.inverse = scratch_push(lua, n * n + 2 * n);
  s.row = lua_newuserdatauv(lua, n * sizeof *s.row, 0);
  const operand whole = operand_at(lua, 1);
  operand_copy(&whole, n * n, s.factors);
  double *work = s.inverse + n * n;
  const double size = linear_column_norm(n, n, a->data, work);
  if (!linear_factor(n, s.factors, s.row)) refuse_singular(lua, function, n, INFINITY);
  linear_inverse(n, s.factors, s.row, s.inverse, work);
  s.condition = size * linear_column_norm(n, n, s.inverse, work);
  if (!(s.condition <= 1.0 / DBL_EPSILON))
    refuse_singular(lua, function, n, isnan(s.condition) ? INFINITY : s.condition);
  return s;
}

/* x, condition = A:solve(b): A x = b; b a vec, a sparse vector or a mat (column by column) */
static int solve(lua_State *lua) {
  const operand a = operand_at(lua, 1), b = operand_at(lua, 2);
  (void)mat_check(lua, 1, "solve");
  if (b.kind == OPERAND_OTHER || b.kind == OPERAND_NUMBER || b.rows != a.rows)
    operand_refuse_shapes(lua, "solve", &a, &b);
  const linear_system s = push_system(lua, "solve");
  double *work = scratch_push(lua, 2 * s.n);
  if (b.kind != OPERAND_MAT) {
    operand_copy(&b, s.n, work);
    linear_solve(s.n, s.factors, s.row, work, vec_push(lua, s.n)->data);
  } else {
    mat *x = mat_push(lua, b.rows, b.columns);
    for (size_t j = 0; j < b.columns; j++) {
      for (size_t i = 0; i < s.n; i++) work[i] = b.data[i * b.columns + j];
      linear_solve(s.n, s.factors, s.row, work, work + s.n);
      for (size_t i = 0; i < s.n; i++) x->data[i * b.columns + j] = work[s.n + i];
    }
  }
  lua_pushnumber(lua, s.condition);
  return 2;
}

static int inverse(lua_State *lua) {
  const linear_system s = push_system(lua, "inverse");
  mat_push_copy(lua, s.n, s.n, s.inverse);
  lua_pushnumber(lua, s.condition);
  return 2;
}

/* L = A:cholesky(): A = L L', L lower triangular */
static int cholesky(lua_State *lua) {
  const size_t n = mat_check(lua, 1, "cholesky")->rows;
  const double *a = scratch_push_symmetric(lua, 1, "cholesky", FACTOR_ORDER);
  mat *lower = mat_push(lua, n, n);
  const size_t done = cholesky_factor(n, a, lower->data);
  if (done < n) {
    return luaL_error(lua, "cholesky: the mat is not positive definite: its leading %I x %I part is not",
                      (LUAI_UACINT)done + 1, (LUAI_UACINT)done + 1);
  }
  return 1;
}

void matrix_systems_open(lua_State *lua) {
  static const luaL_Reg functions[] = {{"solve", solve}, {"inverse", inverse}, {"cholesky", cholesky}, {NULL, NULL}};
  lua_getfield(lua, LUA_REGISTRYINDEX, mat_methods);
  luaL_setfuncs(lua, functions, 0);
  lua_pop(lua, 1);
}
