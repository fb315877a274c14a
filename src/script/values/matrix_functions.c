/* Functions of matrices:
 *
 *   M:multiply(x)  M:multiply(N)  M:quadratic(x, y)  M:transpose()  M:trace()  M:diagonal()  M:column(j)  x:outer(y)
 *   A:solve(b)  A:inverse()  A:cholesky()  A:eigh()  A:svd()  A:exp()  A:log()  A:project_psd()  M:norm(kind)
 *   mat.identity(n)  mat.diagonal(v)  mat.from_eigen(values, V), and the matrices that theorems are about */
#include "base/fixed_math.h"
#include "base/text.h"
#include "comparators/decomposition_dense.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "linalg/linear_system.h"
#include "linalg/singular.h"
#include "script/values/operands.h"
#include <float.h>

/* ---- products and parts */

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
  for (size_t i = 0; i < a->rows; i++) out[i] = operand_sparse_dot(x, a->data + i * a->columns);
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
    const double *row = a->data + i * a->columns;
    if (factor == 0.0) continue;
    sum += factor * (y.kind == OPERAND_VEC ? kernel_dot(y.rows, row, y.data) : operand_sparse_dot(&y, row));
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

/* ---- linear systems: the condition number |A|_1 |A^{-1}|_1 is computed, not estimated */

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

/* ---- eigenvalues of symmetric matrices */

/* Pushes scratch: the eigenvectors as rows; values (n numbers) behind them. *n: the order. */
static double *push_eigen(lua_State *lua, const char *function, size_t *n, double **values) {
  *n = mat_check(lua, 1, function)->rows;
  const double *a = scratch_push_symmetric(lua, 1, function, FACTOR_ORDER);
  double *vectors = scratch_push(lua, *n * (*n + 1));
  *values = vectors + *n * *n;
  eigen_of(lua, function, *n, a, *values, vectors);
  return vectors;
}

/* values, V = A:eigh(): A = V diag(values) V', values ascending, eigenvector k in column k of V */
static int eigh(lua_State *lua) {
  size_t n;
  double *values;
  const double *vectors = push_eigen(lua, "eigh", &n, &values);
  vec_push_copy(lua, n, values);
  mat *out = mat_push(lua, n, n);
  for (size_t k = 0; k < n; k++) {
    for (size_t i = 0; i < n; i++) out->data[i * n + k] = vectors[k * n + i];
  }
  return 2;
}

/* Pushes the mat sum_k values_k v_k v_k', v_k the rows of `vectors`. */
static mat *push_composed(lua_State *lua, size_t n, const double *values, const double *vectors) {
  double *turned = scratch_push(lua, 2 * n * n), *scaled = turned + n * n;
  for (size_t k = 0; k < n; k++) {
    for (size_t i = 0; i < n; i++) {
      turned[i * n + k] = vectors[k * n + i];
      scaled[i * n + k] = values[k] * vectors[k * n + i];
    }
  }
  mat *out = mat_push(lua, n, n);
  kernel_multiply_transposed(n, n, n, scaled, n, turned, n, out->data, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) out->data[j * n + i] = out->data[i * n + j];
  }
  return out;
}

static int matrix_exponential(lua_State *lua) {
  size_t n;
  double *values, *vectors = push_eigen(lua, "exp", &n, &values);
  fixed_exp_all(n, values, values);
  if (isinf(values[n - 1]))
    return luaL_error(lua, "exp: the largest eigenvalue is above 709: the result would overflow");
  push_composed(lua, n, values, vectors);
  return 1;
}

static int matrix_logarithm(lua_State *lua) {
  size_t n;
  double *values, *vectors = push_eigen(lua, "log", &n, &values);
  if (!(values[0] > 0.0)) {
    return luaL_error(lua, "log: the least eigenvalue is %f, expected a positive definite mat", values[0]);
  }
  for (size_t i = 0; i < n; i++) values[i] = fixed_log(values[i]);
  push_composed(lua, n, values, vectors);
  return 1;
}

/* A:project_psd(): the nearest positive semidefinite matrix in the Frobenius norm, sum max(lambda, 0) v v' */
static int project_psd(lua_State *lua) {
  size_t n;
  double *values, *vectors = push_eigen(lua, "project_psd", &n, &values);
  for (size_t i = 0; i < n; i++) values[i] = fmax(values[i], 0.0);
  push_composed(lua, n, values, vectors);
  return 1;
}

/* ---- singular values */

typedef struct factors {
  size_t k, length; /* min and max of the sides */
  double *rows;     /* k x length: values_i v_i, orthogonal */
  double *rotation; /* k x k: u_i' in its rows */
  double *values;   /* k, in no order */
  size_t *order;    /* descending, ties by place */
  bool turned;      /* more rows than columns: the factors are those of the transpose */
} factors;

static void sort_descending(size_t k, const double *values, size_t *order) {
  for (size_t i = 0; i < k; i++) {
    size_t place = i;
    for (; place > 0 && values[order[place - 1]] < values[i]; place--) order[place] = order[place - 1];
    order[place] = i;
  }
}

