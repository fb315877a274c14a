/* Kernel Matrix Winnow: against matrix_winnow on explicit features and against the formula with K^(1/2). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/frame.h"
#include "spectral/kernel_parameter.h"
#include "unit/check.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"

enum { LARGEST = 24, TRIALS = 60 };

static const char *const NAME = "kernel_matrix_winnow";

static learner_setting setting_of(size_t n) {
  return (learner_setting){.n = n, .kind = INSTANCE_DYAD, .rank = 1, .trials = TRIALS, .seed = 1, .eigen = &eigen_own};
}

static void near(double value, double expected, double tolerance, const char *what) {
  cr_expect(fabs(value - expected) <= tolerance * fmax(fabs(expected), 1e-3), "%s: %.17g, expected %.17g", what, value,
            expected);
}

/* Points of several kinds: random ones, repeated and opposite ones, shorter ones, combinations of earlier ones, zeros. */
static void draw(random_stream *stream, size_t n, size_t t, double (*points)[LARGEST]) {
  double *x = points[t];
  random_unit_vector(stream, n, x);
  const double *earlier = points[t > 0 ? random_index(stream, t) : 0], *another = points[t > 0 ? t - 1 : 0];
  const size_t kind = t == 0 ? 0 : random_index(stream, 6);
  for (size_t i = 0; i < n; i++) {
    if (kind == 1) x[i] = earlier[i];
    if (kind == 2) x[i] = -0.5 * earlier[i];
    if (kind == 3) x[i] = 0.6 * earlier[i] + 0.4 * another[i];
  }
  if (t % 17 == 16) memset(x, 0, n * sizeof *x);
}

static void against_explicit(size_t n, const char *json, const char *other) {
  const learner_setting setting = setting_of(n);
  static double points[TRIALS][LARGEST];
  random_stream *stream = stream_of("points");
  played p = played_make(NAME, json, &setting), q = played_make("matrix_winnow", other, &setting);
  near(played_constant(&p, "eta"), played_constant(&q, "eta"), 0, "eta");
  near(played_constant(&p, "theta"), played_constant(&q, "theta"), 0, "theta");
  const double w0 = played_constant(&q, "w0");
  for (size_t t = 0; t < TRIALS; t++) {
    /* Of W: a score is at most the largest. It is w0 and what the updates add, so rounding is proportional to the larger one. */
    double least, largest;
    draw(stream, n, t, points);
    const instance x = instance_dense_dyad(n, points[t]);
    cr_assert_eq(spectral_extremes(learner_parameter(&q.learner), &least, &largest), STATUS_OK);
    for (size_t s = 0; s <= t; s += 7) {
      const instance y = instance_dense_dyad(n, points[s]);
      const double score = played_score(&p, &y), expected = played_score(&q, &y);
      cr_expect(fabs(score - expected) <= 1e-12 * fmax(largest, w0), "n = %zu, trial %zu: %.17g, expected %.17g", n, t,
                score, expected);
    }
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    played_update(&p, &x, label);
    played_update(&q, &x, label);
  }
  played_free(&p);
  played_free(&q);
  random_stream_free(stream);
}

Test(kernel, linear_is_matrix_winnow) {
  static const size_t orders[] = {1, 2, 3, 5, 12, LARGEST};
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
    against_explicit(orders[i], "{}", "{\"representation\":\"low_rank\"}");
    against_explicit(orders[i], "{}", "{\"representation\":\"dense\"}");
    against_explicit(orders[i], "{\"normalize\":\"trace\"}", "{\"normalize\":\"trace\"}");
    if (orders[i] > 2)
      against_explicit(orders[i], "{\"r\":3,\"gap\":0.75,\"eta\":0.5}", "{\"r\":3,\"gap\":0.75,\"eta\":0.5}");
  }
}

