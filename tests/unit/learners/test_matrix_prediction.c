/* Online matrix prediction: losses, the constants of its classes, and its predictions: all forms agree, closed forms, saved states. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "learners/loss.h"
#include "learners/matrix_prediction/prediction_class.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"
#include "unit/state_fixture.h"

/* ---- losses */

static loss loss_of(loss_kind kind, double low, double high, double scale) {
  loss l = {.kind = kind, .low = low, .high = high, .scale = scale};
  loss_label_range(kind, low, high, &l.label_low, &l.label_high);
  return l;
}

/* The loss beyond the interval: linear, with the outward part of the slope at its end. */
static double extended(const loss *l, double z, double y) {
  const double p = loss_clip(l, z), slope = loss_subgradient(l, p, y);
  return loss_value(l, p, y) + fmax(0, slope * (z - p));
}

/* At points of a grid: the value against its definition, the subgradient's inequality, G as the largest slope, the extension. */
static void check_loss(const loss *l) {
  enum { GRID = 40 };
  const double lipschitz = loss_lipschitz(l);
  double steepest = 0;
  for (int a = 0; a <= GRID; a++) {
    const double y = l->label_low + (l->label_high - l->label_low) * a / GRID;
    for (int b = 0; b <= GRID; b++) {
      const double p = l->low + (l->high - l->low) * b / GRID, g = loss_subgradient(l, p, y);
      const double value = loss_value(l, p, y);
      cr_expect(fabs(g) <= lipschitz * (1 + 1e-12), "|g| = %g, G = %g", fabs(g), lipschitz);
      for (int c = 0; c <= GRID; c++) {
        const double q = l->low + (l->high - l->low) * c / GRID, other = loss_value(l, q, y);
        cr_expect(other >= value + g * (q - p) - 1e-12 * l->scale, "loss %d at %g, y = %g: slope %g is none",
                  (int)l->kind, p, y, g);
        if (c > b) steepest = fmax(steepest, fabs(other - value) / (q - p));
      }
      near(extended(l, p, y), value, 0, "the extension on the interval");
      near(loss_extended_subgradient(l, p, y), g, 0, "its slope on the interval");
    }
    for (int b = -GRID; b <= 2 * GRID; b++) { /* beyond the interval, too */
      const double z = l->low + (l->high - l->low) * b / GRID, g = loss_extended_subgradient(l, z, y);
      const double value = extended(l, z, y);
      cr_expect(value >= loss_value(l, loss_clip(l, z), y) - 1e-12 * l->scale && fabs(g) <= lipschitz * (1 + 1e-12));
      for (int c = -GRID; c <= 2 * GRID; c++) {
        const double q = l->low + (l->high - l->low) * c / GRID;
        cr_expect(extended(l, q, y) >= value + g * (q - z) - 1e-11 * l->scale,
                  "extension of loss %d at %g, y = %g: slope %g is none", (int)l->kind, z, y, g);
      }
    }
  }
  /* secants of a grid are at most G, and near it: curvature times half a step is missing */
  cr_expect(steepest <= lipschitz * (1 + 1e-12) && steepest >= lipschitz * 0.96, "secant %g, G = %g", steepest,
            lipschitz);
}

Test(matrix_prediction, losses) {
  static const double intervals[][2] = {{-1, 1}, {0, 1}, {-3, 2}, {0.5, 4}};
  for (int kind = LOSS_ABSOLUTE; kind < LOSS_KINDS; kind++) {
    for (size_t i = 0; i < 4; i++) {
      const loss l = loss_of((loss_kind)kind, intervals[i][0], intervals[i][1], i == 2 ? 0.25 : 1);
      check_loss(&l);
      loss_kind again;
      cr_expect(loss_kind_by_name(loss_kind_name(l.kind), &again) && again == l.kind);
    }
  }
  loss_kind none;
  cr_expect(!loss_kind_by_name("cubic", &none));
}

