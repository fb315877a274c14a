/* Arithmetic, steps in place and products of vec, sparse and mat against loops written here in long double, and their
 * coins. */
#include "base/fixed_math.h"
#include "base/random.h"
#include "unit/value_fixture.h"

TestSuite(values, .timeout = 60);

#define DRAWN                                                                                                        \
  "local m, n, k = 5, 7, 4 local x, y = vec.gaussian(n), vec.gaussian(n) local s = sparse(n, { [2] = 3, [5] = -0.5 " \
  "})\n"

/* ---- arithmetic */

Test(values, arithmetic_is_entry_by_entry) {
  run(DRAWN "return { x = x, y = y, sum = x + y, difference = x - y, product = x * y, ratio = x / y, left = 2 - x,\n"
            "right = x / 4, power = x ^ 2, negative = -x, with = x + s, from = s - x, scaled = 3 * s, none = s * 0,\n"
            "same = s:dense() == s and s == s:copy() and s * 2 == s + s and not (s == s + 1) and x == x:copy(),\n"
            "still = (3 * s).count == 2 and (-s).count == 2 and (s / 2).count == 2, other = vec(2) == vec(3) or vec(1) "
            "== mat(1, 1),\n"
            "nan = vec{ 0 / 0 } == vec{ 0 / 0 } }");
  const double *x = vector("x")->data, *y = vector("y")->data, s[7] = {0, 3, 0, 0, -0.5, 0, 0};
  for (size_t i = 0; i < 7; i++) {
    cr_expect_eq(vector("sum")->data[i], x[i] + y[i]);
    cr_expect_eq(vector("difference")->data[i], x[i] - y[i]);
    cr_expect_eq(vector("product")->data[i], x[i] * y[i]);
    cr_expect_eq(vector("ratio")->data[i], x[i] / y[i]);
    cr_expect_eq(vector("left")->data[i], 2 - x[i]);
    cr_expect_eq(vector("right")->data[i], x[i] / 4);
    near("power", vector("power")->data[i], (long double)x[i] * x[i], x[i] * x[i]);
    cr_expect_eq(vector("negative")->data[i], -x[i]);
    cr_expect_eq(vector("with")->data[i], x[i] + s[i]);
    cr_expect_eq(vector("from")->data[i], s[i] - x[i]);
  }
  cr_expect(truth("same"));
  cr_expect(truth("still"));
  cr_expect_not(truth("other"));
  cr_expect_not(truth("nan"));
  stop();
}

Test(values, matrices_add_and_scale) {
  run("local A, B = mat.gaussian(3, 4), mat.gaussian(3, 4) local x, y = vec.gaussian(3), vec.gaussian(4)\n"
      "local s, t = sparse(3, { [2] = 5 }), sparse(4, { [1] = 2, [4] = 3 })\n"
      "return { A = A, B = B, x = x, y = y, C = 2 * A - B / 3, D = A:copy():add(0.5, B), E = A:copy():add(2, x, y),\n"
      "F = mat(3, 4):add(1, s, t), G = A:copy():mul(B):scale(-1), H = mat(3, 4, 1):set(A), same = (A + B) - B ~= A + 1 "
      "}");
  const double *a = matrix("A")->data, *b = matrix("B")->data, *x = vector("x")->data, *y = vector("y")->data;
  for (size_t i = 0; i < 12; i++) {
    cr_expect_eq(matrix("C")->data[i], 2 * a[i] - b[i] / 3);
    cr_expect_eq(matrix("D")->data[i], a[i] + 0.5 * b[i]);
    near("E", matrix("E")->data[i], a[i] + 2.0L * x[i / 4] * y[i % 4], 8);
    cr_expect_eq(matrix("F")->data[i], (i / 4 == 1 ? 5.0 : 0.0) * (i % 4 == 0 ? 2.0 : i % 4 == 3 ? 3.0 : 0.0));
    cr_expect_eq(matrix("G")->data[i], -(a[i] * b[i]));
    cr_expect_eq(matrix("H")->data[i], a[i]);
  }
  cr_expect(truth("same"));
  stop();
}