/* phi(x) = (x1^2, x2^2, sqrt2 x1 x2, sqrt2 x1, sqrt2 x2, 1)/2 has <phi(x), phi(x')> = ((<x,x'> + 1)/2)^2. */
Test(kernel, polynomial_is_matrix_winnow_on_monomials) {
  const learner_setting plane = setting_of(2), features = setting_of(6);
  random_stream *stream = stream_of("polynomial");
  static const char *const jsons[2][2] = {
      {"{\"kernel\":\"polynomial\"}", "{}"},
      {"{\"kernel\":\"polynomial\",\"degree\":2,\"offset\":1,\"normalize\":\"trace\"}", "{\"normalize\":\"trace\"}"}};
  for (int k = 0; k < 2; k++) {
    played p = played_make(NAME, jsons[k][0], &plane), q = played_make("matrix_winnow", jsons[k][1], &features);
    for (size_t t = 0; t < TRIALS; t++) {
      double x[2];
      random_unit_vector(stream, 2, x);
      if (t % 5 == 4) x[0] *= 0.5;
      const double phi[6] = {x[0] * x[0] / 2, x[1] * x[1] / 2, x[0] * x[1] / sqrt(2),
                             x[0] / sqrt(2),  x[1] / sqrt(2),  0.5};
      const instance one = instance_dense_dyad(2, x), other = instance_dense_dyad(6, phi);
      near(played_score(&p, &one), played_score(&q, &other), 1e-10, "score"); /* points of a conic: ill-conditioned */
      played_update(&p, &one, t % 2 == 0 ? 1 : -1);
      played_update(&q, &other, t % 2 == 0 ? 1 : -1);
    }
    played_free(&p);
    played_free(&q);
  }
  random_stream_free(stream);
}

/* The definition: B = K^(1/2) D K^(1/2), F = K^(-1/2) (exp(eta B) - I) K^(-1/2), score w0 (k(x,x) + k_x^T F k_x),
 * tr W = w0 (n - M + tr exp(eta B)); pseudo-inverse on the range of K. */
typedef struct definition {
  size_t count;
  double function[TRIALS * TRIALS], trace;
} definition;

/* out = sum over l of f_l v_l v_l^T */
static void combine(size_t n, const double *values, const double *vectors, double *out) {
  memset(out, 0, n * n * sizeof *out);
  for (size_t l = 0; l < n; l++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) out[i * n + j] += values[l] * vectors[l * n + i] * vectors[l * n + j];
    }
  }
}

static void multiply(size_t n, const double *a, const double *b, double *out) {
  memset(out, 0, n * n * sizeof *out);
  for (size_t i = 0; i < n; i++) {
    for (size_t l = 0; l < n; l++) {
      for (size_t j = 0; j < n; j++) out[i * n + j] += a[i * n + l] * b[l * n + j];
    }
  }
}

static void define(size_t m, const double *gram, const double *signs, double eta, double dimension, definition *out) {
  static double vectors[TRIALS * TRIALS], root[TRIALS * TRIALS], inverse[TRIALS * TRIALS], work[TRIALS * TRIALS],
      b[TRIALS * TRIALS];
  double values[TRIALS], f[TRIALS];
  eigen_of(m, gram, values, vectors);
  const double cut = 1e-12 * values[m - 1];
  for (size_t l = 0; l < m; l++) f[l] = values[l] > cut ? sqrt(values[l]) : 0;
  combine(m, f, vectors, root);
  for (size_t l = 0; l < m; l++) f[l] = values[l] > cut ? 1 / sqrt(values[l]) : 0;
  combine(m, f, vectors, inverse);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++) work[i * m + j] = signs[i] * root[i * m + j];
  }
  multiply(m, root, work, b);
  for (size_t i = 0; i < m * m; i++) b[i] *= eta;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < i; j++) b[i * m + j] = b[j * m + i] = (b[i * m + j] + b[j * m + i]) / 2;
  }
  eigen_of(m, b, values, vectors);
  out->trace = dimension - (double)m;
  for (size_t l = 0; l < m; l++) {
    out->trace += exp(values[l]);
    f[l] = expm1(values[l]);
  }
  combine(m, f, vectors, b);
  multiply(m, inverse, b, work);
  multiply(m, work, inverse, out->function);
  out->count = m;
}

static double kernel_of(int gaussian, size_t n, const double *x, const double *y) {
  double inner = 0, distance = 0;
  for (size_t i = 0; i < n; i++) {
    inner += x[i] * y[i];
    distance += (x[i] - y[i]) * (x[i] - y[i]);
  }
  return gaussian ? exp(-distance / (2 * 0.7 * 0.7)) : inner;
}

