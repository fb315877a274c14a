/* Learners against their definitions, written here once more: 2 x 2 matrices with the closed form of the exponential, vectors with
 * the multiplicative update, sums of instances for the perceptrons. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "learners/forecast.h"
#include "learners/learner.h"
#include "linalg/eigen.h"

static const double rate = 1.2784645427610738;      /* 1 + LambertW(1/e) */
static const double threshold = 0.1929666379990971; /* rate / (2 (e^rate - e^-rate)) */

typedef struct made {
  learner learner;
  options *values;
} made;

static status try_make(const char *name, size_t n, instance_kind kind, uint64_t seed, const char *json, made *out) {
  const learner_class *class = learner_find(name);
  cJSON *given = NULL;
  cr_assert_not_null(class, "%s", name);
  const learner_setting setting = {
      .n = n, .kind = kind, .rank = kind == INSTANCE_DYAD ? 1 : n, .trials = 10000, .seed = seed, .eigen = &eigen_own};
  *out = (made){{NULL, NULL}, NULL};
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  status code = options_new(&class->about, given, &out->values);
  cJSON_Delete(given);
  if (code == STATUS_OK) code = learner_new(class, &setting, out->values, &out->learner);
  return code;
}

static made make(const char *name, size_t n, instance_kind kind, const char *json) {
  made m;
  cr_assert_eq(try_make(name, n, kind, 1, json, &m), STATUS_OK, "%s %s: %s", name, json, status_message());
  return m;
}

static void end(made *m) {
  learner_destroy(&m->learner);
  options_free(m->values);
}

/* One trial; the prediction, with *updated. */
static prediction play(made *m, const instance *x, double label, bool *updated) {
  prediction said = {.score = NAN}, again = {.score = NAN};
  double score = NAN;
  cr_assert_eq(learner_predict(&m->learner, x, &said), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_score(&m->learner, x, &score), STATUS_OK);
  cr_assert_eq(learner_predict(&m->learner, x, &again), STATUS_OK);
  cr_expect(said.score == again.score && said.value == again.value, "asked twice: %.17g and %.17g", said.score,
            again.score);
  cr_expect_eq(score, said.score, "%.17g and %.17g", score, said.score);
  cr_assert_eq(learner_update(&m->learner, x, &said, label, updated), STATUS_OK, "%s", status_message());
  return said;
}

static random_stream *stream_of(const char *purpose) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(5, purpose, &stream), STATUS_OK);
  return stream;
}

static void near(const char *what, size_t t, double value, double expected) {
  cr_expect(fabs(value - expected) <= 1e-12 * fmax(fabs(expected), 1e-3), "%s, trial %zu: %.17g, expected %.17g", what,
            t, value, expected);
}

/* ---- Matrix Winnow on 2 x 2 matrices */

/* e^H = e^m (cosh q I + sinh q / q (H - m I)), m = tr H / 2, q^2 = ((a - d)/2)^2 + b^2. h = {a, b, d}. */
static void exponential(const double h[3], double w[3]) {
  const double m = 0.5 * (h[0] + h[2]), half = 0.5 * (h[0] - h[2]);
  const double q = hypot(half, h[1]);
  const double s = q == 0 ? 1 : sinh(q) / q;
  w[0] = exp(m) * (cosh(q) + s * half);
  w[1] = exp(m) * s * h[1];
  w[2] = exp(m) * (cosh(q) - s * half);
}

typedef struct definition {
  double h[3], eta, theta, trace; /* trace: 0 = not normalised */
} definition;

static double defined_score(const definition *d, const double x[2]) {
  double w[3];
  exponential(d->h, w);
  return w[0] * x[0] * x[0] + 2 * w[1] * x[0] * x[1] + w[2] * x[1] * x[1];
}

static void defined_step(definition *d, const double x[2], double label) {
  d->h[0] += d->eta * label * x[0] * x[0];
  d->h[1] += d->eta * label * x[0] * x[1];
  d->h[2] += d->eta * label * x[1] * x[1];
  if (d->trace == 0) return;
  double w[3];
  exponential(d->h, w);
  const double shift = log(d->trace / (w[0] + w[2]));
  d->h[0] += shift;
  d->h[2] += shift;
}

