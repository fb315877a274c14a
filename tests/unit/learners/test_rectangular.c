/* General Matrix Winnow: the rectangular representation against the dense matrix of order m + n, its invariances, its tuning, and what is
 * wrong with the algorithm as printed. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/state.h"
#include "data/sequence_file.h"
#include "learners/winnow/general_tuning.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "linalg/singular.h"
#include "spectral/positive_part.h"
#include "unit/check.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"

enum { LARGEST = 8, ORDER = 2 * LARGEST, TRIALS = 120 };

static const char *const NAME = "general_matrix_winnow";

static const struct { size_t m, n; } shapes[] = {{1, 1}, {1, 4}, {5, 1}, {3, 5}, {5, 3}, {4, 4}, {7, 8}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static learner_setting setting_of(instance_kind kind, size_t m, size_t n) {
  return (learner_setting){.n = n,
                           .rows = kind == INSTANCE_RECTANGULAR ? m : 0,
                           .kind = kind,
                           .rank = n,
                           .trials = TRIALS,
                           .seed = 1,
                           .eigen = &eigen_own};
}

/* A random m x n matrix of norm 1. */
static void draw(random_stream *stream, size_t m, size_t n, double *x) {
  double work[LARGEST * LARGEST + LARGEST], norm;
  random_gaussian_vector(stream, m * n, x);
  cr_assert_eq(singular_largest(m, n, x, work, &norm), STATUS_OK);
  kernel_scale(m * n, 1 / norm, x);
}

/* z = [[0, X^T], [X, 0]], block order (n, m) */
static void embed(size_t m, size_t n, const double *x, double *z) {
  const size_t order = m + n;
  memset(z, 0, order * order * sizeof *z);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) z[(n + i) * order + j] = z[j * order + n + i] = x[i * n + j];
  }
}

Test(rectangular, tuning) {
  /* the largest c_G at gap 1/2, computed independently */
  static const double table[][5] = {{1, 0.2737176358, 0.2558133172, 0.0337668332, 29.614859},
                                    {2, 0.1276842932, 0.1256678955, 0.0079583152, 125.654737},
                                    {3, 0.0841152803, 0.0835284110, 0.0035006475, 285.661439},
                                    {4, 0.0628279582, 0.0625818932, 0.0019620780, 509.663741},
                                    {8, 0.0312907658, 0.0312601885, 0.0004888384, 2045.665939}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const double r = table[i][0], delta = 0.5 / r, eta = general_rate(0, delta), theta = general_threshold(eta, delta);
    const double c = general_progress(eta, eta, theta, 0, delta);
    near(eta, table[i][1], 1e-10, "eta");
    near(theta, table[i][2], 1e-10, "theta");
    near(c, table[i][3], 1e-10, "c");
    near(1 / c, table[i][4], 1e-6, "1/c");
    cr_expect_lt(1 / c, 32 * r * r);
  }
  /* signs: theta = 0, eta = atanh(delta), c = D(1/2 + delta/2 || 1/2) */
  const double delta = 0.3, p = 0.5 + delta / 2, eta = general_rate(-delta, delta);
  near(eta, atanh(delta), 1e-14, "eta for signs");
  near(general_threshold(eta, 0), 0, 0, "theta for signs");
  near(general_progress(eta, eta, 0, -delta, delta), p * log(2 * p) + (1 - p) * log(2 * (1 - p)), 1e-15, "c for signs");
}

