/* (Matrix) Winnow with two rates, deterministic, randomised and by elimination, against definitions written down here. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "learners/learner.h"
#include "learners/winnow/asymmetric_tuning.h"
#include "learners/winnow/capacity_tuning.h"
#include "learners/winnow/elimination_winnow.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "problems/adversaries/greedy_sphere.h"
#include "unit/dense_matrix.h"
#include "unit/problem_fixture.h"

enum { ORDER = 6, ENTRIES = ORDER * ORDER };

static learner make(const char *name, const char *json, size_t n, instance_kind kind) {
  const learner_class *class = learner_find(name);
  cr_assert_not_null(class, "there is no learner %s", name);
  cJSON *given = NULL;
  options *values = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK);
  cr_assert_eq(options_new(&class->about, given, &values), STATUS_OK, "%s", status_message());
  const learner_setting setting = {.n = n, .kind = kind, .rank = n, .trials = 400, .seed = 7, .eigen = &eigen_own};
  learner made;
  cr_assert_eq(learner_new(class, &setting, values, &made), STATUS_OK, "%s %s: %s", name, json, status_message());
  cJSON_Delete(given);
  options_free(values);
  return made;
}

static void refused(const char *name, const char *json, size_t n, instance_kind kind, const char *message) {
  const learner_class *class = learner_find(name);
  cJSON *given = NULL;
  options *values = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK);
  cr_assert_eq(options_new(&class->about, given, &values), STATUS_OK, "%s", status_message());
  const learner_setting setting = {.n = n, .kind = kind, .rank = 1, .trials = 10, .seed = 1, .eigen = &eigen_own};
  learner made = {NULL, NULL};
  cr_expect_eq(learner_new(class, &setting, values, &made), STATUS_INVALID, "%s %s", name, json);
  cr_expect_str_eq(status_message(), message, "%s %s gave: %s", name, json, status_message());
  learner_destroy(&made);
  cJSON_Delete(given);
  options_free(values);
}

static double score(const learner *player, const instance *x) {
  double value = NAN;
  cr_assert_eq(learner_score(player, x, &value), STATUS_OK, "%s", status_message());
  return value;
}

/* One trial; returns the prediction. */
static prediction play(const learner *player, const instance *x, double label, bool *updated) {
  prediction said = {0, 0, 0};
  cr_assert_eq(learner_predict(player, x, &said), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_update(player, x, &said, label, updated), STATUS_OK, "%s", status_message());
  return said;
}

static double constant_of(const learner *player, const char *name) {
  double value = NAN;
  cr_assert(learner_constant(player, name, &value), "%s has no %s", player->class->about.name, name);
  return value;
}

#define NEAR(actual, expected, tolerance)                                                                             \
  do {                                                                                                                \
    const double near_a = (actual), near_e = (expected);                                                              \
    cr_expect(fabs(near_a - near_e) <= (tolerance)*fmax(1.0, fabs(near_e)), "%.17g, expected %.17g", near_a, near_e); \
  } while (0)

/* --- tuning --- */

Test(asymmetric, constants_of_the_theorems) {
  const double gap = 0.5;
  for (int i = 1; i <= 20; i++) {
    const double kappa = i / 20.0, alpha = asymmetric_up(kappa), beta = asymmetric_down(kappa);
    const double theta = asymmetric_threshold(alpha, beta, gap), saturation = randomized_threshold(alpha, gap);
    NEAR(theta, gap * log1p(kappa) / (2 * kappa), 1e-14);
    NEAR(saturation, gap * log1p(kappa) / kappa, 1e-14);
    const double decided = asymmetric_mistake_progress(beta, theta);
    const double tossed = randomized_mistake_progress(alpha, beta, saturation);
    NEAR(decided, 0.5 * gap * log1p(kappa), 1e-14);
    NEAR(tossed, 2 * decided, 1e-14); /* exactly half the bound */
    NEAR(asymmetric_scale(alpha, beta, theta, gap), 1, 1e-14);
    NEAR(randomized_scale(alpha, saturation, gap), 1, 1e-14);
  }
  const double alpha = asymmetric_up(1), beta = asymmetric_down(1);
  cr_expect(isinf(beta));
  NEAR(1 / asymmetric_mistake_progress(beta, asymmetric_threshold(alpha, beta, gap)), 5.7707801635558535, 1e-14);
  NEAR(1 / randomized_mistake_progress(alpha, beta, randomized_threshold(alpha, gap)), 2.8853900817779268, 1e-14);
  NEAR(1 / asymmetric_mistake_progress(INFINITY, asymmetric_threshold(1, INFINITY, gap)), 2 * exp(1), 1e-14);
  /* one rate: e^eta / (eta gap), least at eta = 1 */
  for (int i = 1; i < 40; i++) {
    const double eta = i / 10.0;
    const double progress = randomized_mistake_progress(eta, eta, randomized_threshold(eta, gap));
    NEAR(1 / progress, exp(eta) / (eta * gap), 1e-13);
    cr_expect(1 / progress >= 2 * exp(1) * (1 - 1e-14));
  }
}

Test(asymmetric, best_rates_are_best) {
  /* No rates without noise have a larger progress than alpha = 1, elimination. */
  const double best = asymmetric_mistake_progress(INFINITY, asymmetric_threshold(1, INFINITY, 0.5));
  for (int i = 1; i < 60; i++) {
    for (int j = 1; j < 60; j++) {
      const double alpha = i / 15.0, beta = j / 6.0;
      cr_expect(asymmetric_mistake_progress(beta, asymmetric_threshold(alpha, beta, 0.5)) <= best * (1 + 1e-14));
    }
  }
}

/* --- tuning at the capacity --- */

static double coins(double p, double q) { /* KL(p || q) */
  return (p > 0 ? p * log(p / q) : 0) + (p < 1 ? (1 - p) * log((1 - p) / (1 - q)) : 0);
}

static capacity_channel channel_of(double p1, double p0) {
  return (capacity_channel){.p1 = p1, .p0 = p0, .most_up = CAPACITY_MOST_UP, .most_down = INFINITY};
}