Test(matrix_prediction, loss_definitions) {
  const double p = 0.3, y = -0.75;
  const loss absolute = loss_of(LOSS_ABSOLUTE, -1, 1, 2), square = loss_of(LOSS_SQUARE, -1, 1, 2),
             logistic = loss_of(LOSS_LOGISTIC, -1, 1, 2), hinge = loss_of(LOSS_HINGE, -1, 1, 2),
             linear = loss_of(LOSS_LINEAR, -1, 1, 2);
  near(loss_value(&absolute, p, y), 2.1, 1e-15, "absolute");
  near(loss_value(&square, p, y), 2 * 1.05 * 1.05, 1e-15, "square");
  near(loss_value(&logistic, p, y), 2 * log(1 + exp(0.225)), 1e-15, "logistic");
  near(loss_value(&hinge, p, y), 2 * 1.225, 1e-15, "hinge");
  near(loss_value(&linear, p, y), -2 * 0.225, 1e-15, "linear");
  near(loss_value(&logistic, -1000, 1), 2000, 1e-9, "logistic, far out");
  near(loss_subgradient(&logistic, -1000, 1), -2, 1e-15, "its slope");
  /* the label at an end: one slope on the interval, so that no last digit decides; inside: 0 at the kink */
  near(loss_subgradient(&absolute, 1, 1), -2, 0, "absolute at high");
  near(loss_subgradient(&absolute, -1, -1), 2, 0, "absolute at low");
  near(loss_subgradient(&absolute, 0.5, 0.5), 0, 0, "absolute at the kink");
  near(loss_subgradient(&hinge, 1, 1), -2, 0, "hinge at high");
  near(loss_extended_subgradient(&absolute, 1.5, 1), 0, 0, "beyond, no outward slope");
  near(loss_extended_subgradient(&absolute, 1.5, 0), 2, 0, "beyond, outward");
  near(extended(&absolute, 1.5, 0), 3, 1e-15, "beyond");
  /* rounding beside a kink or an end chooses no slope */
  near(loss_subgradient(&absolute, 0.5 + 1e-15, 0.5), 0, 0, "absolute above its kink");
  near(loss_subgradient(&absolute, 0.5 - 1e-15, 0.5), 0, 0, "absolute below its kink");
  near(loss_subgradient(&absolute, 0.5 + 1e-8, 0.5), 2, 0, "absolute beyond its kink");
  near(loss_extended_subgradient(&linear, 1 + 1e-15, -1), -2, 0, "linear at high");
  near(loss_extended_subgradient(&linear, -1 - 1e-15, 1), 2, 0, "linear at low");
  near(loss_extended_subgradient(&linear, 1 + 1e-8, -1), 0, 0, "linear beyond high");
  near(extended(&linear, 1 + 1e-10, -1), -2, 0, "linear, extended with slope 0");
}

/* ---- constants */

/* beta = largest diagonal entry of |sym W|/2, tau = 2 |W|_*, by eigenvalues of sym W */
static void parts_of(size_t m, size_t n, const double *w, double *beta, double *tau) {
  const size_t p = m + n;
  double *a = calloc(2 * p * p + p, sizeof *a), *vectors = a + p * p, *values = vectors + p * p;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) a[i * p + m + j] = a[(m + j) * p + i] = w[i * n + j];
  }
  dense_eigenvalues(p, a, values, vectors);
  *beta = *tau = 0;
  for (size_t i = 0; i < p; i++) {
    double diagonal = 0;
    for (size_t l = 0; l < p; l++) diagonal += fabs(values[l]) * vectors[i * p + l] * vectors[i * p + l];
    *beta = fmax(*beta, 0.5 * diagonal);
    *tau += diagonal;
  }
  free(a);
}

Test(matrix_prediction, constants_of_triangles_and_signs) {
  static const double betas[] = {0.5000, 0.6708, 0.8610, 1.0644, 1.2758, 1.4917, 1.7099, 1.9293};
  static const double taus[] = {2, 4.472, 10.128, 23.014, 52.110, 117.151, 261.136, 577.130};
  for (size_t k = 0; k < 8; k++) {
    double beta = 0, tau = 0;
    triangular_constants((size_t)1 << k, &beta, &tau);
    near(beta, betas[k], 5e-5, "beta of T_n");
    near(tau, taus[k], 5e-4, "tau of T_n");
  }
  near(sign_matrix_diagonal(4), 1.41421, 5e-6, "c_4");
  near(sign_matrix_diagonal(16), 2.28702, 5e-6, "c_16");
  near(sign_matrix_diagonal(64), 3.16892, 5e-6, "c_64");
  near(sign_matrix_diagonal(1), 0, 0, "c_1");
  for (size_t n = 1; n <= 20; n++) {
    double w[400], beta = 0, tau = 0, closed_beta = 0, closed_tau = 0;
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) w[i * n + j] = i <= j ? 1 : 0;
    }
    parts_of(n, n, w, &beta, &tau);
    triangular_constants(n, &closed_beta, &closed_tau);
    near(closed_beta, beta, 1e-12, "beta by eigenvalues");
    near(closed_tau, tau, 1e-11, "tau by eigenvalues");
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) w[i * n + j] = (double)(i < j) - (double)(i > j);
    }
    parts_of(n, n, w, &beta, &tau);
    near(0.5 * sign_matrix_diagonal(n), beta, 1e-12, "c_n / 2");
    near(2.0 * (double)n * sign_matrix_diagonal(n), tau, 1e-11, "2 n c_n");
  }
}