/* A rate for each kind of mistake: that of Matrix Winnow at the capacity on (Z + I)/2, 1/C computed independently from the divergences. */
Test(rectangular, two_rates) {
  static const double table[][2] = {{1, 29.55070428513689}, {2, 125.64038075582978}, {4, 509.6602399829161}};
  for (size_t i = 0; i < 3; i++) {
    const double r = table[i][0], p1 = 0.5 * (1 + 0.5 / r);
    cJSON *given = cJSON_CreateObject();
    options *values = NULL;
    (void)cJSON_AddNumberToObject(given, "r", r);
    (void)cJSON_AddStringToObject(given, "rates", "capacity");
    const learner_class *class = learner_find("general_matrix_winnow");
    cr_assert_eq(options_new(&class->about, given, &values), STATUS_OK, "%s", status_message());
    const learner_setting setting = {.n = 9, .kind = INSTANCE_VECTOR, .rank = 9, .trials = 10, .eigen = &eigen_own};
    learner player;
    cr_assert_eq(learner_new(class, &setting, values, &player), STATUS_OK, "%s", status_message());
    double up, down, theta;
    cr_assert(learner_constant(&player, "eta", &up) && learner_constant(&player, "eta_down", &down));
    cr_assert(learner_constant(&player, "theta", &theta));
    near(2 * (up + down), log(p1 / (1 - p1)), 1e-13, "the rates together");
    near(1 / general_progress(up, down, theta, 0, 0.5 / r), table[i][1], 1e-11, "1/c");
    double x[9] = {1}, before, after;
    const instance one = instance_dense_vector(9, x);
    bool updated;
    const prediction wrong = {.value = 1}, missed = {.value = -1};
    for (int positive = 1; positive >= 0; positive--) { /* H moves by its own rate: from 0 to up, and down from there */
      cr_assert_eq(spectral_argument(learner_parameter(&player), &one, &before), STATUS_OK);
      cr_assert_eq(learner_update(&player, &one, positive ? &missed : &wrong, positive ? 1 : -1, &updated), STATUS_OK);
      cr_assert_eq(spectral_argument(learner_parameter(&player), &one, &after), STATUS_OK);
      near(after - before, positive ? up : -down, 1e-14, "the step");
    }
    learner_destroy(&player);
    options_free(values);
    cJSON_Delete(given);
  }
}

Test(rectangular, singular_values) {
  random_stream *stream = stream_of("singular");
  static const double values[] = {3, 1, 0.7, 1e-5, 1e-12};
  double u[5 * 7], v[5 * 6], a[7 * 6] = {0}, rows[6 * 7], rotation[36], found[6], most, work[7 * 6 + 6];
  cr_assert_eq(frame_random(stream, 7, 5, u), STATUS_OK);
  cr_assert_eq(frame_random(stream, 6, 5, v), STATUS_OK);
  for (size_t l = 0; l < 5; l++) {
    for (size_t i = 0; i < 7; i++) kernel_axpy(6, values[l] * u[l * 7 + i], v + l * 6, a + i * 6);
  }
  for (size_t i = 0; i < 7; i++) {
    for (size_t j = 0; j < 6; j++) rows[j * 7 + i] = a[i * 6 + j];
  }
  cr_assert_eq(singular_rotate(6, 7, rows, rotation, found), STATUS_OK);
  for (size_t l = 0; l < 5; l++) {
    double best = INFINITY;
    for (size_t i = 0; i < 6; i++) best = fmin(best, fabs(found[i] - values[l]));
    near(best, 0, 1e-14, "singular value");
  }
  cr_assert_eq(singular_largest(7, 6, a, work, &most), STATUS_OK);
  near(most, 3, 1e-14, "largest singular value");
  a[0] = NAN;
  cr_expect_eq(singular_largest(7, 6, a, work, &most), STATUS_NUMERIC);
  random_stream_free(stream);
}

/* A power of two changes no digit, neither where inner products of rows vanish. */
Test(rectangular, tiny_singular_values) {
  random_stream *stream = stream_of("tiny");
  double rows[4 * 5], small[4 * 5], rotation[2][4 * 4], found[2][4];
  for (size_t i = 0; i < 4 * 5; i++) {
    rows[i] = random_gaussian(stream);
    small[i] = 0x1p-900 * rows[i];
  }
  random_stream_free(stream);
  cr_assert_eq(singular_rotate(4, 5, rows, rotation[0], found[0]), STATUS_OK);
  cr_assert_eq(singular_rotate(4, 5, small, rotation[1], found[1]), STATUS_OK, "%s", status_message());
  for (size_t i = 0; i < 4; i++) cr_expect_eq(found[1][i], 0x1p-900 * found[0][i], "%.17g", found[1][i]);
  for (size_t i = 0; i < 4 * 5; i++) cr_expect_eq(small[i], 0x1p-900 * rows[i], "row entry %zu", i);
  for (size_t i = 0; i < 4 * 4; i++) cr_expect_eq(rotation[1][i], rotation[0][i], "rotation entry %zu", i);
}

