/* The spectral parameter: representations against each other and against definitions evaluated independently. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "spectral/representation/block_sums.h"
#include "spectral/spectral.h"
#include "unit/allocation_counter.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"

enum { ORDER = 9, LONGEST = 40 };

static spectral *parameter_of(spectral_representation representation, spectral_link link, size_t n, double shift) {
  spectral *w = NULL;
  const instance_kind kind = representation == REPRESENTATION_DIAGONAL ? INSTANCE_VECTOR : INSTANCE_DYAD;
  const spectral_options options = {n, 0, link, representation, kind, shift, 4 * n, &eigen_own};
  cr_assert_eq(spectral_new(&options, &w), STATUS_OK, "%s", status_message());
  return w;
}

static void check_near(double value, double expected, double size, const char *what) {
  cr_expect(fabs(value - expected) <= 1e-12 * size, "%s: %.17g, expected %.17g (size %.3g)", what, value, expected,
            size);
}

static void check_eigenvalues(spectral *a, spectral *b, double size) {
  const size_t n = spectral_order(a);
  double one[LONGEST], two[LONGEST];
  OK(spectral_eigenvalues(a, one));
  OK(spectral_eigenvalues(b, two));
  for (size_t i = 0; i < n; i++) {
    check_near(one[i], two[i], size, "eigenvalue");
    cr_expect(i == 0 || one[i] >= one[i - 1], "ascending");
  }
}

typedef status plain_value(spectral *w, double *value);
typedef status instance_value(spectral *w, const instance *x, double *value);

static void check_plain(plain_value *ask, spectral *a, spectral *b, double size, const char *what) {
  double one, two;
  OK(ask(a, &one));
  OK(ask(b, &two));
  check_near(one, two, size, what);
}

static void check_with(instance_value *ask, spectral *a, spectral *b, const instance *x, double size,
                       const char *what) {
  double one, two;
  OK(ask(a, x, &one));
  OK(ask(b, x, &two));
  check_near(one, two, size, what);
}

/* Everything that two parameters must agree on, relative to the largest eigenvalue of f(H) (and of H). */
static void check_agree(spectral *a, spectral *b, const instance *x) {
  const double n = (double)spectral_order(a), nuclear = instance_nuclear(x);
  const bool exponential = spectral_link_of(a) == LINK_EXP;
  double one, two, low[2], high[2];
  OK(spectral_extremes(a, &low[0], &high[0]));
  OK(spectral_extremes(b, &low[1], &high[1]));
  const double size = fmax(fabs(low[0]), fabs(high[0])) + 1e-300;
  const double argument = exponential ? fmax(fabs(log(low[0])), fabs(log(high[0]))) + 1 : size;
  check_near(low[0], low[1], size, "least eigenvalue");
  check_near(high[0], high[1], size, "largest eigenvalue");
  check_with(spectral_score, a, b, x, size * nuclear, "score");
  check_with(spectral_argument, a, b, x, argument * nuclear, "argument");
  check_plain(spectral_trace, a, b, size * n, "trace");
  if (exponential) check_plain(spectral_log_trace, a, b, argument, "log trace");
  OK(spectral_divergence(a, x, 0.3, 1.7, 0.8, &one));
  OK(spectral_divergence(b, x, 0.3, 1.7, 0.8, &two));
  check_near(one, two, size * n + argument * (nuclear + argument * n), "divergence");
  check_eigenvalues(a, b, size);
}

/* Sequences of dyads and of shift plus low rank. */
enum sequence { RANDOM, REPEATED, ZERO, DEFICIENT, NEARLY_DEPENDENT, COMMUTING, ONE_SIDED, SPARSE, FACTORS, SEQUENCES };

typedef struct producer {
  enum sequence which;
  random_stream *stream;
  double x[LONGEST], first[LONGEST], basis[2 * LONGEST], factors[3 * LONGEST], weights[3];
  size_t index[3];
} producer;

static instance produce(producer *p, size_t n, size_t t) {
  double coefficient[2];
  random_unit_vector(p->stream, n, p->x);
  if (t == 0) memcpy(p->first, p->x, sizeof p->x);
  if (t == 0) OK(frame_random(p->stream, n, 2, p->basis));
  switch (p->which) {
  case REPEATED: memcpy(p->x, p->first, sizeof p->x); break;
  case ZERO:
    if (t % 2 == 0) memset(p->x, 0, sizeof p->x);
    break;
  case DEFICIENT:
    random_gaussian_vector(p->stream, 2, coefficient);
    for (size_t i = 0; i < n; i++) p->x[i] = coefficient[0] * p->basis[i] + coefficient[1] * p->basis[n + i];
    break;
  case NEARLY_DEPENDENT: /* new directions of size 1e-1, 1e-3, ... 1e-13 */
    for (size_t i = 0; i < n; i++) p->x[i] = p->first[i] + p->x[i] * pow(10, -1.0 - 2.0 * (double)(t % 7));
    break;
  case COMMUTING:
    memset(p->x, 0, sizeof p->x);
    p->x[t % n] = 1.0 - 0.01 * (double)t;
    break;
  case SPARSE: random_subset(p->stream, n, 3, p->index); return instance_sparse(INSTANCE_DYAD, n, 3, p->index, p->x);
  case FACTORS:
    random_gaussian_vector(p->stream, 3 * n, p->factors);
    random_gaussian_vector(p->stream, 3, p->weights);
    for (size_t q = 0; q < 3; q++) p->weights[q] *= 0.1;
    return instance_low_rank(n, 3, p->factors, p->weights, t % 3 == 0 ? 0.2 : 0.0);
  default: break;
  }
  return instance_dense_dyad(n, p->x);
}

