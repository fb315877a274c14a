/* Decompositions: built and verified, against the counted numbers and the theorems; trace norm and max-norm as
 * intervals. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "comparators/decomposition.h"
#include "comparators/decomposition_dense.h"
#include "hindsight/trace_norm/max_norm.h"
#include "learners/matrix_prediction/prediction_class.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/near.h"

enum { LARGEST = 40 };

static double entropy_of(size_t n, const double *a) {
  double values[2 * LARGEST], sum = 0;
  dense_eigenvalues(n, a, values, NULL);
  for (size_t i = 0; i < n; i++) sum += values[i] > 1e-13 ? values[i] * log(values[i]) : 0;
  return sum;
}

/* P - N = sym W, P and N positive semidefinite, and the check measures the same on the matrices. */
static decomposition_check checked(const dense_decomposition *d) {
  decomposition_check found;
  double least = INFINITY, values[2 * LARGEST];
  OK(dense_decomposition_check(d, &eigen_own, &found));
  for (int b = 0; b < 2; b++) {
    dense_eigenvalues(d->order, b == 0 ? d->positive : d->negative, values, NULL);
    for (size_t i = 0; i < d->order; i++) least = fmin(least, values[i]);
  }
  near(found.tau, dense_trace(d->order, d->positive) + dense_trace(d->order, d->negative), 1e-10, "tau");
  near(found.least_eigenvalue, least, 1e-11, "least eigenvalue");
  cr_expect(found.least_eigenvalue > -1e-11 && found.error < 1e-12, "least %g, error %g", found.least_eigenvalue,
            found.error);
  return found;
}

/* The counted numbers are those of the matrices. order: positions, NULL for a decomposition that is built in place. */
static void counted(const decomposition *c, const dense_decomposition *d, size_t m, size_t n, size_t offset,
                    const size_t *order, bool entropy) {
  const size_t p = d->order;
  const decomposition_check found = checked(d);
  near(decomposition_beta(c), found.beta, 1e-12, "counted beta");
  near(decomposition_trace(c), found.tau, 1e-11, "counted trace");
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const size_t row = order == NULL ? i : order[i], column = offset + (order == NULL ? j : order[j]);
      const double diagonal = d->positive[row * (p + 1)] + d->negative[row * (p + 1)] + d->positive[column * (p + 1)] +
                              d->negative[column * (p + 1)];
      near(decomposition_value(c, i, j), d->sym[row * p + column], 1e-15, "counted value");
      near(decomposition_diagonal(c, i, j), diagonal, 1e-11, "counted diagonal");
    }
  }
  if (entropy) {
    near(decomposition_entropy(c), entropy_of(p, d->positive) + entropy_of(p, d->negative), 1e-10, "counted entropy");
  } else {
    cr_expect(isnan(decomposition_entropy(c)));
  }
}

Test(decomposition, cuts) {
  random_stream *stream = stream_of("cuts");
  for (size_t n = 1; n <= 12; n++) {
    double signs[12];
    decomposition *c = NULL;
    dense_decomposition d;
    for (size_t i = 0; i < n; i++) signs[i] = random_chance(stream, 0.5) ? 1 : -1;
    OK(decomposition_of_cut(n, signs, &c));
    OK(dense_decomposition_of_cut(n, signs, &d));
    counted(c, &d, n, n, 0, NULL, true);
    near(decomposition_beta(c), 1, 0, "beta of a cut");
    near(decomposition_trace(c), (double)n, 0, "tau of a cut");
    near(decomposition_entropy(c), (double)n * log((double)n), 1e-12, "n ln n");
    /* D(phi, X_1) = n ln 2n from I/2 of order 2n, n ln n from I */
    const double size = (double)n, start = log(0.5);
    near(decomposition_entropy(c) - size * start + size - size, size * log(2 * size), 1e-12, "divergence, two blocks");
    decomposition_free(c);
    dense_decomposition_free(&d);
  }
  random_stream_free(stream);
}

