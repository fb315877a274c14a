/* DefiniteBoost against its definition on dense matrices, AdaBoost in ten lines, the formulas of the step, infeasible constraints. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "learners/boosting/boost_step.h"
#include "linalg/eigen.h"
#include "unit/check.h"
#include "unit/dense_matrix.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"

static arena memory; /* of what a test makes */

enum { N = 6, ROUNDS = 60 };

/* w = exp(a) / tr exp(a); returns ln tr exp(a) */
static double gibbs(const double *a, double *w) {
  double values[N], vectors[N * N], trace = 0.0;
  eigen_of(N, a, values, vectors);
  for (size_t l = 0; l < N; l++) trace += exp(values[l]);
  memset(w, 0, N * N * sizeof *w);
  for (size_t l = 0; l < N; l++) {
    for (size_t e = 0; e < N * N; e++) {
      w[e] += exp(values[l]) / trace * vectors[l * N + e / N] * vectors[l * N + e % N];
    }
  }
  return log(trace);
}

/* dense X - y I */
static void constraint_of(const instance *x, double y, double *c) {
  instance_to_dense(x, c);
  for (size_t i = 0; i < N; i++) c[i * N + i] -= y;
}

/* ---- the step */

static double binary_entropy(double p, double w) {
  return p * log(p / w) + (1.0 - p) * log((1.0 - p) / (1.0 - w));
}

static double chord(double alpha, double r, double low, double high) {
  return ((high - r) * exp(-alpha * low) + (r - low) * exp(-alpha * high)) / (high - low);
}

Test(definite_boost, step_is_the_minimum_of_the_chord) {
  const double ends[][2] = {{-1, 1}, {-0.25, 0.75}, {-3, 0.5}, {-1e-3, 1}, {-2, 1e-2}};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    const double low = ends[i][0], high = ends[i][1], width = high - low;
    for (size_t k = 0; k < 15; k++) {
      const double part = 0.01 + 0.07 * (double)k, r = part * high, alpha = boost_step(r, low, high),
                   log_rho = boost_log_rho(r, low, high);
      near(log(chord(alpha, r, low, high)), log_rho, 1e-13, "ln of the chord at alpha");
      near(log_rho, -binary_entropy(-low / width, (r - low) / width), 1e-13, "-D(p||w)");
      cr_expect(log_rho <= -2.0 * r * r / (width * width) + 1e-15, "Pinsker at r = %g", r);
      for (size_t other = 0; other < 17; other++) {
        cr_expect(chord((0.5 + 0.09 * (double)other) * alpha, r, low, high) >= chord(alpha, r, low, high) - 1e-14);
      }
    }
    near(boost_step(0.0, low, high), 0.0, 0.0, "alpha of r = 0");
    near(boost_log_rho(0.0, low, high), 0.0, 0.0, "ln rho of r = 0");
    cr_expect(isfinite(boost_step(high, low, high)) && isfinite(boost_log_rho(high, low, high)));
  }
}

Test(definite_boost, adaboost_is_the_symmetric_step) {
  for (size_t k = 0; k < 34; k++) {
    const double r = 0.03 * (double)k;
    near(boost_step(r, -1, 1), 0.5 * log((1 + r) / (1 - r)), 1e-14, "alpha");
    near(boost_log_rho(r, -1, 1), 0.5 * log(1 - r * r), 1e-14, "ln rho");
  }
}

/* E4.2: the paper's own data. Its equation (13) takes the logarithm of a negative number. */
Test(definite_boost, printed_step_is_undefined) {
  const double d = 52, eps = 0.2 / d, low = -eps, high = 1 - eps, r = 1 / d - eps;
  near(r, 0.8 / d, 1e-16, "r at W = I/d");
  cr_expect(isnan(log((1 + r / high) / (1 + r / low)) / (high - low)), "the printed step is a number");
  near(boost_step(r, low, high), log(5.0) - log(1.0 - 0.8 / 51.8), 1e-14, "the step");
  near(boost_step(r, low, high), 1.625, 5e-4, "the step");
  /* as printed it is the step for the spectrum of -C */
  near(log((1 + r / -low) / (1 + r / -high)) / (high - low), boost_step(r, low, high), 1e-14, "(13) with -C");
}