Test(asymmetric, capacity) {
  for (double rho = 1; rho < 100; rho *= 1.25) { /* p0 = 0: C = ln(1 + (rho-1)^(rho-1) / rho^rho), theta = 1 - e^-C */
    const capacity_channel z = channel_of(1 / rho, 0);
    const double c = log1p((rho > 1 ? pow(rho - 1, rho - 1) : 1) / pow(rho, rho)), theta = capacity_threshold(&z);
    NEAR(theta, -expm1(-c), 1e-14);
    NEAR(capacity_progress_up(z.p1, capacity_up(&z, theta), theta), c, 1e-13);
    NEAR(capacity_progress_down(0, capacity_down(&z, theta), theta), c, 1e-13);
    NEAR(capacity_threshold_of(&z, capacity_up(&z, theta), INFINITY), theta, 1e-13);
    /* randomised: at s = p1/2 */
    const double j2 = capacity_expected_progress(&z), half = 1 / (2 * rho);
    NEAR(j2, coins(1 / rho, half) - log1p(-half), 1e-13);
    cr_expect_eq(capacity_probability(&z, j2, 0), 0);
    cr_expect_eq(capacity_probability(&z, j2, 1 / rho), 1);
    NEAR(capacity_probability(&z, j2, half / 2), -log1p(-half / 2) / j2, 1e-13);
  }
  for (int i = 1; i < 10;
       i++) { /* p0 > 0: logit theta = (h(p0) - h(p1)) / (p1 - p0), and the least sum is at their mean */
    const double p1 = i / 10.0, p0 = p1 / 3, mean = (p0 + p1) / 2;
    const capacity_channel both = channel_of(p1, p0);
    const double entropies = (p1 * log(p1) + (1 - p1) * log1p(-p1)) - (p0 * log(p0) + (1 - p0) * log1p(-p0));
    const double theta = capacity_threshold(&both);
    NEAR(log(theta / (1 - theta)), entropies / (p1 - p0), 1e-13);
    NEAR(capacity_progress_up(p1, capacity_up(&both, theta), theta), coins(p1, theta), 1e-14);
    NEAR(capacity_progress_down(p0, capacity_down(&both, theta), theta), coins(p0, theta), 1e-14);
    NEAR(coins(p0, theta), coins(p1, theta), 1e-14);
    NEAR(capacity_expected_progress(&both), coins(p1, mean) + coins(p0, mean), 1e-14);
  }
  /* rates down that are limited: KL(p1 || theta) = -ln(1 - (1 - e^-b) theta); four digits of 1/c from an independent computation */
  static const double limited[][2] = {{1, 6.166}, {2, 4.947}, {3, 4.639}};
  for (size_t i = 0; i < 3; i++) {
    capacity_channel z = channel_of(0.5, 0);
    z.most_down = limited[i][0];
    const double theta = capacity_threshold(&z), c = -log1p(expm1(-z.most_down) * theta);
    NEAR(coins(0.5, theta), c, 1e-14);
    cr_expect_float_eq(1 / c, limited[i][1], 5e-4, "%.17g", 1 / c);
  }
}

/* No two rates and no threshold guarantee more than the capacity. */
Test(asymmetric, capacity_is_best) {
  for (int low = 0; low < 2; low++) {
    const capacity_channel channel = channel_of(0.25, low * 0.05);
    const double best = coins(channel.p0, capacity_threshold(&channel));
    for (int i = 1; i < 60; i++) {
      for (int j = 1; j < 60; j++) {
        const double up = i / 15.0, down = j / 6.0, theta = capacity_threshold_of(&channel, up, down);
        const double gains[2] = {capacity_progress_up(channel.p1, up, theta),
                                 capacity_progress_down(channel.p0, down, theta)};
        NEAR(gains[0], gains[1], 1e-13);
        cr_expect(gains[0] <= best * (1 + 1e-13), "%g, %g: %.17g above %.17g", up, down, gains[0], best);
      }
    }
  }
}

/* --- definition --- */

/* e^A by scaling and squaring of the Taylor series. */
static void matrix_exp(size_t n, const double *a, double *out) {
  double term[ENTRIES] = {0}, product[ENTRIES] = {0};
  double norm = 0;
  for (size_t i = 0; i < n * n; i++) norm = fmax(norm, fabs(a[i]));
  int squarings = 0;
  double scale = 1;
  for (; norm * scale * (double)n > 0.25; squarings++) scale *= 0.5;
  for (size_t i = 0; i < n * n; i++) out[i] = term[i] = i % (n + 1) == 0 ? 1 : 0;
  for (int k = 1; k < 22; k++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t l = 0; l < n; l++) sum += term[i * n + l] * a[l * n + j];
        product[i * n + j] = sum * scale / k;
      }
    }
    memcpy(term, product, n * n * sizeof *term);
    for (size_t i = 0; i < n * n; i++) out[i] += term[i];
  }
  for (; squarings > 0; squarings--) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t l = 0; l < n; l++) sum += out[i * n + l] * out[l * n + j];
        product[i * n + j] = sum;
      }
    }
    memcpy(out, product, n * n * sizeof *out);
  }
}

typedef struct sample {
  instance_kind kind;
  double factors[3 * ORDER], weights[3], matrix[ENTRIES];
  instance x;
} sample;

/* A random instance 0 <= X <= I of the kind: with `inside` only on the last `inside` coordinates. */
static void draw(random_stream *stream, instance_kind kind, size_t first, sample *s) {
  s->kind = kind;
  memset(s->factors, 0, sizeof s->factors);
  for (size_t q = 0; q < 3; q++) {
    random_unit_vector(stream, ORDER - first, s->factors + q * ORDER + first);
    s->weights[q] = kind == INSTANCE_DYAD ? 1 : random_uniform(stream) / 3;
  }
  if (kind == INSTANCE_DYAD) {
    s->x = instance_dense_dyad(ORDER, s->factors);
  } else {
    s->x = instance_low_rank(ORDER, 3, s->factors, s->weights, 0);
  }
  instance_to_dense(&s->x, s->matrix);
  if (kind == INSTANCE_MATRIX) s->x = instance_matrix(ORDER, s->matrix);
}

static void check_definition(const char *name, const char *json, instance_kind kind, bool randomised) {
  learner player = make(name, json, ORDER, kind);
  const double alpha = constant_of(&player, "alpha"), beta = constant_of(&player, "beta");
  double trace_one = 0, j2 = 0;
  const bool normalized = learner_constant(&player, "comparator_trace", &trace_one);
  const bool by_score = learner_constant(&player, "expected_progress", &j2);
  const double theta = by_score ? 0 : constant_of(&player, randomised ? "saturation" : "theta");
  const double p1 = constant_of(&player, "gap") / 2, p0 = constant_of(&player, "gap_low") / 2;
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(3, name, &stream), STATUS_OK);
  double argument[ENTRIES] = {0}, w[ENTRIES];
  for (size_t i = 0; i < ORDER; i++) argument[i * ORDER + i] = log(2.0 / ORDER);
  size_t updates = 0;
  for (int t = 0; t < 60; t++) {
    sample s;
    draw(stream, kind, 0, &s);
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    matrix_exp(ORDER, argument, w);
    double trace = 0;
    for (size_t i = 0; i < ORDER; i++) trace += w[i * ORDER + i];
    const double expected = dense_inner(ENTRIES, w, s.matrix) / (normalized ? trace : 1);
    double probability = fmin(1, expected / theta);
    if (by_score) probability = expected <= p0 ? 0 : expected >= p1 ? 1 : fmin(1, coins(p0, expected) / j2);
    bool updated = false;
    const prediction said = play(&player, &s.x, label, &updated);
    NEAR(said.score, expected, 1e-11);
    bool should = said.value != label;
    if (randomised) {
      NEAR(said.probability, probability, 1e-11);
      should = label > 0 ? said.probability < 1 : said.probability > 0;
    } else {
      cr_expect_eq(said.value, expected >= theta ? 1 : -1);
    }
    cr_expect_eq(updated, should, "trial %d", t + 1);
    const double odds = log(expected / (1 - expected));
    const double up = by_score ? log(p1 / (1 - p1)) - odds : alpha, down = by_score ? odds - log(p0 / (1 - p0)) : beta;
    for (size_t i = 0; updated && i < ENTRIES; i++) argument[i] += (label > 0 ? up : -down) * s.matrix[i];
    updates += updated;
  }
  cr_expect_gt(updates, 10);
  random_stream_free(stream);
  learner_destroy(&player);
}

