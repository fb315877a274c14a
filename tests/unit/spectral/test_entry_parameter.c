/* The parts of an online matrix predictor's parameter against exp of the dense matrix: sparse matrices, block Krylov
 * windows, the carried trace. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "base/sorting.h"
#include "base/state.h"
#include "spectral/entry/entry_parameter.h"
#include "spectral/representation/block_krylov.h"
#include "spectral/representation/sparse_symmetric.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/near.h"

static arena memory; /* of what a test makes */

/* ---- sparse matrices */

static status count_pair(void *context, size_t i, size_t j, double value) {
  (void)value;
  *(size_t *)context += i != j;
  return STATUS_OK;
}

static size_t stored_pairs(const sparse_symmetric *a) {
  size_t pairs = 0;
  OK(sparse_symmetric_each(a, count_pair, &pairs));
  return pairs;
}

Test(entry_parameter, sparse_matrix) {
  enum { ORDER = 40 };
  random_stream *stream = stream_of("sparse");
  sparse_symmetric *a = NULL;
  double dense[ORDER * ORDER] = {0}, copy[ORDER * ORDER], x[2 * ORDER], y[2 * ORDER];
  OK(sparse_symmetric_new(&memory, ORDER, 10000, &a));
  for (size_t t = 0; t < 2000; t++) {
    const size_t i = random_index(stream, ORDER), j = random_index(stream, ORDER);
    const double value = random_gaussian(stream);
    OK(sparse_symmetric_add(a, i, j, value));
    dense[i * ORDER + j] += value;
    if (i != j) dense[j * ORDER + i] += value;
  }
  random_gaussian_vector(stream, sizeof x / sizeof x[0], x);
  random_stream_free(stream);
  sparse_symmetric_to_dense(a, copy);
  size_t pairs = 0;
  for (size_t i = 0; i < ORDER; i++) {
    for (size_t j = 0; j < ORDER; j++) {
      cr_expect_eq(sparse_symmetric_get(a, i, j), dense[i * ORDER + j]);
      cr_expect_eq(copy[i * ORDER + j], dense[i * ORDER + j]);
      pairs += j > i && dense[i * ORDER + j] != 0;
    }
  }
  cr_expect_eq(stored_pairs(a), pairs);
  memcpy(y, x, sizeof y);
  sparse_symmetric_add_product(a, x, y);
  for (size_t v = 0; v < 2; v++) {
    for (size_t i = 0; i < ORDER; i++) {
      double sum = x[2 * i + v], size = fabs(sum);
      for (size_t j = 0; j < ORDER; j++) sum += dense[i * ORDER + j] * x[2 * j + v];
      for (size_t j = 0; j < ORDER; j++) size += fabs(dense[i * ORDER + j] * x[2 * j + v]);
      near(y[2 * i + v], sum, ORDER * DBL_EPSILON * size, "product");
    }
  }
  sparse_symmetric_clear(a);
  cr_expect(stored_pairs(a) == 0 && sparse_symmetric_get(a, 1, 2) == 0);
  arena_free(&memory);
  OK(sparse_symmetric_new(&memory, 3, 2, &a));
  OK(sparse_symmetric_add(a, 0, 1, 1));
  OK(sparse_symmetric_add(a, 0, 2, 1));
  OK(sparse_symmetric_add(a, 1, 0, 1)); /* is there already */
  cr_expect_eq(sparse_symmetric_add(a, 1, 2, 1), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "more than 2 entries in a sparse matrix of order 3");
  arena_free(&memory);
}

static status load_text(const char *text, size_t pairs) {
  cJSON *state = NULL;
  sparse_symmetric *a = NULL;
  OK(json_parse(text, &state));
  OK(sparse_symmetric_new(&memory, 3, pairs, &a));
  const status code = sparse_symmetric_load(a, state);
  cJSON_Delete(state);
  arena_free(&memory);
  return code;
}