Test(decomposition, recursive) {
  random_stream *stream = stream_of("orders");
  for (size_t n = 1; n <= 20; n++) {
    size_t order[20], bits = 0;
    decomposition *c = NULL;
    dense_decomposition d;
    for (size_t i = 0; i < n; i++) order[i] = i;
    random_shuffle(stream, n, order);
    while ((1u << bits) < n) bits++;
    OK(decomposition_recursive(n, order, &c));
    OK(dense_decomposition_recursive(n, &d));
    counted(c, &d, n, n, n, order, false);
    /* integers: exact. beta is k + 1 (position 0 has k zeros); the trace is 2n(k + 2) for every n */
    const decomposition_check found = checked(&d);
    near(found.error, 0, 0, "P - N = sym T");
    near(found.beta, (double)(bits + 1), 0, "beta");
    near(found.tau, (double)(2 * n * (bits + 2)), 0, "tau");
    decomposition_free(c);
    dense_decomposition_free(&d);
  }
  random_stream_free(stream);
}

static void fill(size_t n, const size_t *order, double (*entry)(size_t, size_t), double *w) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) w[i * n + j] = entry(order == NULL ? i : order[i], order == NULL ? j : order[j]);
  }
}

Test(decomposition, triangles_and_signs) {
  random_stream *stream = stream_of("orders");
  for (size_t n = 1; n <= 16; n++) {
    size_t order[16];
    double w[256], beta = 0, tau = 0;
    decomposition *c = NULL;
    dense_decomposition d;
    for (size_t i = 0; i < n; i++) order[i] = i;
    random_shuffle(stream, n, order);
    fill(n, order, triangular_entry, w);
    OK(decomposition_triangular(n, order, &c));
    OK(dense_decomposition_parts(n, n, w, false, &eigen_own, &d));
    counted(c, &d, n, n, n, NULL, true);
    triangular_constants(n, &beta, &tau);
    near(decomposition_beta(c), beta, 1e-12, "beta_svd");
    near(decomposition_trace(c), tau, 1e-11, "tau_svd");
    decomposition_free(c);
    dense_decomposition_free(&d);
    fill(n, order, sign_entry, w);
    OK(decomposition_of_signs(n, order, &c));
    OK(dense_decomposition_parts(n, n, w, false, &eigen_own, &d));
    counted(c, &d, n, n, n, NULL, true);
    near(decomposition_beta(c), sign_matrix_diagonal(n) / 2, 1e-12, "c_n/2");
    for (size_t i = 0; i < 2 * n; i++) { /* |S| has a constant diagonal */
      near(d.positive[i * (2 * n + 1)], sign_matrix_diagonal(n) / 2, 1e-12, "diagonal of P");
      near(d.negative[i * (2 * n + 1)], sign_matrix_diagonal(n) / 2, 1e-12, "diagonal of N");
    }
    decomposition_free(c);
    dense_decomposition_free(&d);
  }
  random_stream_free(stream);
}

/* Entries in [-1,1]: Theorem 15 has beta <= sqrt(p); sym(W) is within sqrt(max(m,n))/2; tau = |Y|_*, and N = J P J. */
Test(decomposition, parts) {
  random_stream *stream = stream_of("parts");
  for (size_t t = 0; t < 40; t++) {
    const size_t m = 1 + random_index(stream, 9), n = 1 + random_index(stream, 9), p = m + n;
    double w[81], values[18];
    decomposition *c = NULL;
    dense_decomposition d;
    for (size_t i = 0; i < m * n; i++)
      w[i] = t % 2 == 0 ? random_range(stream, -1, 1) : random_chance(stream, 0.5) ? 1 : -1;
    OK(decomposition_parts(m, n, w, &eigen_own, &c));
    OK(dense_decomposition_parts(m, n, w, false, &eigen_own, &d));
    counted(c, &d, m, n, m, NULL, true);
    cr_expect(decomposition_beta(c) <= sqrt((double)(m > n ? m : n)) / 2 + 1e-12);
    for (size_t i = 0; i < p; i++) {
      for (size_t j = 0; j < p; j++) {
        near(d.negative[i * p + j], ((i < m) == (j < m) ? 1 : -1) * d.positive[i * p + j], 1e-12, "N = J P J");
      }
    }
    /* Lemma 19: eigenvalues are +-sigma, so that Schatten p-norms grow by 2^(1/p), not by 2 */
    dense_eigenvalues(p, d.sym, values, NULL);
    double square = 0, of_w = 0;
    for (size_t i = 0; i < p; i++) square += values[i] * values[i];
    for (size_t i = 0; i < m * n; i++) of_w += w[i] * w[i];
    near(sqrt(square / of_w), sqrt(2), 1e-12, "p = 2: the square root of 2");
    decomposition_free(c);
    dense_decomposition_free(&d);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < i && m == n; j++) w[i * n + j] = w[j * n + i];
    }
    if (m != n) continue;
    OK(decomposition_symmetric_parts(n, w, &eigen_own, &c));
    OK(dense_decomposition_parts(n, n, w, true, &eigen_own, &d));
    counted(c, &d, n, n, 0, NULL, true);
    cr_expect(decomposition_beta(c) <= sqrt((double)n) + 1e-12);
    decomposition_free(c);
    dense_decomposition_free(&d);
  }
  random_stream_free(stream);
}