Test(asymmetric, definition) {
  static const instance_kind kinds[] = {INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_MATRIX};
  for (size_t k = 0; k < 3; k++) {
    check_definition("asymmetric_matrix_winnow", "{\"r\":2,\"kappa\":0.3}", kinds[k], false);
    check_definition("asymmetric_matrix_winnow", "{\"r\":2,\"alpha\":0.4,\"beta\":1.1}", kinds[k], false);
    check_definition("asymmetric_matrix_winnow", "{\"r\":2,\"kappa\":0.8,\"representation\":\"dense\"}", kinds[k],
                     false);
    check_definition("randomized_matrix_winnow", "{\"r\":2,\"kappa\":0.3}", kinds[k], true);
    check_definition("randomized_matrix_winnow", "{\"r\":2,\"rates\":\"single\",\"eta\":0.7}", kinds[k], true);
    check_definition("asymmetric_matrix_winnow", "{\"r\":2,\"kappa\":0.3,\"normalize\":\"trace\"}", kinds[k], false);
    check_definition("asymmetric_matrix_winnow", "{\"r\":2,\"rates\":\"capacity\",\"beta\":1.5}", kinds[k], false);
    check_definition("asymmetric_matrix_winnow", "{\"r\":2,\"rates\":\"capacity\",\"gap_low\":0.1}", kinds[k], false);
    check_definition("randomized_matrix_winnow", "{\"r\":2,\"rates\":\"capacity\",\"gap_low\":0.1}", kinds[k], true);
  }
}

/* --- diagonal instances: w_i <- w_i exp(rate x_i), also in elimination --- */

static void check_diagonal(const char *vector, const char *matrix, const char *json) {
  learner players[2] = {make(vector, json, ORDER, INSTANCE_VECTOR), make(matrix, json, ORDER, INSTANCE_MATRIX)};
  const double alpha = constant_of(&players[0], "alpha"), beta = constant_of(&players[0], "beta");
  double w[ORDER];
  for (size_t i = 0; i < ORDER; i++) w[i] = 1.0 / ORDER;
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(5, json, &stream), STATUS_OK);
  for (int t = 0; t < 80; t++) {
    double x[ORDER], diagonal[ENTRIES] = {0}, expected = 0;
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    for (size_t i = 0; i < ORDER; i++) {
      x[i] = random_chance(stream, 0.4) ? (random_chance(stream, 0.5) ? 1 : random_uniform(stream)) : 0;
      if (i == 0) x[i] = label > 0 ? 0.5 : 0; /* the literal */
      diagonal[i * ORDER + i] = x[i];
      expected += w[i] * x[i];
    }
    const instance as[2] = {instance_dense_vector(ORDER, x), instance_matrix(ORDER, diagonal)};
    bool updated[2];
    prediction said[2];
    for (size_t k = 0; k < 2; k++) said[k] = play(&players[k], &as[k], label, &updated[k]);
    NEAR(said[0].score, expected, 1e-13);
    NEAR(said[1].score, expected, 1e-13);
    NEAR(said[1].probability, said[0].probability, 1e-13);
    cr_expect_eq(said[0].value, said[1].value);
    for (size_t i = 0; updated[0] && i < ORDER; i++) {
      if (x[i] > 0) w[i] *= label > 0 ? exp(alpha * x[i]) : isinf(beta) ? 0 : exp(-beta * x[i]);
    }
  }
  random_stream_free(stream);
  for (size_t k = 0; k < 2; k++) learner_destroy(&players[k]);
}

Test(asymmetric, diagonal_instances_are_vectors) {
  static const char *const cases[] = {"{}", "{\"kappa\":0.9}", "{\"kappa\":1}", "{\"rates\":\"best\"}",
                                      "{\"rates\":\"single\"}"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check_diagonal("asymmetric_winnow", "asymmetric_matrix_winnow", cases[i]);
    check_diagonal("randomized_winnow", "randomized_matrix_winnow", cases[i]);
  }
}

/* --- rotations --- */

static void check_rotation(const char *name, const char *json) {
  learner players[2] = {make(name, json, ORDER, INSTANCE_MATRIX), make(name, json, ORDER, INSTANCE_MATRIX)};
  random_stream *stream = NULL;
  double rotation[ENTRIES];
  cr_assert_eq(random_stream_new(9, json, &stream), STATUS_OK);
  cr_assert_eq(frame_random(stream, ORDER, ORDER, rotation), STATUS_OK);
  for (int t = 0; t < 40; t++) {
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    sample s;
    draw(stream, INSTANCE_MATRIX, label > 0 ? 0 : 2, &s);
    double turned[ENTRIES] = {0};
    for (size_t i = 0; i < ORDER; i++) {
      for (size_t j = 0; j < ORDER; j++) {
        for (size_t k = 0; k < ORDER; k++) {
          for (size_t l = 0; l < ORDER; l++) {
            turned[i * ORDER + j] += rotation[i * ORDER + k] * s.matrix[k * ORDER + l] * rotation[j * ORDER + l];
          }
        }
      }
    }
    for (size_t i = 0; i < ORDER; i++) {
      for (size_t j = 0; j < i; j++) turned[j * ORDER + i] = turned[i * ORDER + j];
    }
    const instance x = instance_matrix(ORDER, turned);
    bool updated[2];
    const prediction one = play(&players[0], &s.x, label, &updated[0]), two = play(&players[1], &x, label, &updated[1]);
    NEAR(two.score, one.score, 1e-10);
    cr_expect_eq(updated[0], updated[1]);
  }
  random_stream_free(stream);
  for (size_t k = 0; k < 2; k++) learner_destroy(&players[k]);
}

