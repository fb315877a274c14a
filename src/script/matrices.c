/* `matrix` of scenarios: decompositions that are built and verified, trace norm and max-norm, for procedures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parameter.h"
#include "base/text.h"
#include "comparators/decomposition_dense.h"
#include "comparators/max_norm.h"
#include "script/sandbox.h"
#include "script/values.h"

enum { LARGEST_ORDER = 1024, NORM_STEPS = 20000 };
static const double NORM_TOLERANCE = 1e-7;
static const char call_type[] = "matrix call";

/* What one call holds; its owner is the Lua value, so that nothing is lost when an error is raised. */
typedef struct matrix_call {
  int line;
  cJSON *given;
  options *options;
  size_t m, n;
  double *w; /* m x n */
  dense_decomposition parts;
} matrix_call;

#define MATRIX_PARAMETERS                                                                                             \
  {.name = "of",                                                                                                      \
   .type = PARAMETER_CHOICE,                                                                                          \
   .choices = "triangular sign hadamard cut rows",                                                                    \
   .meaning = "1 if i <= j; sign(j - i); the first m rows of Sylvester's matrix; -w w^T for alternating signs w; as " \
              "given"},                                                                                               \
      {.name = "n",                                                                                                   \
       .type = PARAMETER_INTEGER,                                                                                     \
       .value = "",                                                                                                   \
       .low = 1,                                                                                                      \
       .high = LARGEST_ORDER,                                                                                         \
       .meaning = "columns; needed unless of = \"rows\""},                                                            \
      {.name = "m",                                                                                                   \
       .type = PARAMETER_INTEGER,                                                                                     \
       .value = "",                                                                                                   \
       .low = 1,                                                                                                      \
       .high = LARGEST_ORDER,                                                                                         \
       .meaning = "rows of a Hadamard matrix; absent: n"},                                                            \
  {                                                                                                                   \
    .name = "rows", .type = PARAMETER_STRUCTURE, .value = "", .meaning = "lists of numbers, for of = \"rows\""        \
  }

static const parameter norm_parameters[] = {MATRIX_PARAMETERS};
static const parameter max_norm_parameters[] = {
    MATRIX_PARAMETERS,
    {.name = "solver",
     .type = PARAMETER_CHOICE,
     .value = "iteration",
     .choices = "iteration csdp",
     .meaning = "csdp: the program of this name, inside a procedure only"},
};
static const parameter decomposition_parameters[] = {
    MATRIX_PARAMETERS,
    {.name = "kind",
     .type = PARAMETER_CHOICE,
     .value = "parts",
     .choices = "parts recursive rank_one scaled",
     .meaning = "positive and negative parts; of triangular: recursive; of cut: rank_one; of hadamard: scaled"},
    {.name = "scale",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "s of kind = \"scaled\"; absent: sqrt(m), the least beta tau"},
    {.name = "symmetric",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "sym(W) = W, for of = \"rows\" (cuts always are)"},
};