static void run_sequence(enum sequence which, spectral_link link, size_t n, double shift) {
  producer p = {.which = which, .stream = stream_of("sequence")};
  spectral *dense = parameter_of(REPRESENTATION_DENSE, link, n, shift);
  spectral *low = parameter_of(REPRESENTATION_LOW_RANK, link, n, shift);
  for (size_t t = 0; t < 30; t++) {
    const instance x = produce(&p, n, t);
    check_agree(dense, low, &x);
    const double a = which == ONE_SIDED ? -0.7 : (t % 3 == 0 ? -0.9 : 0.6);
    OK(spectral_step(dense, a, &x));
    OK(spectral_step(low, a, &x));
    if (t % 5 == 4) {
      OK(spectral_shift(dense, -0.11));
      OK(spectral_shift(low, -0.11));
    }
    check_agree(dense, low, &x);
    cr_expect(spectral_rank(low) <= n);
  }
  if (which == REPEATED) cr_expect_eq(spectral_rank(low), 1, "rank %zu", spectral_rank(low));
  if (which == DEFICIENT) cr_expect_eq(spectral_rank(low), 2, "rank %zu", spectral_rank(low));
  spectral_free(dense);
  spectral_free(low);
  random_stream_free(p.stream);
}

Test(spectral, low_rank_agrees_with_dense) {
  for (unsigned which = 0; which < SEQUENCES; which++) {
    for (unsigned link = 0; link < 2; link++) {
      run_sequence((enum sequence)which, (spectral_link)link, ORDER, log(0.25));
      run_sequence((enum sequence)which, (spectral_link)link, 3, 0.0);
    }
  }
  run_sequence(RANDOM, LINK_EXP, 5, -20.0);
  run_sequence(RANDOM, LINK_EXP, LONGEST, log(0.1));
  run_sequence(ONE_SIDED, LINK_EXP, LONGEST, log(0.1));
  run_sequence(NEARLY_DEPENDENT, LINK_EXP, LONGEST, log(0.1));
}

/* Vectors: all three, also with offsets far beyond what one exponential can hold. */
static void run_vectors(spectral_link link, double step, double shift, double each_shift, size_t trials) {
  random_stream *stream = stream_of("vectors");
  spectral *w[3] = {parameter_of(REPRESENTATION_DIAGONAL, link, ORDER, shift),
                    parameter_of(REPRESENTATION_DENSE, link, ORDER, shift),
                    parameter_of(REPRESENTATION_LOW_RANK, link, ORDER, shift)};
  double value[ORDER];
  size_t index[4];
  for (size_t t = 0; t < trials; t++) {
    for (size_t i = 0; i < ORDER; i++) value[i] = random_range(stream, -0.2, 1.0);
    random_subset(stream, ORDER, 4, index);
    const instance x =
        t % 2 == 0 ? instance_dense_vector(ORDER, value) : instance_sparse(INSTANCE_VECTOR, ORDER, 4, index, value);
    for (size_t r = 0; r < 3; r++) OK(spectral_step(w[r], step, &x));
    for (size_t r = 0; r < 3; r++) OK(spectral_shift(w[r], each_shift));
    check_agree(w[1], w[0], &x);
    check_agree(w[1], w[2], &x);
  }
  for (size_t r = 0; r < 3; r++) spectral_free(w[r]);
  random_stream_free(stream);
}

Test(spectral, vectors_in_all_three) {
  run_vectors(LINK_EXP, 0.5, log(0.125), 0.0, 30);
  run_vectors(LINK_EXP, -0.5, 0.0, 0.01, 30);
  run_vectors(LINK_IDENTITY, 0.5, 0.0, 0.0, 30);
  run_vectors(LINK_IDENTITY, 0.5, 0.25, -0.125, 30);
}

/* Normalised: H's entries grow without bound and the offset follows; entries beyond 300 in absolute value on both sides
 * of the change. */
Test(spectral, vectors_with_large_offsets) {
  random_stream *stream = stream_of("offsets");
  for (unsigned down = 0; down < 2; down++) {
    spectral *w = parameter_of(REPRESENTATION_DIAGONAL, LINK_EXP, ORDER, 0.0);
    double h[ORDER] = {0}, value[ORDER];
    for (size_t t = 0; t < 400; t++) {
      for (size_t i = 0; i < ORDER; i++) value[i] = 1.0 + 0.5 * (double)i * (t > 200) + random_uniform(stream);
      const instance x = instance_dense_vector(ORDER, value);
      const double a = down ? -2.0 : 2.0;
      double log_trace, score, trace, largest = -INFINITY, sum = 0, expected = 0;
      OK(spectral_step(w, a, &x));
      OK(spectral_log_trace(w, &log_trace));
      OK(spectral_shift(w, -log_trace));
      for (size_t i = 0; i < ORDER; i++) h[i] += a * value[i];
      for (size_t i = 0; i < ORDER; i++) largest = fmax(largest, h[i]);
      for (size_t i = 0; i < ORDER; i++) sum += exp(h[i] - largest);
      for (size_t i = 0; i < ORDER; i++) expected += value[i] * exp(h[i] - largest) / sum;
      OK(spectral_score(w, &x, &score));
      OK(spectral_trace(w, &trace));
      /* arguments of size 2000 t are right to their last digits only */
      cr_expect(fabs(score - expected) <= 1e-9 * expected, "trial %zu: %.17g, expected %.17g", t, score, expected);
      cr_expect(fabs(trace - 1.0) <= 1e-12, "trial %zu: trace %.17g", t, trace);
    }
    spectral_free(w);
  }
  random_stream_free(stream);
}