/* Against e^Z(H) by the symmetric eigensolver. */
Test(rectangular, embedding) {
  random_stream *stream = stream_of("embedding");
  for (size_t s = 0; s < SHAPES; s++) {
    const size_t m = shapes[s].m, n = shapes[s].n, order = m + n;
    spectral *thin = NULL, *dense = NULL;
    const spectral_options values = {.n = n, .m = m, .link = LINK_SINH, .kind = INSTANCE_RECTANGULAR};
    const spectral_options whole = {.n = order, .link = LINK_EXP, .kind = INSTANCE_MATRIX, .eigen = &eigen_own};
    cr_assert_eq(spectral_new(&values, &thin), STATUS_OK, "%s", status_message());
    cr_assert_eq(spectral_new(&whole, &dense), STATUS_OK);
    cr_expect_eq(spectral_representation_of(thin), REPRESENTATION_RECTANGULAR);
    for (size_t t = 0; t < 20; t++) {
      double x[LARGEST * LARGEST], z[ORDER * ORDER], score, normalized, expected, trace, log_trace, argument;
      draw(stream, m, n, x);
      embed(m, n, x, z);
      const instance flat = instance_rectangular(m, n, x), square = instance_matrix(order, z);
      cr_assert_eq(spectral_score(thin, &flat, &score), STATUS_OK);
      cr_assert_eq(spectral_normalized_score(thin, &flat, &normalized), STATUS_OK);
      cr_assert_eq(spectral_score(dense, &square, &expected), STATUS_OK);
      cr_assert_eq(spectral_trace(dense, &trace), STATUS_OK);
      near(score, expected, 1e-13 * trace, "score");
      near(normalized, expected / trace, 1e-13, "normalised score");
      near(normalized, expected / trace,
           spectral_error(thin) * instance_nuclear(&flat) + spectral_error(dense) * instance_nuclear(&square) / trace +
               spectral_trace_error(dense) / trace,
           "normalised score within the error budget");
      cr_expect_lt(spectral_error(thin), 1e-11);
      cr_assert_eq(spectral_log_trace(thin, &log_trace), STATUS_OK);
      near(log_trace, log(trace), 1e-13 * fmax(1, log_trace), "log trace");
      cr_assert_eq(spectral_trace(thin, &expected), STATUS_OK);
      near(expected, trace, 1e-12 * trace, "trace");
      cr_assert_eq(spectral_argument(thin, &flat, &argument), STATUS_OK);
      cr_assert_eq(spectral_argument(dense, &square, &expected), STATUS_OK);
      near(2 * argument, expected, 1e-12 * (double)order, "argument");
      const double step = random_range(stream, -1, 1);
      cr_assert_eq(spectral_step(thin, step, &flat), STATUS_OK);
      cr_assert_eq(spectral_step(dense, step, &square), STATUS_OK);
    }
    spectral_free(thin);
    spectral_free(dense);
  }
  random_stream_free(stream);
}

/* Arguments beyond what exp can hold. */
Test(rectangular, no_overflow) {
  const double x[6] = {0, 1, 0, 0, 0, 0};
  const instance one = instance_rectangular(2, 3, x);
  const spectral_options values = {.n = 3, .m = 2, .link = LINK_SINH, .kind = INSTANCE_RECTANGULAR};
  spectral *w = NULL;
  double value;
  cr_assert_eq(spectral_new(&values, &w), STATUS_OK);
  cr_expect_geq(spectral_error(w), DBL_EPSILON, "less than the rounding of one operation");
  cr_assert_eq(spectral_step(w, 5000, &one), STATUS_OK);
  cr_assert_eq(spectral_normalized_score(w, &one, &value), STATUS_OK);
  near(value, 1, 1e-15, "normalised score");
  cr_assert_eq(spectral_log_trace(w, &value), STATUS_OK);
  near(value, 5000, 1e-11, "log trace");
  cr_expect_eq(spectral_trace(w, &value), STATUS_NUMERIC);
  spectral_free(w);
}

static void refuse(spectral_options values, const char *message) {
  spectral *w = NULL;
  cr_expect_eq(spectral_new(&values, &w), STATUS_INVALID);
  cr_expect_str_eq(status_message(), message, "%s", status_message());
}

