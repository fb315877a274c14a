/* The spectral parameter as a value of scenarios, against power series. */
#include "unit/dense_matrix.h"
#include "unit/value_fixture.h"

TestSuite(spectral_value, .timeout = 60);

/* ---- the spectral value */

/* tr(e^H X) and tr e^H by a power series, for H = -0.5 I + 0.7 x x' - 0.2 s s' (diag instead of dyads: `vectors`). */
static void check_spectral(const char *representation, const char *kind, bool vectors) {
  char text[2048];
  const char *word = vectors ? "vector" : "dyad";
  snprintf(text, sizeof text,
           "local n, kind, word, representation = 5, '%s', '%s', '%s'\n"
           "local x, y, s = vec.gaussian(n), vec.gaussian(n), sparse(n, { [2] = 1, [4] = -1 })\n"
           "local W = spectral { n = n, kind = kind, representation = representation }\n"
           "W:step(0.7, x, word):step(-0.2, s, word):shift(-0.5)\n"
           "local V = spectral { n = n, kind = kind, representation = representation } V:load(W:save())\n"
           "local low, high = W:extremes() local l = W:eigenvalues()\n"
           "return { x = x, y = y, score = W:score(y, word), argument = W:argument(y, word), trace = W:trace(),\n"
           "log_trace = W:log_trace(), low = low, high = high, l = l, top = W:top(2),\n"
           "same = V:score(y, word) == W:score(y, word) and V:trace() == W:trace(),\n"
           "divergence = W:divergence(vec(n, 1), { scale = 0.5, kind = word }), T = W:window(mat.identity(n)),\n"
           "mapped = W:map(function(e) return e + 2 end):trace(),\n"
           "named = W.representation == representation and W.n == n and W.link == 'exp' and W.error > 0 }",
           kind, word, representation);
  run(text);
  const double *x = vector("x")->data, *y = vector("y")->data, s[5] = {0, 1, 0, -1, 0};
  double h[25], w[25];
  long double score = 0, argument = 0, trace = 0, inner = 0;
  for (size_t i = 0; i < 25; i++) {
    const size_t a = i / 5, b = i % 5;
    const double first = vectors ? (a == b ? x[a] : 0) : x[a] * x[b],
                 second = vectors ? (a == b ? s[a] : 0) : s[a] * s[b];
    h[i] = 0.7 * first - 0.2 * second - (a == b ? 0.5 : 0);
  }
  dense_exponential(5, h, w);
  for (size_t i = 0; i < 25; i++) {
    const size_t a = i / 5, b = i % 5;
    const double entry = vectors ? (a == b ? y[a] : 0) : y[a] * y[b], u = vectors ? (a == b ? 1 : 0) : 1;
    score += (long double)w[i] * entry;
    argument += (long double)h[i] * entry;
    trace += a == b ? w[i] : 0;
    inner += (long double)h[i] * u;
  }
  const double scale = 64 * (double)trace;
  near("score", number("score"), score, scale);
  near("argument", number("argument"), argument, scale);
  near("trace", number("trace"), trace, scale);
  near("log trace", number("log_trace"), logl(trace), 16);
  near("mapped", number("mapped"), trace + 10, scale);
  cr_expect_eq(number("low"), vector("l")->data[0]);
  cr_expect_eq(number("high"), vector("l")->data[4]);
  /* U = 1 1' has eigenvalue 5, U = I has 1 five times; entropy sum u ln u; tr U = 5 */
  const long double entropy = vectors ? 0 : 5 * logl(5);
  near("divergence", number("divergence"), 0.5L * (entropy + (logl(0.5L) - 1) * 5 - inner) + trace, scale);
  const mat *top = matrix("top"), *t = matrix("T");
  for (size_t i = 0; i < 5; i++) {
    long double sum = 0;
    for (size_t j = 0; j < 5; j++) sum += (long double)w[i * 5 + j] * top->data[j];
    near("W v = lambda v", (double)sum, (long double)number("high") * top->data[i], scale);
  }
  cr_assert_eq(t->rows, 5);
  for (size_t i = 0; i < 25; i++) near("the window of all coordinates is H", t->data[i], h[i], 32);
  cr_expect(truth("same") && truth("named"));
  stop();
}

Test(spectral_value, spectral_representations_agree_with_the_definition) {
  check_spectral("diagonal", "vector", true);
  check_spectral("dense", "matrix", true);
  check_spectral("dense", "dyad", false);
  check_spectral("low_rank", "dyad", false);
  check_spectral("updated", "dyad", false);
}