Test(entry_parameter, sparse_states) {
#define STATE(diagonal, columns, values) "{\"diagonal\":" diagonal ",\"columns\":" columns ",\"values\":" values "}"
  OK(load_text(STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5,6],[5],[6]]"), 2));
  static const char *const malformed[] = {
      STATE("[1,2]", "[[2,3],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,1e999]", "[[2,3],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5,6],[5]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1],[]]", "[[5,6],[5],[6],[]]"),
      STATE("[1,2,3]", "7", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "7"),
      STATE("[1,2,3]", "{\"a\":[2,3],\"b\":[1],\"c\":[1]}", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1],7]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5,6],[5],7]"),
      STATE("[1,2,3]", "[[2,3],[1],{\"a\":1}]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,4],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,0],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,-1],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,1e999],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,2.5],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,\"3\"],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,1],[1],[1]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,2],[1,1],[]]", "[[5,6],[5,6],[]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5,6],[5],[6,7]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5,null],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5,1e999],[5],[1e999]]"),
      STATE("[1,2,3]", "[[2,3],[1],[1]]", "[[5,6],[5],[7]]"),
      STATE("[1,2,3]", "[[2,3],[1],[2]]", "[[5,6],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[],[]]", "[[5,6],[],[]]"),
      STATE("[1,2,3]", "[[],[1],[1]]", "[[],[5],[6]]"),
      STATE("[1,2,3]", "[[2,3],[1,3],[1,2]]", "[[5,6],[5,7],[6,7]]"),
      STATE("[1,2,3]", "[[],[1],[1,2]]", "[[],[5],[6,7]]"),
      "{\"diagonal\":[1,2,3],\"columns\":[[2,3],[1],[1]]}",
      "{}",
  };
  for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
    cr_expect_eq(load_text(malformed[i], 2), STATUS_INVALID, "%s was read", malformed[i]);
  }
}

/* ---- windows: leading entries and the change of the trace of exp, for any change of the block {i, j} */

enum { LARGEST = 40 };

static void exponential_entries(size_t n, const double *h, size_t i, size_t j, const double change[3], double out[4]) {
  double a[LARGEST * LARGEST] = {0}, e[LARGEST * LARGEST] = {0};
  memcpy(a, h, n * n * sizeof *a);
  a[i * n + i] += change[0];
  if (i != j) {
    a[j * n + j] += change[1];
    a[i * n + j] += change[2];
    a[j * n + i] += change[2];
  }
  dense_exponential(n, a, e);
  out[0] = e[i * n + i];
  out[1] = e[j * n + j];
  out[2] = e[i * n + j];
  out[3] = dense_trace(n, e);
}

static double window_of(size_t n, const double *h, size_t i, size_t j, size_t *order) {
  static const double none[3] = {0, 0, 0};
  static const double changes[][3] = {{-0.3, -0.3, 0.4}, {0.5, -1, -0.7}, {-2, -2, 1.5}};
  sparse_symmetric *a = NULL;
  block_krylov *krylov = NULL;
  double missing = 0, worst = 0, was[4], is[4], seen_was[4], seen[4];
  OK(sparse_symmetric_new(&memory, n, n * n, &a));
  for (size_t k = 0; k < n; k++) {
    for (size_t l = k; l < n; l++) {
      if (h[k * n + l] != 0) OK(sparse_symmetric_add(a, k, l, h[k * n + l]));
    }
  }
  OK(block_krylov_new(&memory, n, &krylov));
  const size_t largest = block_krylov_largest(krylov);
  double *t = calloc(largest * largest, sizeof *t);
  OK(block_krylov_window(krylov, a, i, j, 1e-17, order, t, &missing));
  cr_expect(missing <= 1e-17);
  const size_t second = i == j ? 0 : 1;
  exponential_entries(n, h, i, j, none, was);
  exponential_entries(*order, t, 0, second, none, seen_was);
  for (size_t c = 0; c < sizeof changes / sizeof changes[0]; c++) {
    exponential_entries(n, h, i, j, changes[c], is);
    exponential_entries(*order, t, 0, second, changes[c], seen);
    const double unit = fmax(was[3], is[3]);
    for (size_t e = 0; e < 3; e++) worst = fmax(worst, fabs(seen[e] - is[e]) / unit);
    worst = fmax(worst, fabs(seen[3] - seen_was[3] - (is[3] - was[3])) / unit);
  }
  for (size_t e = 0; e < 3; e++) worst = fmax(worst, fabs(seen_was[e] - was[e]) / was[3]);
  free(t);
  arena_free(&memory);
  return worst;
}