Test(kernel, equals_the_formula_with_roots_of_the_gram_matrix) {
  enum { N = 8, COUNT = 24 };
  static double points[TRIALS][LARGEST], gram[TRIALS * TRIALS];
  static definition d;
  const learner_setting setting = setting_of(N);
  for (int gaussian = 0; gaussian < 2; gaussian++) {
    random_stream *stream = stream_of("definition");
    played p = played_make(
        NAME, gaussian ? "{\"kernel\":\"gaussian\",\"width\":0.7,\"dimension\":50}" : "{\"dimension\":50}", &setting);
    double signs[COUNT];
    for (size_t m = 0; m < COUNT; m++) {
      random_unit_vector(stream, N, points[m]);
      if (m % 4 == 3) memcpy(points[m], points[m - 2], sizeof points[m]); /* a singular Gram matrix */
      signs[m] = m % 3 == 0 ? 1 : -1;
      const instance x = instance_dense_dyad(N, points[m]);
      played_update(&p, &x, signs[m]);
    }
    for (size_t i = 0; i < COUNT; i++) {
      for (size_t j = 0; j < COUNT; j++) gram[i * COUNT + j] = kernel_of(gaussian, N, points[i], points[j]);
    }
    const double eta = played_constant(&p, "eta");
    define(COUNT, gram, signs, eta, 50, &d);
    near(played_constant(&p, "trace"), d.trace, 1e-11, "trace");
    for (int t = 0; t < 50; t++) {
      double x[N], score = 1, k[COUNT]; /* k(x, x) = 1 */
      random_unit_vector(stream, N, x);
      for (size_t i = 0; i < COUNT; i++) k[i] = kernel_of(gaussian, N, points[i], x);
      for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < COUNT; j++) score += k[i] * d.function[i * COUNT + j] * k[j];
      }
      const instance dyad = instance_dense_dyad(N, x);
      near(played_score(&p, &dyad), score / 50, 1e-9, "score"); /* the pseudo-inverse loses digits, not the learner */
    }
    played_free(&p);
    random_stream_free(stream);
  }
}

Test(kernel, sparse_and_dense_points_are_the_same) {
  const learner_setting setting = setting_of(10);
  static const char *const jsons[] = {"{}", "{\"kernel\":\"gaussian\",\"dimension\":20}",
                                      "{\"kernel\":\"polynomial\"}"};
  for (int k = 0; k < 3; k++) {
    random_stream *stream = stream_of("sparse");
    played p = played_make(NAME, jsons[k], &setting), q = played_make(NAME, jsons[k], &setting);
    for (int t = 0; t < 30; t++) {
      double x[10] = {0}, value[3];
      size_t index[3];
      random_subset(stream, 10, 3, index);
      random_unit_vector(stream, 3, value);
      for (int i = 0; i < 3; i++) x[index[i]] = value[i];
      const instance dense = instance_dense_dyad(10, x), sparse = instance_sparse(INSTANCE_DYAD, 10, 3, index, value);
      near(played_score(&p, &dense), played_score(&q, &sparse), 1e-11, "score");
      played_update(&p, &dense, t % 2 ? 1 : -1);
      played_update(&q, &sparse, t % 2 ? 1 : -1);
    }
    played_free(&p);
    played_free(&q);
    random_stream_free(stream);
  }
}

/* The first instance repeated with y = +1: max(0, ceil(ln(n theta/r)/eta)) mistakes; the zero instance scores 0. */
Test(kernel, one_point) {
  for (size_t n = 1; n <= 512; n *= 2) {
    const learner_setting setting = setting_of(n);
    played p = played_make(NAME, "{}", &setting);
    double *x = calloc(n, sizeof *x);
    const instance zero = instance_dense_dyad(n, x);
    cr_expect_eq(played_score(&p, &zero), 0);
    played_update(&p, &zero, 1);
    x[n - 1] = 1;
    const instance point = instance_dense_dyad(n, x);
    const double eta = played_constant(&p, "eta"), theta = played_constant(&p, "theta");
    const double expected = fmax(0, ceil(log((double)n * theta) / eta));
    double mistakes = 0;
    while (played_score(&p, &point) < theta) {
      played_update(&p, &point, 1);
      mistakes++;
    }
    cr_expect_eq(mistakes, expected, "n = %zu: %g mistakes, expected %g", n, mistakes, expected);
    free(x);
    played_free(&p);
  }
}

