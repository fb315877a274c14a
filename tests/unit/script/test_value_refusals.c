/* What functions of vec, sparse, mat and spectral refuse, word for word; values that were lent; the memory limit. */
#include "unit/value_fixture.h"

TestSuite(value_refusals, .timeout = 60);

/* ---- refusals */

Test(value_refusals, refusals_name_both_shapes) {
  static const char *const cases[][2] = {
      {"vec(3):dot(vec(4))", "dot: a vec of 3 numbers and one of 4"},
      {"vec(3):dot(sparse(4, {}))", "dot: a vec of 3 numbers and a sparse vector of 4 numbers"},
      {"vec(3):dot(5)", "dot: expected a vec or a sparse vector, not a number"},
      {"vec(3):dot(mat(3, 1))", "dot: a vec of 3 numbers and a mat of 3 x 1 numbers"},
      {"mat(2, 3):dot(mat(3, 2))", "dot: a mat of 2 x 3 numbers and one of 3 x 2"},
      {"vec(3) + vec(4)", "+: a vec of 3 numbers and one of 4"},
      {"vec(3) * mat(1, 3)", "*: a vec of 3 numbers and a mat of 1 x 3 numbers"},
      {"{} - vec(3)", "-: a table and a vec of 3 numbers"},
      {"vec(3) / 'x'", "/: a vec of 3 numbers and a string"},
      {"sparse(2, {}) ^ vec(3)", "^: a sparse vector of 2 numbers and a vec of 3 numbers"},
      {"vec(3):add(1, vec(2))", "add: a vec of 3 numbers and one of 2"},
      {"vec(3):add('a', vec(3))", "add: argument 1 must be a number, not a string"},
      {"vec(3):add(1, mat(3, 1))", "add: expected a vec or a sparse vector, not a mat"},
      {"mat(2, 3):add(1, vec(3))", "add: a mat of 2 x 3 numbers and a vec of 3 numbers"},
      {"mat(2, 3):add(1, vec(3), vec(3))", "add: rows: a mat of 2 x 3 numbers and a vec of 3 numbers"},
      {"mat(2, 3):add(1, vec(2), vec(2))", "add: columns: a mat of 2 x 3 numbers and a vec of 2 numbers"},
      {"vec(3):mul(vec(4))", "mul: a vec of 3 numbers and one of 4"},
      {"vec(3):set(vec(4))", "set: a vec of 3 numbers and one of 4"},
      {"vec(3):map('exq')",
       "map: argument 1 is \"exq\", expected one of: exp, clip, power, log, sqrt, abs, sign, square, expm1, log1p, "
       "sinh, cosh, tanh, asinh, reciprocal, positive"},
      {"vec(3):map('clip', 2, 1)", "map: clip from 2.0 to 1.0: the first must not be above the second"},
      {"vec(3):norm(3)", "norm: argument 1 must be 1, 2 or \"inf\", not 3.0"},
      {"vec(0):max()", "max: a vec of 0 numbers"},
      {"vec{ 1, 0 / 0 }:argmax()", "argmax: entry 2 is nan"},
      {"vec{ 1, 0 / 0 }:sort()", "sort: entry 2 is nan"},
      {"mat(2, 3):multiply(vec(2))", "multiply: a mat of 2 x 3 numbers and a vec of 2 numbers"},
      {"mat(2, 3):multiply(mat(2, 3))", "multiply: a mat of 2 x 3 numbers and one of 2 x 3"},
      {"mat(2, 3):multiply(3)", "multiply: a mat of 2 x 3 numbers and a number"},
      {"mat(2, 3):quadratic(vec(2))", "quadratic: a mat of 2 x 3 numbers and a vec of 2 numbers"},
      {"mat(2, 3):trace()", "trace: a mat of 2 x 3 numbers is not square"},
      {"mat(2, 3):column(4)", "column: argument 1 must be a whole number from 1 to 3, not 4"},
      {"mat(2, 3):eigh()", "eigh: a mat of 2 x 3 numbers is not square"},
      {"mat{ { 1, 2 }, { 3, 4 } }:eigh()", "eigh: the mat is not symmetric: row 2, column 1"},
      {"mat{ { 1, 0 }, { 0, 1 / 0 } }:exp()", "exp: row 2, column 2 or its mirror image is not a finite number"},
      {"mat{ { 710 } }:exp()", "exp: the largest eigenvalue is above 709: the result would overflow"},
      {"mat{ { -2 } }:log()", "log: the least eigenvalue is -2.0, expected a positive definite mat"},
      {"mat(0, 3):svd()", "svd: a mat of 0 x 3 numbers, expected 1 to 2048 on each side"},
      {"mat(1, 1, 1 / 0):svd()", "svd: singular values: an entry is not finite or too large"},
      {"mat(2, 2):norm('max')", "norm: argument 1 is \"max\", expected one of: frobenius, spectral, nuclear, inf"},
      {"mat(2, 3):solve(vec(2))", "solve: a mat of 2 x 3 numbers is not square"},
      {"mat.identity(2):solve(vec(3))", "solve: a mat of 2 x 2 numbers and a vec of 3 numbers"},
      {"mat(2, 2, 1):solve(vec(2))", "solve: a mat of 2 x 2 numbers that is singular"},
      {"mat{ { 1, 0 }, { 0, 1e-17 } }:inverse()",
       "inverse: a mat of 2 x 2 numbers whose condition number is 1e+17: no digit of the result would be right"},
      {"mat{ { 1, 0, 0 }, { 0, 1, 2 }, { 0, 2, 1 } }:cholesky()",
       "cholesky: the mat is not positive definite: its leading 3 x 3 part is not"},
      {"vec(0):project_simplex()", "project_simplex: a vec of 0 numbers"},
      {"vec(2):project_l1(0)", "project_l1: the radius must be above 0, not 0.0"},
      {"vec(2, 1 / 0):project_l1(1)", "project_l1: entry 1 is not a finite number"},
      {"mat.orthonormal(4, 3)", "mat.orthonormal: there are no 4 orthonormal rows of 3 numbers"},
      {"vec.subset(3, 4)", "vec.subset: 4 of 3"},
      {"mat.from_eigen(vec(2), mat(3, 3))", "mat.from_eigen: a vec of 2 numbers and a mat of 3 x 3 numbers"},
      {"spectral { n = 3, kid = 1 }",
       "spectral: kid: no such parameter; nearest: kind (valid: n, m, kind, link, representation, shift, capacity)"},
      {"spectral { n = 3, m = 2 }", "spectral: m is only for kind = rectangular and entry"},
      {"spectral { n = 3, kind = 'matrix', representation = 'diagonal' }",
       "spectral: representation diagonal cannot take instances of kind matrix; auto chooses one that can"},
      {"spectral(3)", "spectral: write spectral { n = 8, kind = \"dyad\" }"},
      {"spectral { n = 3 }:score(vec(4))", "score: a vec of 4 numbers, expected order 3"},
      {"spectral { n = 3 }:score(5)", "score: expected a vec, a sparse vector, a mat or a table, not a number"},
      {"spectral { n = 3 }:score(vec(3), 'dya')", "score: \"dya\" is not a kind of instance"},
      {"spectral { n = 3 }:score(mat(3, 3), 'vector')", "score: the instance is a matrix, not a vector"},
      {"spectral { n = 3, kind = 'matrix' }:score(vec(3))",
       "score: say \"vector\" (diag x) or \"dyad\" (x x') after the vec: the parameter's kind is matrix"},
      {"spectral { n = 3, m = 2, kind = 'entry', link = 'sinh' }:score { i = 3, j = 1 }",
       "score: i must be a whole number from 1 to 2"},
      {"spectral { n = 3, kind = 'low_rank' }:score { factors = mat(1, 2), weights = vec(1) }",
       "score: expected { factors = mat of rank x 3 numbers, weights = vec of as many as its rows }"},
      {"spectral { n = 3 }:top(4)", "top: argument 1 must be a whole number from 1 to 3, not 4"},
      {"spectral { n = 3 }:scre(4)", "a spectral has no \"scre\"; nearest: score, save"},
      {"spectral { n = 3 }:window(mat(1, 2))", "window: a mat of 1 x 2 numbers, expected 1 to 64 rows of 3"},
      {"spectral { n = 3 }:score(vec(3), {})", "score: \"table\" is not a kind of instance"},
      {"vec(1).sum('x')", "sum: expected a vec, a sparse vector or a mat, not a string"},
      {"vec(1).dot({}, mat(0, 0))", "dot: expected a vec, a sparse vector or a mat, not a table"},
      {"vec(3):map('exp\\0')", "map: a text with a zero byte, after \"exp\": leave the byte out"},
      {"mat(2, 2)['rows\\0']", "mat: a text with a zero byte, after \"rows\": leave the byte out"},
      {"sparse(2, {})['count\\0']", "sparse: a text with a zero byte, after \"count\": leave the byte out"},
      {"spectral { n = 3 }['rank\\0']", "spectral: a text with a zero byte, after \"rank\": leave the byte out"},
      {"spectral { n = 3, kind = 'dyad\\0' }", "spectral: a text with a zero byte, after \"dyad\": leave the byte out"},
      {"spectral { n = 3 }:score(vec(3), 'vector\\0')",
       "score: a text with a zero byte, after \"vector\": leave the byte out"},
      {"mat(2, 2):max_norm { solvr = 1 }", "max_norm: solvr: no such parameter; nearest: solver (valid: solver)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[512], message[512];
    snprintf(text, sizeof text, "local value = %s return { value }", cases[i][0]);
    snprintf(message, sizeof message, "x.lua:1: %s", cases[i][1]);
    refused(text, message);
  }
}

/* ---- what is lent */

static int use_view(lua_State *lua) {
  const char *const *call = lua_touserdata(lua, 1);
  lua_settop(lua, 0);
  lua_getfield(lua, LUA_REGISTRYINDEX, "lent");
  lua_getfield(lua, 1, *call);
  lua_pushvalue(lua, 1);
  lua_pushnumber(lua, 2);
  lua_pushvalue(lua, 1);
  lua_call(lua, 3, 1);
  return 1;
}

static int lend(lua_State *lua) {
  static const double lent[] = {1, 2, 3};
  vec_push_view(lua, 3, lent);
  lua_setfield(lua, LUA_REGISTRYINDEX, "lent");
  return 0;
}

Test(value_refusals, views_cannot_be_changed_and_end) {
  run("return {}");
  cr_assert(views_enter(&box->views));
  cr_assert_eq(sandbox_call(box, lend, NULL, 0), STATUS_OK);
  static const char *changing[] = {"add", "scale", "fill", "sort"}, *all[] = {"add", "norm", "sum", "copy"};
  for (size_t i = 0; i < 4; i++) {
    cr_expect_eq(sandbox_call(box, use_view, &changing[i], 1), STATUS_INVALID);
    cr_expect_not_null(strstr(status_message(), "an instance cannot be changed; change x:copy()"), "%s",
                       status_message());
  }
  cr_expect_eq(sandbox_call(box, use_view, &all[1], 1), STATUS_OK, "%s", status_message());
  cr_expect_eq(lua_tonumber(box->lua, -1), sqrt(14.0));
  views_leave(&box->views);
  for (size_t i = 0; i < 4; i++) {
    cr_expect_eq(sandbox_call(box, use_view, &all[i], 1), STATUS_INVALID);
    cr_expect_not_null(strstr(status_message(), "this vec was lent for one call, which has ended"), "%s",
                       status_message());
  }
  stop();
}

/* ---- memory */

Test(value_refusals, the_memory_limit_holds) {
  static const char *const texts[] = {
      "return { mat(1500, 1500):eigh() }",
      "return { mat.gaussian(2000, 2000):svd() }",
      "return { spectral { n = 2000, kind = 'matrix' } }",
      "return { spectral { n = 100000, kind = 'dyad', capacity = 1000 } }",
      "return { vec(5000):outer(vec(5000)) }",
      "local t = {} for i = 1, 100 do t[i] = 2 * vec(1000000) end return t",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    const status code = start(texts[i]);
    cr_expect_eq(code, STATUS_INVALID, "%s", texts[i]);
    cr_expect_not_null(strstr(status_message(), "test needs more than 64 MiB of memory"), "%s: %s", texts[i],
                       status_message());
    stop();
  }
  run("for i = 1, 200 do local W = spectral { n = 400, kind = 'matrix' } W:trace() end return { done = true }");
  cr_expect(truth("done"), "what is no longer used is given back");
  stop();
}