static learner_setting setting_of(size_t m, size_t n, size_t trials, loss l) {
  return (learner_setting){
      .n = n, .rows = m, .kind = INSTANCE_ENTRY, .trials = trials, .loss = l, .seed = 1, .eigen = &eigen_own};
}

static const loss cut_loss = {LOSS_ABSOLUTE, -1, 1, -1, 1, 0.5}, game_loss = {LOSS_ABSOLUTE, 0, 1, 0, 1, 1},
                  filter_loss = {LOSS_ABSOLUTE, -1, 1, -1, 1, 1}, square_loss = {LOSS_SQUARE, -1, 1, -1, 1, 1};

/* beta, tau, eta and the regret bound at T = 100 (a rate is sqrt(tau ln N / (4 beta G^2 T)), N = 2p or p where the blocks mirror). */
static void has_constants(const char *json, size_t m, size_t n, loss l, double beta, double tau, double regret) {
  const learner_setting setting = setting_of(m, n, 100, l);
  played p = played_make("online_matrix_prediction", json, &setting);
  near(played_constant(&p, "beta"), beta, 1e-12, json);
  near(played_constant(&p, "tau"), tau, 1e-11, json);
  const double eta = played_constant(&p, "eta"), slope = played_constant(&p, "slope");
  const double limit = played_constant(&p, "diagonal_limit"), divergence = played_constant(&p, "divergence");
  near(divergence / (2 * eta) + 0.5 * eta * slope * slope * limit * 100, regret, 1e-9 * regret, "regret");
  near(slope, played_constant(&p, "stretch") * loss_lipschitz(&l), 0, "slope");
  played_free(&p);
}

#define CLASS(class, decomposition) "{\"class\":\"" class "\",\"decomposition\":\"" decomposition "\"}"
#define FILTER(decomposition, norm) \
  "{\"class\":\"collaborative_filtering\",\"decomposition\":\"" decomposition "\",\"trace_norm\":" norm "}"

Test(matrix_prediction, constants_of_classes) {
  const double root = 10; /* of T */
  double beta = 0, tau = 0;
  has_constants(CLASS("max_cut", "two_blocks"), 7, 7, cut_loss, 1, 7, sqrt(7 * log(14)) * root);
  has_constants(CLASS("max_cut", "one_block"), 7, 7, cut_loss, 1, 7, sqrt(7 * log(7) / 2) * root);
  has_constants(CLASS("gambling", "recursive_printed"), 10, 10, game_loss, 5, 200, 20 * sqrt(10 * log(40)) * root);
  has_constants(CLASS("gambling", "recursive"), 10, 10, game_loss, 5, 120, 2 * sqrt(600 * log(40)) * root);
  has_constants(CLASS("gambling", "auto"), 8, 8, game_loss, 4, 80, 2 * sqrt(320 * log(32)) * root);
  triangular_constants(10, &beta, &tau);
  has_constants(CLASS("gambling", "svd"), 10, 10, game_loss, beta, tau, 2 * sqrt(beta * tau * log(20)) * root);
  const double c = sign_matrix_diagonal(10);
  has_constants(CLASS("gambling", "exact"), 10, 10, game_loss, c / 2, 20 * c, c * sqrt(10 * log(20)) * root);
  has_constants(FILTER("printed", "6"), 5, 8, filter_loss, sqrt(13), 12, 2 * sqrt(12 * sqrt(13) * log(26)) * root);
  has_constants(FILTER("sharp", "6"), 5, 8, filter_loss, sqrt(8) / 2, 12, 2 * sqrt(6 * sqrt(8) * log(13)) * root);
  has_constants(FILTER("sharp", "1000"), 5, 8, filter_loss, sqrt(8) / 2, 10 * sqrt(8),
                2 * sqrt(5 * sqrt(8) * sqrt(8) * log(13)) * root);
  /* one entry: D(phi, X_1) is tau at W = 0, above tau ln 2 */
  has_constants(FILTER("sharp", "1"), 1, 1, filter_loss, 0.5, 2, 2 * root);
  has_constants(FILTER("sharp", "6"), 5, 8, square_loss, sqrt(8) / 2, 12, 8 * sqrt(6 * sqrt(8) * log(13)) * root);
}