/* ---- the definition */

typedef struct drawn {
  double numbers[3 * N], weights[3], whole[N * N], y;
  instance x;
} drawn;

/* A constraint whose C has eigenvalues on both sides of 0. */
static void draw(random_stream *stream, instance_kind kind, drawn *d) {
  random_gaussian_vector(stream, 3 * N, d->numbers);
  d->y = 0.0;
  switch (kind) {
  case INSTANCE_VECTOR: d->x = instance_dense_vector(N, d->numbers); break;
  case INSTANCE_DYAD:
    random_unit_vector(stream, N, d->numbers);
    d->x = instance_dense_dyad(N, d->numbers);
    d->y = random_range(stream, 0.05, 0.3);
    break;
  case INSTANCE_DISTANCE: {
    const size_t a = random_index(stream, N);
    d->x = instance_distance(N, a, (a + 1 + random_index(stream, N - 1)) % N);
    d->y = random_range(stream, 0.05, 0.3);
    break;
  }
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < 3; q++) d->weights[q] = random_range(stream, -0.3, 0.3);
    d->x = instance_low_rank(N, 3, d->numbers, d->weights, random_range(stream, -0.1, 0.1));
    break;
  default:
    for (size_t i = 0; i < N; i++) {
      for (size_t j = 0; j <= i; j++) d->whole[i * N + j] = d->whole[j * N + i] = random_range(stream, -1, 1);
    }
    d->x = instance_matrix(N, d->whole);
  }
}

static learner_setting setting_of(instance_kind kind) {
  return (learner_setting){.n = N,
                           .kind = kind,
                           .rank = kind == INSTANCE_LOW_RANK ? 3
                                   : kind == INSTANCE_VECTOR ? N
                                                             : 1,
                           .trials = ROUNDS,
                           .loss = {LOSS_VIOLATION, -100, 100, -100, 100, 1},
                           .eigen = &eigen_own};
}

static bool update(played *p, const instance *x, double y, double *r) {
  prediction predicted = {0};
  bool updated = false;
  OK(learner_predict(&p->learner, x, &predicted));
  *r = predicted.score - y;
  OK(learner_update(&p->learner, x, &predicted, y, &updated));
  return updated;
}

/* a = ln W_1 of a start that is normalised; NULL: I/N */
static void logarithm_of(const double *start, double *a) {
  double values[N], vectors[N * N], trace = 0.0;
  memset(a, 0, N * N * sizeof *a);
  for (size_t i = 0; i < N; i++) a[i * N + i] = -log((double)N);
  if (start == NULL) return;
  memset(a, 0, N * N * sizeof *a);
  eigen_of(N, start, values, vectors);
  for (size_t l = 0; l < N; l++) trace += values[l];
  for (size_t l = 0; l < N; l++) {
    for (size_t e = 0; e < N * N; e++) a[e] += log(values[l] / trace) * vectors[l * N + e / N] * vectors[l * N + e % N];
  }
}