/* A single weight beyond the range where the offset can stand for all. */
Test(spectral, entries_far_apart) {
  spectral *w = parameter_of(REPRESENTATION_DIAGONAL, LINK_EXP, 2, 0.0);
  const double x[2] = {400.0, -400.0}, low[2] = {0.0, 1.0};
  const instance step = instance_dense_vector(2, x), pick = instance_dense_vector(2, low);
  double score, value;
  OK(spectral_step(w, 1.0, &step));
  OK(spectral_score(w, &pick, &score));
  cr_expect(fabs(score / exp(-400.0) - 1.0) < 1e-12, "%.17g, expected %.17g", score, exp(-400.0));
  OK(spectral_shift(w, 390.0));
  OK(spectral_score(w, &pick, &score));
  cr_expect(fabs(score / exp(-10.0) - 1.0) < 1e-12, "%.17g, expected %.17g", score, exp(-10.0));
  OK(spectral_log_trace(w, &value));
  cr_expect(fabs(value - 790.0) < 1e-12, "%.17g", value);
  cr_expect_eq(spectral_trace(w, &value), STATUS_NUMERIC);
  cr_expect(isnan(value));
  spectral_free(w);
}

/* e^750 is beyond a double, e^(-290 + 750) is not. */
Test(spectral, offset_and_entry_of_opposite_signs) {
  spectral *w = parameter_of(REPRESENTATION_DIAGONAL, LINK_EXP, 2, -290.0);
  const double x[2] = {1.0, 0.0};
  const instance first = instance_dense_vector(2, x);
  double score;
  OK(spectral_step(w, 750.0, &first));
  OK(spectral_score(w, &first, &score));
  check_near(score, exp(460.0), exp(460.0), "score");
  OK(spectral_step(w, -1000.0, &first));
  OK(spectral_score(w, &first, &score));
  check_near(score, exp(-540.0), exp(-540.0), "score");
  spectral_free(w);
}

/* exp(H) by scaling and squaring of Taylor's series in long double: an independent definition, n <= 6. */
enum { SMALL = 6 };
typedef long double wide_matrix[SMALL][SMALL];

Test(spectral, dense_is_the_matrix_exponential) {
  random_stream *stream = stream_of("oracle");
  spectral *w = parameter_of(REPRESENTATION_DENSE, LINK_EXP, SMALL, -0.5);
  wide_matrix h = {{0}}, exponential;
  for (size_t i = 0; i < SMALL; i++) h[i][i] = -0.5L;
  for (size_t t = 0; t < 12; t++) {
    double matrix[SMALL * SMALL], score, trace;
    long double expected = 0, expected_trace = 0;
    dense_draw(stream, SMALL, 1, matrix);
    const instance x = instance_matrix(SMALL, matrix);
    OK(spectral_step(w, 0.25, &x));
    for (size_t i = 0; i < SMALL * SMALL; i++) h[i / SMALL][i % SMALL] += 0.25L * matrix[i];
    dense_exponential_wide(SMALL, *h, *exponential);
    for (size_t i = 0; i < SMALL * SMALL; i++) expected += matrix[i] * exponential[i / SMALL][i % SMALL];
    for (size_t i = 0; i < SMALL; i++) expected_trace += exponential[i][i];
    OK(spectral_score(w, &x, &score));
    OK(spectral_trace(w, &trace));
    const double error = fabs((double)(score - expected)), budget = spectral_error(w) * instance_nuclear(&x);
    cr_expect(error <= 1e-12 * (double)expected_trace * instance_nuclear(&x), "%.17g, expected %.17g", score,
              (double)expected);
    cr_expect(error <= budget, "error %.3g, budget %.3g", error, budget);
    cr_expect(fabs((double)(trace - expected_trace)) <= spectral_trace_error(w), "%.17g, expected %.17g", trace,
              (double)expected_trace);
  }
  spectral_free(w);
  random_stream_free(stream);
}

/* W = I/10, whose scores are tr X / 10 but for the rounding of the sum. */
Test(spectral, dense_identity_is_within_its_budget) {
  random_stream *stream = stream_of("identity");
  spectral *w = parameter_of(REPRESENTATION_DENSE, LINK_IDENTITY, SMALL, 0.1);
  for (size_t t = 0; t < 20; t++) {
    double matrix[SMALL * SMALL], score;
    long double expected = 0;
    dense_draw(stream, SMALL, 1, matrix);
    const instance x = instance_matrix(SMALL, matrix);
    for (size_t i = 0; i < SMALL; i++) expected += 0.1 * (long double)matrix[i * (SMALL + 1)];
    OK(spectral_score(w, &x, &score));
    cr_expect(fabs((double)(score - expected)) <= spectral_error(w) * instance_nuclear(&x), "%.3g, budget %.3g",
              (double)(score - expected), spectral_error(w));
  }
  cr_expect(spectral_error(w) > 0.0 && spectral_error(w) <= 1e-14, "budget %.3g", spectral_error(w));
  spectral_free(w);
  random_stream_free(stream);
}

/* The budgets hold for a low-rank parameter too, and are not absurd. */
Test(spectral, low_rank_error_is_within_its_budget) {
  random_stream *stream = stream_of("budget");
  spectral *w = parameter_of(REPRESENTATION_LOW_RANK, LINK_EXP, SMALL, -0.5);
  wide_matrix h = {{0}}, exponential;
  double x[SMALL];
  cr_expect_gt(spectral_error(w), 0.0);
  for (size_t i = 0; i < SMALL; i++) h[i][i] = -0.5L;
  for (size_t t = 0; t < 20; t++) {
    double score, trace, largest, least;
    long double expected = 0, expected_trace = 0;
    random_unit_vector(stream, SMALL, x);
    const instance dyad = instance_dense_dyad(SMALL, x);
    OK(spectral_step(w, t % 2 ? -0.7 : 1.1, &dyad));
    for (size_t i = 0; i < SMALL; i++) {
      for (size_t j = 0; j < SMALL; j++) h[i][j] += (t % 2 ? -0.7 : 1.1) * (long double)x[i] * x[j];
    }
    dense_exponential_wide(SMALL, *h, *exponential);
    for (size_t i = 0; i < SMALL * SMALL; i++)
      expected += (long double)x[i / SMALL] * x[i % SMALL] * exponential[i / SMALL][i % SMALL];
    for (size_t i = 0; i < SMALL; i++) expected_trace += exponential[i][i];
    OK(spectral_score(w, &dyad, &score));
    OK(spectral_trace(w, &trace));
    OK(spectral_extremes(w, &least, &largest));
    cr_expect(fabs((double)(score - expected)) <= spectral_error(w), "%.17g, expected %.17g", score, (double)expected);
    cr_expect(fabs((double)(trace - expected_trace)) <= spectral_trace_error(w), "%.17g, expected %.17g", trace,
              (double)expected_trace);
    cr_expect(spectral_error(w) <= 1e-11 * largest, "%.3g of %.3g", spectral_error(w), largest);
  }
  spectral_free(w);
  random_stream_free(stream);
}