/* ---- all forms agree */

typedef enum sequence_kind { RANDOM, ADVERSARIAL, REPEATED, DENSE_GRAPH, SEQUENCES } sequence_kind;

typedef struct sequence {
  sequence_kind kind;
  random_stream *stream;
  size_t m, n, t;
} sequence;

static instance next_entry(sequence *s) {
  size_t i = 0, j = 1;
  if (s->kind == RANDOM || s->kind == ADVERSARIAL) {
    i = random_index(s->stream, s->m);
    j = random_index(s->stream, s->n);
  } else if (s->kind == DENSE_GRAPH) {
    i = s->t / s->n % s->m;
    j = s->t % s->n;
  }
  s->t++;
  return instance_entry(s->m, s->n, i, j);
}

static double next_label(const sequence *s, const loss *l, double predicted) {
  if (s->kind == ADVERSARIAL) return predicted - l->low > l->high - predicted ? l->low : l->high;
  if (s->kind == REPEATED) return random_chance(s->stream, 0.8) ? l->high : l->low;
  if (l->kind == LOSS_SQUARE) return random_range(s->stream, l->low, l->high);
  return random_chance(s->stream, s->kind == DENSE_GRAPH ? 0.7 : 0.5) ? l->high : l->low;
}

enum { FORMS = 3, ROUNDS = 1000 };

static double disagreement(const char *json, bool definition, sequence_kind kind, size_t m, size_t n, loss l) {
  static const char *const forms[FORMS] = {"dense", "sparse", "definition"};
  const learner_setting setting = setting_of(m, n, ROUNDS, l);
  played p[FORMS];
  const size_t count = definition ? FORMS : FORMS - 1;
  for (size_t f = 0; f < count; f++) {
    char text[300];
    snprintf(text, sizeof text, "%.*s,\"representation\":\"%s\"}", (int)strlen(json) - 1, json, forms[f]);
    p[f] = played_make("online_matrix_prediction", text, &setting);
  }
  sequence s = {.kind = kind, .stream = stream_of("sequence"), .m = m, .n = n};
  double worst = 0;
  for (size_t t = 0; t < ROUNDS; t++) {
    const instance x = next_entry(&s);
    prediction predicted[FORMS] = {{0}};
    for (size_t f = 0; f < count; f++) OK(learner_predict(&p[f].learner, &x, &predicted[f]));
    const double label = next_label(&s, &l, predicted[0].value);
    for (size_t f = 0; f < count; f++) {
      bool updated = false;
      worst = fmax(worst, fabs(predicted[f].value - predicted[0].value));
      cr_expect(predicted[f].value >= l.low && predicted[f].value <= l.high);
      OK(learner_update(&p[f].learner, &x, &predicted[f], label, &updated));
    }
  }
  for (size_t f = 0; f < count; f++) played_free(&p[f]);
  random_stream_free(s.stream);
  return worst;
}

static void forms_agree(const char *json, bool definition, size_t m, size_t n, loss l) {
  for (int kind = 0; kind < SEQUENCES; kind++) {
    const double worst = disagreement(json, definition, (sequence_kind)kind, m, n, l);
    cr_expect(worst <= 1e-8, "%s, sequence %d: %.2e", json, kind, worst);
  }
}

Test(matrix_prediction, forms_of_cuts) {
  forms_agree(CLASS("max_cut", "two_blocks"), true, 7, 7, cut_loss);
  forms_agree(CLASS("max_cut", "one_block"), false, 12, 12, cut_loss);
  forms_agree("{\"class\":\"max_cut\",\"box\":\"clip\"}", true, 6, 6, cut_loss);
}

Test(matrix_prediction, forms_of_games) {
  forms_agree(CLASS("gambling", "recursive_printed"), true, 4, 4, game_loss);
  forms_agree(CLASS("gambling", "recursive"), true, 5, 5, game_loss);
  forms_agree(CLASS("gambling", "svd"), true, 5, 5, game_loss);
  forms_agree(CLASS("gambling", "exact"), true, 4, 4, game_loss);
}