Test(values, steps_in_place) {
  run(DRAWN "local w = y:copy() local back = w:add(0.5, x) == w local kept = w:copy()\n"
            "return { x = x, y = y, w = kept, back = back, sparse = y:copy():add(2, s), mul = y:copy():mul(x),\n"
            "muls = y:copy():mul(s), filled = vec(3):fill(2), e = x:copy():map('exp'), e2 = x:exp(),\n"
            "l = x:copy():map('abs'):map('log'), r = x:copy():map('square'):map('sqrt'), c = x:copy():map('clip', "
            "-0.5, 0.25),\n"
            "p = x:copy():map('power', 3), t = x:copy():map('tanh'), sign = vec{ -2, 0, 3 }:map('sign'),\n"
            "positive = vec{ -2, 0, 3 }:map('positive'), reciprocal = vec{ 4 }:map('reciprocal'), self = vec{ 1, 2 "
            "}:add(1, vec{ 1, 2 }) }");
  const double *x = vector("x")->data, *y = vector("y")->data, s[7] = {0, 3, 0, 0, -0.5, 0, 0};
  cr_expect(truth("back"));
  for (size_t i = 0; i < 7; i++) {
    cr_expect_eq(vector("w")->data[i], y[i] + 0.5 * x[i]);
    cr_expect_eq(vector("sparse")->data[i], y[i] + 2 * s[i]);
    cr_expect_eq(vector("mul")->data[i], y[i] * x[i]);
    cr_expect_eq(vector("muls")->data[i], y[i] * s[i]);
    cr_expect_eq(vector("e")->data[i], fixed_exp(x[i]));
    cr_expect_eq(vector("e2")->data[i], fixed_exp(x[i]));
    cr_expect_eq(vector("l")->data[i], fixed_log(fabs(x[i])));
    near("r", vector("r")->data[i], fabs(x[i]), 1);
    cr_expect_eq(vector("c")->data[i], fmin(fmax(x[i], -0.5), 0.25));
    cr_expect_eq(vector("p")->data[i], fixed_pow(x[i], 3));
    cr_expect_eq(vector("t")->data[i], fixed_tanh(x[i]));
  }
  const double *sign = vector("sign")->data, *positive = vector("positive")->data;
  cr_expect(sign[0] == -1 && sign[1] == 0 && sign[2] == 1 && positive[0] == 0 && positive[2] == 3);
  cr_expect(vector("reciprocal")->data[0] == 0.25 && vector("self")->data[1] == 4 && vector("filled")->data[2] == 2);
  stop();
}

/* ---- numbers of a vector */

Test(values, sums_norms_and_order) {
  run(DRAWN "local v = vec{ 3, -1, 4, -1, 5, -9 } return { x = x, y = y, dot = x:dot(y), ds = x:dot(s), sd = s:dot(x), "
            "ss = s:dot(s),\n"
            "sum = x:sum(), one = x:norm(1), two = x:norm(), inf = x:norm('inf'), huge = x:norm(math.huge), s1 = "
            "s:norm(1), s2 = s:norm(2), ssum = s:sum(),\n"
            "max = v:max(), min = v:min(), argmax = v:argmax(), argmin = v:argmin(), tie = vec{ 1, 2, 2 }:argmax(),\n"
            "sorted = v:copy():sort(), down = v:copy():sort('descending'), cumulative = v:cumulative_sum(),\n"
            "order = table.concat(v:order(), ' '), down_order = table.concat(v:order('descending'), ' '), none = "
            "#vec(0):sort() }");
  const double *x = vector("x")->data, *y = vector("y")->data;
  long double dot = 0, sum = 0, one = 0, two = 0, inf = 0;
  for (size_t i = 0; i < 7; i++) {
    dot += (long double)x[i] * y[i];
    sum += x[i];
    one += fabsl(x[i]);
    two += (long double)x[i] * x[i];
    inf = fmaxl(inf, fabsl(x[i]));
  }
  near("dot", number("dot"), dot, 8);
  near("sum", number("sum"), sum, 8);
  near("one", number("one"), one, 8);
  near("two", number("two"), sqrtl(two), 8);
  cr_expect_eq(number("inf"), (double)inf);
  cr_expect_eq(number("huge"), (double)inf);
  near("ds", number("ds"), 3.0L * x[1] - 0.5L * x[4], 8);
  cr_expect_eq(number("ds"), number("sd"));
  cr_expect(number("ss") == 9.25 && number("s1") == 3.5 && number("ssum") == 2.5);
  near("s2", number("s2"), sqrtl(9.25L), 4);
  cr_expect(number("max") == 5 && number("min") == -9 && number("argmax") == 5 && number("argmin") == 6);
  cr_expect_eq(number("tie"), 2);
  const double sorted[] = {-9, -1, -1, 3, 4, 5}, cumulative[] = {3, 2, 6, 5, 10, 1};
  for (size_t i = 0; i < 6; i++) {
    cr_expect_eq(vector("sorted")->data[i], sorted[i]);
    cr_expect_eq(vector("down")->data[i], sorted[5 - i]);
    cr_expect_eq(vector("cumulative")->data[i], cumulative[i]);
  }
  lua_getfield(box->lua, -1, "order");
  cr_expect_str_eq(lua_tostring(box->lua, -1), "6 2 4 1 3 5");
  lua_pop(box->lua, 1);
  lua_getfield(box->lua, -1, "down_order");
  cr_expect_str_eq(lua_tostring(box->lua, -1), "5 3 1 2 4 6", "ties stay in their order");
  lua_pop(box->lua, 1);
  stop();
}

/* ---- products */