Test(rectangular, refusals) {
  refuse((spectral_options){.n = 3, .link = LINK_EXP, .kind = INSTANCE_RECTANGULAR},
         "representation rectangular does not go with link exp");
  refuse((spectral_options){.n = 3, .link = LINK_SINH, .kind = INSTANCE_DYAD},
         "representation rectangular cannot take instances of kind dyad; auto chooses one that can");
  refuse((spectral_options){.n = 3, .m = 2, .link = LINK_SINH, .kind = INSTANCE_VECTOR},
         "spectral parameter: 2 rows for diagonal instances, expected n = 3");
  const spectral_options values = {.n = 3, .m = 2, .link = LINK_SINH, .kind = INSTANCE_RECTANGULAR};
  const double x[9] = {0};
  const instance wrong = instance_rectangular(3, 3, x), right = instance_rectangular(2, 3, x);
  spectral *w = NULL;
  double value;
  cr_assert_eq(spectral_new(&values, &w), STATUS_OK);
  cr_expect_eq(spectral_score(w, &wrong, &value), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "spectral parameter: an instance with 3 rows, expected 2");
  spectral_free(w);
  cr_assert_eq(spectral_new(&values, &w), STATUS_OK);
  cr_expect_eq(spectral_shift(w, 1), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "representation rectangular does not offer a shift");
  cr_expect_eq(spectral_score(w, &right, &value), STATUS_OK); /* what is refused changes nothing */
  cr_expect_eq(value, 0.0);
  spectral_free(w);
  const learner_setting setting = setting_of(INSTANCE_RECTANGULAR, 5, 3);
  played_refused(NAME, "{\"r\":4}", &setting, "general_matrix_winnow: r = 4 must be at most min(m, n) = 3");
  played_refused(NAME, "{\"gap\":1.5}", &setting, "general_matrix_winnow: gap = 1.5 must be at most r = 1");
  played_refused(NAME, "{\"gap_low\":0.5}", &setting, "general_matrix_winnow: gap_low = 0.5 must be below gap = 0.5");
  played_refused(NAME, "{\"gap_low\":-2}", &setting, "general_matrix_winnow: gap_low = -2 must be at least -r = -1");
  played_refused(NAME, "{\"w0\":2}", &setting,
                 "general_matrix_winnow: w0 has no effect with variant = \"normalized\": leave it out");
}

/* Diagonal instances at threshold 0 are balanced Winnow: weights e^h and e^-h, normalised over both. */
Test(rectangular, balanced_winnow) {
  enum { N = 6 };
  random_stream *stream = stream_of("balanced");
  const learner_setting vector = setting_of(INSTANCE_VECTOR, 0, N), square = setting_of(INSTANCE_RECTANGULAR, N, N);
  const char *json = "{\"gap\":0.3,\"gap_low\":-0.3}";
  played thin = played_make(NAME, json, &vector), flat = played_make(NAME, json, &square);
  const double eta = played_constant(&thin, "eta");
  double weight[2 * N], x[N];
  for (size_t i = 0; i < 2 * N; i++) weight[i] = 1;
  for (size_t t = 0; t < TRIALS; t++) {
    double matrix[N * N] = {0}, sum = 0, all = 0;
    for (size_t i = 0; i < N; i++) {
      x[i] = matrix[i * (N + 1)] = random_range(stream, -1, 1);
      sum += (weight[i] - weight[N + i]) * x[i];
      all += weight[i] + weight[N + i];
    }
    const instance diagonal = instance_dense_vector(N, x), whole = instance_rectangular(N, N, matrix);
    near(played_score(&thin, &diagonal), sum / all, 1e-14, "diagonal");
    near(played_score(&flat, &whole), sum / all, 1e-14, "rectangular");
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    played_update(&thin, &diagonal, label);
    played_update(&flat, &whole, label);
    for (size_t i = 0; i < N; i++) {
      weight[i] *= exp(eta * label * x[i]);
      weight[N + i] *= exp(-eta * label * x[i]);
    }
  }
  played_free(&thin);
  played_free(&flat);
  random_stream_free(stream);
}