/* D(P, w0 I) = -r ln w0 + w0 n - r (from the definition, W = w0 I). */
Test(spectral, divergence_at_the_start) {
  random_stream *stream = stream_of("start");
  double frame[3 * ORDER], ones[3] = {1, 1, 1}, value, least, largest;
  OK(frame_random(stream, ORDER, 3, frame));
  const instance projection = instance_low_rank(ORDER, 3, frame, ones, 0.0);
  const double w0 = 3.0 / ORDER, expected = -3.0 * log(w0) + w0 * ORDER - 3.0;
  const spectral_representation kinds[2] = {REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK};
  for (size_t k = 0; k < 2; k++) {
    spectral *w = parameter_of(kinds[k], LINK_EXP, ORDER, log(w0));
    OK(spectral_divergence(w, &projection, 0.0, 3.0, 1.0, &value));
    check_near(value, expected, expected, "divergence");
    /* D(zeta P, w0 I) = zeta r ln(zeta/w0) + w0 n - zeta r */
    OK(spectral_divergence(w, &projection, 0.0, 3.0, 0.4, &value));
    check_near(value, 1.2 * log(0.4 / w0) + w0 * ORDER - 1.2, expected, "scaled divergence");
    OK(spectral_extremes(w, &least, &largest));
    check_near(least, w0, w0, "least");
    check_near(largest, w0, w0, "largest");
    spectral_free(w);
  }
  spectral *h = parameter_of(REPRESENTATION_LOW_RANK, LINK_IDENTITY, ORDER, 0.0);
  OK(spectral_step(h, 2.0, &projection)); /* |P/2 - 2P|^2 / 2 = 9/8 * 3 */
  OK(spectral_divergence(h, &projection, 0.0, 3.0, 0.5, &value));
  check_near(value, 27.0 / 8.0, 1.0, "squared distance");
  spectral_free(h);
  random_stream_free(stream);
}

/* X -> R X R^T changes no score; <P,H> = r ln w0 + sum of steps tr(P X); Golden-Thompson: tr W_{t+1} <= tr(W_t e^{aX})
 * and for a unit dyad e^{aX} = I + (e^a - 1) X; a shift by c multiplies W by e^c. */
Test(spectral, invariances_of_winnow) {
  random_stream *stream = stream_of("invariances");
  const size_t n = ORDER;
  double rotation[ORDER * ORDER], frame[2 * ORDER], x[ORDER], rotated[ORDER], ones[2] = {1, 1};
  const double w0 = 0.2;
  const spectral_representation kinds[2] = {REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK};
  OK(frame_random(stream, n, n, rotation));
  OK(frame_random(stream, n, 2, frame));
  const instance projection = instance_low_rank(n, 2, frame, ones, 0.0);
  for (size_t k = 0; k < 2; k++) {
    spectral *w = parameter_of(kinds[k], LINK_EXP, n, log(w0)), *turned = parameter_of(kinds[k], LINK_EXP, n, log(w0));
    double identity = 2 * log(w0);
    for (size_t t = 0; t < 25; t++) {
      double score, other, before, after, argument, least, largest;
      const double a = t % 2 ? 1.2 : -1.2;
      random_unit_vector(stream, n, x);
      memset(rotated, 0, sizeof rotated);
      for (size_t i = 0; i < n * n; i++) rotated[i / n] += rotation[i] * x[i % n];
      const instance plain = instance_dense_dyad(n, x), moved = instance_dense_dyad(n, rotated);
      OK(spectral_score(w, &plain, &score));
      OK(spectral_score(turned, &moved, &other));
      OK(spectral_extremes(w, &least, &largest));
      check_near(other, score, 10 * largest, "rotated score");
      OK(spectral_trace(w, &before));
      OK(spectral_step(w, a, &plain));
      OK(spectral_step(turned, a, &moved));
      OK(spectral_trace(w, &after));
      cr_expect(after <= (before + (exp(a) - 1) * score) * (1 + 1e-12), "tr W %.17g, Golden-Thompson %.17g", after,
                before + (exp(a) - 1) * score);
      identity += a * instance_inner(&plain, &projection);
      OK(spectral_argument(w, &projection, &argument));
      check_near(argument, identity, 20.0, "<P,H>");
      OK(spectral_score(w, &plain, &score));
      OK(spectral_shift(w, 0.75));
      OK(spectral_score(w, &plain, &other));
      check_near(other, exp(0.75) * score, 10 * exp(0.75) * largest, "shifted score");
      OK(spectral_shift(w, -0.75));
    }
    spectral_free(w);
    spectral_free(turned);
  }
  random_stream_free(stream);
}

/* Windows. f(T + D) is evaluated by a dense parameter of T's own order; f(H + V^T D V) by a dense one of H's order. */
static spectral *dense_of(spectral_link link, size_t n, const double *matrix) {
  spectral *w = parameter_of(REPRESENTATION_DENSE, link, n, 0.0);
  const instance x = instance_matrix(n, matrix);
  OK(spectral_step(w, 1.0, &x));
  return w;
}