static void put(size_t n, double *h, size_t i, size_t j, double value) {
  h[i * n + j] = h[j * n + i] = value;
}

static void window_is_good(size_t n, const double *h, size_t i, size_t j, size_t expected, const char *what) {
  size_t order = 0;
  const double worst = window_of(n, h, i, j, &order);
  cr_expect(worst <= 2e-14, "%s: off by %.2e of the trace", what, worst);
  cr_expect(expected == 0 || order == expected, "%s: order %zu, expected %zu", what, order, expected);
}

/* The path seen from its end: every |R_k| is 1, and m blocks miss 1/(2m)!; all 64 are taken, and no more. */
Test(entry_parameter, largest_window) {
  enum { NODES = 2 * KRYLOV_BLOCKS };
  static const double end[NODES] = {1}, tolerances[] = {1e-214, 1e-217}; /* 1/126! = 4.2e-212, 1/128! = 2.6e-216 */
  sparse_symmetric *path = NULL;
  block_krylov *krylov = NULL;
  OK(sparse_symmetric_new(&memory, NODES, NODES, &path));
  for (size_t i = 0; i + 1 < NODES; i++) OK(sparse_symmetric_add(path, i, i + 1, 1));
  OK(block_krylov_new(&memory, NODES, &krylov));
  const size_t largest = block_krylov_largest(krylov);
  double *t = calloc(largest * largest, sizeof *t);
  for (size_t k = 0; k < 2; k++) {
    size_t order = 0;
    double missing = 0;
    cr_expect_eq(block_krylov_window_from(krylov, path, end, tolerances[k], &order, t, &missing),
                 k == 0 ? STATUS_OK : STATUS_NUMERIC);
    cr_expect(fabs(log(missing) + lgamma(129)) <= 1e-12, "%g", missing);
    if (k == 0) cr_expect_eq(order, KRYLOV_BLOCKS, "%zu", order);
  }
  free(t);
  arena_free(&memory);
}

Test(entry_parameter, windows_of_two_sides) {
  random_stream *stream = stream_of("sides");
  double h[LARGEST * LARGEST];
  for (size_t n = 2; n <= LARGEST; n = n < 6 ? n + 1 : n + 17) {
    static const double densities[] = {0, 0.05, 0.3, 1};
    for (size_t side = 1; side < n; side += 1 + n / 4) {
      for (size_t d = 0; d < 4; d++) {
        memset(h, 0, sizeof h);
        for (size_t i = 0; i < side; i++) {
          for (size_t j = side; j < n; j++) {
            if (random_chance(stream, densities[d])) put(n, h, i, j, random_gaussian(stream) * (d == 3 ? 0.4 : 1.5));
          }
        }
        window_is_good(n, h, random_index(stream, side), side + random_index(stream, n - side), 0, "sides");
        if (d == 3) {
          put(n, h, n - 1, n - 1, 0.5); /* the diagonal joins the sides */
          window_is_good(n, h, 0, n - 1, 0, "sides with a diagonal entry");
        }
      }
    }
  }
  memset(h, 0, sizeof h); /* of rank two: the second block is the last */
  for (size_t i = 0; i < 5; i++) {
    for (size_t j = 5; j < 12; j++) put(12, h, i, j, 0.03 * (double)((i + 1) * (j + 1)));
  }
  window_is_good(12, h, 2, 9, 4, "sides of rank two");
  memset(h, 0, sizeof h); /* a path, on which the two meet */
  for (size_t i = 0; i < 6; i++) {
    put(12, h, i, 6 + i, 1.5);
    if (i + 1 < 6) put(12, h, i + 1, 6 + i, -0.5);
  }
  for (size_t j = 6; j < 12; j++) window_is_good(12, h, 0, j, 0, "path");
  random_stream_free(stream);
}