Test(asymmetric, rotations_change_nothing) {
  check_rotation("asymmetric_matrix_winnow", "{\"r\":2,\"kappa\":0.6}");
  check_rotation("asymmetric_matrix_winnow", "{\"r\":2,\"kappa\":1}");
  check_rotation("randomized_matrix_winnow", "{\"r\":2,\"kappa\":0.6}");
  check_rotation("randomized_matrix_winnow", "{\"r\":2,\"kappa\":1}");
  check_rotation("asymmetric_matrix_winnow", "{\"r\":2,\"rates\":\"capacity\"}");
  check_rotation("randomized_matrix_winnow", "{\"r\":2,\"rates\":\"capacity\"}");
}

/* --- elimination: the literal basis form, W = B e^A B^T, and the limit of finite rates --- */

typedef struct basis_form {
  size_t k;
  double b[ENTRIES]; /* k rows */
  double a[ENTRIES]; /* k x k */
  eigen_solver *solver;
} basis_form;

/* out (k x k) = B^T X B */
static void compressed(const basis_form *form, const double *x, double *out) {
  for (size_t i = 0; i < form->k; i++) {
    for (size_t j = 0; j <= i; j++) {
      double sum = 0;
      for (size_t p = 0; p < ORDER; p++) {
        for (size_t q = 0; q < ORDER; q++) sum += form->b[i * ORDER + p] * x[p * ORDER + q] * form->b[j * ORDER + q];
      }
      out[i * form->k + j] = out[j * form->k + i] = sum;
    }
  }
}

static double basis_score(const basis_form *form, const double *x) {
  double w[ENTRIES], inside[ENTRIES];
  if (form->k == 0) return 0;
  compressed(form, x, inside);
  matrix_exp(form->k, form->a, w);
  return dense_inner(form->k * form->k, w, inside);
}

static void basis_remove(basis_form *form, const double *x) {
  double inside[ENTRIES], values[ORDER], vectors[ENTRIES], b[ENTRIES] = {0}, a[ENTRIES] = {0};
  const size_t k = form->k;
  if (k == 0) return;
  compressed(form, x, inside);
  cr_assert_eq(eigen_solve(form->solver, k, inside, k, values, vectors, NULL), STATUS_OK);
  size_t left = 0;
  while (left < k && values[left] <= 1e-12) left++; /* ascending */
  for (size_t i = 0; i < left; i++) {
    for (size_t l = 0; l < k; l++) {
      for (size_t p = 0; p < ORDER; p++) b[i * ORDER + p] += vectors[i * k + l] * form->b[l * ORDER + p];
    }
    for (size_t j = 0; j < left; j++) {
      for (size_t l = 0; l < k; l++) {
        for (size_t m = 0; m < k; m++) a[i * left + j] += vectors[i * k + l] * form->a[l * k + m] * vectors[j * k + m];
      }
    }
  }
  form->k = left;
  memcpy(form->b, b, sizeof b);
  memcpy(form->a, a, sizeof a);
}

/* normalized: at the capacity, where W is divided by its trace */
static void check_elimination(instance_kind kind, const char *name, bool normalized) {
  learner player = make(name, normalized ? "{\"r\":2,\"rates\":\"capacity\"}" : "{\"r\":2,\"kappa\":1}", ORDER, kind);
  const double alpha = constant_of(&player, "alpha"), p1 = 0.25;
  basis_form form = {.k = ORDER};
  cr_assert_eq(eigen_solver_new(&eigen_own, ORDER, &form.solver), STATUS_OK);
  for (size_t i = 0; i < ORDER; i++) {
    form.b[i * ORDER + i] = 1;
    form.a[i * ORDER + i] = log(2.0 / ORDER);
  }
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new((uint64_t)kind + 20, name, &stream), STATUS_OK);
  for (int t = 0; t < 60; t++) {
    /* negative ones spare the first coordinate, so that something is left */
    const double label = random_chance(stream, 0.6) ? 1 : -1;
    sample s;
    draw(stream, kind, label > 0 ? 0 : 1, &s);
    bool updated = false;
    double trace = 0, w[ENTRIES];
    matrix_exp(form.k, form.a, w);
    for (size_t i = 0; i < form.k; i++) trace += w[i * form.k + i];
    const double expected = basis_score(&form, s.matrix) / (normalized ? trace : 1);
    const prediction said = play(&player, &s.x, label, &updated);
    NEAR(said.score, expected, 1e-9);
    if (!updated) continue;
    if (label > 0) {
      double inside[ENTRIES];
      compressed(&form, s.matrix, inside);
      const double by_score = log(p1 / (1 - p1)) - log(expected / (1 - expected)), up = isnan(alpha) ? by_score : alpha;
      for (size_t i = 0; i < form.k * form.k; i++) form.a[i] += up * inside[i];
    } else {
      basis_remove(&form, s.matrix);
    }
    trace = 0;
    matrix_exp(form.k, form.a, w);
    for (size_t i = 0; i < form.k; i++) trace += w[i * form.k + i];
    NEAR(constant_of(&player, "trace"), normalized ? 1 : trace, 1e-9);
  }
  cr_expect_lt(form.k, ORDER);
  random_stream_free(stream);
  eigen_solver_free(form.solver);
  learner_destroy(&player);
}

Test(asymmetric, elimination_is_the_basis_form) {
  static const instance_kind kinds[] = {INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_MATRIX};
  for (size_t k = 0; k < 3; k++) {
    for (int normalized = 0; normalized < 2; normalized++) {
      check_elimination(kinds[k], "asymmetric_matrix_winnow", normalized);
      check_elimination(kinds[k], "randomized_matrix_winnow", normalized);
    }
  }
}