static void argument_matrix(spectral *w, double *matrix) {
  const size_t n = spectral_order(w);
  const double unit = 1.0;
  memset(matrix, 0, n * n * sizeof *matrix);
  for (size_t i = 0; i < n && spectral_representation_of(w) == REPRESENTATION_DIAGONAL; i++) {
    const instance x = instance_sparse(INSTANCE_VECTOR, n, 1, &i, &unit);
    OK(spectral_argument(w, &x, &matrix[i * (n + 1)]));
  }
  if (spectral_representation_of(w) == REPRESENTATION_DIAGONAL) return;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) { /* polarisation: (e_i + e_j), e_i, e_j */
      double value, one, two;
      const double pair[2] = {1, 1};
      const size_t both[2] = {j, i};
      const instance left = instance_sparse(INSTANCE_DYAD, n, 1, &both[0], pair);
      const instance right = instance_sparse(INSTANCE_DYAD, n, 1, &both[1], pair);
      const instance sum = instance_sparse(INSTANCE_DYAD, n, 2, both, pair);
      OK(spectral_argument(w, &right, &one));
      if (i == j) matrix[i * n + i] = one;
      if (i == j) continue;
      OK(spectral_argument(w, &left, &two));
      OK(spectral_argument(w, &sum, &value));
      matrix[i * n + j] = matrix[j * n + i] = 0.5 * (value - one - two);
    }
  }
}

static double form_of(spectral *w, const double *u, const double *v) {
  const size_t n = spectral_order(w);
  double plus[LONGEST], minus[LONGEST], one, two;
  for (size_t i = 0; i < n; i++) plus[i] = 0.5 * (u[i] + v[i]);
  for (size_t i = 0; i < n; i++) minus[i] = 0.5 * (u[i] - v[i]);
  const instance first = instance_dense_dyad(n, plus), second = instance_dense_dyad(n, minus);
  OK(spectral_score(w, &first, &one));
  OK(spectral_score(w, &second, &two));
  return one - two;
}

static void check_window(random_stream *stream, spectral *w, const double *h, size_t count, const double *v) {
  const size_t n = spectral_order(w);
  const spectral_link link = spectral_link_of(w);
  double t[LONGEST * LONGEST], changed[LONGEST * LONGEST], d[LONGEST * LONGEST];
  double before, after, small_before, small_after, least, largest;
  size_t m;
  OK(spectral_window(w, count, v, &m, t));
  cr_assert(m <= spectral_window_order(w, count) && m <= n && m >= count, "order %zu", m);
  spectral *small = dense_of(link, m, t), *full = dense_of(link, n, h);
  OK(spectral_trace(full, &before));
  OK(spectral_trace(small, &small_before));
  spectral_free(small);
  spectral_free(full);
  dense_draw(stream, count, 1, d);
  memcpy(changed, h, n * n * sizeof *h);
  for (size_t i = 0; i < n * n; i++) {
    for (size_t p = 0; p < count * count; p++) {
      changed[i] += v[p / count * n + i / n] * d[p] * v[p % count * n + i % n];
    }
  }
  for (size_t i = 0; i < n; i++) { /* both triangles alike to the last digit */
    for (size_t j = 0; j < i; j++) changed[j * n + i] = changed[i * n + j];
  }
  for (size_t p = 0; p < count * count; p++) t[p / count * m + p % count] += d[p];
  small = dense_of(link, m, t);
  full = dense_of(link, n, changed);
  OK(spectral_trace(full, &after));
  OK(spectral_trace(small, &small_after));
  OK(spectral_extremes(full, &least, &largest));
  const double size = fmax(fabs(before), fabs(after)) + fmax(fabs(least), fabs(largest)) + 1;
  check_near(small_after - small_before, after - before, size, "change of the trace");
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < count; j++) {
      double e_i[LONGEST] = {0}, e_j[LONGEST] = {0};
      e_i[i] = e_j[j] = 1.0;
      check_near(form_of(small, e_i, e_j), form_of(full, v + i * n, v + j * n), size, "entry of the window");
    }
  }
  spectral_free(small);
  spectral_free(full);
}

static void check_windows(spectral_representation representation, spectral_link link) {
  random_stream *stream = stream_of("window");
  const size_t n = ORDER;
  double x[4 * ORDER], h[ORDER * ORDER], v[ORDER * ORDER], coefficient[ORDER], work[2 * ORDER], rest;
  spectral *w = parameter_of(representation, link, n, -0.5);
  random_gaussian_vector(stream, 4 * n, x);
  for (size_t q = 0; q < 4; q++) {
    const instance dyad = instance_dense_dyad(n, x + q * n), vector = instance_dense_vector(n, x + q * n);
    OK(spectral_step(w, 0.2, representation == REPRESENTATION_DIAGONAL ? &vector : &dyad));
  }
  argument_matrix(w, h);
  const size_t counts[4] = {1, 2, 3, ORDER};
  for (size_t c = 0; c < 4; c++) {
    OK(frame_random(stream, n, counts[c], v));
    check_window(stream, w, h, counts[c], v);
  }
  memset(v, 0, sizeof v); /* coordinates, as in online matrix prediction */
  v[3] = v[n + 5] = 1.0;
  check_window(stream, w, h, 2, v);
  cr_assert_eq(frame_append(n, 0, v, x, coefficient, &rest, work), 1); /* inside span(B) */
  check_window(stream, w, h, 1, v);
  cr_assert_eq(frame_append(n, 1, v, x + n, coefficient, &rest, work), 1);
  check_window(stream, w, h, 2, v);
  random_unit_vector(stream, n, x);
  cr_assert_eq(frame_append(n, 2, v, x, coefficient, &rest, work), 1); /* half inside, half outside */
  check_window(stream, w, h, 3, v);
  v[0] += 1e-3;
  size_t m;
  double t[ORDER * ORDER];
  cr_expect_eq(spectral_window(w, 3, v, &m, t), STATUS_INVALID);
  spectral_free(w);
  random_stream_free(stream);
}

