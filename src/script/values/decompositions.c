/* M:decomposition { kind = }, M:trace_norm(), M:max_norm { solver = }: decompositions that are built and verified, and two norms as proved
 * intervals. */

#include "comparators/decomposition_dense.h"
#include "hindsight/trace_norm/max_norm.h"
#include "registry/parameter.h"
#include "script/values/operands.h"
#include "script/values/value_json.h"

enum { LARGEST_ORDER = 1024, NORM_STEPS = 20000 };
static const double NORM_TOLERANCE = 1e-7;
static const char call_type[] = "matrix call";

/* What one call holds. A Lua value owns it, so that an error leaks nothing. */
typedef struct matrix_call {
  int line;
  cJSON *given;
  options *options;
  const mat *w; /* m x n */
  dense_decomposition parts;
} matrix_call;

/* In the order of the words. */
typedef enum decomposition_kind { KIND_PARTS, KIND_RECURSIVE, KIND_RANK_ONE, KIND_SCALED } decomposition_kind;
typedef struct decomposition_options {
  decomposition_kind kind;
  double scale;
  bool symmetric;
} decomposition_options;

static const parameter max_norm_parameters[] = {
    {.name = "solver",
     .type = PARAMETER_CHOICE,
     .value = "iteration",
     .choices = "iteration",
     .meaning = "the iteration of max_norm.h, and no other"},
};
static const parameter decomposition_parameters[] = {
    OPTION_CHOICE(decomposition_options, kind, "parts", "parts recursive rank_one scaled",
                  "positive and negative parts; of mat.triangular: recursive; of mat.cut: rank_one; of mat.hadamard: "
                  "scaled"),
    OPTION_ABOVE(decomposition_options, scale, ABSENT, 0, 1e6,
                 "s of kind = \"scaled\"; absent: sqrt(m), the least beta tau"),
    OPTION_FLAG(decomposition_options, symmetric, "false", "sym(W) = W, of kind = \"parts\""),
};

static int collect_call(lua_State *lua) {
  matrix_call *call = lua_touserdata(lua, 1);
  cJSON_Delete(call->given);
  options_free(call->options);
  dense_decomposition_free(&call->parts);
  *call = (matrix_call){0};
  return 0;
}

static void check(lua_State *lua, const matrix_call *call, status code) {
  if (code == STATUS_OK) return;
  if (code != STATUS_INVALID ||
      strncmp(status_message(), option_who(call->options), strlen(option_who(call->options))) != 0) {
    (void)status_context(code, "%s", option_who(call->options));
  }
  sandbox_raise_status(lua, call->line);
}

/* M:NAME { ... }, the call on top of the stack, its options resolved. */
static matrix_call *begin(lua_State *lua, const char *name, const parameter *table, size_t count) {
  const int line = sandbox_line(lua);
  const mat *w = mat_check(lua, 1, name);
  if (!lua_isnoneornil(lua, 2) && !lua_istable(lua, 2)) sandbox_refuse(lua, line, "%s: write M:%s { ... }", name, name);
  if (w->rows == 0 || w->columns == 0 || w->rows + w->columns > LARGEST_ORDER) {
    sandbox_refuse(lua, line, "%s: %zu rows and %zu columns, expected at least 1 of each and at most %d together", name,
                   w->rows, w->columns, (int)LARGEST_ORDER);
  }
  for (size_t i = 0; i < w->rows * w->columns; i++) {
    if (!isfinite(w->data[i]))
      sandbox_refuse(lua, line, "%s: row %zu, column %zu is not a finite number", name, i / w->columns + 1,
                     i % w->columns + 1);
  }
  matrix_call *call = lua_newuserdatauv(lua, sizeof *call, 0);
  *call = (matrix_call){.line = line, .w = w};
  luaL_setmetatable(lua, call_type);
  const char *who = lua_pushfstring(lua, "%s:%d: %s", sandbox_of(lua)->path, line, name);
  if (lua_istable(lua, 2)) {
    value_json(lua, 2, line, name, &call->given);
    if (cJSON_IsArray(call->given) && cJSON_GetArraySize(call->given) > 0)
      sandbox_refuse(lua, line, "%s: expected names with values", name);
    if (cJSON_IsArray(call->given)) { /* { } */
      cJSON_Delete(call->given);
      call->given = NULL;
    }
  }
  if (options_read(who, table, count, call->given, &call->options) != STATUS_OK) sandbox_raise_status(lua, line);
  return call;
}

static void set_number(lua_State *lua, const char *name, double value) {
  lua_pushnumber(lua, value);
  lua_setfield(lua, -2, name);
}

static int push_interval(lua_State *lua, const norm_interval *interval) {
  lua_createtable(lua, 0, 3);
  set_number(lua, "low", interval->low);
  set_number(lua, "high", interval->high);
  set_number(lua, "steps", (double)interval->steps);
  return 1;
}

static int matrix_trace_norm(lua_State *lua) {
  norm_interval interval;
  const matrix_call *call = begin(lua, "trace_norm", NULL, 0);
  check(lua, call, trace_norm(call->w->rows, call->w->columns, call->w->data, &eigen_own, &interval));
  return push_interval(lua, &interval);
}