static int collect_call(lua_State *lua) {
  matrix_call *call = lua_touserdata(lua, 1);
  cJSON_Delete(call->given);
  options_free(call->options);
  free(call->w);
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

/* "rows": m lists of n numbers. */
static status read_rows(matrix_call *call) {
  const char *who = option_who(call->options);
  const cJSON *rows = option_structure(call->options, "rows");
  const int m = cJSON_IsArray(rows) ? cJSON_GetArraySize(rows) : 0;
  const int n = m > 0 && cJSON_IsArray(rows->child) ? cJSON_GetArraySize(rows->child) : 0;
  if (m == 0 || n == 0)
    return FAIL(STATUS_INVALID, "%s: rows must be lists of numbers, such as { { 1, 0 }, { 1, 1 } }", who);
  if (m + n > LARGEST_ORDER)
    return FAIL(STATUS_INVALID, "%s: %d rows and %d columns are more than %d", who, m, n, (int)LARGEST_ORDER);
  call->m = (size_t)m;
  call->n = (size_t)n;
  TRY(NEW_ARRAY(call->m * call->n, call->w));
  double *entry = call->w;
  size_t i = 0;
  for (const cJSON *row = rows->child; row != NULL; row = row->next) {
    i++;
    if (!cJSON_IsArray(row) || cJSON_GetArraySize(row) != n) {
      return FAIL(STATUS_INVALID, "%s: row %zu must have %d numbers like the first", who, i, n);
    }
    for (const cJSON *number = row->child; number != NULL; number = number->next) {
      if (!cJSON_IsNumber(number)) return FAIL(STATUS_INVALID, "%s: row %zu has what is no number", who, i);
      *entry++ = number->valuedouble;
    }
  }
  return STATUS_OK;
}

static double cut_entry(size_t i, size_t j) {
  return (i + j) % 2 == 0 ? -1.0 : 1.0;
}

static status refuse_unused(const options *options, const char *name, const char *where) {
  if (!option_explicit(options, name)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: %s is only for %s", option_who(options), name, where);
}

static status fill_matrix(matrix_call *call) {
  const options *options = call->options;
  const char *who = option_who(options);
  const bool hadamard = option_is(options, "of", "hadamard");
  if (option_is(options, "of", "rows")) {
    TRY(refuse_unused(options, "n", "matrices that are not given by rows"));
    TRY(refuse_unused(options, "m", "of = \"hadamard\""));
    return read_rows(call);
  }
  TRY(refuse_unused(options, "rows", "of = \"rows\""));
  if (!hadamard) TRY(refuse_unused(options, "m", "of = \"hadamard\""));
  if (!option_given(options, "n")) return FAIL(STATUS_INVALID, "%s: n is missing", who);
  call->n = option_count(options, "n");
  call->m = option_given(options, "m") ? option_count(options, "m") : call->n;
  if (call->m + call->n > LARGEST_ORDER) {
    return FAIL(STATUS_INVALID, "%s: %zu rows and %zu columns are more than %d", who, call->m, call->n,
                (int)LARGEST_ORDER);
  }
  if (hadamard && ((call->n & (call->n - 1)) != 0 || call->m > call->n)) {
    return FAIL(STATUS_INVALID, "%s: n = %zu must be a power of two and m = %zu at most n", who, call->n, call->m);
  }
  double (*const entry)(size_t, size_t) = hadamard                           ? hadamard_entry
                                          : option_is(options, "of", "cut")  ? cut_entry
                                          : option_is(options, "of", "sign") ? sign_entry
                                                                             : triangular_entry;
  TRY(NEW_ARRAY(call->m * call->n, call->w));
  for (size_t i = 0; i < call->m; i++) {
    for (size_t j = 0; j < call->n; j++) call->w[i * call->n + j] = entry(i, j);
  }
  return STATUS_OK;
}

/* The call on top of the stack, its options resolved, its matrix filled. */
static matrix_call *begin(lua_State *lua, const char *name, const parameter *table, size_t count) {
  const int line = sandbox_line(lua);
  if (lua_gettop(lua) != 1 || !lua_istable(lua, 1) || line == 0) {
    sandbox_refuse(lua, line, "matrix.%s: write matrix.%s { ... }", name, name);
  }
  matrix_call *call = lua_newuserdatauv(lua, sizeof *call, 0);
  *call = (matrix_call){.line = line};
  luaL_setmetatable(lua, call_type);
  const char *who = lua_pushfstring(lua, "%s:%d: matrix.%s", sandbox_of(lua)->path, line, name);
  value_json(lua, 1, line, name, &call->given);
  if (cJSON_IsArray(call->given)) {
    sandbox_refuse(lua, line, "matrix.%s: expected names with values, such as { of = \"sign\", n = 16 }", name);
  }
  if (options_new(who, table, count, call->given, &call->options) != STATUS_OK) sandbox_raise_status(lua, line);
  check(lua, call, fill_matrix(call));
  return call;
}

static void set_number(lua_State *lua, const char *name, double value) {
  lua_pushnumber(lua, value);
  lua_setfield(lua, -2, name);
}

static int give_interval(lua_State *lua, const norm_interval *interval) {
  lua_createtable(lua, 0, 3);
  set_number(lua, "low", interval->low);
  set_number(lua, "high", interval->high);
  set_number(lua, "steps", (double)interval->steps);
  return 1;
}

static int matrix_trace_norm(lua_State *lua) {
  norm_interval interval;
  const matrix_call *call =
      begin(lua, "trace_norm", norm_parameters, sizeof norm_parameters / sizeof norm_parameters[0]);
  check(lua, call, trace_norm(call->m, call->n, call->w, &eigen_gsl, &interval));
  return give_interval(lua, &interval);
}

static int matrix_max_norm(lua_State *lua) {
  norm_interval interval = {0};
  const matrix_call *call =
      begin(lua, "max_norm", max_norm_parameters, sizeof max_norm_parameters / sizeof max_norm_parameters[0]);
  if (!option_is(call->options, "solver", "csdp")) {
    check(lua, call, max_norm(call->m, call->n, call->w, NORM_TOLERANCE, NORM_STEPS, &eigen_gsl, &interval));
  } else if (strcmp(sandbox_of(lua)->activity, "procedure") != 0) {
    sandbox_refuse(lua, call->line, "matrix.max_norm: solver = \"csdp\" runs a program, which only a procedure may do");
  } else {
    check(lua, call, max_norm_by_csdp(call->m, call->n, call->w, &eigen_gsl, &interval));
  }
  return give_interval(lua, &interval);
}

/* The kinds that are made for one class of matrices. */
static status check_kind(const options *options) {
  static const char *const kinds[][2] = {{"recursive", "triangular"}, {"rank_one", "cut"}, {"scaled", "hadamard"}};
  for (size_t i = 0; i < 3; i++) {
    if (!option_is(options, "kind", kinds[i][0]) || option_is(options, "of", kinds[i][1])) continue;
    return FAIL(STATUS_INVALID, "%s: kind = %s is only for of = \"%s\"", option_who(options), kinds[i][0], kinds[i][1]);
  }
  if (!option_is(options, "kind", "scaled")) TRY(refuse_unused(options, "scale", "kind = \"scaled\""));
  return option_is(options, "of", "rows") ? STATUS_OK : refuse_unused(options, "symmetric", "of = \"rows\"");
}

static status check_symmetry(const matrix_call *call) {
  for (size_t i = 0; i < call->m; i++) {
    for (size_t j = 0; j < call->n; j++) {
      if (call->m == call->n && call->w[i * call->n + j] == call->w[j * call->n + i]) continue;
      return FAIL(STATUS_INVALID, "%s: the rows are not those of a symmetric matrix", option_who(call->options));
    }
  }
  return STATUS_OK;
}

static status build(matrix_call *call) {
  const options *options = call->options;
  const size_t m = call->m, n = call->n;
  TRY(check_kind(options));
  if (option_is(options, "kind", "recursive")) return dense_decomposition_recursive(n, &call->parts);
  if (option_is(options, "kind", "scaled")) {
    const double s = option_given(options, "scale") ? option_number(options, "scale") : sqrt((double)m);
    return dense_decomposition_hadamard(m, n, s, &call->parts);
  }
  if (option_is(options, "kind", "rank_one")) {
    free(call->w);
    call->w = NULL;
    TRY(NEW_ARRAY(n, call->w));
    for (size_t i = 0; i < n; i++) call->w[i] = i % 2 == 0 ? 1.0 : -1.0;
    return dense_decomposition_of_cut(n, call->w, &call->parts);
  }
  const bool symmetric = option_flag(options, "symmetric") || option_is(options, "of", "cut");
  if (symmetric) TRY(check_symmetry(call));
  return dense_decomposition_parts(m, n, call->w, symmetric, &eigen_gsl, &call->parts);
}

static int matrix_decomposition(lua_State *lua) {
  decomposition_check found;
  matrix_call *call = begin(lua, "decomposition", decomposition_parameters,
                            sizeof decomposition_parameters / sizeof decomposition_parameters[0]);
  check(lua, call, build(call));
  check(lua, call, dense_decomposition_check(&call->parts, &eigen_gsl, &found));
  lua_createtable(lua, 0, 5);
  set_number(lua, "beta", found.beta);
  set_number(lua, "tau", found.tau);
  set_number(lua, "least_eigenvalue", found.least_eigenvalue);
  set_number(lua, "error", found.error);
  set_number(lua, "order", (double)call->parts.order);
  return 1;
}

static const luaL_Reg functions[] = {{"decomposition", matrix_decomposition},
                                     {"trace_norm", matrix_trace_norm},
                                     {"max_norm", matrix_max_norm},
                                     {NULL, NULL}};

/* A name that is none of the functions. */
static int refuse_name(lua_State *lua) {
  static const char *const names[] = {"decomposition", "trace_norm", "max_norm"};
  const char *name = texts_push(lua, 2), *nearest = nearest_name(name, names, 3);
  sandbox_refuse(lua, sandbox_line(lua),
                 "matrix.%.80s: no such function%s%s (valid: decomposition, trace_norm, max_norm)", name,
                 nearest != NULL ? "; nearest: " : "", nearest != NULL ? nearest : "");
}

void matrices_open(lua_State *lua) {
  luaL_newmetatable(lua, call_type);
  lua_pushcfunction(lua, collect_call);
  lua_setfield(lua, -2, "__gc");
  lua_pop(lua, 1);
  lua_newtable(lua);
  luaL_setfuncs(lua, functions, 0);
  lua_newtable(lua);
  lua_pushcfunction(lua, refuse_name);
  lua_setfield(lua, -2, "__index");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_setmetatable(lua, -2);
  lua_setfield(lua, -2, "matrix");
}