Test(spectral, windows) {
  const spectral_representation kinds[3] = {REPRESENTATION_DIAGONAL, REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK};
  for (size_t k = 0; k < 3; k++) {
    check_windows(kinds[k], LINK_EXP);
    check_windows(kinds[k], LINK_IDENTITY);
  }
}

/* A window has no side effect: the parameter continues as if it had not been computed. */
Test(spectral, window_changes_nothing) {
  random_stream *stream = stream_of("untouched");
  spectral *asked = parameter_of(REPRESENTATION_LOW_RANK, LINK_EXP, ORDER, 0.0);
  spectral *plain = parameter_of(REPRESENTATION_LOW_RANK, LINK_EXP, ORDER, 0.0);
  double x[ORDER], v[2 * ORDER], t[ORDER * ORDER], one, two;
  size_t m;
  for (size_t i = 0; i < 2 * ORDER; i++) {
    random_gaussian_vector(stream, ORDER, x);
    const instance dyad = instance_dense_dyad(ORDER, x);
    OK(frame_random(stream, ORDER, 2, v));
    OK(spectral_window(asked, 2, v, &m, t));
    OK(spectral_step(asked, -0.1, &dyad));
    OK(spectral_step(plain, -0.1, &dyad));
    OK(spectral_score(asked, &dyad, &one));
    OK(spectral_score(plain, &dyad, &two));
    cr_expect_eq(one, two, "%.17g, %.17g", one, two);
  }
  spectral_free(asked);
  spectral_free(plain);
  random_stream_free(stream);
}

static double with_floor(void *context, double eigenvalue) {
  return fmax(eigenvalue, *(const double *)context);
}

static double mixed(void *context, double eigenvalue) {
  return 0.9 * eigenvalue + 0.1 * *(const double *)context;
}

static double negated(void *context, double eigenvalue) {
  (void)context;
  return -eigenvalue;
}

/* Mixing is linear: the score becomes 0.9 tr(W X) + 0.1 u tr X. A floor moves eigenvalues only. */
Test(spectral, maps_of_eigenvalues) {
  random_stream *stream = stream_of("maps");
  double x[ORDER], level = 0.3;
  for (size_t factors = 2; factors <= 12; factors += 5) {
    spectral *w[3] = {parameter_of(REPRESENTATION_DENSE, LINK_EXP, ORDER, -1.0),
                      parameter_of(REPRESENTATION_LOW_RANK, LINK_EXP, ORDER, -1.0),
                      parameter_of(REPRESENTATION_DIAGONAL, LINK_EXP, ORDER, -1.0)};
    for (size_t t = 0; t < factors; t++) {
      random_gaussian_vector(stream, ORDER, x);
      const instance dyad = instance_dense_dyad(ORDER, x), vector = instance_dense_vector(ORDER, x);
      for (size_t r = 0; r < 3; r++) OK(spectral_step(w[r], t % 2 ? 0.2 : -0.2, r == 2 ? &vector : &dyad));
    }
    const instance dyad = instance_dense_dyad(ORDER, x), vector = instance_dense_vector(ORDER, x);
    for (size_t r = 0; r < 3; r++) {
      const instance *probe = r == 2 ? &vector : &dyad;
      double before, after, spectrum[ORDER], floored[ORDER], least, largest;
      OK(spectral_score(w[r], probe, &before));
      OK(spectral_extremes(w[r], &least, &largest));
      OK(spectral_map_eigenvalues(w[r], mixed, &level));
      OK(spectral_score(w[r], probe, &after));
      check_near(after, 0.9 * before + 0.03 * instance_trace(probe), 10 * largest * instance_nuclear(probe), "mixed");
      OK(spectral_eigenvalues(w[r], spectrum));
      OK(spectral_map_eigenvalues(w[r], with_floor, &level));
      OK(spectral_eigenvalues(w[r], floored));
      for (size_t i = 0; i < ORDER; i++) check_near(floored[i], fmax(spectrum[i], level), 10 * largest, "floor");
    }
    check_agree(w[0], w[1], &dyad);
    for (size_t r = 0; r < 3; r++) {
      double value;
      cr_expect_eq(spectral_map_eigenvalues(w[r], negated, NULL), STATUS_NUMERIC);
      cr_expect_eq(spectral_trace(w[r], &value), STATUS_NUMERIC, "unusable from now on");
      spectral_free(w[r]);
    }
  }
  random_stream_free(stream);
}