Test(kernel, rotations_change_nothing_and_states_go_on) {
  enum { N = 9 };
  const learner_setting setting = setting_of(N);
  static const char *const jsons[] = {"{\"normalize\":\"trace\"}", "{\"kernel\":\"gaussian\",\"dimension\":30}",
                                      "{\"kernel\":\"polynomial\",\"degree\":3,\"offset\":0}"};
  for (int k = 0; k < 3; k++) {
    random_stream *stream = stream_of("rotation");
    double rotation[N * N], x[N], turned[N];
    cr_assert_eq(frame_random(stream, N, N, rotation), STATUS_OK);
    played p = played_make(NAME, jsons[k], &setting), q = played_make(NAME, jsons[k], &setting),
           loaded = played_make(NAME, jsons[k], &setting);
    for (int t = 0; t < 40; t++) {
      random_unit_vector(stream, N, x);
      for (size_t i = 0; i < N; i++) {
        turned[i] = 0;
        for (size_t j = 0; j < N; j++) turned[i] += rotation[i * N + j] * x[j];
      }
      const instance one = instance_dense_dyad(N, x), other = instance_dense_dyad(N, turned);
      near(played_score(&p, &one), played_score(&q, &other), 1e-9, "rotated score");
      if (t == 20) {
        cJSON *state = cJSON_CreateObject(), *read = NULL;
        char *text = NULL;
        cr_assert_eq(learner_save(&p.learner, state), STATUS_OK, "%s", status_message());
        cr_assert_eq(json_print(state, 0, 0, &text), STATUS_OK);
        cr_assert_eq(json_parse(text, &read), STATUS_OK);
        cr_assert_eq(learner_load(&loaded.learner, read), STATUS_OK, "%s", status_message());
        free(text);
        cJSON_Delete(state);
        cJSON_Delete(read);
      }
      if (t >= 20) cr_expect_eq(played_score(&p, &one), played_score(&loaded, &one));
      played_update(&p, &one, t % 2 ? 1 : -1);
      played_update(&q, &other, t % 2 ? 1 : -1);
      if (t >= 20) played_update(&loaded, &one, t % 2 ? 1 : -1);
    }
    const double before = played_score(&p, &(instance){.kind = INSTANCE_DYAD, .n = N, .count = N, .value = x});
    const instance right = instance_dense_dyad(N, x);
    const prediction correct = {.value = 1};
    bool updated = true;
    cr_assert_eq(learner_update(&p.learner, &right, &correct, 1, &updated), STATUS_OK);
    cr_expect(!updated && played_score(&p, &right) == before);
    played_free(&p);
    played_free(&q);
    played_free(&loaded);
    random_stream_free(stream);
  }
}

/* Updates change the eigenpairs; a state without them is decomposed when it is read. 300 updates, so that the pairs were measured. */
Test(kernel, eigenpairs_that_follow_are_those_of_a_decomposition) {
  enum { N = 20, UPDATES = 300 };
  learner_setting setting = setting_of(N);
  setting.trials = UPDATES;
  random_stream *stream = stream_of("updates");
  played p = played_make(NAME, "{\"eta\":0.3}", &setting), q = played_make(NAME, "{\"eta\":0.3}", &setting);
  double x[N];
  const instance point = instance_dense_dyad(N, x);
  for (size_t t = 1; t <= UPDATES; t++) {
    random_unit_vector(stream, N, x);
    played_update(&p, &point, random_chance(stream, 0.5) ? 1 : -1);
    if (t % 60 != 0) continue;
    cJSON *state = cJSON_CreateObject();
    cr_assert_eq(learner_save(&p.learner, state), STATUS_OK, "%s", status_message());
    cJSON *kept =
        cJSON_DetachItemFromObjectCaseSensitive(cJSON_GetObjectItemCaseSensitive(state, "parameter"), "eigenpairs");
    cr_assert_not_null(kept, "the pairs after %zu updates come from a decomposition", t);
    cr_assert_eq(learner_load(&q.learner, state), STATUS_OK, "%s", status_message());
    for (size_t k = 0; k < 10; k++) {
      random_unit_vector(stream, N, x);
      near(played_score(&p, &point), played_score(&q, &point), 1e-12, "score");
    }
    cJSON_Delete(kept);
    cJSON_Delete(state);
  }
  played_free(&p);
  played_free(&q);
  random_stream_free(stream);
}

/* w = sum of a_i phi(x_i) over the mistakes: the score of x is <w, phi(x)>, and |w|^2 the double sum of a_i a_j <phi(x_i), phi(x_j)>. */
typedef struct dual_vector {
  bool squared; /* dyads: the square of the kernel's value */
  size_t count;
  double points[20][3], coefficients[20];
} dual_vector;

static double dual_inner(const dual_vector *w, const double *x, const double *other) {
  const double value = (x[0] * other[0] + x[1] * other[1] + x[2] * other[2] + 1) / 2;
  return w->squared ? pow(value, 4) : value * value;
}