static void compare_with_definition(const char *json, definition d) {
  random_stream *stream = stream_of("definition");
  made m = make("matrix_winnow", 2, INSTANCE_DYAD, json);
  size_t mistakes = 0;
  for (size_t t = 1; t <= 60; t++) {
    double x[2];
    random_gaussian_vector(stream, 2, x);
    const double size = hypot(x[0], x[1]);
    x[0] /= size;
    x[1] /= size;
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    const double expected = defined_score(&d, x);
    const instance dyad = instance_dense_dyad(2, x);
    bool updated = false;
    const prediction said = play(&m, &dyad, label, &updated);
    near(json, t, said.score, expected);
    cr_assert_gt(fabs(expected - d.theta), 1e-9, "a tie");
    const double predicted = expected >= d.theta ? 1 : -1;
    cr_expect_eq(said.value, predicted, "%s, trial %zu", json, t);
    cr_expect_eq(updated, predicted != label, "%s, trial %zu", json, t);
    if (predicted == label) continue;
    defined_step(&d, x, label);
    mistakes++;
  }
  cr_expect_gt(mistakes, 10);
  end(&m);
  random_stream_free(stream);
}

Test(learners, matrix_winnow) {
  const double start = log(0.5);
  const definition none = {{start, 0, start}, rate, threshold, 0};
  compare_with_definition("{\"representation\":\"dense\"}", none);
  compare_with_definition("{\"representation\":\"low_rank\"}", none);
  const definition given = {{log(0.3), 0, log(0.3)}, 0.7, 0.25, 0};
  compare_with_definition("{\"representation\":\"dense\",\"eta\":0.7,\"theta\":0.25,\"w0\":0.3}", given);
  compare_with_definition("{\"representation\":\"low_rank\",\"eta\":0.7,\"theta\":0.25,\"w0\":0.3}", given);
}

/* At gap 1/2 and r = 1 the normalised rate is 2 ln(1 + sqrt 2), its threshold (sqrt 2 - 1)/2 (Warmuth 2007, footnote 5). */
Test(learners, matrix_winnow_normalised) {
  const double start = log(0.5);
  const definition trace = {{start, 0, start}, 2 * log(1 + sqrt(2)), (sqrt(2) - 1) / 2, 1};
  compare_with_definition("{\"representation\":\"dense\",\"normalize\":\"trace\"}", trace);
  compare_with_definition("{\"representation\":\"low_rank\",\"normalize\":\"trace\"}", trace);
}

Test(learners, matrix_winnow_projected) {
  const double start = log(0.5);
  const definition project = {{start, 0, start}, rate, threshold, 1};
  compare_with_definition("{\"representation\":\"dense\",\"normalize\":\"project\"}", project);
  compare_with_definition("{\"representation\":\"low_rank\",\"normalize\":\"project\"}", project);
  const definition both = {{0, 0, 0}, rate, threshold, 2}; /* r = n = 2: W starts as I */
  compare_with_definition("{\"r\":2,\"normalize\":\"project\"}", both);
}

/* By hand: W = I/2; x = e1 scores 1/2 and is refused; then W = diag(e^-eta, 1)/2. */
Test(learners, matrix_winnow_by_hand) {
  made m = make("matrix_winnow", 2, INSTANCE_DYAD, "{}");
  const double first[2] = {1, 0}, second[2] = {0, 1}, zero[2] = {0, 0};
  const instance e1 = instance_dense_dyad(2, first), e2 = instance_dense_dyad(2, second),
                 o = instance_dense_dyad(2, zero);
  bool updated = false;
  prediction said = play(&m, &e1, -1, &updated);
  cr_expect(said.score == 0.5 && said.value == 1 && updated, "%.17g", said.score);
  said = play(&m, &e2, 1, &updated);
  near("e2", 2, said.score, 0.5);
  cr_expect(said.value == 1 && !updated);
  said = play(&m, &e1, -1, &updated);
  near("e1", 3, said.score, 0.5 * exp(-rate)); /* 0.139 is below theta */
  cr_expect(said.value == -1 && !updated);
  said = play(&m, &o, -1, &updated);
  cr_expect(said.score == 0 && said.value == -1 && !updated, "a zero instance is refused");
  end(&m);
}

