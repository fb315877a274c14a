/* Functions that change a vec or a mat in place and return it: v:add(a, x), v:scale(a), v:mul(x), v:set(x), v:fill(a), v:map("exp"); the same of
 * mat, where M:add(a, x, y) adds a x y'. */

#include "base/fixed_math.h"
#include "linalg/kernels.h"
#include "script/values/operands.h"

/* The vec or mat at index 1, which may be written to. */
static operand target(lua_State *lua, const char *function) {
  if (mat_test(lua, 1) != NULL) {
    (void)mat_check_writable(lua, 1, function);
  } else {
    (void)vec_check_writable(lua, 1, function);
  }
  return operand_at(lua, 1);
}

static size_t size(const operand *a) {
  return a->rows * a->columns;
}

static int return_self(lua_State *lua) {
  lua_settop(lua, 1);
  return 1;
}

/* The other value, of the target's shape. */
static operand other(lua_State *lua, int index, const char *function, const operand *w) {
  const operand x = w->kind == OPERAND_MAT ? operand_at(lua, index) : operand_vector(lua, index, function);
  if (x.kind == OPERAND_NUMBER || x.kind == OPERAND_OTHER) operand_refuse_shapes(lua, function, w, &x);
  operand_check_same_shape(lua, function, w, &x);
  return x;
}

/* M += a x y' */
static int add_outer(lua_State *lua, const operand *m, double a) {
  const operand x = operand_vector(lua, 3, "add"), y = operand_vector(lua, 4, "add");
  if (x.rows != m->rows) operand_refuse_shapes(lua, "add: rows", m, &x);
  if (y.rows != m->columns) operand_refuse_shapes(lua, "add: columns", m, &y);
  const size_t rows = x.kind == OPERAND_SPARSE ? x.count : x.rows;
  for (size_t k = 0; k < rows; k++) {
    const size_t i = x.kind == OPERAND_SPARSE ? x.position[k] : k;
    const double factor = a * (x.kind == OPERAND_SPARSE ? x.value[k] : x.data[k]);
    double *row = m->data + i * m->columns;
    if (y.kind == OPERAND_VEC) {
      kernel_axpy(m->columns, factor, y.data, row);
    } else {
      for (size_t l = 0; l < y.count; l++) row[y.position[l]] += factor * y.value[l];
    }
  }
  return return_self(lua);
}

static int add(lua_State *lua) {
  const operand w = target(lua, "add");
  const double a = argument_number(lua, 2, "add");
  if (w.kind == OPERAND_MAT && lua_gettop(lua) >= 4) return add_outer(lua, &w, a);
  const operand x = other(lua, 3, "add", &w);
  if (x.kind == OPERAND_SPARSE) {
    for (size_t i = 0; i < x.count; i++) w.data[x.position[i]] += a * x.value[i];
  } else {
    kernel_axpy(size(&w), a, x.data, w.data);
  }
  return return_self(lua);
}

static int scale(lua_State *lua) {
  const operand w = target(lua, "scale");
  kernel_scale(size(&w), argument_number(lua, 2, "scale"), w.data);
  return return_self(lua);
}

static int multiply_elements(lua_State *lua) {
  const operand w = target(lua, "mul");
  const operand x = other(lua, 2, "mul", &w);
  if (x.kind == OPERAND_SPARSE) {
    size_t next = 0;
    for (size_t i = 0; i < w.rows; i++) {
      const bool stored = next < x.count && x.position[next] == i;
      w.data[i] *= stored ? x.value[next++] : 0.0;
    }
  } else {
    for (size_t i = 0; i < size(&w); i++) w.data[i] *= x.data[i];
  }
  return return_self(lua);
}

static int set(lua_State *lua) {
  const operand w = target(lua, "set");
  const operand x = other(lua, 2, "set", &w);
  operand_copy(&x, size(&w), w.data);
  return return_self(lua);
}

static int fill(lua_State *lua) {
  const operand w = target(lua, "fill");
  const double a = argument_number(lua, 2, "fill");
  for (size_t i = 0; i < size(&w); i++) w.data[i] = a;
  return return_self(lua);
}

/* ---- map */

static double sign(double x) {
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
}

static double square(double x) {
  return x * x;
}

static double reciprocal(double x) {
  return 1.0 / x;
}

static double positive_part(double x) {
  return x > 0.0 || isnan(x) ? x : 0.0;
}

/* exp, clip and power are handled apart. */
static const char *const map_names[] = {"exp",  "clip",   "power",      "log",      "sqrt", "abs",
                                        "sign", "square", "expm1",      "log1p",    "sinh", "cosh",
                                        "tanh", "asinh",  "reciprocal", "positive", NULL};
static double (*const map_functions[])(double) = {
    NULL,        NULL,        NULL,       fixed_log,  sqrt,       fabs,        sign,       square,
    fixed_expm1, fixed_log1p, fixed_sinh, fixed_cosh, fixed_tanh, fixed_asinh, reciprocal, positive_part};

static void clip(lua_State *lua, size_t n, double *x) {
  const double low = argument_number(lua, 3, "map"), high = argument_number(lua, 4, "map");
  if (!(low <= high)) luaL_error(lua, "map: clip from %f to %f: the first must not be above the second", low, high);
  for (size_t i = 0; i < n; i++) x[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}

static int map(lua_State *lua) {
  const operand w = target(lua, "map");
  const size_t which = argument_choice(lua, 2, "map", map_names), n = size(&w);
  if (which == 0) {
    fixed_exp_all(n, w.data, w.data);
  } else if (which == 1) {
    clip(lua, n, w.data);
  } else if (which == 2) {
    const double p = argument_number(lua, 3, "map");
    for (size_t i = 0; i < n; i++) w.data[i] = fixed_pow(w.data[i], p);
  } else {
    for (size_t i = 0; i < n; i++) w.data[i] = map_functions[which](w.data[i]);
  }
  return return_self(lua);
}

static const luaL_Reg functions[] = {{"add", add}, {"scale", scale}, {"mul", multiply_elements},
                                     {"set", set}, {"fill", fill},   {"map", map},
                                     {NULL, NULL}};

const value_functions value_element_functions = {.of_vec = functions, .of_mat = functions};