/* y = O_1 x O_2^T */
static void turn(size_t m, size_t n, const double *left, const double *right, const double *x, double *y) {
  double half[LARGEST * LARGEST];
  kernel_multiply_transposed(m, n, n, x, n, right, n, half, n);
  memset(y, 0, m * n * sizeof *y);
  for (size_t i = 0; i < m; i++) kernel_rows_combine(m, n, half, n, left + i * m, y + i * n);
}

/* The largest difference of scores between runs on X and on O_1 X O_2^T. */
static double turned_difference(const char *json, size_t m, size_t n) {
  random_stream *stream = stream_of("turned");
  const learner_setting setting = setting_of(INSTANCE_RECTANGULAR, m, n);
  played plain = played_make(NAME, json, &setting), turned = played_make(NAME, json, &setting);
  double left[LARGEST * LARGEST], right[LARGEST * LARGEST], worst = 0;
  cr_assert_eq(frame_random(stream, m, m, left), STATUS_OK);
  cr_assert_eq(frame_random(stream, n, n, right), STATUS_OK);
  for (size_t t = 0; t < 30; t++) {
    double x[LARGEST * LARGEST], y[LARGEST * LARGEST];
    draw(stream, m, n, x);
    turn(m, n, left, right, x, y);
    const instance a = instance_rectangular(m, n, x), b = instance_rectangular(m, n, y);
    worst = fmax(worst, fabs(played_score(&plain, &a) - played_score(&turned, &b)));
    const double label = t % 3 == 0 ? 1 : -1;
    played_update(&plain, &a, label);
    played_update(&turned, &b, label);
  }
  played_free(&plain);
  played_free(&turned);
  random_stream_free(stream);
  return worst;
}

Test(rectangular, orthogonal_invariance) {
  for (size_t s = 0; s < SHAPES; s++) {
    near(turned_difference("{}", shapes[s].m, shapes[s].n), 0, 1e-13, "normalised");
    near(turned_difference("{\"eta\":0.3,\"variant\":\"repaired\"}", shapes[s].m, shapes[s].n), 0, 1e-10, "repaired");
  }
  /* the printed start prefers a basis */
  cr_expect_gt(turned_difference("{\"eta\":0.3,\"variant\":\"signed\"}", 4, 3), 1e-2);
}

/* X^T with (n, m) has the same scores; so has normalised Matrix Winnow on (Z + I)/2 with twice the rate. */
Test(rectangular, transposition_and_shift) {
  random_stream *stream = stream_of("transposed");
  for (size_t s = 0; s < SHAPES; s++) {
    const size_t m = shapes[s].m, n = shapes[s].n, order = m + n;
    const learner_setting tall = setting_of(INSTANCE_RECTANGULAR, m, n), wide = setting_of(INSTANCE_RECTANGULAR, n, m);
    const learner_setting whole = setting_of(INSTANCE_MATRIX, 0, order);
    const char *json = "{\"eta\":0.3,\"theta\":0.2}";
    played a = played_make(NAME, json, &tall), b = played_make(NAME, json, &wide);
    played c = played_make("matrix_winnow", "{\"normalize\":\"trace\",\"eta\":0.6,\"theta\":0.6}", &whole);
    for (size_t t = 0; t < 40; t++) {
      double x[LARGEST * LARGEST], y[LARGEST * LARGEST], z[ORDER * ORDER];
      draw(stream, m, n, x);
      embed(m, n, x, z);
      for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) y[j * m + i] = x[i * n + j];
      }
      for (size_t i = 0; i < order; i++) z[i * (order + 1)] += 1;
      kernel_scale(order * order, 0.5, z);
      const instance plain = instance_rectangular(m, n, x), transposed = instance_rectangular(n, m, y);
      const instance square = instance_matrix(order, z);
      const double score = played_score(&a, &plain);
      near(played_score(&b, &transposed), score, 1e-13, "transposed");
      near(2 * played_score(&c, &square) - 1, score, 1e-13, "shifted");
      const double label = random_chance(stream, 0.5) ? 1 : -1;
      played_update(&a, &plain, label);
      played_update(&b, &transposed, label);
      played_update(&c, &square, label);
    }
    played_free(&a);
    played_free(&b);
    played_free(&c);
  }
  random_stream_free(stream);
}