Test(matrix_prediction, forms_of_filters) {
  forms_agree(FILTER("printed", "3"), true, 3, 5, filter_loss);
  forms_agree(FILTER("sharp", "4"), true, 5, 4, filter_loss);
  forms_agree(FILTER("sharp", "4"), true, 3, 4, square_loss);
  forms_agree("{\"class\":\"collaborative_filtering\",\"trace_norm\":4,\"box\":\"clip\",\"decomposition\":\"sharp\"}",
              true, 3, 4, filter_loss);
}

/* ---- closed forms */

/* One pair again and again with the same slope, s the sum of eta |g| so far, until y reaches the box:
 *   y = (2 tau/N) sinh s / (1 + (4/N)(cosh s - 1)), N = 2p eigenvalues, where only the trace is at its limit;
 *   y = (limit/2) tanh s where the diagonal sum is at its limit from the start (exact: 2 c_n; one block: 2), which keeps the trace. */
static void repeats(const char *json, bool diagonal, size_t m, size_t n, loss l, double label) {
  const learner_setting setting = setting_of(m, n, 4000, l);
  played p = played_make("online_matrix_prediction", json, &setting);
  const double eta = played_constant(&p, "eta"), slope = played_constant(&p, "slope"), tau = played_constant(&p, "tau");
  const double eigenvalues = 2 * played_constant(&p, "order"), limit = played_constant(&p, "diagonal_limit");
  const double stretch = played_constant(&p, "stretch"), centre = played_constant(&p, "centre");
  const instance x = instance_entry(m, n, 0, n - 1);
  size_t compared = 0;
  for (size_t t = 0; t < 4000; t++) {
    const double s = eta * slope * (double)t, direction = label > centre ? 1 : -1;
    const double y =
        diagonal ? limit / 2 * tanh(s) : 2 * tau / eigenvalues * sinh(s) / (1 + 4 / eigenvalues * (cosh(s) - 1));
    const double expected = centre + direction * stretch * y;
    if (expected > l.high || expected < l.low) break;
    near(played_score(&p, &x), expected, 1e-13 * (double)(t + 10), json);
    compared++;
    const prediction predicted = {0};
    bool updated = false;
    OK(learner_update(&p.learner, &x, &predicted, label, &updated));
  }
  cr_expect(compared > 3, "only %zu rounds", compared);
  played_free(&p);
}

Test(matrix_prediction, repeated_pair) {
  static const char *const forms[] = {"dense", "sparse", "definition"};
  for (size_t f = 0; f < 3; f++) {
    char text[300];
#define WITH(words) (snprintf(text, sizeof text, "{%s,\"representation\":\"%s\"}", words, forms[f]), text)
    repeats(WITH("\"class\":\"max_cut\""), false, 9, 9, cut_loss, 1);
    repeats(WITH("\"class\":\"max_cut\""), false, 9, 9, cut_loss, -1);
    repeats(WITH("\"class\":\"gambling\",\"decomposition\":\"recursive\""), false, 6, 6, game_loss, 1);
    repeats(WITH("\"class\":\"gambling\",\"decomposition\":\"exact\""), true, 6, 6, game_loss, 0);
    repeats(WITH("\"class\":\"collaborative_filtering\",\"trace_norm\":5"), false, 6, 3, filter_loss, -1);
    if (f < 2) repeats(WITH("\"class\":\"max_cut\",\"decomposition\":\"one_block\""), true, 9, 9, cut_loss, -1);
  }
}

Test(matrix_prediction, first_predictions) {
  static const struct {
    const char *json;
    const loss *l;
    double first;
  } cases[] = {{CLASS("max_cut", "two_blocks"), &cut_loss, 0},
               {CLASS("max_cut", "one_block"), &cut_loss, 0},
               {CLASS("gambling", "recursive"), &game_loss, 0},
               {CLASS("gambling", "svd"), &game_loss, 0},
               {CLASS("gambling", "recursive_printed"), &game_loss, 0},
               {CLASS("gambling", "exact"), &game_loss, 0.5},
               {FILTER("printed", "4"), &filter_loss, 0},
               {FILTER("sharp", "4"), &filter_loss, 0}};
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    const learner_setting setting = setting_of(6, 6, 10, *cases[c].l);
    played p = played_make("online_matrix_prediction", cases[c].json, &setting);
    for (size_t i = 0; i < 6; i++) {
      for (size_t j = 0; j < 6; j++) {
        const instance x = instance_entry(6, 6, i, j);
        const bool same = i == j && cases[c].l == &cut_loss;
        near(played_score(&p, &x), same ? -1 : cases[c].first, 0, cases[c].json);
      }
    }
    played_free(&p);
  }
}