Test(learners, constants_for_bounds) {
  made m = make("matrix_winnow", 8, INSTANCE_DYAD, "{\"r\":2}");
  double value = 0;
  static const char *const names[] = {"eta", "theta", "w0", "r", "gap", "given", "comparator_scale"};
  const double expected[] = {rate, threshold, 0.25, 2, 0.5, 0, 1};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    cr_expect(learner_constant(&m.learner, names[i], &value), "%s", names[i]);
    near(names[i], 0, value, expected[i]);
  }
  cr_expect_not(learner_constant(&m.learner, "no such name", &value));
  end(&m);
  m = make("matrix_winnow", 8, INSTANCE_DYAD, "{\"r\":2,\"eta\":1}");
  cr_expect(learner_constant(&m.learner, "given", &value) && value == 1);
  end(&m);
}

/* ---- Winnow on vectors: w_i <- w_i exp(eta y x_i) */

static void compare_with_weights(const char *name, const char *json, double start, double eta, double theta,
                                 double trace) {
  enum { N = 7 };
  random_stream *stream = stream_of("weights");
  made m = make(name, N, INSTANCE_VECTOR, json);
  double w[N], x[N];
  for (size_t i = 0; i < N; i++) w[i] = start;
  for (size_t t = 1; t <= 80; t++) {
    double expected = 0, sum = 0;
    for (size_t i = 0; i < N; i++) x[i] = random_uniform(stream);
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    for (size_t i = 0; i < N; i++) expected += w[i] * x[i];
    const instance vector = instance_dense_vector(N, x);
    bool updated = false;
    const prediction said = play(&m, &vector, label, &updated);
    near(json, t, said.score, expected);
    cr_assert_gt(fabs(expected - theta), 1e-9, "a tie");
    cr_expect_eq(said.value, expected >= theta ? 1 : -1, "%s, trial %zu", json, t);
    if (said.value == label) continue;
    for (size_t i = 0; i < N; i++) w[i] *= exp(eta * label * x[i]);
    for (size_t i = 0; i < N; i++) sum += w[i];
    for (size_t i = 0; i < N && trace > 0; i++) w[i] *= trace / sum;
  }
  end(&m);
  random_stream_free(stream);
}

Test(learners, winnow) {
  compare_with_weights("winnow", "{\"r\":2}", 2.0 / 7, rate, threshold, 0);
  compare_with_weights("winnow", "{\"r\":2,\"gap\":1}", 2.0 / 7, rate, 2 * threshold, 0);
  compare_with_weights("winnow", "{\"r\":2,\"normalize\":\"project\"}", 2.0 / 7, rate, threshold, 2);
  compare_with_weights("winnow", "{\"normalize\":\"trace\"}", 1.0 / 7, 2 * log(1 + sqrt(2)), (sqrt(2) - 1) / 2, 1);
}

/* The same on diagonal matrices in every representation. */
Test(learners, matrix_winnow_on_vectors) {
  compare_with_weights("matrix_winnow", "{\"representation\":\"diagonal\"}", 1.0 / 7, rate, threshold, 0);
  compare_with_weights("matrix_winnow", "{\"representation\":\"dense\"}", 1.0 / 7, rate, threshold, 0);
  compare_with_weights("matrix_winnow", "{\"representation\":\"low_rank\"}", 1.0 / 7, rate, threshold, 0);
}

/* ---- perceptrons: W = eta sum y X over mistakes, b = eta sum y */

enum { ORDER = 3 };

static void compare_with_sums(const char *name, instance_kind kind, const char *json, double eta, double theta,
                              bool bias) {
  random_stream *stream = stream_of("sums");
  made m = make(name, ORDER, kind, json);
  double w[ORDER * ORDER] = {0}, matrix[ORDER * ORDER], x[ORDER], b = 0;
  for (size_t t = 1; t <= 80; t++) {
    double expected = b;
    random_gaussian_vector(stream, ORDER, x);
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    const instance view = kind == INSTANCE_VECTOR ? instance_dense_vector(ORDER, x) : instance_dense_dyad(ORDER, x);
    instance_to_dense(&view, matrix);
    for (size_t i = 0; i < ORDER * ORDER; i++) expected += w[i] * matrix[i];
    bool updated = false;
    const prediction said = play(&m, &view, label, &updated);
    near(json, t, said.score, expected);
    cr_expect_eq(said.value, said.score >= theta ? 1 : -1, "%s, trial %zu", json, t);
    cr_expect_eq(updated, said.value != label);
    if (said.value == label) continue;
    for (size_t i = 0; i < ORDER * ORDER; i++) w[i] += eta * label * matrix[i];
    if (bias) b += eta * label;
  }
  end(&m);
  random_stream_free(stream);
}