Test(values, products) {
  run(DRAWN "local A, B, C, v = mat.gaussian(m, n), mat.gaussian(n, k), mat.gaussian(m, n), vec.gaussian(m)\n"
            "local S = mat.gaussian(n, n)\n"
            "return { A = A, B = B, C = C, S = S, x = x, v = v, Ax = A:multiply(x), As = A:multiply(s), AB = "
            "A:multiply(B), outer = v:outer(x),\n"
            "outers = v:outer(s), q = S:quadratic(x), qs = S:quadratic(s), b = A:quadratic(v, x), T = A:transpose(), "
            "trace = S:trace(),\n"
            "inner = A:dot(C), diagonal = A:diagonal(), column = A:column(3), I = mat.identity(2), D = "
            "mat.diagonal(vec{ 2, 3 }), sum = mat(2, 3, 2):sum() }");
  const double *a = matrix("A")->data, *x = vector("x")->data, *v = vector("v")->data, *c = matrix("C")->data,
               *square = matrix("S")->data;
  const double s[7] = {0, 3, 0, 0, -0.5, 0, 0};
  long double out[49], inner = 0, trace = 0, q = 0, qs = 0, b = 0;
  product(5, 7, 1, a, false, x, false, out);
  near_entries("A x", 5, vector("Ax")->data, out, 16);
  product(5, 7, 1, a, false, s, false, out);
  near_entries("A s", 5, vector("As")->data, out, 16);
  product(5, 7, 4, a, false, matrix("B")->data, false, out);
  near_entries("A B", 20, matrix("AB")->data, out, 16);
  for (size_t i = 0; i < 5; i++) {
    cr_expect_eq(vector("diagonal")->data[i], a[i * 8]);
    cr_expect_eq(vector("column")->data[i], a[i * 7 + 2]);
    for (size_t j = 0; j < 7; j++) {
      cr_expect_eq(matrix("outer")->data[i * 7 + j], v[i] * x[j]);
      cr_expect_eq(matrix("outers")->data[i * 7 + j], v[i] * s[j]);
      cr_expect_eq(matrix("T")->data[j * 5 + i], a[i * 7 + j]);
      inner += (long double)a[i * 7 + j] * c[i * 7 + j];
      b += (long double)v[i] * a[i * 7 + j] * x[j];
    }
  }
  for (size_t i = 0; i < 7; i++) {
    trace += square[i * 8];
    for (size_t j = 0; j < 7; j++) {
      q += (long double)x[i] * square[i * 7 + j] * x[j];
      qs += (long double)s[i] * square[i * 7 + j] * s[j];
    }
  }
  near("inner", number("inner"), inner, 64);
  near("trace", number("trace"), trace, 16);
  near("quadratic", number("q"), q, 64);
  near("quadratic, sparse", number("qs"), qs, 64);
  near("bilinear", number("b"), b, 64);
  cr_expect(matrix("I")->data[0] == 1 && matrix("I")->data[1] == 0 && matrix("D")->data[3] == 3);
  cr_expect_eq(number("sum"), 12);
  stop();
}

/* ---- random */

Test(values, coins_are_those_of_the_stream) {
  run("local g = vec.gaussian(3) return { g = g, next = math.random(), F = mat.orthonormal(3, 5), u = vec.unit(4), s = "
      "vec.signs(50), p = vec.permutation(20),\n"
      "k = vec.subset(10, 4), range = vec.range(3) == vec{ 1, 2, 3 }, uniform = vec.uniform(100) }");
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(0, "scenario", &stream), STATUS_OK);
  for (size_t i = 0; i < 3; i++) cr_expect_eq(vector("g")->data[i], random_gaussian(stream));
  cr_expect_eq(number("next"), random_uniform(stream));
  random_stream_free(stream);
  long double gram[9];
  product(3, 5, 3, matrix("F")->data, false, matrix("F")->data, true, gram);
  for (size_t i = 0; i < 9; i++) near("F F' = I", (double)gram[i], i % 4 == 0 ? 1 : 0, 4);
  double square = 0, ones = 0;
  for (size_t i = 0; i < 4; i++) square += vector("u")->data[i] * vector("u")->data[i];
  near("unit", square, 1, 4);
  for (size_t i = 0; i < 50; i++) {
    cr_expect_eq(fabs(vector("s")->data[i]), 1);
    ones += vector("s")->data[i] > 0;
  }
  cr_expect(ones > 0 && ones < 50);
  bool seen[20] = {false};
  for (size_t i = 0; i < 20; i++) seen[(size_t)vector("p")->data[i] - 1] = true;
  for (size_t i = 0; i < 20; i++) cr_expect(seen[i]);
  for (size_t i = 1; i < 4; i++) cr_expect_gt(vector("k")->data[i], vector("k")->data[i - 1]);
  for (size_t i = 0; i < 100; i++) cr_expect(vector("uniform")->data[i] >= 0 && vector("uniform")->data[i] < 1);
  cr_expect(truth("range"));
  stop();
}