/* On commuting instances kappa = 1 - 1e-12 is the limit to 1e-11; otherwise the distance falls as 1/beta. */
Test(asymmetric, elimination_is_the_limit) {
  learner players[2] = {make("asymmetric_winnow", "{\"kappa\":1}", ORDER, INSTANCE_VECTOR),
                        make("asymmetric_winnow", "{\"kappa\":0.999999999999}", ORDER, INSTANCE_VECTOR)};
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(31, "limit", &stream), STATUS_OK);
  for (int t = 0; t < 60; t++) {
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    double x[ORDER] = {label > 0 ? 1.0 : 0.0};
    for (size_t i = 1; i < ORDER; i++) x[i] = random_chance(stream, 0.3) ? 1 : 0;
    const instance as = instance_dense_vector(ORDER, x);
    bool updated = false;
    const double limit = play(&players[0], &as, label, &updated).score;
    NEAR(play(&players[1], &as, label, &updated).score, limit, 1e-10);
  }
  for (size_t k = 0; k < 2; k++) learner_destroy(&players[k]);

  learner limit = make("asymmetric_matrix_winnow", "{\"r\":2,\"kappa\":1,\"theta\":1e-9}", ORDER, INSTANCE_MATRIX);
  sample up, down, probe;
  draw(stream, INSTANCE_MATRIX, 0, &up);
  draw(stream, INSTANCE_DYAD, 0, &down);
  draw(stream, INSTANCE_MATRIX, 0, &probe);
  const instance negative = instance_matrix(ORDER, down.matrix);
  prediction wrong = {0, -1, 0};
  bool updated = false;
  for (int i = 0; i < 5; i++) {
    cr_assert_eq(learner_update(&limit, &up.x, &wrong, 1, &updated), STATUS_OK);
  }
  (void)play(&limit, &negative, -1, &updated);
  cr_assert(updated);
  const double expected = score(&limit, &probe.x);
  eigen_solver *solver = NULL;
  cr_assert_eq(eigen_solver_new(&eigen_own, ORDER, &solver), STATUS_OK);
  double distance[2];
  for (int k = 0; k < 2; k++) {
    const double beta = k == 0 ? 1e4 : 1e5;
    double h[ENTRIES], values[ORDER], vectors[ENTRIES], finite = 0;
    for (size_t i = 0; i < ENTRIES; i++) {
      h[i] = (i % (ORDER + 1) == 0 ? log(2.0 / ORDER) : 0) + 5 * log(2) * up.matrix[i] - beta * down.matrix[i];
    }
    cr_assert_eq(eigen_solve(solver, ORDER, h, ORDER, values, vectors, NULL), STATUS_OK);
    for (size_t l = 0; l < ORDER; l++) {
      double form = 0;
      for (size_t i = 0; i < ORDER; i++) {
        form += vectors[l * ORDER + i] * dense_inner(ORDER, probe.matrix + i * ORDER, vectors + l * ORDER);
      }
      finite += exp(values[l]) * form;
    }
    distance[k] = finite - expected;
  }
  cr_expect_lt(fabs(distance[0]), 1e-2);
  cr_expect(fabs(distance[0] / distance[1] - 10) < 0.1, "%.17g, %.17g", distance[0], distance[1]);
  eigen_solver_free(solver);
  random_stream_free(stream);
  learner_destroy(&limit);
}

/* --- degenerate cases --- */

Test(asymmetric, order_one) {
  static const char *const names[] = {"asymmetric_winnow", "asymmetric_matrix_winnow", "randomized_winnow",
                                      "randomized_matrix_winnow"};
  static const char *const cases[] = {"{\"kappa\":0.5}", "{\"kappa\":1}", "{\"rates\":\"best\"}"};
  for (size_t k = 0; k < 4; k++) {
    for (size_t i = 0; i < 3; i++) {
      learner player = make(names[k], cases[i], 1, INSTANCE_VECTOR);
      for (int t = 0; t < 20; t++) {
        const double label = t % 3 == 0 ? -1 : 1, x = label > 0 ? 0.5 + 0.025 * t : 0;
        const instance as = instance_dense_vector(1, &x);
        bool updated = true;
        const prediction said = play(&player, &as, label, &updated);
        cr_expect_eq(said.value, label, "%s %s trial %d", names[k], cases[i], t + 1);
        cr_expect_not(updated);
        cr_expect_eq(said.score, x);
      }
      learner_destroy(&player);
    }
  }
}

Test(asymmetric, right_predictions_change_nothing) {
  static const char *const cases[] = {"{\"kappa\":0.5}", "{\"kappa\":1}"};
  for (size_t i = 0; i < 2; i++) {
    learner player = make("asymmetric_matrix_winnow", cases[i], ORDER, INSTANCE_DYAD);
    random_stream *stream = NULL;
    cr_assert_eq(random_stream_new(40, "right", &stream), STATUS_OK);
    sample probe;
    draw(stream, INSTANCE_DYAD, 0, &probe);
    size_t right = 0;
    for (int t = 0; t < 60; t++) {
      sample s;
      const double label = random_chance(stream, 0.5) ? 1 : -1;
      draw(stream, INSTANCE_DYAD, label > 0 ? 0 : 1, &s);
      const double before = score(&player, &probe.x);
      bool updated = false;
      const prediction said = play(&player, &s.x, label, &updated);
      cr_expect_eq(updated, said.value != label);
      if (updated) continue;
      const double after = score(&player, &probe.x);
      cr_expect(before == after, "%.17g, %.17g", before, after);
      right++;
    }
    cr_expect_gt(right, 5);
    random_stream_free(stream);
    learner_destroy(&player);
  }
}

Test(asymmetric, everything_eliminated) {
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_DYAD, INSTANCE_LOW_RANK, INSTANCE_MATRIX};
  for (size_t k = 0; k < 4; k++) {
    learner player = make("asymmetric_matrix_winnow", "{\"kappa\":1,\"theta\":1e-6}", ORDER, kinds[k]);
    double e[ORDER], matrix[ENTRIES];
    const double one = 1;
    for (size_t i = 0; i <= ORDER; i++) {
      memset(e, 0, sizeof e);
      memset(matrix, 0, sizeof matrix);
      e[i % ORDER] = 1;
      matrix[i % ORDER * (ORDER + 1)] = 1;
      const instance as[] = {instance_dense_vector(ORDER, e), instance_dense_dyad(ORDER, e),
                             instance_low_rank(ORDER, 1, e, &one, 0), instance_matrix(ORDER, matrix)};
      bool updated = false;
      const prediction said = play(&player, &as[k], -1, &updated);
      if (i < ORDER) {
        NEAR(said.score, 1.0 / ORDER, 1e-14);
        NEAR(constant_of(&player, "trace"), (double)(ORDER - 1 - i) / ORDER, 1e-14);
      } else {
        cr_expect_eq(said.score, 0.0, "%.17g", said.score);
      }
    }
    cr_expect_eq(constant_of(&player, "trace"), 0.0);
    /* a positive one cannot bring anything back */
    for (size_t i = 0; i < ORDER; i++) e[i] = 0.4;
    for (size_t i = 0; i < ENTRIES; i++) matrix[i] = 0.16;
    const instance as[] = {instance_dense_vector(ORDER, e), instance_dense_dyad(ORDER, e),
                           instance_low_rank(ORDER, 1, e, &one, 0), instance_matrix(ORDER, matrix)};
    bool updated = false;
    (void)play(&player, &as[k], 1, &updated);
    cr_expect_eq(score(&player, &as[k]), 0.0);
    learner_destroy(&player);
  }
}