/* A = ln W_1 - sum alpha_j C_j on dense matrices, with the alpha the learner says or, approximate, that of the formula. */
static void compare_from(const double *start, instance_kind kind, const char *json, bool exact) {
  const learner_setting setting = setting_of(kind);
  random_stream *stream = stream_of(instance_kind_name(kind));
  played player = played_make("definite_boost", json, &setting);
  double a[N * N], w[N * N], c[N * N], values[N], vectors[N * N], r = 0.0, sum = 0.0;
  size_t steps = 0;
  logarithm_of(start, a);
  for (size_t t = 0; t < ROUNDS; t++) {
    drawn d;
    draw(stream, kind, &d);
    constraint_of(&d.x, d.y, c);
    eigen_of(N, c, values, vectors);
    (void)gibbs(a, w);
    const double expected = dense_inner(N * N, w, c), before = played_constant(&player, "log_dual");
    const bool updated = update(&player, &d.x, d.y, &r);
    near(r, expected, 1e-10, json);
    if (fabs(expected) > 1e-9) {
      cr_expect_eq(updated, expected > 0.0 && values[0] < 0.0, "%s, trial %zu: r = %g", json, t, expected);
    }
    if (!updated) continue;
    steps++;
    const double alpha = played_constant(&player, "step"), after = played_constant(&player, "log_dual");
    const double formula = log((1 - r / values[0]) / (1 - r / values[N - 1])) / (values[N - 1] - values[0]);
    if (!exact) near(alpha, formula, 1e-10, "alpha");
    for (size_t e = 0; e < N * N; e++) a[e] -= alpha * c[e];
    near(after, gibbs(a, w), 1e-11, "ln dual = ln tr exp(ln W_1 - sum alpha C)");
    sum += boost_log_rho(r, values[0], values[N - 1]);
    near(played_constant(&player, "sum_log_rho"), sum, 1e-10, "sum of ln rho");
    cr_expect(after - before <= boost_log_rho(r, values[0], values[N - 1]) + 1e-12, "Z <= rho");
    cr_expect(exp(after) <= exp(sum) * (1 + 1e-9) && after < 0.0, "the dual, not its logarithm, is bounded (E4.3)");
    if (!exact) continue;
    near(played_score(&player, &d.x) - d.y, 0.0, 1e-12, "<W,C> after an exact step");
    near(dense_inner(N * N, w, c), 0.0, 1e-11, "<W,C> after an exact step, dense");
    if (kind == INSTANCE_VECTOR) cr_expect(alpha >= formula - 1e-12, "an exact step is not shorter");
    if (played_constant(&player, "infeasible") == 1.0) break;
  }
  cr_expect(steps >= 3, "%s %s: %zu steps", instance_kind_name(kind), json, steps);
  played_free(&player);
  random_stream_free(stream);
}

static void compare(instance_kind kind, const char *json, bool exact) {
  compare_from(NULL, kind, json, exact);
}

/* From any W_1, up to a factor: diagonal or a whole matrix. The farthest density is that of its least eigenvalue. */
Test(definite_boost, start) {
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_DYAD, INSTANCE_DISTANCE, INSTANCE_LOW_RANK,
                                        INSTANCE_MATRIX};
  double diagonal[N * N] = {0}, whole[N * N], values[N], vectors[N * N];
  char list[400] = "{\"start\":[", rows[1600] = "{\"step\":\"exact\",\"start\":[";
  for (size_t i = 0, end = strlen(list), at = strlen(rows); i < N; i++) {
    diagonal[i * N + i] = 1.0 + (double)i;
    end += (size_t)snprintf(list + end, sizeof list - end, "%g%s", diagonal[i * N + i], i + 1 < N ? "," : "]}");
    for (size_t j = 0; j < N; j++) {
      whole[i * N + j] = i == j ? 1.0 + 0.25 * (double)i : 0.125;
      at += (size_t)snprintf(rows + at, sizeof rows - at, "%s%g%s", j == 0 ? "[" : ",", whole[i * N + j],
                             j + 1 < N   ? ""
                             : i + 1 < N ? "],"
                                         : "]]}");
    }
  }
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    compare_from(diagonal, kinds[k], list, false);
    compare_from(whole, kinds[k], rows, true);
  }
  const learner_setting matrix = setting_of(INSTANCE_MATRIX), vector = setting_of(INSTANCE_VECTOR);
  played p = played_make("definite_boost", rows, &matrix);
  double trace = 0.0;
  eigen_of(N, whole, values, vectors);
  for (size_t i = 0; i < N; i++) trace += values[i];
  near(played_constant(&p, "certificate"), log(values[0] / trace), 1e-12, "the least of ln dual");
  played_free(&p);
  played_refused("definite_boost", "{\"representation\":\"diagonal\",\"start\":[[1,0],[0,1]]}",
                 &(const learner_setting){
                     .n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .trials = 1, .loss = vector.loss, .eigen = &eigen_own},
                 "definite_boost: start is a matrix, expected a list of n = 2 numbers: the parameter is diagonal");
}