Test(learners, perceptron) {
  compare_with_sums("perceptron", INSTANCE_VECTOR, "{}", 1, 0, false);
  compare_with_sums("perceptron", INSTANCE_VECTOR, "{\"eta\":0.5,\"theta\":0.3,\"bias\":true}", 0.5, 0.3, true);
}

Test(learners, matrix_perceptron) {
  compare_with_sums("matrix_perceptron", INSTANCE_DYAD, "{\"representation\":\"dense\"}", 1, 0, false);
  compare_with_sums("matrix_perceptron", INSTANCE_DYAD, "{\"representation\":\"low_rank\"}", 1, 0, false);
  compare_with_sums("matrix_perceptron", INSTANCE_DYAD, "{\"bias\":true,\"eta\":2,\"theta\":0.1}", 2, 0.1, true);
  compare_with_sums("matrix_perceptron", INSTANCE_VECTOR, "{}", 1, 0, false);
}

/* ---- baselines */

Test(learners, constant) {
  const double x[2] = {1, 0};
  const instance vector = instance_dense_vector(2, x);
  bool updated = true;
  made m = make("constant", 2, INSTANCE_VECTOR, "{}");
  cr_expect_eq(play(&m, &vector, 1, &updated).value, -1);
  cr_expect_not(updated);
  cr_expect_eq(play(&m, &vector, -1, &updated).value, -1);
  end(&m);
  m = make("constant", 2, INSTANCE_VECTOR, "{\"value\":1}");
  cr_expect_eq(play(&m, &vector, -1, &updated).value, 1);
  cr_expect_eq(play(&m, &vector, -1, &updated).value, 1);
  end(&m);
}

static size_t heads(const char *json, uint64_t seed, char *tosses, size_t count) {
  const double x[2] = {1, 0};
  const instance vector = instance_dense_vector(2, x);
  bool updated = true;
  size_t found = 0;
  made m;
  cr_assert_eq(try_make("random", 2, INSTANCE_VECTOR, seed, json, &m), STATUS_OK);
  for (size_t t = 0; t < count; t++) {
    const double said = play(&m, &vector, 1, &updated).value;
    cr_assert(said == 1 || said == -1);
    cr_assert_not(updated);
    tosses[t] = said > 0;
    found += said > 0;
  }
  end(&m);
  return found;
}

/* 10,000 tosses at 0.3: mean 3,000, standard deviation 46. */
Test(learners, random) {
  static char first[10000], second[10000];
  const size_t found = heads("{\"probability\":0.3}", 1, first, 10000);
  cr_expect(found > 2800 && found < 3200, "%zu", found);
  cr_expect_eq(heads("{\"probability\":0.3}", 1, second, 10000), found);
  cr_expect_eq(memcmp(first, second, 10000), 0, "the same seed, the same tosses");
  (void)heads("{\"probability\":0.3}", 2, second, 10000);
  cr_expect_neq(memcmp(first, second, 10000), 0, "another seed, other tosses");
  cr_expect_eq(heads("{\"probability\":1}", 1, first, 100), 100);
  cr_expect_eq(heads("{\"probability\":0}", 1, first, 100), 0);
}

/* ---- what is refused */

static void refused(const char *name, size_t n, instance_kind kind, const char *json, const char *message) {
  made m;
  const status code = try_make(name, n, kind, 1, json, &m);
  cr_expect_eq(code, STATUS_INVALID, "%s %s: status %d", name, json, (int)code);
  cr_expect_str_eq(status_message(), message, "%s %s gave: %s", name, json, status_message());
  end(&m);
}

Test(learners, refusals) {
  refused("matrix_winnow", 4, INSTANCE_DYAD, "{\"r\":5}", "matrix_winnow: r = 5 must be at most n = 4");
  refused("matrix_winnow", 4, INSTANCE_DYAD, "{\"w0\":1,\"normalize\":\"trace\"}",
          "matrix_winnow: w0 has no effect with normalize = \"trace\": leave it out");
  refused("constant", 4, INSTANCE_DYAD, "{\"value\":0}", "constant: value = 0 must be 1 or -1");
  refused("constant", 0, INSTANCE_DYAD, "{}", "constant: the order n must be at least 1");
}