Test(asymmetric, what_is_removed_stays_removed) {
  learner player = make("asymmetric_matrix_winnow", "{\"kappa\":1}", ORDER, INSTANCE_DYAD);
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(50, "again", &stream), STATUS_OK);
  sample gone, probe;
  draw(stream, INSTANCE_DYAD, 1, &gone);
  draw(stream, INSTANCE_DYAD, 0, &probe);
  const prediction wrong = {1, 1, 0};
  bool updated = false;
  cr_assert_eq(learner_update(&player, &gone.x, &wrong, -1, &updated), STATUS_OK);
  const double before = score(&player, &probe.x);
  cr_expect_lt(fabs(score(&player, &gone.x)), 1e-30);
  /* once more: X is zero on what is kept */
  cr_assert_eq(learner_update(&player, &gone.x, &wrong, -1, &updated), STATUS_OK);
  const double after = score(&player, &probe.x);
  cr_expect(before == after);
  random_stream_free(stream);
  learner_destroy(&player);
}

Test(asymmetric, elimination_by_shifted_instances) {
  /* I - z z^T removes all but z; then (1/2) I removes the rest. */
  learner player = make("asymmetric_matrix_winnow", "{\"kappa\":1}", ORDER, INSTANCE_LOW_RANK);
  double z[ORDER];
  for (size_t i = 0; i < ORDER; i++) z[i] = 1 / sqrt(ORDER);
  const double minus = -1, one = 1;
  const instance all_but = instance_low_rank(ORDER, 1, z, &minus, 1), dyad = instance_low_rank(ORDER, 1, z, &one, 0),
                 half = instance_low_rank(ORDER, 0, z, &one, 0.5);
  bool updated = false;
  NEAR(play(&player, &all_but, -1, &updated).score, (ORDER - 1.0) / ORDER, 1e-13);
  cr_expect(updated);
  NEAR(score(&player, &dyad), 1.0 / ORDER, 1e-13);
  NEAR(constant_of(&player, "trace"), 1.0 / ORDER, 1e-13);
  const prediction wrong = {1, 1, 0};
  cr_assert_eq(learner_update(&player, &half, &wrong, -1, &updated), STATUS_OK);
  cr_expect_eq(score(&player, &dyad), 0.0);
  learner_destroy(&player);
}

Test(asymmetric, elimination_by_the_identity) {
  learner player = make("asymmetric_matrix_winnow", "{\"kappa\":1}", ORDER, INSTANCE_LOW_RANK);
  const double none = 0;
  const instance all = instance_low_rank(ORDER, 0, &none, &none, 1);
  bool updated = false;
  NEAR(play(&player, &all, -1, &updated).score, 1.0, 1e-14);
  cr_expect_eq(score(&player, &all), 0.0);
  learner_destroy(&player);
}

/* Beyond the order at which whole matrices are decomposed, sums of dyads still are eliminated, and others refused. */
Test(asymmetric, elimination_at_large_orders) {
  enum { LARGE = ELIMINATION_DENSE_LIMIT + 1 };
  learner player = make("asymmetric_matrix_winnow", "{\"kappa\":1}", LARGE, INSTANCE_LOW_RANK);
  double *e = NULL;
  const double one = 1;
  cr_assert_eq(NEW_ARRAY(LARGE, e), STATUS_OK);
  e[3] = 1;
  const instance dyad = instance_low_rank(LARGE, 1, e, &one, 0), half = instance_low_rank(LARGE, 0, e, &one, 0.5);
  const prediction wrong = {1, 1, 0};
  bool updated = false;
  cr_assert_eq(learner_update(&player, &dyad, &wrong, -1, &updated), STATUS_OK, "%s", status_message());
  NEAR(constant_of(&player, "trace"), (LARGE - 1.0) / LARGE, 1e-14);
  cr_expect_eq(learner_update(&player, &half, &wrong, -1, &updated), STATUS_INVALID);
  cr_expect_str_eq(status_message(),
                   "elimination by low_rank instances with a shift or negative weights needs n at most 2048, not 2049");
  free(e);
  learner_destroy(&player);
}

Test(asymmetric, elimination_of_many_coordinates) {
  enum { MANY = 65536 };
  learner player = make("asymmetric_winnow", "{\"kappa\":1}", MANY, INSTANCE_VECTOR);
  double *ones = NULL;
  cr_assert_eq(NEW_ARRAY(MANY, ones), STATUS_OK);
  for (size_t i = 0; i < MANY; i++) ones[i] = i == 77 ? 0 : 1;
  instance x = instance_dense_vector(MANY, ones);
  bool updated = false;
  NEAR(play(&player, &x, -1, &updated).score, (MANY - 1.0) / MANY, 1e-12);
  cr_expect(updated);
  NEAR(constant_of(&player, "trace"), 1.0 / MANY, 1e-18);
  cr_expect_eq(play(&player, &x, -1, &updated).score, 0.0);
  free(ones);
  learner_destroy(&player);
}

Test(asymmetric, refusals) {
  refused("asymmetric_matrix_winnow", "{\"r\":5}", 4, INSTANCE_DYAD,
          "asymmetric_matrix_winnow: r = 5 must be at most n = 4");
  refused("asymmetric_matrix_winnow", "{\"kappa\":0.5,\"rates\":\"best\"}", 4, INSTANCE_DYAD,
          "asymmetric_matrix_winnow: kappa has no effect with rates = \"best\": leave it out");
  refused("randomized_winnow", "{\"eta\":0.5}", 4, INSTANCE_VECTOR,
          "randomized_winnow: eta has no effect without rates = \"single\"");
  refused("asymmetric_winnow", "{\"beta\":0.5,\"eliminate\":true}", 4, INSTANCE_VECTOR,
          "asymmetric_winnow: beta has no effect with eliminate = true: leave it out");
  refused("asymmetric_winnow", "{\"kappa\":1,\"eliminate\":false}", 4, INSTANCE_VECTOR,
          "asymmetric_winnow: these rates eliminate: eliminate = false needs a beta");
  refused("asymmetric_matrix_winnow", "{\"kappa\":1,\"representation\":\"dense\"}", 4, INSTANCE_DYAD,
          "asymmetric_matrix_winnow: representation = \"dense\" has no effect in elimination: leave it out");
  refused("asymmetric_matrix_winnow", "{\"kappa\":1}", 3000, INSTANCE_MATRIX,
          "asymmetric_matrix_winnow: elimination on matrices supports n up to 2048, got 3000");
  refused("asymmetric_winnow", "{\"rates\":\"capacity\",\"normalize\":\"none\"}", 4, INSTANCE_VECTOR,
          "asymmetric_winnow: rates = \"capacity\" needs trace 1: leave normalize out");
  refused("randomized_winnow", "{\"normalize\":\"trace\"}", 4, INSTANCE_VECTOR,
          "randomized_winnow: a randomised learner of trace 1 needs rates = \"capacity\"");
  refused("randomized_winnow", "{\"rates\":\"capacity\",\"theta\":0.1}", 4, INSTANCE_VECTOR,
          "randomized_winnow: theta has no effect with rates = \"capacity\": leave it out");
  refused("asymmetric_winnow", "{\"rates\":\"capacity\",\"eliminate\":true}", 4, INSTANCE_VECTOR,
          "asymmetric_winnow: eliminate has no effect with rates = \"capacity\": leave it out");
  refused("asymmetric_winnow", "{\"gap_low\":0.1}", 4, INSTANCE_VECTOR,
          "asymmetric_winnow: gap_low = 0.1 needs normalize = \"trace\"");
  refused("asymmetric_winnow", "{\"rates\":\"capacity\",\"gap_low\":0.5}", 4, INSTANCE_VECTOR,
          "asymmetric_winnow: gap_low = 0.5 must be below gap = 0.5");
  refused("asymmetric_winnow", "{\"rates\":\"best\",\"normalize\":\"trace\",\"gap_low\":0.1}", 4, INSTANCE_VECTOR,
          "asymmetric_winnow: these rates eliminate, which needs gap_low = 0, not 0.1");
}