/* Pushes scratch that holds all of it. */
static factors push_factors(lua_State *lua, const char *function, const mat *a, bool vectors) {
  factors f = {.turned = a->rows > a->columns};
  f.k = f.turned ? a->columns : a->rows;
  f.length = f.turned ? a->rows : a->columns;
  if (f.k == 0 || f.length > FACTOR_ORDER)
    luaL_error(lua, "%s: a mat of %I x %I numbers, expected 1 to %d on each side", function, (LUAI_UACINT)a->rows,
               (LUAI_UACINT)a->columns, (int)FACTOR_ORDER);
  f.rows = scratch_push(lua, f.k * f.length + (vectors ? f.k * f.k : 0) + f.k);
  f.values = f.rows + f.k * f.length;
  f.rotation = vectors ? f.values + f.k : NULL;
  for (size_t i = 0; i < a->rows; i++) {
    for (size_t j = 0; j < a->columns; j++) {
      f.rows[f.turned ? j * f.length + i : i * f.length + j] = a->data[i * a->columns + j];
    }
  }
  argument_check_status(lua, function, singular_rotate(f.k, f.length, f.rows, f.rotation, f.values));
  f.order = lua_newuserdatauv(lua, (f.k + 1) * sizeof *f.order, 0);
  sort_descending(f.k, f.values, f.order);
  return f;
}

/* Orthonormal v_0, v_1, ... in the rows of `basis` (k x length); for a singular value of 0 any unit vector that is orthogonal to the others. */
static void fill_basis(lua_State *lua, const factors *f, double *basis) {
  double *work = scratch_push(lua, 3 * f->length + f->k);
  double *coefficient = work + f->length + f->k, *unit = coefficient + f->length;
  const double least = 1e-17 * f->values[f->order[0]];
  double rest;
  size_t next = 0;
  for (size_t i = 0; i < f->k; i++) {
    double *row = f->rows + f->order[i] * f->length;
    const double value = f->values[f->order[i]];
    if (value > least) {
      for (size_t l = 0; l < f->length; l++) basis[i * f->length + l] = row[l] / value;
      continue;
    }
    for (int appended = 0; !appended; next++) {
      memset(unit, 0, f->length * sizeof *unit);
      unit[next] = 1.0;
      appended = frame_append(f->length, i, basis, unit, coefficient, &rest, work);
    }
  }
  lua_pop(lua, 1);
}

/* U, values, V = A:svd(): A = U diag(values) V', values descending, min(m, n) of them; singular vectors in columns */
static int svd(lua_State *lua) {
  const mat *a = mat_check(lua, 1, "svd");
  const factors f = push_factors(lua, "svd", a, true);
  double *basis = scratch_push(lua, f.k * f.length);
  fill_basis(lua, &f, basis);
  mat *u = mat_push(lua, a->rows, f.k);
  vec *values = vec_push(lua, f.k);
  mat *v = mat_push(lua, a->columns, f.k);
  mat *shorter = f.turned ? v : u, *longer = f.turned ? u : v;
  for (size_t i = 0; i < f.k; i++) {
    const size_t from = f.order[i];
    values->data[i] = f.values[from];
    for (size_t l = 0; l < f.k; l++) shorter->data[l * f.k + i] = f.rotation[from * f.k + l];
    for (size_t l = 0; l < f.length; l++) longer->data[l * f.k + i] = basis[i * f.length + l];
  }
  return 3;
}

/* ---- norms */

/* M:norm(): Frobenius; "spectral" or 2: the largest singular value; "nuclear": the sum of them; 1: the largest sum of moduli of a column; "inf":
 * of a row */
static int norm(lua_State *lua) {
  static const char *const names[] = {"frobenius", "spectral", "nuclear", "inf", NULL};
  const mat *a = mat_check(lua, 1, "norm");
  double value = 0.0;
  size_t which = 0;
  if (lua_type(lua, 2) == LUA_TNUMBER) {
    const double p = lua_tonumber(lua, 2);
    which = p == 1.0 ? 4 : p == 2.0 ? 1 : isinf(p) && p > 0.0 ? 3 : 5;
    if (which == 5) return luaL_error(lua, "norm: argument 1 must be 1, 2 or a name, not %f", p);
  } else if (!lua_isnoneornil(lua, 2)) {
    which = argument_choice(lua, 2, "norm", names);
  }
  if (which == 0) {
    value = kernel_norm(a->rows * a->columns, a->data);
  } else if (which >= 3) {
    value = which == 3 ? linear_row_norm(a->rows, a->columns, a->data)
                       : linear_column_norm(a->rows, a->columns, a->data, scratch_push(lua, a->columns));
  } else {
    const factors f = push_factors(lua, "norm", a, false);
    for (size_t i = 0; i < (which == 1 ? 1 : f.k); i++) value += f.values[f.order[i]];
  }
  lua_pushnumber(lua, value);
  return 1;
}

static const luaL_Reg of_mat[] = {{"multiply", multiply},
                                  {"quadratic", quadratic},
                                  {"transpose", transpose},
                                  {"trace", trace},
                                  {"diagonal", diagonal},
                                  {"column", column},
                                  {"solve", solve},
                                  {"inverse", inverse},
                                  {"cholesky", cholesky},
                                  {"eigh", eigh},
                                  {"svd", svd},
                                  {"exp", matrix_exponential},
                                  {"log", matrix_logarithm},
                                  {"project_psd", project_psd},
                                  {"norm", norm},
                                  {NULL, NULL}};
static const luaL_Reg of_vectors[] = {{"outer", outer}, {NULL, NULL}};
static const luaL_Reg made[] = {{"identity", identity},     {"diagonal", diagonal_matrix},
                                {"from_eigen", from_eigen}, {"triangular", triangular},
                                {"sign", sign_matrix},      {"cut", cut},
                                {"hadamard", hadamard},     {NULL, NULL}};

const value_functions value_matrix_functions = {
    .of_vec = of_vectors, .of_sparse = of_vectors, .of_mat = of_mat, .mat_constructors = made};