Test(decomposition, hadamard) {
  for (size_t n = 1; n <= 16; n *= 2) {
    for (size_t m = 1; m <= n; m = m < 3 ? m + 1 : 2 * m) {
      const double rows = (double)m, columns = (double)n;
      for (int k = 0; k <= 6; k++) {
        const double s = sqrt(rows) + (sqrt(columns) - sqrt(rows)) * k / 4.0; /* beyond sqrt n, too */
        dense_decomposition d;
        OK(dense_decomposition_hadamard(m, n, s, &d));
        const decomposition_check found = checked(&d);
        const double product = found.beta * found.tau;
        near(found.beta, fmax(s, rows / s) / 2, 1e-12, "beta");
        near(found.tau, rows * (s + columns / s), 1e-11, "tau");
        cr_expect(product >= rows * columns / 2 - 1e-10, "beta tau = %g below mn/2", product);
        if (found.beta >= sqrt(columns) / 2) cr_expect(product >= rows * columns - 1e-9);
        if (found.beta <= sqrt(columns) / 2) { /* attained on this side */
          near(product, 2 * rows * found.beta * found.beta + rows * columns / 2, 1e-10, "2 m beta^2 + mn/2");
        }
        if (k == 0) near(product, rows * (rows + columns) / 2, 1e-10, "the least product");
        dense_decomposition_free(&d);
      }
    }
  }
  dense_decomposition d;
  cr_expect_eq(dense_decomposition_hadamard(2, 6, 1, &d), STATUS_INVALID);
  cr_expect_eq(dense_decomposition_hadamard(5, 4, 1, &d), STATUS_INVALID);
  cr_expect_eq(dense_decomposition_hadamard(2, 4, 0, &d), STATUS_INVALID);
}

/* ---- norms */

static void within(double value, const norm_interval *interval, double width, const char *what) {
  cr_expect(interval->low <= value && value <= interval->high, "%s: %.17g is not in [%.17g, %.17g]", what, value,
            interval->low, interval->high);
  cr_expect(interval->high - interval->low <= width, "%s: [%.17g, %.17g] is wide", what, interval->low, interval->high);
}

Test(decomposition, trace_norms) {
  for (size_t n = 1; n <= 16; n++) {
    double w[256], beta = 0, tau = 0;
    norm_interval interval;
    fill(n, NULL, triangular_entry, w);
    triangular_constants(n, &beta, &tau);
    OK(trace_norm(n, n, w, &eigen_own, &interval));
    within(tau / 2, &interval, 1e-9, "|T_n|_*");
  }
}

