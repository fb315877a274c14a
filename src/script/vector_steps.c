/* The steps that a trial is made of, without a new value where none is needed: x:dot(w), w:add(a, x), w:scale(a),
 * w:exp(). */
#include "base/fixed_math.h"
#include "linalg/kernels.h"
#include "script/sandbox.h"
#include "script/values.h"
#include "script/vectors.h"

static double number_argument(lua_State *lua, int index, const char *function) {
  if (lua_type(lua, index) != LUA_TNUMBER) {
    luaL_error(lua, "%s: argument %d must be a number, not %s", function, index - 1, value_kind(lua, index));
  }
  return lua_tonumber(lua, index);
}

static double sparse_dot(const sparse *s, const vec *v) {
  double sum = 0.0;
  for (size_t i = 0; i < s->count; i++) sum += s->value[i] * v->data[s->index[i]];
  return sum;
}

static double sparse_by_sparse(const sparse *a, const sparse *b) {
  double sum = 0.0;
  for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
    if (a->index[i] == b->index[j])
      sum += a->value[i++] * b->value[j++];
    else if (a->index[i] < b->index[j])
      i++;
    else
      j++;
  }
  return sum;
}

/* x:dot(y), each a vec or sparse: sum of x_i y_i */
static int dot(lua_State *lua) {
  const vec *x = vec_test(lua, 1);
  const sparse *s = x == NULL ? sparse_check(lua, 1, "dot") : NULL;
  const vec *y = vec_test(lua, 2);
  const sparse *t = y == NULL ? sparse_test(lua, 2) : NULL;
  if (y == NULL && t == NULL)
    return luaL_error(lua, "dot: expected a vec or a sparse vector, not %s", value_kind(lua, 2));
  vec_check_length(lua, "dot", y != NULL ? y->n : t->n, x != NULL ? x->n : s->n);
  if (x != NULL) {
    lua_pushnumber(lua, y != NULL ? kernel_dot(x->n, x->data, y->data) : sparse_dot(t, x));
  } else {
    lua_pushnumber(lua, y != NULL ? sparse_dot(s, y) : sparse_by_sparse(s, t));
  }
  return 1;
}

/* w:add(a, x): w_i += a x_i; returns w */
static int add(lua_State *lua) {
  vec *w = vec_check_writable(lua, 1, "add");
  const double a = number_argument(lua, 2, "add");
  const vec *x = vec_test(lua, 3);
  if (x != NULL) {
    vec_check_length(lua, "add", x->n, w->n);
    kernel_axpy(w->n, a, x->data, w->data);
  } else {
    const sparse *s = sparse_check(lua, 3, "add");
    vec_check_length(lua, "add", s->n, w->n);
    for (size_t i = 0; i < s->count; i++) w->data[s->index[i]] += a * s->value[i];
  }
  lua_settop(lua, 1);
  return 1;
}

/* w:scale(a): w_i *= a; returns w */
static int scale(lua_State *lua) {
  vec *w = vec_check_writable(lua, 1, "scale");
  kernel_scale(w->n, number_argument(lua, 2, "scale"), w->data);
  lua_settop(lua, 1);
  return 1;
}

/* v:exp(): a new vec of exp(v_i) */
static int exponential(lua_State *lua) {
  const vec *v = vec_check(lua, 1, "exp");
  vec *out = vec_push(lua, v->n);
  for (size_t i = 0; i < v->n; i++) out->data[i] = fixed_exp(v->data[i]);
  return 1;
}

void vector_steps_open(lua_State *lua) {
  static const luaL_Reg of_vec[] = {{"dot", dot}, {"add", add}, {"scale", scale}, {"exp", exponential}, {NULL, NULL}};
  static const luaL_Reg of_sparse[] = {{"dot", dot}, {NULL, NULL}};
  lua_getfield(lua, LUA_REGISTRYINDEX, vec_methods);
  luaL_setfuncs(lua, of_vec, 0);
  lua_getfield(lua, LUA_REGISTRYINDEX, sparse_methods);
  luaL_setfuncs(lua, of_sparse, 0);
  lua_pop(lua, 2);
}
