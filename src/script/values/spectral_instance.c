#include "script/values/spectral_instance.h"

#include <lauxlib.h>

#include "script/values/matrix_values.h"
#include "script/values/operands.h"
#include "script/values/value_types.h"
#include "script/values/vectors.h"

typedef struct reader {
  lua_State *lua;
  const char *function;
  int index;
  size_t n, m;
} reader;

static _Noreturn void refuse_order(const reader *r, const operand *a) {
  const char *words = operand_push_words(r->lua, a);
  if (r->m > 0)
    luaL_error(r->lua, "%s: %s, expected a mat of %I x %I numbers or an entry", r->function, words, (LUAI_UACINT)r->m,
               (LUAI_UACINT)r->n);
  luaL_error(r->lua, "%s: %s, expected order %I", r->function, words, (LUAI_UACINT)r->n);
  __builtin_unreachable();
}

static instance of_vector(const reader *r, const operand *a, instance_kind kind) {
  if (a->rows != r->n) refuse_order(r, a);
  if (kind != INSTANCE_VECTOR && kind != INSTANCE_DYAD)
    luaL_error(r->lua, "%s: say \"vector\" (diag x) or \"dyad\" (x x') after the vec: the parameter's kind is %s",
               r->function, instance_kind_name(kind));
  if (a->kind == OPERAND_SPARSE) return instance_sparse(kind, r->n, a->count, a->position, a->value);
  return kind == INSTANCE_DYAD ? instance_dense_dyad(r->n, a->data) : instance_dense_vector(r->n, a->data);
}

static instance of_matrix(const reader *r, const operand *a) {
  if (a->columns != r->n || a->rows != (r->m > 0 ? r->m : r->n)) refuse_order(r, a);
  if (r->m > 0) return instance_rectangular(r->m, r->n, a->data);
  return instance_matrix(r->n, scratch_push_symmetric(r->lua, r->index, r->function, VECTOR_LONGEST));
}

/* The fields stay on the stack, and with them the numbers. */
static instance of_factors(const reader *r) {
  lua_State *lua = r->lua;
  lua_getfield(lua, r->index, "factors");
  const mat *factors = mat_test(lua, -1);
  lua_getfield(lua, r->index, "weights");
  const vec *weights = vec_test(lua, -1);
  double shift = 0.0;
  if (lua_getfield(lua, r->index, "shift") == LUA_TNUMBER) shift = lua_tonumber(lua, -1);
  if (factors == NULL || weights == NULL || factors->columns != r->n || weights->n != factors->rows) {
    luaL_error(lua, "%s: expected { factors = mat of rank x %I numbers, weights = vec of as many as its rows }",
               r->function, (LUAI_UACINT)r->n);
    __builtin_unreachable();
  }
  return instance_low_rank(r->n, factors->rows, factors->data, weights->data, shift);
}

static size_t position(const reader *r, const char *name, size_t high) {
  int whole = 0;
  lua_getfield(r->lua, r->index, name);
  const lua_Integer i = lua_type(r->lua, -1) == LUA_TNUMBER ? lua_tointegerx(r->lua, -1, &whole) : 0;
  lua_pop(r->lua, 1);
  if (!whole || i < 1 || (lua_Unsigned)i > high)
    luaL_error(r->lua, "%s: %s must be a whole number from 1 to %I", r->function, name, (LUAI_UACINT)high);
  return (size_t)i - 1;
}

static instance of_table(const reader *r) {
  const bool factors = lua_getfield(r->lua, r->index, "factors") != LUA_TNIL;
  lua_pop(r->lua, 1);
  if (factors) return of_factors(r);
  const size_t i = position(r, "i", r->m > 0 ? r->m : r->n), j = position(r, "j", r->n);
  return r->m > 0 ? instance_entry(r->m, r->n, i, j) : instance_distance(r->n, i, j);
}

instance spectral_instance(lua_State *lua, int index, const char *function, instance_kind kind, bool named, size_t n,
                           size_t m) {
  const reader r = {lua, function, lua_absindex(lua, index), n, m};
  const operand a = operand_at(lua, index);
  if (a.kind != OPERAND_VEC && a.kind != OPERAND_SPARSE && a.kind != OPERAND_MAT && !lua_istable(lua, index)) {
    luaL_error(lua, "%s: expected a vec, a sparse vector, a mat or a table, not %s", function, value_kind(lua, index));
  }
  const instance x = a.kind == OPERAND_MAT     ? of_matrix(&r, &a)
                     : a.kind == OPERAND_OTHER ? of_table(&r)
                                               : of_vector(&r, &a, kind);
  if (named && x.kind != kind) {
    luaL_error(lua, "%s: the instance is a %s, not a %s", function, instance_kind_name(x.kind),
               instance_kind_name(kind));
  }
  return x;
}