Test(definite_boost, definition) {
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_DYAD, INSTANCE_DISTANCE, INSTANCE_LOW_RANK,
                                        INSTANCE_MATRIX};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    compare(kinds[i], "{}", false);
    compare(kinds[i], "{\"representation\":\"dense\"}", false);
    compare(kinds[i], "{\"step\":\"exact\"}", true);
    compare(kinds[i], "{\"step\":\"exact\",\"representation\":\"dense\"}", true);
  }
}

/* A vector is the diagonal matrix; a distance is a low-rank constraint with the threshold in its shift. */
Test(definite_boost, representations_agree) {
  const learner_setting vector = setting_of(INSTANCE_VECTOR), matrix = setting_of(INSTANCE_MATRIX);
  const learner_setting distance = setting_of(INSTANCE_DISTANCE), low_rank = setting_of(INSTANCE_LOW_RANK);
  played first = played_make("definite_boost", "{\"step\":\"exact\"}", &vector);
  played second = played_make("definite_boost", "{\"step\":\"exact\"}", &matrix);
  played third = played_make("definite_boost", "{\"step\":\"exact\"}", &distance);
  played fourth = played_make("definite_boost", "{\"step\":\"exact\"}", &low_rank);
  random_stream *stream = stream_of("agree");
  for (size_t t = 0; t < 20; t++) {
    drawn d;
    double r = 0.0, again = 0.0, dense[N * N], z[N] = {0};
    draw(stream, INSTANCE_VECTOR, &d);
    instance_to_dense(&d.x, dense);
    const instance whole = instance_matrix(N, dense);
    update(&first, &d.x, 0.0, &r);
    update(&second, &whole, 0.0, &again);
    near(again, r, 1e-10, "vector and matrix");
    draw(stream, INSTANCE_DISTANCE, &d);
    const double one = 1.0;
    z[d.x.row] = sqrt(0.5);
    z[d.x.column] = -sqrt(0.5);
    const instance shifted = instance_low_rank(N, 1, z, &one, -d.y);
    update(&third, &d.x, d.y, &r);
    update(&fourth, &shifted, 0.0, &again);
    near(again, r, 1e-10, "distance and low rank");
    near(played_constant(&fourth, "log_dual"), played_constant(&third, "log_dual"), 1e-10, "ln dual");
  }
  played_free(&first);
  played_free(&second);
  played_free(&third);
  played_free(&fourth);
  random_stream_free(stream);
}

/* ---- AdaBoost in ten lines (X3) */