/* One pair whose label changes now and then: X comes near rank one, where the interval and the diagonal bind together. */
static void flips(const char *decomposed, loss l, size_t n) {
  char dense[300], sparse[300];
  snprintf(dense, sizeof dense, "{%s,\"eta\":0.9,\"representation\":\"dense\"}", decomposed);
  snprintf(sparse, sizeof sparse, "{%s,\"eta\":0.9,\"representation\":\"sparse\"}", decomposed);
  const learner_setting setting = setting_of(n, n, 100, l);
  played one = played_make("online_matrix_prediction", dense, &setting),
         other = played_make("online_matrix_prediction", sparse, &setting);
  const instance x = instance_entry(n, n, 0, 1);
  for (size_t t = 0; t < 100; t++) {
    prediction first = {0}, second = {0};
    bool updated = false;
    const double label = t / 20 % 2 == 0 ? -1 : 1;
    OK(learner_predict(&one.learner, &x, &first));
    OK(learner_predict(&other.learner, &x, &second));
    cr_assert(fabs(first.value - second.value) < 1e-9, "%s: round %zu: %.17g and %.17g", decomposed, t, first.value,
              second.value);
    OK(learner_update(&one.learner, &x, &first, label, &updated));
    OK(learner_update(&other.learner, &x, &second, label, &updated));
  }
  played_free(&one);
  played_free(&other);
}

Test(matrix_prediction, representations_agree_near_rank_one) {
  const loss cut = {LOSS_LINEAR, -1, 1, -1, 1, 2}, game = {LOSS_LINEAR, 0, 1, -1, 1, 2};
  for (size_t n = 2; n < 6; n++) flips("\"class\":\"max_cut\",\"decomposition\":\"one_block\"", cut, n);
  for (size_t n = 2; n < 4; n++) flips("\"class\":\"gambling\",\"decomposition\":\"exact\"", game, n);
}

/* ---- states */

static void plays_on(played *p, sequence *s, const loss *l, size_t rounds, double *out) {
  for (size_t t = 0; t < rounds; t++) {
    const instance x = next_entry(s);
    prediction predicted = {0};
    bool updated = false;
    OK(learner_predict(&p->learner, &x, &predicted));
    OK(learner_update(&p->learner, &x, &predicted, next_label(s, l, predicted.score), &updated));
    if (out != NULL) out[t] = predicted.value;
  }
}

static void goes_on(const char *name, const char *json, size_t m, size_t n, loss l) {
  sequence s = {.kind = ADVERSARIAL, .stream = stream_of("state"), .m = m, .n = n}, again = s;
  again.stream = stream_of("state");
  const learner_setting setting = setting_of(m, n, 400, l);
  played p = played_make(name, json, &setting), skipped = played_make(name, json, &setting);
  double whole[200], resumed[200];
  plays_on(&p, &s, &l, 200, NULL);
  saved_learner saved = state_again(&p, &setting, 0);
  plays_on(&p, &s, &l, 200, whole);
  played q = {.learner = saved.learner};
  plays_on(&skipped, &again, &l, 200, NULL);
  plays_on(&q, &again, &l, 200, resumed);
  cr_expect_eq(memcmp(whole, resumed, sizeof whole), 0, "%s %s", name, json);
  saved_learner_free(&saved);
  played_free(&skipped);
  played_free(&p);
  random_stream_free(s.stream);
  random_stream_free(again.stream);
}

Test(matrix_prediction, states_that_cannot_be) {
  const learner_setting setting = setting_of(5, 5, 40, cut_loss);
  played doubling =
      played_make("online_matrix_prediction", "{\"class\":\"max_cut\",\"horizon\":\"doubling\"}", &setting);
  played coins = played_make("randomized_matrix_prediction", "{\"class\":\"max_cut\"}", &setting);
  played_refuses(&doubling, "{\"rounds\":8,\"horizon\":8,\"eta\":1,\"tosses\":0,\"parameter\":{}}",
                 "horizon: 8, expected more than rounds = 8");
  played_refuses(&doubling, "{\"rounds\":8,\"horizon\":16,\"eta\":0,\"tosses\":0,\"parameter\":{}}",
                 "eta: 0, expected a positive number");
  played_refuses(&coins, "{\"rounds\":8,\"horizon\":40,\"eta\":1,\"tosses\":8,\"parameter\":{}}",
                 "tosses: 8, expected one for each round and one more, 9");
  played_free(&doubling);
  played_free(&coins);
}

