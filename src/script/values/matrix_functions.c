/* Products and parts of matrices: M:multiply(x), M:multiply(N), x:outer(y), M:quadratic(x), M:transpose(), M:trace(),
 * M:diagonal(),
 * M:column(j), mat.identity(n), mat.diagonal(v), mat.from_eigen(values, V), and the matrices that theorems are about.
 * */
#include <lauxlib.h>
#include <math.h>
#include <string.h>

#include "comparators/decomposition_dense.h"
#include "linalg/kernels.h"
#include "script/values/operands.h"
#include "script/values/value_json.h"

static void transpose_into(size_t rows, size_t columns, const double *a, double *out) {
  for (size_t i = 0; i < rows; i++) {
    for (size_t j = 0; j < columns; j++) out[j * rows + i] = a[i * columns + j];
  }
}

/* out_i = sum_j A_ij x_j */
static void multiply_vector(const mat *a, const operand *x, double *out) {
  if (x->kind == OPERAND_VEC) {
    kernel_rows_dot(a->rows, a->columns, a->data, a->columns, x->data, out);
    return;
  }
  for (size_t i = 0; i < a->rows; i++) {
    const double *row = a->data + i * a->columns;
    double sum = 0.0;
    for (size_t k = 0; k < x->count; k++) sum += x->value[k] * row[x->position[k]];
    out[i] = sum;
  }
}

/* M:multiply(x): the vec M x; M:multiply(N): the mat M N */
static int multiply(lua_State *lua) {
  const mat *a = mat_check(lua, 1, "multiply");
  const operand left = operand_at(lua, 1), x = operand_at(lua, 2);
  if (x.kind == OPERAND_OTHER || x.kind == OPERAND_NUMBER || x.rows != a->columns)
    operand_refuse_shapes(lua, "multiply", &left, &x);
  if (x.kind != OPERAND_MAT) {
    multiply_vector(a, &x, vec_push(lua, a->rows)->data);
    return 1;
  }
  double *turned = scratch_push(lua, x.rows * x.columns);
  transpose_into(x.rows, x.columns, x.data, turned);
  mat *out = mat_push(lua, a->rows, x.columns);
  kernel_multiply_transposed(a->rows, x.columns, a->columns, a->data, a->columns, turned, a->columns, out->data,
                             x.columns);
  return 1;
}

/* x:outer(y): the mat x y' */
static int outer(lua_State *lua) {
  const operand x = operand_vector(lua, 1, "outer"), y = operand_vector(lua, 2, "outer");
  mat *out = mat_push(lua, x.rows, y.rows);
  double *right = scratch_push(lua, y.rows);
  operand_copy(&y, y.rows, right);
  double *left = scratch_push(lua, x.rows);
  operand_copy(&x, x.rows, left);
  for (size_t i = 0; i < x.rows; i++) {
    for (size_t j = 0; j < y.rows; j++) out->data[i * y.rows + j] = left[i] * right[j];
  }
  lua_pop(lua, 2);
  return 1;
}

static double row_dot(const double *row, const operand *y) {
  if (y->kind == OPERAND_VEC) return kernel_dot(y->rows, row, y->data);
  double sum = 0.0;
  for (size_t k = 0; k < y->count; k++) sum += y->value[k] * row[y->position[k]];
  return sum;
}

/* M:quadratic(x): x' M x; M:quadratic(x, y): x' M y */
static int quadratic(lua_State *lua) {
  const mat *a = mat_check(lua, 1, "quadratic");
  const bool one = lua_isnoneornil(lua, 3);
  const operand m = operand_at(lua, 1), x = operand_vector(lua, 2, "quadratic"),
                y = one ? x : operand_vector(lua, 3, "quadratic");
  if (x.rows != a->rows) operand_refuse_shapes(lua, "quadratic", &m, &x);
  if (y.rows != a->columns) operand_refuse_shapes(lua, "quadratic", &m, &y);
  const size_t count = x.kind == OPERAND_SPARSE ? x.count : x.rows;
  double sum = 0.0;
  for (size_t k = 0; k < count; k++) {
    const size_t i = x.kind == OPERAND_SPARSE ? x.position[k] : k;
    const double factor = x.kind == OPERAND_SPARSE ? x.value[k] : x.data[k];
    if (factor != 0.0) sum += factor * row_dot(a->data + i * a->columns, &y);
  }
  lua_pushnumber(lua, sum);
  return 1;
}

static int transpose(lua_State *lua) {
  const mat *a = mat_check(lua, 1, "transpose");
  transpose_into(a->rows, a->columns, a->data, mat_push(lua, a->columns, a->rows)->data);
  return 1;
}

static int trace(lua_State *lua) {
  const mat *a = mat_check(lua, 1, "trace");
  argument_check_order(lua, "trace", a, VECTOR_LONGEST);
  double sum = 0.0;
  for (size_t i = 0; i < a->rows; i++) sum += a->data[i * (a->columns + 1)];
  lua_pushnumber(lua, sum);
  return 1;
}

static int diagonal(lua_State *lua) {
  const mat *a = mat_check(lua, 1, "diagonal");
  vec *out = vec_push(lua, a->rows < a->columns ? a->rows : a->columns);
  for (size_t i = 0; i < out->n; i++) out->data[i] = a->data[i * (a->columns + 1)];
  return 1;
}