/* Z_+ = (Z + |Z|)/2: Z = 2 Z_+ - |Z| on its positive part; checked by Z_+ Z = Z_+^2 >= 0 and tr Z_+ = tr |Z| / 2. */
Test(rectangular, positive_part) {
  random_stream *stream = stream_of("positive");
  for (size_t s = 0; s < SHAPES; s++) {
    const size_t m = shapes[s].m, n = shapes[s].n, order = m + n;
    const learner_setting setting = setting_of(INSTANCE_RECTANGULAR, m, n);
    const learner_setting whole = setting_of(INSTANCE_MATRIX, 0, order);
    played thin = played_make(NAME, "{\"variant\":\"positive_part\"}", &setting);
    played dense = played_make("matrix_winnow", "{}", &whole);
    for (size_t t = 0; t < 20; t++) {
      double x[LARGEST * LARGEST], z[ORDER * ORDER], values[ORDER], vectors[ORDER * ORDER], part[ORDER * ORDER] = {0};
      draw(stream, m, n, x);
      embed(m, n, x, z);
      eigen_of(order, z, values, vectors);
      for (size_t l = 0; l < order; l++) {
        const instance dyad = instance_dense_dyad(order, vectors + l * order);
        if (values[l] > 0) instance_add_to_dense(&dyad, values[l], part);
      }
      const instance plain = instance_rectangular(m, n, x), square = instance_matrix(order, part);
      const double score = played_score(&dense, &square);
      near(played_score(&thin, &plain), score, 1e-11 * fmax(1, score), "score");
      const double label = random_chance(stream, 0.5) ? 1 : -1;
      played_update(&thin, &plain, label);
      played_update(&dense, &square, label);
    }
    played_free(&thin);
    played_free(&dense);
  }
  random_stream_free(stream);
}

/* Of a matrix of rank one it has rank one: what rounding leaves of the other values is none. */
Test(rectangular, positive_part_of_rank_one) {
  for (size_t s = 0; s < SHAPES; s++) {
    const size_t m = shapes[s].m, n = shapes[s].n;
    double x[LARGEST * LARGEST];
    arena memory = {.count = 0};
    positive_part *part = NULL;
    instance out;
    for (size_t i = 0; i < m; i++) {
      for (size_t j = 0; j < n; j++) x[i * n + j] = (0.1 + 0.3 * (double)i) / (0.7 + (double)j);
    }
    const instance plain = instance_rectangular(m, n, x);
    OK(positive_part_new(&memory, m, n, &part));
    OK(positive_part_of(part, &plain, &out));
    cr_expect_eq(out.rank, 1, "%zu x %zu: rank %zu", m, n, out.rank);
    arena_free(&memory);
  }
}

/* Mistakes of a variant in `trials` trials of a cycle. */
static size_t mistakes_on(const char *cycle, const char *json, size_t trials) {
  const learner_setting setting = setting_of(INSTANCE_RECTANGULAR, 3, 3);
  fixture source = fixture_make("general_two_cycle", cycle, 1);
  played player = played_make(NAME, json, &setting);
  size_t mistakes = 0;
  for (size_t t = 0; t < trials; t++) {
    instance x;
    double label, worst;
    prediction said;
    bool updated, inside;
    double work[18];
    cr_assert_eq(fixture_trial(&source, &x, &label), STATUS_OK);
    inside = instance_norm_within(&x, 1e-12, work, &worst);
    cr_expect(inside, "trial %zu: norm above 1 by %.17g", t + 1, worst);
    near(comparator_value(source.u, &x), label > 0 ? 0.5 : 0, 0, "tr(G^T X)");
    cr_assert_eq(learner_predict(&player.learner, &x, &said), STATUS_OK);
    mistakes += said.value != label;
    cr_assert_eq(learner_update(&player.learner, &x, &said, label, &updated), STATUS_OK);
  }
  played_free(&player);
  fixture_free(&source);
  return mistakes;
}