Test(matrix_prediction, states_go_on) {
  static const char *const forms[] = {"dense", "sparse", "definition"};
  for (size_t f = 0; f < 3; f++) {
    char text[300];
    goes_on("online_matrix_prediction", WITH("\"class\":\"max_cut\""), 7, 7, cut_loss);
    goes_on("online_matrix_prediction", WITH("\"class\":\"max_cut\",\"horizon\":\"doubling\""), 7, 7, cut_loss);
    goes_on("online_matrix_prediction", WITH("\"class\":\"gambling\",\"decomposition\":\"exact\""), 5, 5, game_loss);
    goes_on("randomized_matrix_prediction", WITH("\"class\":\"gambling\""), 5, 5, game_loss);
    goes_on("online_matrix_prediction", WITH("\"class\":\"collaborative_filtering\",\"trace_norm\":5,\"box\":\"clip\""),
            6, 3, filter_loss);
  }
}

/* ---- the projection onto the whole of K, (3) of the paper, for max-cut on three nodes: every diagonal entry and every box, where the learner
 * projects onto what the queried entry asks for. By its definition: multipliers, each raised or lowered until its own constraint is tight. */

enum {
  NODES = 3,
  SQUARE = NODES * NODES,
  DIAGONALS = 2 * NODES,
  TRACE = DIAGONALS,
  BOXES = TRACE + 1,
  LIMITS = BOXES + SQUARE
};

typedef struct whole_set {
  double log[2][SQUARE], x[2][SQUARE]; /* of P and N */
  double multiplier[LIMITS];
} whole_set;

static void take_powers(whole_set *s) {
  double values[NODES], vectors[SQUARE];
  for (size_t b = 0; b < 2; b++) {
    eigen_of(NODES, s->log[b], values, vectors);
    memset(s->x[b], 0, sizeof s->x[b]);
    for (size_t l = 0; l < NODES; l++) {
      for (size_t e = 0; e < SQUARE; e++)
        s->x[b][e] += exp(values[l]) * vectors[l * NODES + e / NODES] * vectors[l * NODES + e % NODES];
    }
  }
}

/* log += factor C, for what `limit` bounds: <C,X>; boxes above the diagonal are y <= 1, below it -y <= 1. */
static void move_along(whole_set *s, size_t limit, double factor) {
  for (size_t b = 0; b < 2; b++) {
    for (size_t i = 0; i < NODES; i++)
      s->log[b][i * NODES + i] += limit == TRACE || limit == b * NODES + i ? factor : 0.0;
  }
  if (limit >= BOXES) {
    const size_t e = limit - BOXES, i = e / NODES, j = e % NODES;
    const double half = (i < j ? 0.5 : -0.5) * factor;
    for (size_t b = 0; b < 2; b++) {
      s->log[b][i * NODES + j] += b == 0 ? half : -half;
      s->log[b][j * NODES + i] += b == 0 ? half : -half;
    }
  }
  take_powers(s);
}

/* <C,X> less its limit */
static double excess_of(const whole_set *s, size_t limit) {
  if (limit < DIAGONALS) return s->x[limit / NODES][limit % NODES * (NODES + 1)] - 1.0;
  if (limit == TRACE) {
    double sum = -(double)NODES;
    for (size_t i = 0; i < NODES; i++) sum += s->x[0][i * (NODES + 1)] + s->x[1][i * (NODES + 1)];
    return sum;
  }
  const size_t e = limit - BOXES, i = e / NODES, j = e % NODES;
  return i == j ? -1.0 : (i < j ? 1.0 : -1.0) * (s->x[0][e] - s->x[1][e]) - 1.0;
}

/* Raises the multiplier by delta, which is returned. */
static double raise_to(whole_set *s, size_t limit, double delta) {
  move_along(s, limit, -delta);
  s->multiplier[limit] += delta;
  return excess_of(s, limit);
}

static void tighten(whole_set *s, size_t limit) {
  double near_end = 0.0, at_near = excess_of(s, limit), far_end = 0.5, at_far = at_near;
  if (at_near <= 0.0 && s->multiplier[limit] == 0.0) return;
  if (at_near <= 0.0) {
    far_end = -s->multiplier[limit];
    at_far = raise_to(s, limit, far_end);
    s->multiplier[limit] = 0.0;
    if (at_far <= 0.0) return;
    near_end = far_end; /* from here on the multiplier rises from 0 */
    at_near = at_far;
    far_end = 0.0;
    at_far = raise_to(s, limit, far_end - near_end);
  } else {
    at_far = raise_to(s, limit, far_end);
    while (at_far > 0.0) {
      at_far = raise_to(s, limit, far_end);
      far_end *= 2.0;
    }
  }
  double now = far_end, at_now = at_far;
  for (size_t i = 0; i < 40 && fabs(at_now) > 1e-12; i++) {
    double next = near_end + (far_end - near_end) * at_near / (at_near - at_far);
    if (i % 3 == 2) next = 0.5 * (near_end + far_end);
    at_now = raise_to(s, limit, next - now);
    now = next;
    if (at_now > 0.0) {
      near_end = now;
      at_near = at_now;
    } else {
      far_end = now;
      at_far = at_now;
    }
  }
}