Test(definite_boost, adaboost) {
  enum { EXAMPLES = 40, HYPOTHESES = 25, BOOSTS = 100 };
  static double margin[HYPOTHESES][EXAMPLES]; /* y_i h_j(x_i) */
  random_stream *stream = stream_of("adaboost");
  for (size_t j = 0; j < HYPOTHESES; j++) {
    for (size_t i = 0; i < EXAMPLES; i++) margin[j][i] = random_chance(stream, 0.56) ? 1.0 : -1.0;
  }
  const learner_setting setting = {.n = EXAMPLES,
                                   .kind = INSTANCE_VECTOR,
                                   .rank = EXAMPLES,
                                   .trials = BOOSTS,
                                   .loss = {LOSS_VIOLATION, -1, 1, -1, 1, 1},
                                   .eigen = &eigen_own};
  played approximate = played_make("definite_boost", "{\"low\":-1,\"high\":1}", &setting);
  played exact = played_make("definite_boost", "{\"step\":\"exact\"}", &setting);
  double w[EXAMPLES], sum[EXAMPLES] = {0};
  for (size_t i = 0; i < EXAMPLES; i++) w[i] = 1.0 / EXAMPLES;
  for (size_t t = 0; t < BOOSTS; t++) {
    size_t best = 0;
    double r = -1, z = 0, wrong = 0, dual = 0, errors = 0, shown = 0;
    for (size_t j = 0; j < HYPOTHESES; j++) {
      double edge = 0;
      for (size_t i = 0; i < EXAMPLES; i++) edge += w[i] * margin[j][i];
      if (edge > r + 1e-9) r = edge, best = j;
    }
    if (r < 1e-6) break;
    for (size_t i = 0; i < EXAMPLES; i++) wrong += margin[best][i] < 0 ? w[i] : 0;
    near(wrong, (1 - r) / 2, 1e-14, "r is the edge, the weighted error is (1-r)/2 (E4.4)");
    const double alpha = 0.5 * log((1 + r) / (1 - r));
    for (size_t i = 0; i < EXAMPLES; i++) z += w[i] *= exp(-alpha * margin[best][i]);
    for (size_t i = 0; i < EXAMPLES; i++) w[i] /= z, sum[i] += alpha * margin[best][i];
    const instance c = instance_dense_vector(EXAMPLES, margin[best]);
    cr_assert(update(&approximate, &c, 0.0, &shown));
    near(shown, r, 1e-14, "edge");
    near(played_constant(&approximate, "step"), alpha, 1e-13, "alpha");
    cr_assert(update(&exact, &c, 0.0, &shown));
    near(played_constant(&exact, "step"), alpha, 1e-12, "with two values an exact step is the formula's");
    for (size_t i = 0; i < EXAMPLES; i++) {
      const double one = 1;
      const instance unit = instance_sparse(INSTANCE_VECTOR, EXAMPLES, 1, &i, &one);
      near(played_score(&approximate, &unit), w[i], 1e-15, "weight");
      dual += exp(-sum[i]) / EXAMPLES;
      errors += sum[i] <= 1e-12;
    }
    near(played_constant(&approximate, "log_dual"), log(dual), 1e-13, "ln dual");
    near(played_constant(&approximate, "training_error"), errors / EXAMPLES, 1e-15, "training error");
    cr_expect(errors / EXAMPLES <= dual);
  }
  played_free(&approximate);
  played_free(&exact);
  random_stream_free(stream);
}

/* ---- what cannot be met, and what need not be (E4.9) */

Test(definite_boost, one_sided_constraints) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR);
  const double positive[N] = {1, 1, 1, 1, 1, 0.5}, edge[N] = {0, 0, 0, 0, 0, 1}, never[N] = {-1, 0, -1, -1, -1, -1};
  const double zero[N] = {0}, *const vectors[] = {positive, edge, never, zero};
  for (size_t i = 0; i < 4; i++) {
    played player = played_make("definite_boost", "{\"step\":\"exact\"}", &setting);
    const instance x = instance_dense_vector(N, vectors[i]);
    double r = 0.0;
    cr_expect_not(update(&player, &x, 0.0, &r), "vector %zu", i);
    near(played_constant(&player, "infeasible"), i < 2 ? 1.0 : 0.0, 0.0, "infeasible");
    near(played_constant(&player, "log_dual"), 0.0, 0.0, "ln dual");
    near(played_constant(&player, "certificate"), -log(6.0), 1e-15, "certificate");
    played_free(&player);
  }
  played wide = played_make("definite_boost", "{\"low\":-1,\"high\":1}", &setting); /* a perfect hypothesis */
  const instance x = instance_dense_vector(N, positive);
  double r = 0.0;
  cr_expect_not(update(&wide, &x, 0.0, &r));
  near(played_constant(&wide, "infeasible"), 1.0, 0.0, "infeasible");
  played_free(&wide);
}