Test(rectangular, printed_algorithm) {
  cr_expect_eq(mistakes_on("{\"cycle\":\"neutral\"}", "{\"variant\":\"repaired\"}", 101), 101);
  cr_expect_eq(mistakes_on("{\"cycle\":\"neutral\"}", "{\"variant\":\"repaired\",\"w0\":0.5}", 101), 101);
  cr_expect_eq(mistakes_on("{\"cycle\":\"identity\"}", "{\"variant\":\"signed\"}", 50), 50);
  cr_expect_eq(mistakes_on("{\"cycle\":\"repeated\"}", "{\"variant\":\"printed\"}", 50), 50);
  cr_expect_leq(mistakes_on("{\"cycle\":\"repeated\"}", "{\"variant\":\"signed\"}", 50), 1);
  cr_expect_leq(mistakes_on("{\"cycle\":\"neutral\"}", "{}", 1000), 53); /* ln 6 / 0.0337668332 = 53.06 */
}

Test(rectangular, norm_premise) {
  random_stream *stream = stream_of("norm");
  double work[2 * LARGEST * LARGEST], worst;
  for (size_t s = 0; s < SHAPES; s++) {
    const size_t m = shapes[s].m, n = shapes[s].n;
    double x[LARGEST * LARGEST];
    draw(stream, m, n, x);
    const instance flat = instance_rectangular(m, n, x);
    cr_assert_leq(instance_norm_work(&flat), sizeof work / sizeof work[0]);
    cr_expect(instance_norm_within(&flat, 1e-9, work, &worst));
    cr_expect_eq(worst, 0);
    cr_expect(!instance_within_unit(&flat, 1e-9, work, NULL));
    kernel_scale(m * n, 1.25, x);
    cr_expect(!instance_norm_within(&flat, 1e-9, work, &worst));
    near(worst, 0.25, 0.01, "excess");
    kernel_scale(m * n, (1 + 1e-8) / 1.25, x);
    cr_expect(!instance_norm_within(&flat, 1e-9, work, &worst));
    x[m * n - 1] = NAN;
    cr_expect(!instance_norm_within(&flat, 1e-9, work, &worst));
    cr_expect_eq(instance_check_finite(&flat), STATUS_NUMERIC);
  }
  const double v[] = {-1, 0.5, 1.5};
  const instance vector = instance_dense_vector(3, v), shorter = instance_dense_vector(2, v);
  cr_expect(!instance_norm_within(&vector, 1e-9, NULL, &worst));
  near(worst, 0.5, 0, "excess of a vector");
  cr_expect(instance_norm_within(&shorter, 1e-9, NULL, &worst));
  random_stream_free(stream);
}

Test(rectangular, targets) {
  static const char *const cases[] = {"{\"m\":5,\"n\":8,\"r\":2,\"rank\":4}",
                                      "{\"m\":8,\"n\":5,\"r\":1,\"margin\":\"uniform\",\"rank\":5}",
                                      "{\"m\":6,\"n\":6,\"r\":2,\"gap\":1.5,\"block\":true}"};
  for (size_t i = 0; i < 3; i++) {
    fixture f = fixture_make("rectangular_targets", cases[i], 3);
    const size_t m = f.problem.facts.rows, n = f.problem.facts.n;
    const double gap = f.problem.facts.gap_high;
    cr_expect_eq(comparator_kind_of(f.u), COMPARATOR_RECTANGULAR);
    double work[2 * 64];
    size_t positive = 0;
    for (size_t t = 0; t < 100; t++) {
      instance x;
      double label, worst;
      cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
      cr_assert(x.m == m && x.n == n);
      cr_expect(instance_norm_within(&x, 1e-12, work, &worst), "norm above 1 by %g", worst);
      const double inner = comparator_value(f.u, &x);
      if (label < 0) near(inner, 0, 1e-13, "negative");
      if (label > 0 && i != 1) near(inner, gap, 1e-13, "positive");
      if (label > 0) cr_expect(inner >= gap - 1e-13);
      positive += label > 0;
    }
    cr_expect(positive > 20 && positive < 80);
    fixture_free(&f);
  }
  fixture_refused("rectangular_targets", "{\"m\":5,\"n\":3,\"r\":3}",
                  "rectangular_targets: r = 3 must be below min(m, n) = 3");
}

Test(rectangular, comparators) {
  const double good[] = {0, 1, 0, -1, 0, 0}, bad[] = {0, 1, 0, 0.5, 0, 0};
  comparator *u = NULL;
  cr_assert_eq(comparator_from_rectangular(COMPARATOR_GIVEN, 2, 3, good, &u), STATUS_OK);
  near(comparator_trace(u), 2, 0, "trace");
  cr_expect(!comparator_projection(u, NULL, NULL));
  comparator_free(u);
  cr_expect_eq(comparator_from_rectangular(COMPARATOR_GIVEN, 2, 3, bad, &u), STATUS_INVALID);
  cr_expect_str_eq(status_message(),
                   "comparator: trace norm 1.5, expected a generalised projection or a trace norm of at most 1");
}