/* From the logarithms as they are; the largest |excess| of a constraint that acts, or that is broken. */
static double project_on_all(whole_set *s) {
  double worst = 1.0;
  memset(s->multiplier, 0, sizeof s->multiplier);
  take_powers(s);
  for (size_t sweep = 0; sweep < 200 && worst > 1e-10; sweep++) {
    worst = 0.0;
    for (size_t k = 0; k < LIMITS; k++) tighten(s, k);
    for (size_t k = 0; k < LIMITS; k++) {
      const double excess = excess_of(s, k);
      worst = fmax(worst, s->multiplier[k] > 0.0 ? fabs(excess) : excess);
    }
  }
  return worst;
}

Test(matrix_prediction, whole_set) {
  enum { GAME = 40 };
  static const size_t pairs[NODES][2] = {{0, 1}, {0, 2}, {1, 2}};
  const double eta = 0.8;
  const learner_setting setting = setting_of(NODES, NODES, GAME, cut_loss);
  played p = played_make("online_matrix_prediction", "{\"class\":\"max_cut\",\"eta\":0.8}", &setting);
  random_stream *stream = stream_of("whole set");
  whole_set s = {.multiplier = {0}};
  double losses[2] = {0.0, 0.0}, cuts[4] = {0.0}, apart = 0.0, acting = 0.0;
  for (size_t i = 0; i < NODES; i++) s.log[0][i * (NODES + 1)] = s.log[1][i * (NODES + 1)] = log(0.5);
  for (size_t t = 0; t < GAME; t++) {
    const size_t pair = random_index(stream, NODES), i = pairs[pair][0], j = pairs[pair][1];
    const double label = random_chance(stream, pair == 2 ? 0.2 : 0.9) ? 1 : -1;
    const instance x = instance_entry(NODES, NODES, i, j);
    prediction predicted = {0};
    bool updated = false;
    cr_assert(project_on_all(&s) <= 1e-10, "round %zu: not projected", t);
    const double y = s.x[0][i * NODES + j] - s.x[1][i * NODES + j], g = loss_subgradient(&cut_loss, y, label);
    for (size_t k = 0; k < LIMITS; k++) acting += k != TRACE && s.multiplier[k] > 0.0;
    OK(learner_predict(&p.learner, &x, &predicted));
    if (acting == 0.0) near(predicted.score, y, 1e-9, "where the trace alone acts, the two are one");
    apart = fmax(apart, fabs(predicted.score - y));
    losses[0] += loss_value(&cut_loss, predicted.score, label);
    losses[1] += loss_value(&cut_loss, y, label);
    for (size_t c = 0; c < 4; c++) cuts[c] += loss_value(&cut_loss, (c >> i ^ c >> j) & 1 ? 1 : -1, label);
    OK(learner_update(&p.learner, &x, &predicted, label, &updated));
    for (size_t b = 0; b < 2; b++) {
      s.log[b][i * NODES + j] -= (b == 0 ? eta : -eta) * g;
      s.log[b][j * NODES + i] -= (b == 0 ? eta : -eta) * g;
    }
  }
  /* Theorem 1 before eta is chosen: tau ln(2p)/(2 eta) + (eta/2) 4 beta G^2 T */
  const double bound = NODES * log(2.0 * NODES) / (2.0 * eta) + 0.5 * eta * 4.0 * 0.25 * GAME;
  const double best = fmin(fmin(cuts[0], cuts[1]), fmin(cuts[2], cuts[3]));
  for (size_t k = 0; k < 2; k++)
    cr_expect(losses[k] - best <= bound, "%zu: regret %g, bound %g", k, losses[k] - best, bound);
  cr_expect(acting > 0.0 && apart > 1e-3, "other constraints never acted: %g, apart by %g", acting, apart);
  played_free(&p);
  random_stream_free(stream);
}