/* Eigenvalues of matrices are known up to 256 epsilon |X|_1 = 1.1e-7, here; those of vectors are entries. */
Test(definite_boost, constraints_met_up_to_rounding) {
  const double entries[2] = {1e6, -1e6}, matrix[4] = {1e6, 0, 0, -1e6};
  const instance xs[2] = {instance_dense_vector(2, entries), instance_matrix(2, matrix)};
  for (size_t k = 0; k < 2; k++) {
    instance_square *work = NULL;
    boost_constraint c;
    OK(instance_square_new(&memory, xs[k].kind, 2, 2, &eigen_own, &work));
    OK(boost_constraint_of(work, &xs[k], 1e6 - 5e-8, &c));
    cr_expect_eq(c.sides, k == 0 ? BOOST_BOTH : BOOST_ALWAYS_MET, "%g, error %g", c.high, c.error);
    OK(boost_constraint_of(work, &xs[k], -1e6 - 5e-8, &c));
    cr_expect_eq(c.sides, BOOST_NEVER_MET);
    OK(boost_constraint_of(work, &xs[k], -1e6 + 5e-8, &c));
    cr_expect_eq(c.sides, k == 0 ? BOOST_BOTH : BOOST_NEVER_MET, "%g, error %g", c.low, c.error);
    OK(boost_constraint_of(work, &xs[k], 1e6 - 1e-6, &c));
    cr_expect_eq(c.sides, BOOST_BOTH, "%g, error %g", c.high, c.error);
    arena_free(&memory);
  }
}

Test(definite_boost, order_one) {
  learner_setting setting = setting_of(INSTANCE_MATRIX);
  setting.n = 1;
  for (int sign = -1; sign <= 1; sign++) {
    const double value = sign;
    played player = played_make("definite_boost", "{}", &setting);
    const instance x = instance_matrix(1, &value);
    double r = 0.0;
    cr_expect_not(update(&player, &x, 0.0, &r));
    near(r, value, 0.0, "W = 1");
    near(played_constant(&player, "infeasible"), value > 0.0 ? 1.0 : 0.0, 0.0, "infeasible");
    played_free(&player);
  }
}

/* <W,C> <= 0 and <W, I/4 - C> <= 0 add up to 1/4 <= 0: ln dual falls below -ln n, at most ln n/(2 r^2) steps later. */
Test(definite_boost, certificate) {
  const char *const given[] = {"{}", "{\"step\":\"exact\"}"};
  const double diagonal[N] = {0.5, -0.5, 0.25, -0.25, 0.4, -0.4};
  double opposite[N];
  for (size_t i = 0; i < N; i++) opposite[i] = 0.25 - diagonal[i];
  const instance x[2] = {instance_dense_vector(N, diagonal), instance_dense_vector(N, opposite)};
  const learner_setting setting = setting_of(INSTANCE_VECTOR);
  for (size_t i = 0; i < 2; i++) {
    played player = played_make("definite_boost", given[i], &setting);
    double r = 0.0;
    size_t steps = 0;
    while (played_constant(&player, "infeasible") == 0.0 && steps < 500) {
      cr_expect(played_constant(&player, "log_dual") >= -log(6.0) - 1e-8);
      (void)update(&player, &x[steps % 2], 0.0, &r);
      steps++;
    }
    cr_expect(steps < 500 && played_constant(&player, "log_dual") < -log(6.0), "%s: %zu steps", given[i], steps);
    played_free(&player);
  }
}

/* E4.10: where all constraints are met, an alpha > 0 of one that is met with room to spare could be smaller: W is feasible, but not the density
 * nearest to I/n, which has <W,C_j> = 0 wherever alpha_j > 0. */
Test(definite_boost, the_end_is_no_projection) {
  const double first[N] = {1, -0.5, 0, 0, 0, 0}, second[N] = {1, -0.05, -0.05, -0.05, -0.05, -0.05};
  const instance x[2] = {instance_dense_vector(N, first), instance_dense_vector(N, second)};
  const char *const given[] = {"{}", "{\"step\":\"exact\"}"};
  const learner_setting setting = setting_of(INSTANCE_VECTOR);
  for (size_t k = 0; k < 2; k++) {
    played player = played_make("definite_boost", given[k], &setting);
    double alpha[2] = {0}, r = 0.0, dual = 0.0;
    for (size_t t = 0; t < 400; t++) {
      if (update(&player, &x[t % 2], 0.0, &r)) alpha[t % 2] += played_constant(&player, "step");
    }
    cr_expect(played_score(&player, &x[1]) <= 1e-9, "the second constraint is met");
    cr_expect(played_score(&player, &x[0]) < -0.05 && alpha[0] > 0.1, "the first one has room to spare");
    for (size_t i = 0; i < N; i++) dual += exp(-0.9 * alpha[0] * first[i] - alpha[1] * second[i]) / N;
    cr_expect(log(dual) < played_constant(&player, "log_dual") - 1e-6, "ln dual %.9g, with a smaller alpha %.9g",
              played_constant(&player, "log_dual"), log(dual));
    /* The nearest density moves the first weight alone: w_1 = 1/21, the others equal. */
    const double one = 1.0, nearest = log(6.0) + log(1.0 / 21) / 21 + 20.0 / 21 * log(4.0 / 21);
    const size_t second_weight = 1;
    const instance unit = instance_sparse(INSTANCE_VECTOR, N, 1, &second_weight, &one);
    cr_expect(played_score(&player, &unit) > 4.0 / 21 + 0.01, "the second weight of the nearest is 4/21");
    cr_expect(played_constant(&player, "log_dual") > -nearest + 1e-3, "the dual's least value is -D of the nearest");
    played_free(&player);
  }
}