/* M:column(j): a copy, unlike M[i] */
static int column(lua_State *lua) {
  const mat *a = mat_check(lua, 1, "column");
  const size_t j = argument_position(lua, 2, "column", a->columns);
  vec *out = vec_push(lua, a->rows);
  for (size_t i = 0; i < a->rows; i++) out->data[i] = a->data[i * a->columns + j];
  return 1;
}

/* ---- constructors */

static size_t order_argument(lua_State *lua, int index, const char *function, const char *name) {
  const size_t n = vector_check_count(lua, index, function, name, VECTOR_LONGEST);
  if (n == 0) luaL_error(lua, "%s: %s must be at least 1", function, name);
  return n;
}

static int identity(lua_State *lua) {
  const size_t n = order_argument(lua, 1, "mat.identity", "the order");
  mat *out = mat_push(lua, n, n);
  for (size_t i = 0; i < n; i++) out->data[i * (n + 1)] = 1.0;
  return 1;
}

static int diagonal_matrix(lua_State *lua) {
  const operand v = operand_vector(lua, 1, "mat.diagonal");
  double *entries = scratch_push(lua, v.rows);
  operand_copy(&v, v.rows, entries);
  mat *out = mat_push(lua, v.rows, v.rows);
  for (size_t i = 0; i < v.rows; i++) out->data[i * (v.rows + 1)] = entries[i];
  return 1;
}

/* mat.from_eigen(values, V): V diag(values) V', exactly symmetric */
static int from_eigen(lua_State *lua) {
  const vec *values = vec_check(lua, 1, "mat.from_eigen");
  const mat *v = mat_check(lua, 2, "mat.from_eigen");
  const operand first = operand_at(lua, 1), second = operand_at(lua, 2);
  if (v->columns != values->n) operand_refuse_shapes(lua, "mat.from_eigen", &first, &second);
  const size_t n = v->rows, k = v->columns;
  double *scaled = scratch_push(lua, n * k);
  for (size_t i = 0; i < n; i++) {
    for (size_t l = 0; l < k; l++) scaled[i * k + l] = v->data[i * k + l] * values->data[l];
  }
  mat *out = mat_push(lua, n, n);
  kernel_multiply_transposed(n, n, k, scaled, k, v->data, k, out->data, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) out->data[j * n + i] = out->data[i * n + j];
  }
  return 1;
}

static int filled(lua_State *lua, size_t m, size_t n, double (*entry)(size_t, size_t)) {
  mat *out = mat_push(lua, m, n);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) out->data[i * n + j] = entry(i, j);
  }
  return 1;
}

static double cut_entry(size_t i, size_t j) {
  return (i + j) % 2 == 0 ? -1.0 : 1.0;
}

static int triangular(lua_State *lua) {
  const size_t n = order_argument(lua, 1, "mat.triangular", "the order");
  return filled(lua, n, n, triangular_entry);
}

static int sign_matrix(lua_State *lua) {
  const size_t n = order_argument(lua, 1, "mat.sign", "the order");
  return filled(lua, n, n, sign_entry);
}

static int cut(lua_State *lua) {
  const size_t n = order_argument(lua, 1, "mat.cut", "the order");
  return filled(lua, n, n, cut_entry);
}

/* mat.hadamard(n), mat.hadamard(n, m) */
static int hadamard(lua_State *lua) {
  const size_t n = order_argument(lua, 1, "mat.hadamard", "the order");
  const size_t m = lua_isnoneornil(lua, 2) ? n : order_argument(lua, 2, "mat.hadamard", "the number of rows");
  if ((n & (n - 1)) != 0 || m > n) {
    return luaL_error(lua, "mat.hadamard: the order %I must be a power of two and the %I rows at most the order",
                      (LUAI_UACINT)n, (LUAI_UACINT)m);
  }
  return filled(lua, m, n, hadamard_entry);
}

void matrix_products_open(lua_State *lua) {
  static const luaL_Reg of_mat[] = {{"multiply", multiply},
                                    {"quadratic", quadratic},
                                    {"transpose", transpose},
                                    {"trace", trace},
                                    {"diagonal", diagonal},
                                    {"column", column},
                                    {NULL, NULL}};
  static const luaL_Reg of_vectors[] = {{"outer", outer}, {NULL, NULL}};
  static const luaL_Reg made[] = {{"identity", identity},     {"diagonal", diagonal_matrix},
                                  {"from_eigen", from_eigen}, {"triangular", triangular},
                                  {"sign", sign_matrix},      {"cut", cut},
                                  {"hadamard", hadamard},     {NULL, NULL}};
  lua_getfield(lua, LUA_REGISTRYINDEX, mat_methods);
  luaL_setfuncs(lua, of_mat, 0);
  lua_getfield(lua, LUA_REGISTRYINDEX, vec_methods);
  luaL_setfuncs(lua, of_vectors, 0);
  lua_getfield(lua, LUA_REGISTRYINDEX, sparse_methods);
  luaL_setfuncs(lua, of_vectors, 0);
  lua_pop(lua, 3);
  operands_construct(lua, "mat", made);
}