Test(entry_parameter, windows) {
  random_stream *stream = stream_of("windows");
  double h[LARGEST * LARGEST];
  for (size_t n = 2; n <= LARGEST; n = n < 6 ? n + 1 : n + 17) {
    static const double densities[] = {0.05, 0.2, 1};
    for (size_t d = 0; d < 3; d++) {
      memset(h, 0, sizeof h);
      for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
          if (random_chance(stream, densities[d])) put(n, h, i, j, random_gaussian(stream) * (d == 2 ? 0.3 : 1));
        }
      }
      window_is_good(n, h, 0, n - 1, 0, "random");
      window_is_good(n, h, 1, 1, 0, "random, one vector");
    }
  }
  memset(h, 0, sizeof h); /* an empty row i: its vector is invariant, the other one goes its own way */
  for (size_t j = 2; j < 9; j++) put(10, h, 1, j, 0.1 * (double)j);
  window_is_good(10, h, 0, 1, 3, "empty row");
  window_is_good(10, h, 1, 0, 3, "empty column");
  window_is_good(10, h, 0, 9, 2, "two empty rows");
  memset(h, 0, sizeof h); /* two components of a path of 5 and a path of 7 */
  for (size_t i = 0; i + 1 < 12; i++) {
    if (i != 4) put(12, h, i, i + 1, i % 2 == 0 ? 1.5 : -0.5);
  }
  window_is_good(12, h, 0, 11, 12, "disconnected");
  window_is_good(12, h, 0, 4, 5, "disconnected, both in one");
  memset(h, 0, sizeof h); /* H e_i = H e_j: the second block has rank one */
  for (size_t l = 2; l < 12; l++) {
    put(12, h, 0, l, 0.2 * (double)l);
    put(12, h, 1, l, 0.2 * (double)l);
  }
  window_is_good(12, h, 0, 1, 3, "rank-deficient block");
  put(12, h, 1, 2, h[2] + 1e-9); /* nearly so */
  window_is_good(12, h, 0, 1, 0, "nearly rank-deficient block");
  for (size_t i = 0; i < 12; i++) { /* of rank one */
    for (size_t j = 0; j <= i; j++) put(12, h, i, j, 0.1 * (double)((i + 1) * (j + 1)) / 12);
  }
  window_is_good(12, h, 3, 7, 3, "dyad");
  memset(h, 0, sizeof h);
  put(2, h, 0, 1, 3);
  window_is_good(2, h, 0, 1, 2, "order 2");
  memset(h, 0, sizeof h);
  for (size_t i = 0; i < 30; i++) {
    for (size_t j = 0; j <= i; j++) put(30, h, i, j, 4 * random_gaussian(stream));
  }
  window_is_good(30, h, 2, 3, 0, "large entries");
  random_stream_free(stream);
}

/* ---- the parameter */

static entry_parameter *parameter_of(size_t order, entry_blocks blocks, entry_form form, size_t rounds) {
  entry_parameter *x = NULL;
  const entry_options options = {
      .order = order, .blocks = blocks, .form = form, .start = log(0.5), .rounds = rounds, .eigen = &eigen_own};
  OK(entry_parameter_new(&memory, &options, &x));
  return x;
}