Test(spectral_value, spectral_instances_and_links) {
  run("local A = mat.gaussian(3, 2) local W = spectral { n = 2, m = 3, kind = 'rectangular', link = 'sinh' }\n"
      "local D = spectral { n = 4, kind = 'distance' } D:step(0.5, { i = 2, j = 4 })\n"
      "local L = spectral { n = 3, kind = 'low_rank', link = 'identity' }\n"
      "L:step(2, { factors = mat{ { 1, 0, 0 }, { 0, 1, 0 } }, weights = vec{ 3, -1 }, shift = 0.5 })\n"
      "local M = spectral { n = 2, kind = 'matrix', link = 'identity' } M:step(1, mat{ { 1, 2 }, { 2, 5 } })\n"
      "W:step(0.3, A) local e = {} for i = 1, 3 do for j = 1, 2 do e[#e + 1] = W:score { i = i, j = j } end end\n"
      "return { A = A, e = vec(e), argument = W:argument { i = 3, j = 1 }, distance = D:argument { i = 2, j = 1 }, "
      "trace = D:trace(),\n"
      "low = L:score(vec{ 1, 2, 3 }, 'dyad'), trace_low = L:trace(), M = M:score(mat{ { 1, 1 }, { 1, 0 } }), high = "
      "select(2, M:extremes()),\n"
      "divergence = M:divergence(mat{ { 1, 0 }, { 0, 1 } }), normal = W:normalized_score(A) }");
  const double *a = matrix("A")->data, *e = vector("e")->data;
  cr_expect_eq(number("argument"), 0.3 * a[4]);
  /* 2 U sinh(a) V' is the block e^Z - e^-Z of Z = [[0, H'], [H, 0]]: by the power series */
  double z[25] = {0}, w[25];
  long double score = 0, sum = 0;
  for (size_t i = 0; i < 3; i++) {
    for (size_t j = 0; j < 2; j++) z[(2 + i) * 5 + j] = z[j * 5 + 2 + i] = 0.3 * a[i * 2 + j];
  }
  dense_exponential(5, z, w);
  for (size_t i = 0; i < 6; i++) {
    near("sinh", e[i], 2 * w[(2 + i / 2) * 5 + i % 2], 64);
    score += 2.0L * w[(2 + i / 2) * 5 + i % 2] * a[i];
  }
  for (size_t i = 0; i < 5; i++) sum += w[i * 6];
  near("normalised", number("normal"), score / sum, 64);
  /* X = z z', z = (e_2 - e_4)/sqrt 2: <X, X(2,1)> = (z . z(2,1))^2 = 1/4 */
  near("distance", number("distance"), 0.5L * 0.25L, 1);
  near("trace", number("trace"), 3 + expl(0.5L), 64);
  /* H = 2 (diag(3, -1, 0) + 0.5 I) = diag(7, -1, 1) */
  near("low rank", number("low"), 7 - 4 + 9, 64);
  near("its trace", number("trace_low"), 7, 64);
  near("matrix", number("M"), 5, 16);
  near("largest", number("high"), 3 + sqrtl(8), 16);
  near("divergence", number("divergence"), 0.5L * (0 + 4 + 4 + 16), 32);
  stop();
}

/* It may change another one. */
Test(spectral_value, the_function_of_map_does_not_change_its_parameter) {
  run("local refused, count, read = 0, 0, true\n"
      "local function made(representation)\n"
      "  local W = spectral { n = 3, kind = 'dyad', representation = representation }\n"
      "  return W:step(0.5, vec{ 1, 2, 3 }, 'dyad')\n"
      "end\n"
      "for _, representation in ipairs { 'dense', 'low_rank', 'updated' } do\n"
      "  local saved = made(representation):save()\n"
      "  for name, change in pairs { step = function(W) W:step(1, vec{ 1, 0, 0 }, 'dyad') end,\n"
      "    shift = function(W) W:shift(1) end, load = function(W) W:load(saved) end,\n"
      "    map = function(W) W:map(math.abs) end } do\n"
      "    local W = made(representation)\n"
      "    local ok, why = pcall(W.map, W, function(e) change(W) return e end)\n"
      "    local said = name .. ': the function of W:map changes W: change it after W:map(...)'\n"
      "    count, refused = count + 1, refused + (not ok and why:find(said, 1, true) and 1 or 0)\n"
      "  end\n"
      "  local W, other = made(representation), made(representation)\n"
      "  W:map(function(e) other:shift(1) return e end)\n"
      "  read = read and W:shift(1) == W\n"
      "end\n"
      "return { refused = refused, count = count, read = read }");
  cr_expect(number("count") == 12 && number("refused") == 12 && truth("read"));
  stop();
}

Test(spectral_value, a_parameter_that_failed_says_so) {
  run("local W = spectral { n = 2, kind = 'vector' }\n"
      "local ok, why = pcall(W.map, W, function() error('mine') end) local again, after = pcall(W.trace, W)\n"
      "return { ok = ok or again, why = why:find('mine', 1, true), after = after:find('unusable', 1, true) }");
  cr_expect_not(truth("ok"));
  cr_expect_gt(number("why"), 0);
  cr_expect_gt(number("after"), 0);
  stop();
}

/* A question, and a change that is refused, leave the parameter as it was. */
Test(spectral_value, a_bad_instance_changes_nothing) {
  run("local W = spectral { n = 2, kind = 'dyad' }:step(0.5, vec { 1, 0 })\n"
      "local x = vec { 0.6, 0.8 } local before = W:score(x)\n"
      "local nan = pcall(W.score, W, vec { 0 / 0, 1 }) local large = pcall(W.score, W, vec { 1e200, 0 })\n"
      "local step, why = pcall(W.step, W, 1, vec { 1e200, 0 })\n"
      "local skew, said = pcall(W.score, W, mat { { 1, 0.5 }, { 0.25, 1 } })\n"
      "return { ok = nan or large or step or skew, why = why:find('a step of size inf', 1, true),\n"
      "  said = said:find('not symmetric: row 2, column 1', 1, true), before = before, after = W:score(x) }");
  cr_expect_not(truth("ok"));
  cr_expect_gt(number("why"), 0);
  cr_expect_gt(number("said"), 0);
  cr_expect_eq((double)number("before"), (double)number("after"));
  stop();
}