/* Whatever is refused, the parameter is what it was. */
Test(spectral, failures_are_named_and_change_nothing) {
  double x[4] = {0.5, 0.5, NAN, 0.5}, good[4] = {0.5, 0.5, 0.0, 0.5}, large[4] = {1e200, 0, 0, 0};
  double score, before, after, value;
  const spectral_representation kinds[] = {REPRESENTATION_DIAGONAL, REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK,
                                           REPRESENTATION_UPDATED, REPRESENTATION_SPARSE};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    spectral *w = parameter_of(kinds[k], LINK_EXP, 4, 0.0);
    const bool vectors = kinds[k] == REPRESENTATION_DIAGONAL;
    const instance bad = vectors ? instance_dense_vector(4, x) : instance_dense_dyad(4, x);
    const instance right = vectors ? instance_dense_vector(4, good) : instance_dense_dyad(4, good);
    const instance beyond = vectors ? instance_dense_vector(4, large) : instance_dense_dyad(4, large);
    const instance other = instance_dense_vector(3, good);
    OK(spectral_step(w, 0.5, &right));
    OK(spectral_score(w, &right, &before));
    const double error = spectral_error(w);
    cr_expect_eq(spectral_score(w, &bad, &score), STATUS_NUMERIC, "%zu", k);
    cr_expect(isnan(score), "%.17g", score);
    cr_expect(strstr(status_message(), "entry 3 of the") != NULL, "%s", status_message());
    cr_expect_eq(spectral_step(w, 1.0, &bad), STATUS_NUMERIC, "%zu", k);
    cr_expect(strstr(status_message(), "entry 3 of the") != NULL, "%s", status_message());
    cr_expect_eq(spectral_step(w, 1.0, &beyond), STATUS_NUMERIC, "%zu", k);
    cr_expect(strstr(status_message(), "a step of size") != NULL, "%s", status_message());
    if (!vectors) cr_expect_eq(spectral_score(w, &beyond, &score), STATUS_NUMERIC, "%zu", k);
    cr_expect_eq(spectral_step(w, NAN, &right), STATUS_NUMERIC, "%zu", k);
    cr_expect_eq(spectral_shift(w, INFINITY), STATUS_NUMERIC, "%zu", k);
    cr_expect_eq(spectral_score(w, &other, &score), STATUS_INVALID, "%zu", k);
    cr_expect_eq(spectral_step(w, 1.0, &other), STATUS_INVALID, "%zu", k);
    cr_expect_eq(spectral_divergence(w, &right, 0.0, 1.0, -1.0, &value), STATUS_INVALID, "%zu", k);
    OK(spectral_score(w, &right, &after));
    cr_expect_eq(before, after, "%zu: %.17g and %.17g", k, before, after);
    /* the sparse one counts the vectors of its longest window, whoever asked */
    cr_expect(spectral_error(w) == error || kinds[k] == REPRESENTATION_SPARSE, "%zu", k);
    spectral_free(w);
  }
}

/* f(H) beyond a double is refused, its logarithm is not. */
Test(spectral, overflow) {
  const double x[2] = {0.6, 0.8};
  const instance dyad = instance_dense_dyad(2, x);
  const spectral_representation kinds[2] = {REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK};
  for (size_t k = 0; k < 2; k++) {
    double value;
    spectral *w = parameter_of(kinds[k], LINK_EXP, 2, -1000.0);
    OK(spectral_step(w, 990.0, &dyad)); /* e^-1000 is 0, e^(-1000 + 990) is not */
    OK(spectral_score(w, &dyad, &value));
    check_near(value, exp(-10.0), exp(-10.0), "score");
    OK(spectral_step(w, 2000.0, &dyad));
    OK(spectral_log_trace(w, &value));
    check_near(value, 1990.0, 1990.0, "log trace");
    cr_expect_eq(spectral_score(w, &dyad, &value), STATUS_NUMERIC);
    spectral_free(w);
  }
}

/* W *= e^c for c that no exponential holds. */
Test(spectral, large_shifts) {
  const double x[2] = {0.6, 0.8};
  const instance dyad = instance_dense_dyad(2, x);
  const spectral_representation kinds[2] = {REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK};
  for (size_t k = 0; k < 2; k++) {
    double value;
    spectral *w = parameter_of(kinds[k], LINK_EXP, 2, -800.0);
    OK(spectral_step(w, 1.0, &dyad));
    OK(spectral_score(w, &dyad, &value));
    cr_expect_eq(value, 0.0, "e^-799 is below a double: %.17g", value);
    OK(spectral_shift(w, 790.0));
    OK(spectral_score(w, &dyad, &value));
    check_near(value, exp(-9.0), exp(-9.0), "score");
    spectral_free(w);
  }
}

/* 10,000 roundings of one entry: far more than the last digit, and covered by the budget. */
Test(spectral, budget_covers_accumulated_rounding) {
  const double one[2] = {1.0, 0.0};
  const instance vector = instance_dense_vector(2, one), dyad = instance_dense_dyad(2, one);
  const spectral_representation kinds[3] = {REPRESENTATION_DIAGONAL, REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK};
  for (size_t k = 0; k < 3; k++) {
    const instance *x = k == 0 ? &vector : &dyad;
    spectral *w = parameter_of(kinds[k], LINK_EXP, 2, 0.0);
    double score, trace;
    for (size_t t = 0; t < 10000; t++) OK(spectral_step(w, 0.01, x));
    const long double exact = expl(10000 * (long double)0.01);
    OK(spectral_score(w, x, &score));
    OK(spectral_trace(w, &trace));
    const double error = fabs((double)(score - exact));
    cr_expect(error > 100 * DBL_EPSILON * score, "no accumulation to speak of: %.3g", error / score);
    cr_expect(error <= spectral_error(w), "%.17g, expected %.17g, budget %.3g", score, (double)exact,
              spectral_error(w));
    cr_expect(fabs((double)(trace - exact - 1)) <= spectral_trace_error(w), "%.17g, budget %.3g", trace,
              spectral_trace_error(w));
    cr_expect(spectral_error(w) <= 1e-8 * score, "budget %.3g of %.3g", spectral_error(w), score);
    spectral_free(w);
  }
}

/* When H has full rank its offset is no eigenvalue, however large. */
Test(spectral, full_rank_forgets_the_offset) {
  spectral *w = parameter_of(REPRESENTATION_LOW_RANK, LINK_EXP, 3, 60.0);
  const double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double value;
  for (size_t i = 0; i < 3; i++) {
    const instance dyad = instance_dense_dyad(3, axes + 3 * i);
    OK(spectral_step(w, -60.0 - (double)i, &dyad));
  }
  const instance last = instance_dense_dyad(3, axes + 6);
  OK(spectral_score(w, &last, &value));
  check_near(value, exp(-2.0), 1.0, "score");
  OK(spectral_trace(w, &value));
  check_near(value, 1.0 + exp(-1.0) + exp(-2.0), 1.0, "trace");
  spectral_free(w);
}