/* A round with a random step; nu and mu are active in some of them. */
static void round_of(entry_parameter *x, size_t i, size_t j, double step) {
  const entry_limits limits = {4, -1, 1, (double)entry_parameter_order(x)};
  entry_solution s;
  OK(entry_parameter_project(x, i, j, &limits, &s));
  OK(entry_parameter_apply(x, &s, step));
}

/* exp A of block b, whose order is `order`, from its definition; values: its eigenvalues, ascending. */
static void power_of(const entry_parameter *x, size_t b, size_t order, double *values, double *power) {
  double a[64], vectors[64];
  for (size_t k = 0; k < order * order; k++) a[k] = entry_parameter_argument(x, b, k / order, k % order);
  dense_eigenvalues(order, a, values, vectors);
  memset(power, 0, order * order * sizeof *power);
  for (size_t l = 0; l < order; l++) {
    values[l] = exp(values[l]);
    for (size_t k = 0; k < order * order; k++) {
      power[k] += values[l] * vectors[k / order * order + l] * vectors[k % order * order + l];
    }
  }
  qsort(values, order, sizeof *values, order_doubles);
}

/* Keeping a share, in the limit of the trace and below it: the mixture, or eigenvalues that the floor raised. */
static void check_keep(entry_blocks blocks, bool floors, double limit) {
  enum { ORDER = 6 };
  const size_t count = blocks == ENTRY_TWO_BLOCKS ? 2 : 1;
  const double share = 0.2, start = 0.5, weight = blocks == ENTRY_MIRRORED ? 2 : 1;
  random_stream *stream = stream_of("keep");
  entry_parameter *x = parameter_of(ORDER, blocks, ENTRY_DENSE, 100);
  for (size_t t = 0; t < 60; t++) {
    round_of(x, random_index(stream, 3), 3 + random_index(stream, 3), random_range(stream, -0.4, 0.4));
  }
  double before[2][ORDER * ORDER], after[ORDER * ORDER], values[2][ORDER], now[ORDER], trace = 0, whole = 0;
  for (size_t b = 0; b < count; b++) {
    power_of(x, b, ORDER, values[b], before[b]);
    for (size_t i = 0; i < ORDER; i++) whole += weight * values[b][i];
  }
  OK(entry_parameter_keep(x, share, floors, limit, &trace));
  near(trace, whole, 1e-12 * whole, "the trace before");
  const double scale = fmin(1, limit / whole);
  for (size_t b = 0; b < count; b++) {
    power_of(x, b, ORDER, now, after);
    for (size_t i = 0; i < ORDER && floors; i++) {
      near(now[i], fmax(scale * values[b][i], share * start), 1e-12 * whole, "an eigenvalue");
    }
    for (size_t k = 0; k < ORDER * ORDER && !floors; k++) {
      const double identity = k / ORDER == k % ORDER ? start : 0;
      near(after[k], (1 - share) * scale * before[b][k] + share * identity, 1e-12 * whole, "an entry");
    }
  }
  random_stream_free(stream);
  arena_free(&memory);
}

Test(entry_parameter, keep) {
  for (entry_blocks blocks = ENTRY_TWO_BLOCKS; blocks <= ENTRY_NEGATIVE; blocks++) {
    for (int floors = 0; floors < 2; floors++) {
      check_keep(blocks, floors, 1.5);
      check_keep(blocks, floors, 1e3);
    }
  }
}

/* Largest entry of A that joins P and N, of the definition's form: 0 in exact arithmetic. */
static double coupling(const entry_parameter *x, size_t side) {
  cJSON *state = cJSON_CreateObject();
  double a[256], largest = 0;
  OK(entry_parameter_save(x, state));
  OK(state_get_rows(state->child, "argument", 2 * side, 2 * side, 2 * side, a));
  for (size_t i = 0; i < side; i++) {
    for (size_t j = side; j < 2 * side; j++) largest = fmax(largest, fabs(a[i * 2 * side + j]));
  }
  cJSON_Delete(state);
  return largest;
}

