/* Functions of vectors:
 *
 *   x:dot(y)  x:sum() (of matrices, too)  x:norm(p)  x:project_simplex(radius)  x:project_l1(radius), radius 1 if it is absent
 *   v:max()  v:min()  v:argmax()  v:argmin()  v:sort()  v:order()  v:cumulative_sum()  v:exp() */

#include "base/fixed_math.h"
#include "linalg/kernels.h"
#include "linalg/simplex_projection.h"
#include "script/values/operands.h"

/* ---- dot */

static double sparse_by_sparse(const operand *a, const operand *b) {
  double sum = 0.0;
  for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
    if (a->position[i] == b->position[j])
      sum += a->value[i++] * b->value[j++];
    else if (a->position[i] < b->position[j])
      i++;
    else
      j++;
  }
  return sum;
}

/* x:dot(y) of vectors, M:dot(N) of matrices: the sum of the products of entries, tr(M' N) */
static int dot(lua_State *lua) {
  const vec *v = vec_test(lua, 1), *w = v != NULL ? vec_test(lua, 2) : NULL;
  if (w != NULL && v->n == w->n) { /* nearly always, once a trial */
    lua_pushnumber(lua, kernel_dot(v->n, v->data, w->data));
    return 1;
  }
  const operand x = operand_at(lua, 1), y = operand_at(lua, 2);
  if (x.kind == OPERAND_OTHER || x.kind == OPERAND_NUMBER)
    return luaL_error(lua, "dot: expected a vec, a sparse vector or a mat, not %s", value_kind(lua, 1));
  if (y.kind == OPERAND_OTHER || y.kind == OPERAND_NUMBER)
    return luaL_error(lua, "dot: expected a %s, not %s", x.kind == OPERAND_MAT ? "mat" : "vec or a sparse vector",
                      value_kind(lua, 2));
  operand_check_same_shape(lua, "dot", &x, &y);
  double value;
  if (x.kind == OPERAND_SPARSE) {
    value = y.kind == OPERAND_SPARSE ? sparse_by_sparse(&x, &y) : operand_sparse_dot(&x, y.data);
  } else {
    value = y.kind == OPERAND_SPARSE ? operand_sparse_dot(&y, x.data) : kernel_dot(x.rows * x.columns, x.data, y.data);
  }
  lua_pushnumber(lua, value);
  return 1;
}

/* ---- sums and norms: entries that are not stored add nothing */

static size_t stored(const operand *x, const double **value) {
  *value = x->kind == OPERAND_SPARSE ? x->value : x->data;
  return x->kind == OPERAND_SPARSE ? x->count : x->rows * x->columns;
}

static int sum(lua_State *lua) {
  const operand x = operand_at(lua, 1);
  const double *value;
  if (x.kind == OPERAND_OTHER || x.kind == OPERAND_NUMBER)
    return luaL_error(lua, "sum: expected a vec, a sparse vector or a mat, not %s", value_kind(lua, 1));
  const size_t count = stored(&x, &value);
  double total = 0.0;
  for (size_t i = 0; i < count; i++) total += value[i];
  lua_pushnumber(lua, total);
  return 1;
}

/* x:norm(), x:norm(2): sqrt(sum x_i^2); x:norm(1): sum |x_i|; x:norm("inf"), x:norm(math.huge): max |x_i| */
static int norm(lua_State *lua) {
  const operand x = operand_vector(lua, 1, "norm");
  const double *value;
  const size_t count = stored(&x, &value);
  double p = 2.0, total = 0.0;
  if (lua_type(lua, 2) == LUA_TSTRING) {
    static const char *const names[] = {"inf", NULL};
    p = argument_choice(lua, 2, "norm", names) == 0 ? INFINITY : 0.0;
  } else {
    p = argument_optional_number(lua, 2, "norm", 2.0);
  }
  if (p == 2.0) {
    total = kernel_norm(count, value);
  } else if (p == 1.0) {
    for (size_t i = 0; i < count; i++) total += fabs(value[i]);
  } else if (isinf(p) && p > 0.0) {
    for (size_t i = 0; i < count; i++) {
      if (!(fabs(value[i]) <= total) && !isnan(total)) total = fabs(value[i]);
    }
  } else {
    return luaL_error(lua, "norm: argument 1 must be 1, 2 or \"inf\", not %f", p);
  }
  lua_pushnumber(lua, total);
  return 1;
}

/* ---- order */

/* Entries that can be compared: raises for NaN, and for none at all. */
static const vec *comparable(lua_State *lua, const char *function, bool empty) {
  const vec *v = vec_check(lua, 1, function);
  if (v->n == 0 && !empty) luaL_error(lua, "%s: a vec of 0 numbers", function);
  for (size_t i = 0; i < v->n; i++) {
    if (isnan(v->data[i])) luaL_error(lua, "%s: entry %I is nan", function, (LUAI_UACINT)i + 1);
  }
  return v;
}

/* The first of the largest entries of factor v. */
static size_t extreme(const vec *v, double factor) {
  size_t best = 0;
  for (size_t i = 1; i < v->n; i++) {
    if (factor * v->data[i] > factor * v->data[best]) best = i;
  }
  return best;
}