/* r as near to the largest eigenvalue as W allows: steps stay finite, and exact ones exact. */
Test(definite_boost, concentrated) {
  const learner_setting setting = setting_of(INSTANCE_VECTOR);
  const double away[N] = {-1, 1, 1, 1, 1, 1}, back[N] = {1, -1e-3, -1e-3, -1e-3, -1e-3, -1e-3};
  const instance first = instance_dense_vector(N, away), second = instance_dense_vector(N, back);
  played player = played_make("definite_boost", "{\"step\":\"exact\"}", &setting);
  double r = 0.0;
  cr_expect(update(&player, &first, -0.999999, &r)); /* W_11 = 0.9999995 */
  near(played_score(&player, &first), -0.999999, 1e-12, "<W,X>");
  cr_expect(update(&player, &second, 0.0, &r));
  near(played_score(&player, &second), 0.0, 1e-13, "<W,C>");
  played_free(&player);
}

/* ---- states and refusals */

Test(definite_boost, states) {
  static const instance_kind kinds[] = {INSTANCE_VECTOR, INSTANCE_LOW_RANK, INSTANCE_MATRIX};
  for (size_t k = 0; k < 3; k++) {
    const learner_setting setting = setting_of(kinds[k]);
    played first = played_make("definite_boost", "{\"step\":\"exact\"}", &setting);
    played second = played_make("definite_boost", "{\"step\":\"exact\"}", &setting);
    random_stream *stream = stream_of("states");
    cJSON *state = cJSON_CreateObject();
    for (size_t t = 0; t < 12; t++) {
      drawn d;
      double r = 0.0, again = 0.0;
      draw(stream, kinds[k], &d);
      if (t == 6) {
        OK(learner_save(&first.learner, state));
        OK(learner_load(&second.learner, state));
      }
      (void)update(&first, &d.x, d.y, &r);
      if (t < 6) continue;
      (void)update(&second, &d.x, d.y, &again);
      cr_expect_eq(r, again);
      static const char *const names[] = {"log_dual", "sum_log_rho", "step", "infeasible"};
      for (size_t c = 0; c < 4; c++) {
        cr_expect_eq(played_constant(&first, names[c]), played_constant(&second, names[c]), "%s", names[c]);
      }
    }
    cJSON_DeleteItemFromObject(state, "step");
    cr_expect_eq(learner_load(&second.learner, state), STATUS_INVALID);
    cJSON_Delete(state);
    random_stream_free(stream);
    played_free(&first);
    played_free(&second);
  }
}

Test(definite_boost, refusals) {
  learner_setting setting = setting_of(INSTANCE_VECTOR);
  played_refused("definite_boost", "{\"low\":-1}", &setting, "definite_boost: give both low and high, or neither");
  played_refused("definite_boost", "{\"step\":\"long\"}", &setting,
                 "definite_boost: step = \"long\" must be one of: approximate exact");
  setting.loss.kind = LOSS_SQUARE;
  played_refused("definite_boost", "{}", &setting,
                 "definite_boost: needs real labels with the loss violation, this one is square");
}