Test(entry_parameter, coupling_and_mirror) {
  enum { SIDE = 4, ORDER = 2 * SIDE };
  random_stream *stream = stream_of("mirror");
  entry_parameter *whole = parameter_of(ORDER, ENTRY_TWO_BLOCKS, ENTRY_DEFINITION, 400);
  entry_parameter *two = parameter_of(ORDER, ENTRY_TWO_BLOCKS, ENTRY_DENSE, 400);
  entry_parameter *mirrored = parameter_of(ORDER, ENTRY_MIRRORED, ENTRY_DENSE, 400);
  for (size_t t = 0; t < 400; t++) {
    const size_t i = random_index(stream, SIDE), j = SIDE + random_index(stream, SIDE);
    const double step = random_range(stream, -0.3, 0.4);
    round_of(whole, i, j, step);
    round_of(two, i, j, step);
    round_of(mirrored, i, j, step);
    cr_expect_eq(coupling(whole, ORDER), 0);
  }
  double worst = 0;
  for (size_t i = 0; i < ORDER; i++) {
    for (size_t j = 0; j < ORDER; j++) {
      const double sign = (i < SIDE) == (j < SIDE) ? 1 : -1, p = entry_parameter_argument(two, 0, i, j);
      cr_expect_eq(entry_parameter_argument(two, 1, i, j), sign * p, "N = J P J");
      worst = fmax(worst, fabs(entry_parameter_argument(mirrored, 0, i, j) - p));
      worst = fmax(worst, fabs(entry_parameter_argument(whole, 0, i, j) - p));
      worst = fmax(worst, fabs(entry_parameter_argument(whole, 1, i, j) - sign * p));
    }
  }
  cr_expect(worst < 1e-8, "the three differ by %g", worst);
  random_stream_free(stream);
  arena_free(&memory);
  entry_parameter *none = NULL;
  const entry_options one = {
      .order = 3, .blocks = ENTRY_MIRRORED, .form = ENTRY_DEFINITION, .start = 0, .rounds = 1, .eigen = &eigen_own};
  cr_expect_eq(entry_parameter_new(&memory, &one, &none), STATUS_INVALID);
}

static double dense_trace_of(const entry_parameter *x, size_t blocks) {
  const size_t n = entry_parameter_order(x);
  double a[LARGEST * LARGEST], values[LARGEST], sum = 0;
  for (size_t b = 0; b < blocks; b++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) a[i * n + j] = entry_parameter_argument(x, b, i, j);
    }
    dense_eigenvalues(n, a, values, NULL);
    for (size_t i = 0; i < n; i++) sum += exp(values[i]);
  }
  return sum;
}

/* The trace that is carried from round to round, after many rounds. */
static void carries(entry_blocks blocks, size_t order, size_t rounds) {
  random_stream *stream = stream_of("trace");
  entry_parameter *x = parameter_of(order, blocks, ENTRY_SPARSE, rounds);
  const size_t count = blocks == ENTRY_TWO_BLOCKS ? 2 : 1;
  const double weight = blocks == ENTRY_MIRRORED ? 2 : 1;
  double worst = 0;
  size_t times = 0;
  for (size_t t = 1; t <= rounds; t++) {
    const size_t i = random_index(stream, order / 2), j = order / 2 + random_index(stream, order / 2);
    round_of(x, i, j, random_range(stream, -0.25, 0.3));
    if (t % (rounds / 10) != 0) continue;
    double carried = 0;
    OK(entry_parameter_trace(x, &carried));
    const double is = weight * dense_trace_of(x, count), off = fabs(carried - is) / is;
    worst = fmax(worst, off);
    cr_expect(entry_parameter_trace_error(x, &times) < 3e-11 * is);
  }
  cr_expect(worst < 1e-10, "order %zu: off by %.2e", order, worst);
  random_stream_free(stream);
  arena_free(&memory);
}