Test(rectangular, sequence_file) {
  fixture f = fixture_make("rectangular_targets", "{\"m\":3,\"n\":4}", 5);
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  stream_hash *written = NULL, *read = NULL;
  cr_assert_eq(stream_hash_new(&written), STATUS_OK);
  cr_assert_eq(stream_hash_new(&read), STATUS_OK);
  const sequence_header written_header = problem_header(&f.problem.facts);
  cr_assert_eq(sequence_write_header(memory, &written_header, f.u), STATUS_OK);
  for (size_t t = 1; t <= 10; t++) {
    instance x;
    double label;
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
    instance_hash(&x, written);
    cr_assert_eq(sequence_write_trial(memory, t, &x, label, NULL), STATUS_OK);
  }
  cr_assert_eq(fclose(memory), 0);
  cr_expect_eq(strncmp(text, "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"m\":3,\"n\":4,", 67), 0);
  char *path = fixture_file(text, length), first[33], second[33];
  sequence *file = NULL;
  cr_assert_eq(sequence_open(path, &file), STATUS_OK, "%s", status_message());
  const sequence_header header = sequence_header_of(file);
  const problem_facts facts = problem_facts_of(&header);
  cr_expect(facts.kind == INSTANCE_RECTANGULAR && facts.rows == 3 && facts.n == 4 && facts.trials == 10);
  near(comparator_trace(sequence_comparator(file)), 1, 0, "rank of the comparator");
  for (size_t t = 0; t < 10; t++) {
    instance x;
    double label;
    sequence_trial(file, t, &x, &label);
    instance_hash(&x, read);
  }
  stream_hash_text(written, first);
  stream_hash_text(read, second);
  cr_expect_str_eq(first, second);
  sequence_close(file);
  stream_hash_free(written);
  stream_hash_free(read);
  (void)remove(path);
  free(path);
  free(text);
  fixture_free(&f);
}

/* Saved after some updates and loaded into a new learner: scores are equal to the last bit. */
static void goes_on(instance_kind kind, const char *json) {
  enum { M = 4, N = 4 };
  random_stream *stream = stream_of("saved");
  const learner_setting setting = setting_of(kind, M, N);
  played saved = played_make(NAME, json, &setting), loaded = played_make(NAME, json, &setting);
  cJSON *state = cJSON_CreateObject();
  for (size_t t = 0; t < 20; t++) {
    double x[M * N];
    draw(stream, M, N, x);
    const instance next = kind == INSTANCE_VECTOR ? instance_dense_vector(N, x) : instance_rectangular(M, N, x);
    if (t == 10) {
      char *text = NULL;
      cJSON *parsed = NULL;
      cr_assert_eq(learner_save(&saved.learner, state), STATUS_OK, "%s", status_message());
      cr_assert_eq(json_print(state, 0, 1, &text), STATUS_OK);
      cr_assert_eq(json_parse(text, &parsed), STATUS_OK);
      cr_assert_eq(learner_load(&loaded.learner, parsed), STATUS_OK, "%s", status_message());
      cJSON_Delete(parsed);
      free(text);
    }
    if (t >= 10) cr_expect_eq(played_score(&saved, &next), played_score(&loaded, &next), "%s", json);
    played_update(&saved, &next, t % 2 ? 1 : -1);
    if (t >= 10) played_update(&loaded, &next, t % 2 ? 1 : -1);
  }
  cJSON_Delete(state);
  played_free(&saved);
  played_free(&loaded);
  random_stream_free(stream);
}

Test(rectangular, states) {
  goes_on(INSTANCE_VECTOR, "{}");
  goes_on(INSTANCE_RECTANGULAR, "{}");
  goes_on(INSTANCE_RECTANGULAR, "{\"variant\":\"printed\"}");
  goes_on(INSTANCE_RECTANGULAR, "{\"variant\":\"positive_part\"}");
}