static int matrix_max_norm(lua_State *lua) {
  norm_interval interval;
  const matrix_call *call = begin(lua, "max_norm", max_norm_parameters, 1);
  const mat *w = call->w;
  check(lua, call, max_norm(w->rows, w->columns, w->data, NORM_TOLERANCE, NORM_STEPS, &eigen_own, &interval));
  return push_interval(lua, &interval);
}

static status check_entries(const matrix_call *call, double (*entry)(size_t, size_t), const char *name) {
  const mat *w = call->w;
  for (size_t i = 0; i < w->rows; i++) {
    for (size_t j = 0; j < w->columns; j++) {
      if (w->data[i * w->columns + j] == entry(i, j)) continue;
      return FAIL(STATUS_INVALID, "%s: kind = %s is only for %s", option_who(call->options),
                  options_word(call->options, PLACE(decomposition_options, kind)), name);
    }
  }
  return STATUS_OK;
}

/* w of -w w^T: signs[0..n-1]. */
static status read_cut(const matrix_call *call, double *signs) {
  const mat *w = call->w;
  const size_t n = w->columns;
  bool cut = w->rows == n;
  for (size_t j = 0; cut && j < n; j++) signs[j] = -w->data[j]; /* w_1 = 1 */
  for (size_t i = 0; cut && i < n; i++) {
    cut = fabs(signs[i]) == 1.0;
    for (size_t j = 0; cut && j < n; j++) cut = w->data[i * n + j] == -signs[i] * signs[j];
  }
  return cut ? STATUS_OK
             : FAIL(STATUS_INVALID, "%s: kind = rank_one is only for a cut, -w w' of signs w",
                    option_who(call->options));
}

static status build_cut(matrix_call *call) {
  FREED double *signs = NULL;
  TRY(NEW_ARRAY(call->w->columns, signs));
  TRY(read_cut(call, signs));
  return dense_decomposition_of_cut(call->w->columns, signs, &call->parts);
}

static status check_symmetry(const matrix_call *call) {
  const mat *w = call->w;
  for (size_t i = 0; i < w->rows; i++) {
    for (size_t j = 0; j < w->columns; j++) {
      if (w->rows == w->columns && w->data[i * w->columns + j] == w->data[j * w->columns + i]) continue;
      return FAIL(STATUS_INVALID, "%s: the matrix is not symmetric", option_who(call->options));
    }
  }
  return STATUS_OK;
}

static status build_scaled(matrix_call *call, double scale) {
  const size_t m = call->w->rows, n = call->w->columns;
  if ((n & (n - 1)) != 0 || m > n)
    return FAIL(STATUS_INVALID, "%s: kind = scaled is only for mat.hadamard", option_who(call->options));
  TRY(check_entries(call, hadamard_entry, "mat.hadamard"));
  return dense_decomposition_hadamard(m, n, isnan(scale) ? sqrt((double)m) : scale, &call->parts);
}

static status build(matrix_call *call) {
  decomposition_options asked = {.kind = KIND_PARTS};
  const char *who = option_who(call->options);
  const mat *w = call->w;
  options_fill(call->options, &asked);
  if (asked.kind != KIND_SCALED && !isnan(asked.scale))
    return FAIL(STATUS_INVALID, "%s: scale is only for kind = \"scaled\"", who);
  if (asked.kind != KIND_PARTS && asked.symmetric)
    return FAIL(STATUS_INVALID, "%s: symmetric is only for kind = \"parts\"", who);
  if (asked.kind == KIND_SCALED) return build_scaled(call, asked.scale);
  if (asked.kind == KIND_RANK_ONE) return build_cut(call);
  if (asked.kind == KIND_RECURSIVE) {
    if (w->rows != w->columns) return FAIL(STATUS_INVALID, "%s: kind = recursive is only for mat.triangular", who);
    TRY(check_entries(call, triangular_entry, "mat.triangular"));
    return dense_decomposition_recursive(w->columns, &call->parts);
  }
  if (asked.symmetric) TRY(check_symmetry(call));
  return dense_decomposition_parts(w->rows, w->columns, w->data, asked.symmetric, &eigen_own, &call->parts);
}

static int matrix_decomposition(lua_State *lua) {
  decomposition_check found;
  matrix_call *call = begin(lua, "decomposition", decomposition_parameters,
                            sizeof decomposition_parameters / sizeof decomposition_parameters[0]);
  check(lua, call, build(call));
  check(lua, call, dense_decomposition_check(&call->parts, &eigen_own, &found));
  lua_createtable(lua, 0, 5);
  set_number(lua, "beta", found.beta);
  set_number(lua, "tau", found.tau);
  set_number(lua, "least_eigenvalue", found.least_eigenvalue);
  set_number(lua, "error", found.error);
  set_number(lua, "order", (double)call->parts.order);
  return 1;
}

static void open_calls(lua_State *lua) {
  luaL_newmetatable(lua, call_type);
  lua_pushcfunction(lua, collect_call);
  lua_setfield(lua, -2, "__gc");
  lua_pop(lua, 1);
}

static const luaL_Reg functions[] = {{"decomposition", matrix_decomposition},
                                     {"trace_norm", matrix_trace_norm},
                                     {"max_norm", matrix_max_norm},
                                     {NULL, NULL}};

const value_functions value_decompositions = {.open = open_calls, .of_mat = functions};
