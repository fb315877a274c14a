/* Decompositions, systems and projections of matrices in scenarios: the laws that define them. */
#include "base/fixed_math.h"
#include "unit/dense_matrix.h"
#include "unit/value_fixture.h"

TestSuite(value_factors, .timeout = 60);

/* ---- decompositions */

static void orthonormal_columns(const char *what, size_t n, size_t k, const double *v) {
  long double gram[64];
  product(k, n, k, v, true, v, false, gram);
  for (size_t i = 0; i < k * k; i++) near(what, (double)gram[i], i % (k + 1) == 0 ? 1 : 0, 4);
}

Test(value_factors, eigenvalues) {
  run("local G = mat.gaussian(6, 6) local A = G + G:transpose() local l, V = A:eigh() local P = "
      "G:multiply(G:transpose()) + mat.identity(6)\n"
      "return { A = A, l = l, V = V, B = mat.from_eigen(l, V), E = A:exp(), P = P, L = P:log(), back = P:log():exp(), "
      "psd = A:project_psd(),\n"
      "one = (mat{ { 3 } }:eigh())[1] }");
  const double *a = matrix("A")->data, *l = vector("l")->data, *v = matrix("V")->data;
  long double av[36];
  product(6, 6, 6, a, false, v, false, av);
  for (size_t i = 0; i < 36; i++) near("A v = lambda v", (double)av[i], (long double)l[i % 6] * v[i], 32);
  for (size_t i = 0; i < 5; i++) cr_expect_leq(l[i], l[i + 1]);
  orthonormal_columns("V' V = I", 6, 6, v);
  double expected[36];
  dense_exponential(6, a, expected);
  for (size_t i = 0; i < 36; i++) {
    near("V diag(l) V' = A", matrix("B")->data[i], a[i], 32);
    near("exp", matrix("E")->data[i], expected[i], 32 * fixed_exp(l[5]));
    near("exp(log P) = P", matrix("back")->data[i], matrix("P")->data[i], 1024);
  }
  /* the nearest semidefinite matrix Z: Z and Z - A are semidefinite and orthogonal */
  const double *z = matrix("psd")->data;
  long double inner = 0, least = 0, rest = 0;
  for (size_t k = 0; k < 6; k++) {
    long double of_z = 0, of_rest = 0;
    for (size_t i = 0; i < 36; i++) {
      of_z += (long double)v[(i / 6) * 6 + k] * z[i] * v[(i % 6) * 6 + k];
      of_rest += (long double)v[(i / 6) * 6 + k] * (z[i] - a[i]) * v[(i % 6) * 6 + k];
    }
    least = fminl(least, of_z);
    rest = fminl(rest, of_rest);
  }
  for (size_t i = 0; i < 36; i++) inner += (long double)z[i] * (z[i] - a[i]);
  near("<Z, Z - A>", (double)inner, 0, 256);
  near("Z >= 0", (double)least, 0, 32);
  near("Z - A >= 0", (double)rest, 0, 32);
  cr_expect_eq(number("one"), 3);
  stop();
}

static void check_svd(const char *text, size_t rank) {
  run(text);
  const mat *a = matrix("A"), *u = matrix("U"), *v = matrix("V");
  const vec *s = vector("s");
  const size_t m = a->rows, n = a->columns, k = m < n ? m : n;
  cr_assert(u->rows == m && u->columns == k && v->rows == n && v->columns == k && s->n == k);
  orthonormal_columns("U' U = I", m, k, u->data);
  orthonormal_columns("V' V = I", n, k, v->data);
  long double sum = 0, square = 0;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      long double entry = 0;
      for (size_t l = 0; l < k; l++) entry += (long double)u->data[i * k + l] * s->data[l] * v->data[j * k + l];
      near("U S V' = A", (double)entry, a->data[i * n + j], 32);
      square += (long double)a->data[i * n + j] * a->data[i * n + j];
    }
  }
  for (size_t i = 0; i < k; i++) {
    sum += s->data[i];
    cr_expect(i == 0 || s->data[i] <= s->data[i - 1]);
    if (i >= rank) near("singular values beyond the rank", s->data[i], 0, 32);
  }
  near("nuclear", number("nuclear"), sum, 64);
  near("spectral", number("spectral"), s->data[0], 32);
  near("frobenius", number("frobenius"), sqrtl(square), 32);
  stop();
}

Test(value_factors, singular_values) {
#define SVD                                                                                                           \
  "local U, s, V = A:svd() return { A = A, U = U, s = s, V = V, nuclear = A:norm('nuclear'), spectral = A:norm(2),\n" \
  "frobenius = A:norm() }"
  check_svd("local A = mat.gaussian(4, 7) " SVD, 4);
  check_svd("local A = mat.gaussian(7, 4) " SVD, 4);
  check_svd("local A = mat.gaussian(5, 5) " SVD, 5);
  check_svd("local A = vec.gaussian(6):outer(vec.gaussian(4)) " SVD, 1);
  check_svd("local A = mat(3, 5) " SVD, 0);
  check_svd("local A = mat{ { 1, 0, 0 }, { 0, 0, 0 }, { 0, 0, 2 } } " SVD, 2);
  run("local A = mat{ { 1, -2, 3 }, { -4, 5, -6 } } return { one = A:norm(1), inf = A:norm('inf'), huge = "
      "A:norm(math.huge) }");
  cr_expect(number("one") == 9 && number("inf") == 15 && number("huge") == 15);
  stop();
}