/* ---- nearest neighbour */

enum { PLACES = 6, SEEN = 80 };

/* The first of the nearest: sums of squares of differences, on quarters, where they are exact. */
static double nearest_label(size_t count, double rows[][PLACES], const double *labels, const double *x) {
  double least = INFINITY, label = 1.0;
  for (size_t s = 0; s < count; s++) {
    double distance = 0.0;
    for (size_t i = 0; i < PLACES; i++) distance += (rows[s][i] - x[i]) * (rows[s][i] - x[i]);
    if (distance < least) {
      least = distance;
      label = labels[s];
    }
  }
  return label;
}

Test(learners, nearest_neighbour) {
  static double rows[SEEN][PLACES], labels[SEEN];
  random_stream *stream = stream_of("neighbours");
  made m = make("nearest_neighbour", PLACES, INSTANCE_VECTOR, "{}"), loaded;
  size_t both[2] = {0, 0};
  for (size_t t = 0; t < SEEN; t++) {
    size_t index[PLACES], count = 0;
    double values[PLACES];
    for (size_t i = 0; i < PLACES; i++) {
      rows[t][i] = 0.25 * (double)random_index(stream, 5) - 0.5;
      if (rows[t][i] == 0.0) continue;
      index[count] = i;
      values[count++] = rows[t][i];
    }
    labels[t] = random_index(stream, 2) == 0 ? 1.0 : -1.0;
    const instance sparse = instance_sparse(INSTANCE_VECTOR, PLACES, count, index, values);
    const double expected = nearest_label(t, rows, labels, rows[t]);
    bool updated = false;
    if (t == SEEN / 2) { /* it goes on from its saved state */
      cJSON *state = cJSON_CreateObject();
      cr_assert_eq(learner_save(&m.learner, state), STATUS_OK, "%s", status_message());
      loaded = make("nearest_neighbour", PLACES, INSTANCE_VECTOR, "{}");
      cr_assert_eq(learner_load(&loaded.learner, state), STATUS_OK, "%s", status_message());
      cJSON_Delete(state);
      end(&m);
      m = loaded;
    }
    const prediction said = play(&m, &sparse, labels[t], &updated);
    cr_expect_eq(said.value, expected, "trial %zu: %g, expected %g", t + 1, said.value, expected);
    cr_expect(updated);
    both[expected > 0.0]++;
  }
  cr_expect(both[0] > SEEN / 4 && both[1] > SEEN / 4, "%zu and %zu", both[0], both[1]);
  end(&m);
  random_stream_free(stream);
}

/* ---- predictions as chances */

/* p and y of trials on [-1, 3]; sums by the definitions of forecast.h. 1 and 0 are clipped. */
Test(learners, forecasts) {
  static const double p[] = {0.8, 0.8, 0.3, 0.5, 0.25, 1, 0}, y[] = {1, 0, 0.25, 1, 0.5, 0, 0};
  enum { TRIALS = sizeof p / sizeof *p };
  made player = make("perceptron", 2, INSTANCE_VECTOR, "{}");
  forecast f = {.loss = {LOSS_ABSOLUTE, -1, 3, -1, 3, 1}};
  double sum[4] = {0};
  for (size_t t = 0; t < TRIALS; t++) {
    const double kept = fmin(fmax(p[t], 1e-6), 1 - 1e-6), rest = fmin(fmax(1 - p[t], 1e-6), 1 - 1e-6);
    forecast_add(&f, &player.learner, 4 * p[t] - 1, 4 * y[t] - 1);
    sum[0] += fabs(p[t] - y[t]);
    sum[1] += pow(p[t] - y[t], 2);
    sum[2] -= y[t] * log(kept) + (1 - y[t]) * log(rest);
    sum[3] += p[t] == 0.5 || y[t] == 0.5 ? 0.5 : (p[t] > 0.5) == (y[t] > 0.5);
    for (size_t k = 0; k < 4; k++) {
      const double mean = sum[k] / (double)(t + 1);
      cr_expect(fabs(forecast_score(&f, k) - mean) <= 1e-14 * fmax(1, mean), "%s, %zu: %.17g, expected %.17g",
                forecast_scores[k], t, forecast_score(&f, k), mean);
    }
  }
  end(&player);
}