static int push_extreme(lua_State *lua, const char *function, double factor, bool position) {
  const vec *v = comparable(lua, function, false);
  const size_t best = extreme(v, factor);
  if (position) {
    lua_pushinteger(lua, (lua_Integer)best + 1);
  } else {
    lua_pushnumber(lua, v->data[best]);
  }
  return 1;
}

static int maximum(lua_State *lua) {
  return push_extreme(lua, "max", 1.0, false);
}

static int minimum(lua_State *lua) {
  return push_extreme(lua, "min", -1.0, false);
}

static int argument_of_maximum(lua_State *lua) {
  return push_extreme(lua, "argmax", 1.0, true);
}

static int argument_of_minimum(lua_State *lua) {
  return push_extreme(lua, "argmin", -1.0, true);
}

typedef struct placed {
  double value;
  size_t place;
} placed;

/* A total order, so that no sorting algorithm can make a difference: ties by place. */
static int compare_placed(const void *a, const void *b) {
  const placed *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* The entries in ascending order (descending with the word), pushed; equal ones stay in their order. */
static const placed *push_sorted(lua_State *lua, const char *function) {
  static const char *const names[] = {"ascending", "descending", NULL};
  const vec *v = comparable(lua, function, true);
  const double sign = !lua_isnoneornil(lua, 2) && argument_choice(lua, 2, function, names) == 1 ? -1.0 : 1.0;
  placed *all = lua_newuserdatauv(lua, (v->n + 1) * sizeof *all, 0);
  for (size_t i = 0; i < v->n; i++) all[i] = (placed){sign * v->data[i], i};
  qsort(all, v->n, sizeof *all, compare_placed);
  for (size_t i = 0; i < v->n; i++) all[i].value *= sign;
  return all;
}

/* v:sort(): in place */
static int sort(lua_State *lua) {
  vec *v = vec_check_writable(lua, 1, "sort");
  const placed *all = push_sorted(lua, "sort");
  for (size_t i = 0; i < v->n; i++) v->data[i] = all[i].value;
  lua_settop(lua, 1);
  return 1;
}

/* v:order(): the positions of the entries in ascending order, a list */
static int order(lua_State *lua) {
  const vec *v = vec_check(lua, 1, "order");
  const placed *all = push_sorted(lua, "order");
  lua_createtable(lua, v->n < 1 << 20 ? (int)v->n : 0, 0);
  for (size_t i = 0; i < v->n; i++) {
    lua_pushinteger(lua, (lua_Integer)all[i].place + 1);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* ---- new vectors */

static int cumulative_sum(lua_State *lua) {
  const vec *v = vec_check(lua, 1, "cumulative_sum");
  vec *out = vec_push(lua, v->n);
  double total = 0.0;
  for (size_t i = 0; i < v->n; i++) out->data[i] = total += v->data[i];
  return 1;
}

static int exponential(lua_State *lua) {
  const vec *v = vec_check(lua, 1, "exp");
  vec *out = vec_push(lua, v->n);
  fixed_exp_all(v->n, v->data, out->data);
  return 1;
}

/* ---- projections: the nearest vec p >= 0 of sum radius; the nearest of |p|_1 <= radius */

static int project(lua_State *lua, const char *function, void (*projection)(size_t, double, double *, double *)) {
  const operand v = operand_vector(lua, 1, function);
  const double radius = argument_optional_number(lua, 2, function, 1.0);
  if (v.rows == 0) return luaL_error(lua, "%s: a vec of 0 numbers", function);
  if (!(radius > 0.0) || isinf(radius))
    return luaL_error(lua, "%s: the radius must be above 0, not %f", function, radius);
  double *work = scratch_push(lua, v.rows);
  vec *out = vec_push(lua, v.rows);
  operand_copy(&v, v.rows, out->data);
  for (size_t i = 0; i < v.rows; i++) {
    if (!isfinite(out->data[i]))
      return luaL_error(lua, "%s: entry %I is not a finite number", function, (LUAI_UACINT)i + 1);
  }
  projection(v.rows, radius, out->data, work);
  return 1;
}

static int onto_simplex(lua_State *lua) {
  return project(lua, "project_simplex", project_simplex);
}

static int onto_l1_ball(lua_State *lua) {
  return project(lua, "project_l1", project_l1_ball);
}

static const luaL_Reg of_vec[] = {{"dot", dot},
                                  {"sum", sum},
                                  {"norm", norm},
                                  {"project_simplex", onto_simplex},
                                  {"project_l1", onto_l1_ball},
                                  {"max", maximum},
                                  {"min", minimum},
                                  {"argmax", argument_of_maximum},
                                  {"argmin", argument_of_minimum},
                                  {"sort", sort},
                                  {"order", order},
                                  {"cumulative_sum", cumulative_sum},
                                  {"exp", exponential},
                                  {NULL, NULL}};
static const luaL_Reg of_sparse[] = {
    {"dot", dot}, {"sum", sum}, {"norm", norm}, {"project_simplex", onto_simplex}, {"project_l1", onto_l1_ball},
    {NULL, NULL}};
static const luaL_Reg of_mat[] = {{"dot", dot}, {"sum", sum}, {NULL, NULL}};

const value_functions value_vector_functions = {.of_vec = of_vec, .of_sparse = of_sparse, .of_mat = of_mat};