Test(value_factors, systems) {
  run("local A, b, B = mat.gaussian(6, 6), vec.gaussian(6), mat.gaussian(6, 3) local x, condition = A:solve(b)\n"
      "local inverse, same = A:inverse() local P = A:multiply(A:transpose()) + mat.identity(6)\n"
      "return { A = A, b = b, B = B, x = x, X = A:solve(B), s = A:solve(sparse(6, { [3] = 2 })), condition = "
      "condition, same = same,\n"
      "inverse = inverse, P = P, L = P:cholesky(), swap = mat{ { 0, 1 }, { 2, 0 } }:solve(vec{ 3, 4 }) }");
  const double *a = matrix("A")->data, *inverse = matrix("inverse")->data, *lower = matrix("L")->data;
  long double out[36], size = 0, other = 0;
  const double condition = number("condition");
  product(6, 6, 1, a, false, vector("x")->data, false, out);
  for (size_t i = 0; i < 6; i++) near("A x = b", (double)out[i], vector("b")->data[i], condition);
  product(6, 6, 3, a, false, matrix("X")->data, false, out);
  for (size_t i = 0; i < 18; i++) near("A X = B", (double)out[i], matrix("B")->data[i], condition);
  product(6, 6, 1, a, false, vector("s")->data, false, out);
  for (size_t i = 0; i < 6; i++) near("A x = s", (double)out[i], i == 2 ? 2 : 0, condition);
  product(6, 6, 6, a, false, inverse, false, out);
  for (size_t i = 0; i < 36; i++) near("A A^-1 = I", (double)out[i], i % 7 == 0 ? 1 : 0, condition);
  for (size_t j = 0; j < 6; j++) {
    long double column = 0, of_inverse = 0;
    for (size_t i = 0; i < 6; i++) {
      column += fabsl(a[i * 6 + j]);
      of_inverse += fabsl(inverse[i * 6 + j]);
    }
    size = fmaxl(size, column);
    other = fmaxl(other, of_inverse);
  }
  near("condition", condition, size * other, condition);
  cr_expect_eq(condition, number("same"));
  product(6, 6, 6, lower, false, lower, true, out);
  for (size_t i = 0; i < 36; i++) {
    near("L L' = P", (double)out[i], matrix("P")->data[i], 64);
    if (i % 6 > i / 6) cr_expect_eq(lower[i], 0);
  }
  cr_expect(vector("swap")->data[0] == 2 && vector("swap")->data[1] == 3);
  stop();
}

/* p is nearest to x in the convex hull of `radius` times the unit vectors (and their opposites): <x - p, q - p> <= 0
 * at all corners q. */
static void check_nearest(const double *x, const double *p, size_t n, double radius, bool opposite) {
  for (size_t corner = 0; corner < (opposite ? 2 * n : n); corner++) {
    long double sum = 0;
    for (size_t i = 0; i < n; i++) {
      const double q = i != corner % n ? 0 : corner < n ? radius : -radius;
      sum += (long double)(x[i] - p[i]) * (q - p[i]);
    }
    cr_expect(sum <= 256 * DBL_EPSILON, "corner %zu: %.17Lg", corner, sum);
  }
}

Test(value_factors, projections) {
  run("local x = 2 * vec.gaussian(9) return { x = x, simplex = x:project_simplex(), wide = x:project_simplex(5), ball "
      "= x:project_l1(2),\n"
      "inside = vec{ 0.25, -0.5 }:project_l1() == vec{ 0.25, -0.5 }, there = vec{ 0.25, 0.75 }:project_simplex() == "
      "vec{ 0.25, 0.75 },\n"
      "one = vec{ -7 }:project_simplex(3)[1], ties = vec{ 1, 1, 1, 1 }:project_simplex() == vec(4, 0.25) }");
  const double *x = vector("x")->data, *names[] = {vector("simplex")->data, vector("wide")->data};
  for (size_t k = 0; k < 2; k++) {
    long double sum = 0;
    for (size_t i = 0; i < 9; i++) {
      sum += names[k][i];
      cr_expect_geq(names[k][i], 0);
    }
    near("sum", (double)sum, k == 0 ? 1 : 5, 8);
    check_nearest(x, names[k], 9, k == 0 ? 1 : 5, false);
  }
  const double *ball = vector("ball")->data;
  long double size = 0;
  for (size_t i = 0; i < 9; i++) size += fabsl(ball[i]);
  near("|p|_1", (double)size, 2, 8);
  check_nearest(x, ball, 9, 2, true);
  cr_expect(truth("inside") && truth("there") && truth("ties"));
  cr_expect_eq(number("one"), 3);
  stop();
}
