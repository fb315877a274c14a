/* Decompositions: A:eigh(), A:svd(), A:exp(), A:log(), M:norm(kind). */
#include <lauxlib.h>
#include <math.h>
#include <string.h>

#include "base/fixed_math.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "linalg/linear_system.h"
#include "linalg/singular.h"
#include "script/values/operands.h"

/* ---- symmetric */

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
  if (isinf(values[n - 1])) return luaL_error(lua, "exp: the largest eigenvalue is above 709: too large a number");
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

/* Orthonormal v_0, v_1, ... in the rows of `basis` (k x length); where a singular value is 0 any unit vector that
 * fits. */
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

/* M:norm(): Frobenius; "spectral" or 2: the largest singular value; "nuclear": the sum of them; 1: the largest sum of
 * moduli of a column;
 * "inf": of a row */
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

void matrix_factors_open(lua_State *lua) {
  static const luaL_Reg functions[] = {{"eigh", eigh},
                                       {"svd", svd},
                                       {"exp", matrix_exponential},
                                       {"log", matrix_logarithm},
                                       {"project_psd", project_psd},
                                       {"norm", norm},
                                       {NULL, NULL}};
  lua_getfield(lua, LUA_REGISTRYINDEX, mat_methods);
  luaL_setfuncs(lua, functions, 0);
  lua_pop(lua, 1);
}
