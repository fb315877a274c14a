/* Scenarios that return vectors and matrices, for tests of what made them: run("return { x = ... }"), then
 * vector("x"). */
#pragma once

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "script/sandbox/sandbox.h"
#include "script/scenario/library.h"
#include "script/values/matrix_values.h"
#include "script/values/vectors.h"

static const script_limits limits = {.seconds = 20, .memory = (size_t)64 << 20};
static sandbox *box;

static inline int run_text(lua_State *lua) {
  lua_settop(lua, 0);
  sandbox_run(lua);
  return 1;
}

static inline status start(const char *text) {
  cr_assert_eq(sandbox_new("x.lua", text, "test", &limits, library_open, &box), STATUS_OK, "%s", status_message());
  return sandbox_call(box, run_text, NULL, 1);
}

/* Runs the text, which returns a table. */
static inline void run(const char *text) {
  const status code = start(text);
  cr_assert_eq(code, STATUS_OK, "%s", status_message());
  cr_assert(lua_istable(box->lua, -1));
}

static inline void stop(void) {
  sandbox_free(box);
  box = NULL;
}

static inline void refused(const char *text, const char *message) {
  const status code = start(text);
  cr_expect_eq(code, STATUS_INVALID, "taken: %s", text);
  cr_expect_str_eq(status_message(), message, "\n  %s\ngave\n  %s", text, status_message());
  stop();
}

static inline double number(const char *name) {
  lua_getfield(box->lua, -1, name);
  cr_assert_eq(lua_type(box->lua, -1), LUA_TNUMBER, "%s", name);
  const double value = lua_tonumber(box->lua, -1);
  lua_pop(box->lua, 1);
  return value;
}

static inline bool truth(const char *name) {
  lua_getfield(box->lua, -1, name);
  const bool value = lua_isboolean(box->lua, -1) && lua_toboolean(box->lua, -1);
  lua_pop(box->lua, 1);
  return value;
}

static inline const vec *vector(const char *name) {
  lua_getfield(box->lua, -1, name);
  const vec *v = vec_test(box->lua, -1);
  cr_assert_not_null(v, "%s", name);
  lua_pop(box->lua, 1); /* the table keeps it alive */
  return v;
}

static inline const mat *matrix(const char *name) {
  lua_getfield(box->lua, -1, name);
  const mat *m = mat_test(box->lua, -1);
  cr_assert_not_null(m, "%s", name);
  lua_pop(box->lua, 1);
  return m;
}

static inline void near(const char *what, double value, long double expected, double scale) {
  const double tolerance = 64 * DBL_EPSILON * scale;
  cr_expect(fabsl(value - expected) <= tolerance, "%s: %.17g, expected %.17Lg within %g", what, value, expected,
            tolerance);
}

static inline void near_entries(const char *what, size_t n, const double *value, const long double *expected,
                                double scale) {
  for (size_t i = 0; i < n; i++) near(what, value[i], expected[i], scale);
}

/* C = op(A) op(B), by the definition. */
static inline void product(size_t m, size_t k, size_t n, const double *a, bool a_turned, const double *b, bool b_turned,
                           long double *c) {
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      long double sum = 0;
      for (size_t l = 0; l < k; l++)
        sum += (long double)(a_turned ? a[l * m + i] : a[i * k + l]) * (b_turned ? b[j * k + l] : b[l * n + j]);
      c[i * n + j] = sum;
    }
  }
}