static double dual_score(const dual_vector *w, const double *x) {
  double sum = 0;
  for (size_t i = 0; i < w->count; i++) sum += w->coefficients[i] * dual_inner(w, w->points[i], x);
  return sum;
}

Test(kernel, the_dual_vector_is_the_perceptron) {
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_DYAD};
  for (size_t k = 0; k < 2; k++) {
    const learner_setting setting = {.n = 3, .kind = kinds[k], .rank = 3, .trials = 20, .eigen = &eigen_own};
    played p = played_make("kernel_perceptron", "{\"kernel\":\"polynomial\"}", &setting);
    random_stream *stream = NULL;
    double squared_norm = 0, length = NAN;
    dual_vector w = {.squared = kinds[k] == INSTANCE_DYAD};
    cr_assert_eq(random_stream_new(1, "dual", &stream), STATUS_OK);
    for (size_t t = 0; t < 20; t++) {
      double *x = w.points[w.count];
      random_unit_vector(stream, 3, x);
      const instance seen = w.squared ? instance_dense_dyad(3, x) : instance_dense_vector(3, x);
      near(played_score(&p, &seen), dual_score(&w, x), 1e-12, "score");
      w.coefficients[w.count] = t % 3 == 0 ? 1 : -1;
      played_update(&p, &seen, w.coefficients[w.count++]);
    }
    for (size_t i = 0; i < w.count; i++) squared_norm += w.coefficients[i] * dual_score(&w, w.points[i]);
    cr_assert(learner_constant(&p.learner, "squared_norm", &length));
    near(length, squared_norm, 1e-12, "|w|^2");
    random_stream_free(stream);
    played_free(&p);
  }
}

Test(kernel, dimensions) {
  const mercer_kernel linear = {.kind = MERCER_LINEAR}, gaussian = {.kind = MERCER_GAUSSIAN, .width = 1};
  const mercer_kernel square = {.kind = MERCER_POLYNOMIAL, .degree = 2, .offset = 1},
                      homogeneous = {.kind = MERCER_POLYNOMIAL, .degree = 3, .offset = 0};
  cr_expect_eq(mercer_dimension(&linear, 7), 7);
  cr_expect(isinf(mercer_dimension(&gaussian, 7)));
  cr_expect_eq(mercer_dimension(&square, 2), 6);         /* 1, x, y, x^2, xy, y^2 */
  cr_expect_eq(mercer_dimension(&square, 64), 2145);     /* C(66, 2) */
  cr_expect_eq(mercer_dimension(&homogeneous, 2), 4);    /* x^3, x^2 y, x y^2, y^3 */
  cr_expect_eq(mercer_dimension(&homogeneous, 10), 220); /* C(12, 3) */
}

Test(kernel, refusals) {
  const learner_setting setting = setting_of(4);
  played_refused(NAME, "{\"kernel\":\"gaussian\"}", &setting,
                 "kernel_matrix_winnow: the Gaussian kernel needs a dimension: that of its feature space is infinite");
  played_refused(NAME, "{\"degree\":3}", &setting,
                 "kernel_matrix_winnow: degree has no effect with kernel = \"linear\": leave it out");
  played_refused(NAME, "{\"kernel\":\"polynomial\",\"width\":3}", &setting,
                 "kernel_matrix_winnow: width has no effect with kernel = \"polynomial\": leave it out");
  played_refused(NAME, "{\"dimension\":3}", &setting,
                 "kernel_matrix_winnow: dimension = 3 must be at least n = 4 with the linear kernel");
  played_refused(NAME, "{\"r\":5}", &setting, "kernel_matrix_winnow: r = 5 must be at most the dimension = 4");
}

Test(kernel, a_state_with_a_sign_of_two) {
  const learner_setting setting = {.n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .trials = 9, .eigen = &eigen_own};
  played p = played_make("kernel_perceptron", "{}", &setting);
  const double numbers[2] = {1, 0};
  const instance x = instance_dense_vector(2, numbers);
  played_update(&p, &x, -1);
  cJSON *state = cJSON_CreateObject();
  cr_assert_eq(learner_save(&p.learner, state), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_load(&p.learner, state), STATUS_OK, "%s", status_message());
  cJSON_SetNumberValue(cJSON_GetArrayItem(cJSON_GetObjectItem(state, "signs"), 0), 2);
  cr_expect_eq(learner_load(&p.learner, state), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "signs: entry 1 is 2, expected 1 or -1");
  cJSON_Delete(state);
  played_free(&p);
}