static const double ones[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/* Matrices of known max-norm: ones 1, identity 1, m rows of a Hadamard matrix sqrt m, sign matrices c_n. */
Test(decomposition, max_norms) {
  double w[256];
  norm_interval interval;
  OK(max_norm(3, 4, ones, 1e-9, 10000, &eigen_own, &interval));
  within(1, &interval, 1e-8, "ones");
  fill(5, NULL, sign_entry, w);
  for (size_t i = 0; i < 25; i++) w[i] = i % 6 == 0;
  OK(max_norm(5, 5, w, 1e-9, 10000, &eigen_own, &interval));
  within(1, &interval, 1e-8, "identity");
  for (size_t m = 1; m <= 8; m++) {
    for (size_t i = 0; i < m * 8; i++) w[i] = hadamard_entry(i / 8, i % 8);
    OK(max_norm(m, 8, w, 1e-9, 10000, &eigen_own, &interval));
    within(sqrt((double)m), &interval, 1e-8, "rows of a Hadamard matrix");
  }
  for (size_t n = 2; n <= 16; n += 7) {
    fill(n, NULL, sign_entry, w);
    OK(max_norm(n, n, w, 1e-9, 10000, &eigen_own, &interval));
    within(sign_matrix_diagonal(n), &interval, 1e-8, "signs");
  }
  /* gamma_2(T_2): with Y1 = Y2^T it is 2/sqrt 3 */
  const double triangle[4] = {1, 1, 0, 1};
  OK(max_norm(2, 2, triangle, 1e-9, 10000, &eigen_own, &interval));
  within(2 / sqrt(3), &interval, 1e-8, "T_2");
  static const double halves[] = {0.5774, 0.6631, 0.7552, 0.8522};
  for (size_t k = 0; k < 4; k++) {
    const size_t n = (size_t)2 << k;
    fill(n, NULL, triangular_entry, w);
    OK(max_norm(n, n, w, 1e-6, 20000, &eigen_own, &interval));
    near((interval.low + interval.high) / 4, halves[k], 6e-5, "gamma_2(T_n)/2");
    cr_expect(interval.high - interval.low < 3e-6 * interval.low && interval.low <= interval.high);
  }
  const double zeros[4] = {0, 0, 0, 0}, corner[6] = {0, 0, 0, 2, 0, 0};
  cr_expect_eq(max_norm(2, 2, zeros, 1e-9, 100, &eigen_own, &interval), STATUS_INVALID);
  OK(max_norm(2, 3, corner, 1e-9, 10000, &eigen_own, &interval)); /* rows and columns without entries */
  within(2, &interval, 1e-5, "one entry");
}

/* For any u, v and Y: the interval contains the norm, or there is none. */
Test(decomposition, certificates) {
  random_stream *stream = stream_of("certificates");
  enum { M = 3, N = 4, P = M + N };
  for (size_t t = 0; t < 200; t++) {
    double x[P], y[P * P];
    norm_interval interval;
    for (size_t i = 0; i < P; i++) x[i] = random_range(stream, 0, 1);
    for (size_t i = 0; i < P; i++) {
      for (size_t j = 0; j <= i; j++) y[i * P + j] = y[j * P + i] = random_gaussian(stream) + (i == j ? 1.0 : 0.0);
    }
    const status code = max_norm_certify(M, N, ones, x, x + M, y, &eigen_own, &interval);
    cr_expect(code == STATUS_OK ? interval.low <= 1 && interval.high >= 1 : code == STATUS_NUMERIC);
  }
  random_stream_free(stream);
}

/* A quotient of zeros proves nothing. */
Test(decomposition, vectors_without_length_prove_nothing) {
  const double none[3] = {0}, some[3] = {0.6, 0.8, 0}, large[3] = {1e200, 1e200, 0};
  const double *const pairs[][2] = {{none, some}, {some, none}, {large, some}};
  for (size_t i = 0; i < 3; i++) {
    double y[36] = {0};
    norm_interval interval;
    for (size_t j = 0; j < 6; j++) y[7 * j] = 9.0;
    cr_expect_eq(max_norm_certify(3, 3, ones, pairs[i][0], pairs[i][1], y, &eigen_own, &interval), STATUS_NUMERIC);
  }
}

/* ---- paths */

/* tr((P' - P)_+) + tr((N' - N)_+) from matrices. */
static double moved_of(const dense_decomposition *from, const dense_decomposition *to) {
  const size_t p = from->order;
  double difference[4 * LARGEST * LARGEST], values[2 * LARGEST], sum = 0;
  for (int b = 0; b < 2; b++) {
    const double *a = b == 0 ? from->positive : from->negative, *c = b == 0 ? to->positive : to->negative;
    for (size_t k = 0; k < p * p; k++) difference[k] = c[k] - a[k];
    dense_eigenvalues(p, difference, values, NULL);
    for (size_t l = 0; l < p; l++) sum += fmax(values[l], 0);
  }
  return sum;
}

/* The dense one of the sorted order with rows and columns renamed: order[i] is the position of i. */
static dense_decomposition renamed(const dense_decomposition *sorted, size_t n, const size_t *order) {
  dense_decomposition d = {.order = sorted->order};
  OK(ARENA_ARRAY(&d.memory, 4 * n * n, d.positive));
  OK(ARENA_ARRAY(&d.memory, 4 * n * n, d.negative));
  for (size_t i = 0; i < 2 * n; i++) {
    for (size_t j = 0; j < 2 * n; j++) {
      const size_t from = (order[i % n] + i / n * n) * 2 * n + order[j % n] + j / n * n;
      d.positive[i * 2 * n + j] = sorted->positive[from];
      d.negative[i * 2 * n + j] = sorted->negative[from];
    }
  }
  return d;
}

typedef status (*ordered)(size_t n, const size_t *order, decomposition **out);

static void check_orders(ordered make, const dense_decomposition *sorted, size_t n, const char *what) {
  random_stream *stream = stream_of(what);
  size_t a[LARGEST], b[LARGEST];
  for (size_t i = 0; i < n; i++) a[i] = b[i] = i;
  random_shuffle(stream, n, a);
  random_shuffle(stream, n, b);
  decomposition *from = NULL, *to = NULL;
  double moved = NAN, back = NAN;
  OK(make(n, a, &from));
  OK(make(n, b, &to));
  OK(decomposition_moved(from, to, &eigen_own, &moved));
  OK(decomposition_moved(to, from, &eigen_own, &back));
  dense_decomposition first = renamed(sorted, n, a), second = renamed(sorted, n, b);
  near(moved, moved_of(&first, &second), 1e-10, what);
  near(back, moved, 1e-10, what); /* the traces are equal */
  cr_expect(moved > 0.5);
  dense_decomposition_free(&first);
  dense_decomposition_free(&second);
  decomposition_free(from);
  decomposition_free(to);
  random_stream_free(stream);
}

Test(decomposition, moved) {
  enum { ITEMS = 9 };
  double signs[2][ITEMS], w[ITEMS * ITEMS];
  decomposition *from = NULL, *to = NULL;
  for (size_t k = 0; k < ITEMS; k++) { /* k nodes change side: +-sqrt(n^2 - (n - 2k)^2) */
    double moved = NAN;
    for (size_t i = 0; i < ITEMS; i++) signs[1][i] = (signs[0][i] = i % 2 == 0 ? 1 : -1) * (i < k ? -1 : 1);
    OK(decomposition_of_cut(ITEMS, signs[0], &from));
    OK(decomposition_of_cut(ITEMS, signs[1], &to));
    OK(decomposition_moved(from, to, &eigen_own, &moved));
    const double left = ITEMS - 2.0 * (double)k;
    near(moved, sqrt(ITEMS * ITEMS - left * left), 1e-10, "a cut");
    decomposition_free(from);
    decomposition_free(to);
  }
  dense_decomposition sorted;
  OK(dense_decomposition_recursive(ITEMS, &sorted));
  check_orders(decomposition_recursive, &sorted, ITEMS, "recursive");
  dense_decomposition_free(&sorted);
  for (int kind = 0; kind < 2; kind++) {
    for (size_t k = 0; k < ITEMS * ITEMS; k++) w[k] = (kind == 0 ? triangular_entry : sign_entry)(k / ITEMS, k % ITEMS);
    OK(dense_decomposition_parts(ITEMS, ITEMS, w, false, &eigen_own, &sorted));
    check_orders(kind == 0 ? decomposition_triangular : decomposition_of_signs, &sorted, ITEMS, "parts of an order");
    dense_decomposition_free(&sorted);
  }
  /* a e_1 e_1^T to a e_1 e_2^T, 2 x 2: P = (a/2) q q^T, q = (e_i; e_j) with inner product 1 of length 2, and N likewise */
  const double a[] = {3, 0, 0, 0}, b[] = {0, 3, 0, 0};
  double moved = NAN;
  OK(decomposition_parts(2, 2, a, &eigen_own, &from));
  OK(decomposition_parts(2, 2, b, &eigen_own, &to));
  OK(decomposition_moved(from, to, &eigen_own, &moved));
  near(moved, 2 * 1.5 * sqrt(3), 1e-12, "a matrix");
  decomposition_free(from);
  decomposition_free(to);
}