Test(entry_parameter, carried_trace) {
  const size_t rounds = sweep(10000, 2000);
  carries(ENTRY_TWO_BLOCKS, 30, rounds);
  carries(ENTRY_MIRRORED, 30, rounds);
  carries(ENTRY_NEGATIVE, 12, rounds);
}

/* A trace with too large an error is recomputed before it is used. */
static void renews(entry_blocks blocks, size_t order) {
  random_stream *stream = stream_of("renewal");
  entry_parameter *x = parameter_of(order, blocks, ENTRY_SPARSE, 500),
                  *again = parameter_of(order, blocks, ENTRY_SPARSE, 500);
  const entry_limits none = {INFINITY, -INFINITY, INFINITY, INFINITY};
  entry_solution s;
  size_t times = 0;
  double before = 0, after = 0;
  for (size_t t = 0; t < 500; t++) {
    round_of(x, random_index(stream, 10), 10 + random_index(stream, 10), random_range(stream, -0.25, 0.3));
  }
  OK(entry_parameter_trace(x, &before));
  cJSON *state = cJSON_CreateObject();
  OK(entry_parameter_save(x, state));
  for (cJSON *block = state->child; block != NULL; block = block->next) {
    cJSON *trace = cJSON_GetObjectItem(block, "carried_trace"), *error = cJSON_GetObjectItem(block, "trace_error");
    cJSON_SetNumberValue(trace, 1.01 * trace->valuedouble);
    cJSON_SetNumberValue(error, 0.01 * trace->valuedouble);
  }
  OK(entry_parameter_load(again, state));
  cJSON_Delete(state);
  OK(entry_parameter_project(again, 3, 14, &none, &s));
  OK(entry_parameter_trace(again, &after));
  const double error = entry_parameter_trace_error(again, &times);
  cr_expect_eq(times, blocks == ENTRY_TWO_BLOCKS ? 2 : 1);
  near(after, before, 1e-12 * before, "renewed");
  near(s.start_trace, before, 1e-12 * before, "renewed, as the projection sees it");
  cr_expect(error < 1e-13 * before && fabs(after - before) <= fmax(error, 1e-13 * before));
  random_stream_free(stream);
  arena_free(&memory);
}

Test(entry_parameter, renewed_trace) {
  renews(ENTRY_TWO_BLOCKS, 20);
  renews(ENTRY_MIRRORED, 21); /* the last diagonal entry has a window of its own */
  renews(ENTRY_NEGATIVE, 21);
}

/* Replaces *x by a new parameter loaded from its state; `due`: with a carried trace that is to be renewed. */
static void reload(entry_parameter **x, entry_blocks blocks, bool due) {
  cJSON *state = cJSON_CreateObject();
  OK(entry_parameter_save(*x, state));
  for (cJSON *block = state->child; block != NULL && due; block = block->next) {
    cJSON_SetNumberValue(cJSON_GetObjectItem(block, "trace_error"),
                         2e-11 * cJSON_GetObjectItem(block, "carried_trace")->valuedouble);
  }
  *x = parameter_of(20, blocks, ENTRY_SPARSE, 200);
  OK(entry_parameter_load(*x, state));
  cJSON_Delete(state);
}