Test(spectral, options_are_checked) {
  spectral *w = NULL;
  spectral_options options = {4, 0, LINK_EXP, REPRESENTATION_DIAGONAL, INSTANCE_DYAD, 0.0, 10, &eigen_own};
  cr_expect_eq(spectral_new(&options, &w), STATUS_INVALID);
  cr_expect_str_eq(status_message(),
                   "representation diagonal cannot take instances of kind dyad; auto chooses one that can");
  cr_expect_null(w);
  options.representation = REPRESENTATION_LOW_RANK;
  options.kind = INSTANCE_MATRIX;
  cr_expect_eq(spectral_check(&options), STATUS_INVALID);
  const spectral_representation automatic[] = {REPRESENTATION_DIAGONAL, REPRESENTATION_LOW_RANK,
                                               REPRESENTATION_LOW_RANK, REPRESENTATION_DENSE};
  options.representation = REPRESENTATION_AUTO;
  for (unsigned kind = 0; kind <= INSTANCE_MATRIX; kind++) {
    options.kind = (instance_kind)kind;
    OK(spectral_new(&options, &w));
    cr_expect_eq(spectral_representation_of(w), automatic[kind]);
    spectral_free(w);
  }
  options.n = 0;
  cr_expect_eq(spectral_check(&options), STATUS_INVALID);
  options.n = 4;
  options.eigen = NULL;
  cr_expect_eq(spectral_check(&options), STATUS_INVALID);
}

Test(spectral, capacity_is_kept) {
  spectral *w = NULL;
  const spectral_options options = {8, 0, LINK_EXP, REPRESENTATION_LOW_RANK, INSTANCE_DYAD, 0.0, 2, &eigen_own};
  const double x[8] = {1}, y[8] = {1, 1}, z[8] = {0, 0, 1};
  const instance first = instance_dense_dyad(8, x), second = instance_dense_dyad(8, y),
                 third = instance_dense_dyad(8, z);
  OK(spectral_new(&options, &w));
  OK(spectral_step(w, 1.0, &first));
  OK(spectral_step(w, 1.0, &second));
  OK(spectral_step(w, 1.0, &first));
  cr_expect_eq(spectral_step(w, 1.0, &third), STATUS_INVALID);
  spectral_free(w);
}

/* One call of everything that a trial may use. */
static void ask_everything(spectral *w, const instance *x, double *room) {
  double value, other;
  size_t m;
  OK(spectral_score(w, x, &value));
  OK(spectral_step(w, -0.25, x));
  OK(spectral_shift(w, 0.125));
  OK(spectral_trace(w, &value));
  OK(spectral_log_trace(w, &value));
  OK(spectral_argument(w, x, &value));
  OK(spectral_divergence(w, x, 0.0, 1.0, 1.0, &value));
  OK(spectral_extremes(w, &value, &other));
  OK(spectral_eigenvalues(w, room));
  value = 1e-3;
  OK(spectral_map_eigenvalues(w, with_floor, &value));
  memset(room, 0, 64 * sizeof *room);
  room[3] = 1.0;
  OK(spectral_window(w, 1, room, &m, room + 64));
  cr_assert(spectral_error(w) > 0.0 && spectral_trace_error(w) > 0.0);
}

Test(spectral, nothing_is_allocated_after_new) {
  if (!allocation_counter_works()) cr_skip_test("no counting allocator here");
  random_stream *stream = stream_of("allocation");
  double x[64], *room = calloc(64 + 64 * 64, sizeof *room);
  const spectral_representation kinds[3] = {REPRESENTATION_DIAGONAL, REPRESENTATION_DENSE, REPRESENTATION_LOW_RANK};
  for (size_t k = 0; k < 3; k++) {
    spectral *w = parameter_of(kinds[k], LINK_EXP, 64, 0.0);
    const size_t before = allocation_count();
    for (size_t t = 0; t < 70; t += kinds[k] == REPRESENTATION_DENSE ? 20 : 1) {
      random_unit_vector(stream, 64, x);
      const instance vector = instance_dense_vector(64, x), dyad = instance_dense_dyad(64, x);
      ask_everything(w, kinds[k] == REPRESENTATION_DIAGONAL ? &vector : &dyad, room);
    }
    cr_expect_eq(allocation_count(), before, "%s: %zu allocations", spectral_representation_name(kinds[k]),
                 allocation_count() - before);
    spectral_free(w);
  }
  free(room);
  random_stream_free(stream);
}

/* A sum of which some blocks are kept equals that of all entries, bit for bit, at any length. */
Test(spectral, kept_block_sums) {
  static const size_t lengths[] = {1, 127, 128, 129, 200, 255, 256, 257, 300, 1000, 4097};
  random_stream *stream = NULL;
  static double x[4097];
  cr_assert_eq(random_stream_new(3, "blocks", &stream), STATUS_OK);
  for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
    const size_t n = lengths[k];
    arena memory = {0};
    block_sums sums;
    cr_assert_eq(block_sums_new(&memory, n, &sums), STATUS_OK);
    for (size_t i = 0; i < n; i++) x[i] = random_gaussian(stream);
    for (size_t round = 0; round < 20; round++) {
      cr_expect(block_sums_total(&sums, x) == pairwise_sum(n, x), "n = %zu, round %zu", n, round);
      for (size_t j = 0; j < 3; j++) {
        const size_t i = random_index(stream, n);
        x[i] = random_gaussian(stream);
        block_sums_change(&sums, i);
      }
    }
    arena_free(&memory);
  }
  random_stream_free(stream);
}