/* --- state --- */

static void check_state(const char *name, const char *json, instance_kind kind) {
  learner players[2] = {make(name, json, ORDER, kind), {NULL, NULL}};
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(80, json, &stream), STATUS_OK);
  for (int t = 0; t < 40; t++) {
    if (t == 20) {
      cJSON *state = cJSON_CreateObject(), *read = NULL;
      char *text = NULL;
      cr_assert_eq(learner_save(&players[0], state), STATUS_OK, "%s", status_message());
      cr_assert_eq(json_print(state, 0, 0, &text), STATUS_OK);
      cr_assert_eq(json_parse(text, &read), STATUS_OK);
      players[1] = make(name, json, ORDER, kind);
      cr_assert_eq(learner_load(&players[1], read), STATUS_OK, "%s %s: %s", name, json, status_message());
      cJSON_DeleteItemFromObject(read, "tosses");
      learner broken = make(name, json, ORDER, kind);
      cr_expect_eq(learner_load(&broken, read), STATUS_INVALID);
      learner_destroy(&broken);
      free(text);
      cJSON_Delete(state);
      cJSON_Delete(read);
    }
    const double label = random_chance(stream, 0.5) ? 1 : -1;
    sample s;
    double x[ORDER];
    draw(stream, kind == INSTANCE_VECTOR ? INSTANCE_DYAD : kind, label > 0 ? 0 : 1, &s);
    for (size_t i = 0; i < ORDER; i++) x[i] = s.factors[i] * s.factors[i];
    if (kind == INSTANCE_VECTOR) s.x = instance_dense_vector(ORDER, x);
    bool updated[2] = {false, false};
    const prediction one = play(&players[0], &s.x, label, &updated[0]);
    if (t < 20) continue;
    const prediction two = play(&players[1], &s.x, label, &updated[1]);
    cr_expect(one.score == two.score && one.value == two.value && updated[0] == updated[1],
              "%s %s trial %d: %.17g, %.17g", name, json, t + 1, one.score, two.score);
  }
  random_stream_free(stream);
  for (size_t k = 0; k < 2; k++) learner_destroy(&players[k]);
}

Test(asymmetric, saved_state_goes_on_bit_for_bit) {
  static const char *const cases[] = {"{\"kappa\":0.5}", "{\"kappa\":1}", "{\"rates\":\"capacity\"}",
                                      "{\"rates\":\"capacity\",\"gap_low\":0.1}"};
  static const char *const names[] = {"asymmetric_matrix_winnow", "randomized_matrix_winnow"};
  for (size_t i = 0; i < 4; i++) {
    for (size_t k = 0; k < 2; k++) {
      for (instance_kind kind = 0; kind <= INSTANCE_MATRIX; kind++) check_state(names[k], cases[i], kind);
    }
  }
}

/* --- coins --- */

/* The coins decide the predictions only: the sequence of states is the same for all seeds, and mistakes come about as often as
 * their probabilities say. */
Test(asymmetric, coins_change_no_weight) {
  enum { SEEDS = 200, TRIALS = 40 };
  double scores[TRIALS], expected = 0, variance = 0, mistakes = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    const learner_class *class = learner_find("randomized_winnow");
    options *values = NULL;
    cr_assert_eq(options_new(&class->about, NULL, &values), STATUS_OK);
    const learner_setting setting = {
        .n = ORDER, .kind = INSTANCE_VECTOR, .rank = ORDER, .trials = TRIALS, .seed = seed, .eigen = &eigen_own};
    learner player;
    cr_assert_eq(learner_new(class, &setting, values, &player), STATUS_OK);
    random_stream *stream = NULL;
    cr_assert_eq(random_stream_new(60, "coins", &stream), STATUS_OK);
    for (size_t t = 0; t < TRIALS; t++) {
      const double label = random_chance(stream, 0.5) ? 1 : -1;
      double x[ORDER] = {label > 0 ? 0.5 : 0};
      for (size_t i = 1; i < ORDER; i++) x[i] = random_chance(stream, 0.5) ? 1 : 0;
      const instance as = instance_dense_vector(ORDER, x);
      bool updated = false;
      const prediction said = play(&player, &as, label, &updated);
      if (seed == 1) scores[t] = said.score;
      cr_expect_eq(said.score, scores[t]);
      const double e = label > 0 ? 1 - said.probability : said.probability;
      expected += e;
      variance += e * (1 - e);
      mistakes += said.value != label;
    }
    random_stream_free(stream);
    learner_destroy(&player);
    options_free(values);
  }
  cr_expect(fabs(mistakes - expected) < 5 * sqrt(variance), "%.17g mistakes, %.17g expected", mistakes, expected);
}

/* --- adversaries --- */

/* Plays an adversary; returns the sum of conditional error probabilities. Checks every label against the comparator. */
static double meet_seed(const char *problem_name, const char *problem_json, uint64_t seed, const char *name,
                        const char *json, double gap) {
  fixture f = fixture_make(problem_name, problem_json, seed);
  learner player = make(name, json, f.problem.facts.n, f.problem.facts.kind);
  double sum = 0;
  cr_assert_eq(problem_meet(&f.problem, &player), STATUS_OK, "%s", status_message());
  for (int t = 0; t < 3000; t++) {
    instance x;
    const status code = problem_next(&f.problem, &player, &x);
    if (code == STATUS_END) break;
    cr_assert_eq(code, STATUS_OK, "%s", status_message());
    prediction said = {0, 0, 0};
    double label = 0;
    bool updated = false;
    cr_assert_eq(learner_predict(&player, &x, &said), STATUS_OK);
    cr_assert_eq(problem_reveal(&f.problem, &said, &label), STATUS_OK);
    cr_assert_eq(learner_update(&player, &x, &said, label, &updated), STATUS_OK, "%s", status_message());
    NEAR(comparator_value(f.u, &x), label > 0 ? gap : 0, 1e-12);
    cr_expect(instance_trace(&x) <= (x.kind == INSTANCE_DYAD ? 1 + 1e-12 : INFINITY));
    sum += player.class->randomised ? (label > 0 ? 1 - said.probability : said.probability) : said.value != label;
  }
  learner_destroy(&player);
  fixture_free(&f);
  return sum;
}