/* Saved and loaded in every round, across a renewal of the trace, against one that is not. */
static void same_bits(entry_blocks blocks) {
  random_stream *stream = stream_of("bits");
  entry_parameter *x = parameter_of(20, blocks, ENTRY_SPARSE, 200),
                  *again = parameter_of(20, blocks, ENTRY_SPARSE, 200);
  size_t times = 0;
  for (size_t t = 0; t < 200; t++) {
    const size_t i = random_index(stream, 10), j = 10 + random_index(stream, 10);
    const double step = random_range(stream, -0.02, 0.02);
    if (t == 100) reload(&x, blocks, true);
    reload(&again, blocks, t == 100);
    round_of(x, i, j, step);
    round_of(again, i, j, step);
    double one = 0, other = 0;
    OK(entry_parameter_trace(x, &one));
    OK(entry_parameter_trace(again, &other));
    cr_assert(one == other && entry_parameter_argument(x, 0, i, i) == entry_parameter_argument(again, 0, i, i),
              "round %zu: %.17g and %.17g", t, one, other);
  }
  (void)entry_parameter_trace_error(x, &times);
  cr_expect_gt(times, 0, "the trace was not renewed");
  random_stream_free(stream);
  arena_free(&memory);
}

Test(entry_parameter, states_through_a_renewal) {
  same_bits(ENTRY_TWO_BLOCKS);
  same_bits(ENTRY_MIRRORED);
  same_bits(ENTRY_NEGATIVE);
}

/* State texts in which one piece is replaced. */
static status load_changed(entry_form form, const char *piece, const char *change) {
  entry_parameter *x = parameter_of(3, ENTRY_TWO_BLOCKS, form, 5), *again = parameter_of(3, ENTRY_TWO_BLOCKS, form, 5);
  cJSON *state = cJSON_CreateObject();
  char *text = NULL, changed[4000];
  round_of(x, 0, 1, 0.25);
  OK(entry_parameter_save(x, state));
  OK(json_print(state, 0, 0, &text));
  const char *place = strstr(text, piece);
  cr_assert_not_null(place, "%s is not in %s", piece, text);
  snprintf(changed, sizeof changed, "%.*s%s%s", (int)(place - text), text, change, place + strlen(piece));
  cJSON_Delete(state);
  OK(json_parse(changed, &state));
  const status code = entry_parameter_load(again, state);
  cJSON_Delete(state);
  free(text);
  arena_free(&memory);
  return code;
}

Test(entry_parameter, states) {
  static const struct {
    entry_form form;
    const char *piece, *change;
  } malformed[] = {
      {ENTRY_SPARSE, "\"carried_trace\":", "\"carried\":"},
      {ENTRY_SPARSE, "\"carried_rest\":", "\"carried_rest\":1e3,\"x\":"},
      {ENTRY_SPARSE, "\"second_block\"", "\"third_block\""},
      {ENTRY_SPARSE, "\"carried_trace\":", "\"carried_trace\":-"},
      {ENTRY_SPARSE, "\"trace_error\":", "\"trace_error\":-"},
      {ENTRY_SPARSE, "\"carried_trace\":", "\"carried_trace\":1e999,\"x\":"},
      {ENTRY_SPARSE, "\"columns\":[[2],[1],[]]", "\"columns\":[[2],[3],[]]"},
      {ENTRY_SPARSE, "\"columns\":[[2],[1],[]]", "\"columns\":[[1e9],[1],[]]"},
      {ENTRY_SPARSE, "[0.25]", "[0.5]"},
      {ENTRY_DENSE, "\"argument\":", "\"arguments\":"},
      {ENTRY_DENSE, "[0,0.25,0]", "[0,0.25]"},
      {ENTRY_DENSE, "[0,0.25,0]", "[0,1e999,0]"},
      {ENTRY_DENSE, "[0,0.25,0]", "[0,0.5,0]"},
      {ENTRY_DEFINITION, "[0,0.25,0,0,0,0]", "[0,0.25,0.5,0,0,0]"},
  };
  const entry_form forms[] = {ENTRY_DEFINITION, ENTRY_DENSE, ENTRY_SPARSE};
  for (size_t f = 0; f < 3; f++) OK(load_changed(forms[f], "\"shift\"", "\"shift\""));
  for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
    const status code = load_changed(malformed[i].form, malformed[i].piece, malformed[i].change);
    cr_expect_eq(code, STATUS_INVALID, "%s for %s was read", malformed[i].change, malformed[i].piece);
  }
}