static double meet(const char *problem_name, const char *problem_json, const char *name, const char *json, double gap) {
  return meet_seed(problem_name, problem_json, 1, name, json, gap);
}

Test(asymmetric, adversary_of_randomised_winnow) {
  /* B = r ln(n/r) / (gap ln(1 + kappa)); at kappa = 1, n = 4096: 24 */
  const double elimination = meet("randomized_adversary", "{\"n\":4096}", "randomized_winnow", "{\"kappa\":1}", 0.5);
  cr_expect(elimination >= 0.97 * 24 && elimination <= 24, "%.17g", elimination);
  const double half = meet("randomized_adversary", "{\"n\":1024}", "randomized_winnow", "{\"kappa\":0.5}", 0.5);
  const double bound = 2 * log(1024) / log(1.5);
  cr_expect(half >= 0.97 * bound && half <= bound, "%.17g of %.17g", half, bound);
  /* more than half of the deterministic bound (1 + e) log(n) / (eta gap) at the same single rate eta = 1, which factors never allow */
  const double single =
      meet("randomized_adversary", "{\"n\":1024}", "randomized_winnow", "{\"rates\":\"single\"}", 0.5);
  cr_expect(single > (1 + exp(1)) * log(1024) && single <= 2 * exp(1) * log(1024), "%.17g", single);
  /* a deterministic learner meets the threshold adversary */
  const double decided = meet("randomized_adversary", "{\"n\":1024}", "asymmetric_winnow", "{\"kappa\":0.5}", 0.5);
  cr_expect_eq(decided, meet("threshold_adversary", "{\"n\":1024}", "asymmetric_winnow", "{\"kappa\":0.5}", 0.5));
  cr_expect(decided >= 0.9 * 2 * bound && decided <= 2 * bound, "%.17g of %.17g", decided, 2 * bound);
}

Test(asymmetric, greedy_adversary) {
  static const char *const learners[][2] = {{"matrix_winnow", "{\"r\":2}"},
                                            {"matrix_winnow", "{\"r\":2,\"normalize\":\"trace\"}"},
                                            {"matrix_winnow", "{\"r\":2,\"normalize\":\"project\"}"},
                                            {"asymmetric_matrix_winnow", "{\"r\":2}"}};
  for (size_t i = 0; i < 4; i++) {
    const double mistakes = meet("greedy_adversary", "{\"n\":12,\"r\":2}", learners[i][0], learners[i][1], 0.5);
    cr_expect(mistakes >= 5, "%s %s: %.17g", learners[i][0], learners[i][1], mistakes);
  }
  fixture_refused("greedy_adversary", "{\"n\":4,\"r\":4}", "greedy_adversary: r = 4 must be below n = 4");
  fixture f = fixture_make("greedy_adversary", "{\"n\":4}", 1);
  learner player = make("asymmetric_matrix_winnow", "{\"kappa\":1}", 4, INSTANCE_DYAD);
  cr_expect_eq(problem_meet(&f.problem, &player), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "greedy_adversary needs a learner with an exponential parameter, such as "
                                     "matrix_winnow; asymmetric_matrix_winnow has none");
  learner_destroy(&player);
  fixture_free(&f);
}

/* Seeds turn the whole game, and W has many equal eigenvalues: were their directions chosen by rounding, mistakes would differ. */
Test(asymmetric, greedy_adversary_chooses_alike) {
  static const char *const forms[] = {"{\"r\":4}", "{\"r\":4,\"normalize\":\"trace\"}",
                                      "{\"r\":4,\"normalize\":\"project\"}"};
  for (size_t i = 0; i < 3; i++) {
    const double first = meet_seed("greedy_adversary", "{\"n\":32,\"r\":4}", 1, "matrix_winnow", forms[i], 0.5);
    for (uint64_t seed = 2; seed <= 4; seed++) {
      cr_expect_eq(first, meet_seed("greedy_adversary", "{\"n\":32,\"r\":4}", seed, "matrix_winnow", forms[i], 0.5),
                   "%s, seed %d", forms[i], (int)seed);
    }
  }
}

/* Lagrange's condition with the right multiplier proves the extremum: G y + c + mu y = 0, G + mu >= 0. */
Test(asymmetric, extremes_on_a_sphere) {
  random_stream *stream = NULL;
  sphere_problem *source = NULL;
  eigen_solver *solver = NULL;
  cr_assert_eq(random_stream_new(70, "sphere", &stream), STATUS_OK);
  cr_assert_eq(sphere_problem_new(ORDER, &source), STATUS_OK);
  cr_assert_eq(eigen_solver_new(&eigen_own, ORDER, &solver), STATUS_OK);
  for (int t = 0; t < 50; t++) {
    double g[ENTRIES], c[ORDER], y[ORDER], values[ORDER], vectors[ENTRIES];
    dense_draw(stream, ORDER, 1, g);
    cr_assert_eq(eigen_solve(solver, ORDER, g, ORDER, values, vectors, NULL), STATUS_OK);
    random_gaussian_vector(stream, ORDER, c);
    for (size_t i = 0; i < ORDER; i++) c[i] *= t % 2 == 0 ? 1 : 1e-3;
    if (t % 5 == 4) { /* the hard case for the minimum and for the maximum */
      for (int end = 0; end < 2; end++) {
        const double *v = vectors + (end == 0 ? 0 : ORDER - 1) * ORDER;
        const double along = dense_inner(ORDER, c, v);
        for (size_t i = 0; i < ORDER; i++) c[i] -= along * v[i];
      }
    }
    const double radius = 0.1 + random_uniform(stream), sign = t % 3 == 0 ? 1 : -1;
    cr_assert_eq(sphere_problem_set(source, g, ORDER), STATUS_OK);
    sphere_extreme(source, sign, radius, c, y);
    NEAR(sqrt(dense_inner(ORDER, y, y)), radius, 1e-13);
    double gradient[ORDER], mu = 0;
    for (size_t i = 0; i < ORDER; i++) gradient[i] = sign * (dense_inner(ORDER, g + i * ORDER, y) + c[i]);
    mu = -dense_inner(ORDER, gradient, y) / (radius * radius);
    for (size_t i = 0; i < ORDER; i++)
      cr_expect(fabs(gradient[i] + mu * y[i]) < 1e-7, "%.17g", gradient[i] + mu * y[i]);
    const double least = sign > 0 ? values[0] : -values[ORDER - 1];
    cr_expect(least + mu >= -1e-8, "%.17g", least + mu);
  }
  eigen_solver_free(solver);
  sphere_problem_free(source);
  random_stream_free(stream);
}
