/* The constraints that boosting is shown, against lists of all stumps and all pairs. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "problems/boosting/stump_columns.h"
#include "problems/kernels/target_kernel.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"

static played booster(const fixture *f, const char *json) {
  const learner_setting setting = problem_learner_setting(&f->problem.facts, 2000, 0, &eigen_own);
  return played_make("definite_boost", json, &setting);
}

/* One trial; its score, or NaN at the end. */
static double play(fixture *f, played *p, instance *x) {
  prediction predicted = {0};
  double label = NAN;
  bool updated = false;
  const status code = problem_next(&f->problem, &p->learner, x);
  if (code == STATUS_END) return NAN;
  cr_assert_eq(code, STATUS_OK, "%s", status_message());
  OK(learner_predict(&p->learner, x, &predicted));
  OK(problem_reveal(&f->problem, &predicted, &label));
  near(label, 0.0, 0.0, "label");
  OK(learner_update(&p->learner, x, &predicted, label, &updated));
  return predicted.score;
}

/* ---- stumps */

enum { ROWS = 7, FEATURES = 3 };

static const double table[ROWS][FEATURES] = {{0, 1.5, -1}, {2, 0, -1}, {2, 1.5, 0},  {-3, 0, 4},
                                             {0, 1.5, 4},  {1, 0, 0},  {-3, 2.5, -1}};

static double value_of(size_t row, size_t feature, double threshold) {
  return table[row][feature] > threshold ? 1.0 : -1.0;
}

/* The largest edge over thresholds between and beyond all values. */
static double naive_edge(const double *weights) {
  const double thresholds[] = {-9, -2, -0.5, 0.5, 1.2, 1.7, 2.2, 3, 9};
  double best = 0.0;
  for (size_t f = 0; f < FEATURES; f++) {
    for (size_t k = 0; k < sizeof thresholds / sizeof thresholds[0]; k++) {
      double edge = 0.0;
      for (size_t i = 0; i < ROWS; i++) edge += weights[i] * value_of(i, f, thresholds[k]);
      best = fmax(best, fabs(edge));
    }
  }
  return best;
}

static void fill_table(libsvm_data *data) {
  *data = (libsvm_data){0};
  for (size_t i = 0; i < ROWS; i++) {
    for (size_t f = 0; f < FEATURES; f++) {
      if (table[i][f] != 0.0 || i == 2) OK(libsvm_append_entry(data, f, table[i][f])); /* also a stored zero */
    }
    OK(libsvm_append_row(data, i % 2 == 0 ? 1 : -1, i + 1));
  }
  data->features = FEATURES;
}

Test(boosting_problems, best_stump) {
  random_stream *stream = NULL;
  libsvm_data data;
  stump_columns columns;
  OK(random_stream_new(1, "weights", &stream));
  fill_table(&data);
  OK(stump_columns_new(&data, ROWS, &columns));
  for (size_t trial = 0; trial < 500; trial++) {
    double weights[ROWS], h[ROWS], edge = 0.0;
    random_gaussian_vector(stream, ROWS, weights);
    if (trial == 0) memset(weights, 0, sizeof weights);
    const stump best = stump_best(&columns, weights);
    near(best.edge, naive_edge(weights), 1e-14, "largest edge");
    stump_apply(&columns, &best, h);
    for (size_t i = 0; i < ROWS; i++) {
      edge += weights[i] * h[i];
      cr_expect_eq(h[i], (best.negated ? -1.0 : 1.0) * value_of(i, best.feature, best.threshold));
    }
    near(edge, best.edge, 1e-14, "its edge");
  }
  stump_columns_free(&columns);
  libsvm_free(&data);
  random_stream_free(stream);
}

Test(boosting_problems, some_rows) {
  libsvm_data data;
  stump_columns columns;
  double h[3];
  fill_table(&data);
  OK(stump_columns_new(&data, 3, &columns)); /* rows 0, 2, 4 */
  const stump second = {1, 1.0, false, 0.0}, third = {2, 2.0, true, 0.0};
  stump_apply(&columns, &second, h);
  for (size_t i = 0; i < 3; i++) cr_expect_eq(h[i], value_of(2 * i, 1, 1.0));
  stump_apply(&columns, &third, h);
  for (size_t i = 0; i < 3; i++) cr_expect_eq(h[i], -value_of(2 * i, 2, 2.0));
  stump_columns_free(&columns);
  libsvm_free(&data);
}

Test(boosting_problems, stumps_as_constraints) {
  fixture f = fixture_make("decision_stumps", "{\"n\":60,\"features\":6,\"relevant\":3}", 5);
  played p = booster(&f, "{}");
  OK(problem_meet(&f.problem, &p.learner));
  instance x;
  double r = 0.0;
  size_t trials = 0;
  for (; trials < 1000; trials++) {
    r = play(&f, &p, &x);
    if (isnan(r)) break;
    cr_expect(r > 0.0 && r <= 1.0);
    for (size_t i = 0; i < 60; i++) cr_expect(fabs(x.value[i]) == 1.0);
    near(played_score(&p, &x), 0.0, 1e-12, "two values: the formula's step is the exact one");
  }
  cr_expect(trials > 2 && trials < 1000, "%zu trials", trials); /* a majority of three stumps has no error */
  near(played_constant(&p, "infeasible"), 1.0, 0.0, "infeasible: no distribution leaves every stump without an edge");
  near(played_constant(&p, "training_error"), 0.0, 0.0, "training error");
  played_free(&p);
  fixture_free(&f);
}

Test(boosting_problems, stumps_of_a_file) {
  const char *text = "2 1:1 3:0.5\n1 2:1\n2 1:1\n1 1:1 2:1\n";
  char *path = fixture_file(text, strlen(text)), json[300];
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"positive_label\":2}", path);
  fixture f = fixture_make("decision_stumps", json, 1);
  instance x;
  double label;
  cr_expect_eq(f.problem.facts.n, 4);
  OK(fixture_trial(&f, &x, &label)); /* not feature 2 says it all */
  for (size_t i = 0; i < 4; i++) cr_expect_eq(x.value[i], 1.0);
  fixture_free(&f);
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"positive_label\":2,\"rows\":2}", path);
  f = fixture_make("decision_stumps", json, 1);
  cr_expect_eq(f.problem.facts.n, 2);
  fixture_free(&f);
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"positive_label\":7}", path);
  cr_expect_eq(fixture_try("decision_stumps", json, 1, NULL, &f), STATUS_INVALID);
  cr_expect_not_null(strstr(status_message(), "no row has positive_label = 7, expected rows of two classes"));
  fixture_free(&f);
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"noise\":0.1}", path);
  fixture_refused("decision_stumps", json, "decision_stumps: noise has no effect with a file");
  fixture_refused("decision_stumps", "{\"rows\":7}", "decision_stumps: rows has no effect without a file");
  fixture_refused("decision_stumps", "{\"relevant\":4}",
                  "decision_stumps: relevant = 4 must be odd and at most features = 20");
  remove(path);
  free(path);
}

/* ---- distances */

static const target_kernel *kernel_of(const fixture *f) {
  return ((const kernel_source *)f->problem.self)->kernel;
}

static double distance_in(const double *w, size_t n, size_t a, size_t b) {
  return 0.5 * (w[a * n + a] + w[b * n + b]) - w[a * n + b];
}

/* Every trial shows the constraint that is violated most under the learner's W, by a list of all pairs. */
Test(boosting_problems, most_violated_distance) {
  enum { ITEMS = 12 };
  fixture f = fixture_make("distance_constraints", "{\"n\":12,\"tolerance\":1e-4}", 3);
  played p = booster(&f, "{\"representation\":\"dense\"}");
  OK(problem_meet(&f.problem, &p.learner));
  const target_kernel *kernel = kernel_of(&f);
  const double eps = 0.2 / ITEMS, half = sqrt(0.5);
  size_t trials = 0, near_pairs = 0;
  double r = 0.0, count = 0.0;
  for (;; trials++) {
    double most = 0.0;
    near_pairs = 0;
    for (size_t a = 0; a < ITEMS; a++) {
      for (size_t b = a + 1; b < ITEMS; b++) {
        double z[ITEMS] = {0};
        if (!(distance_in(kernel->matrix, ITEMS, a, b) < eps)) continue;
        near_pairs++;
        z[a] = half;
        z[b] = -half;
        const instance dyad = instance_dense_dyad(ITEMS, z);
        most = fmax(most, played_score(&p, &dyad) - eps);
      }
    }
    instance x;
    r = play(&f, &p, &x);
    if (isnan(r)) {
      cr_expect(most <= 1e-4 + 1e-12, "the end at %g", most);
      break;
    }
    near(r, most, 1e-11, "the most violated constraint");
    cr_expect(comparator_value(f.u, &x) < 0.0, "the target is feasible");
    cr_assert(trials < 2000);
  }
  cr_expect(trials > 5, "%zu trials", trials);
  OK(problem_constant(&f.problem, "constraints", &count) ? STATUS_OK : STATUS_FAILED);
  near(count, (double)near_pairs, 0.0, "constraints");
  played_free(&p);
  fixture_free(&f);
}

/* Any order ends with all constraints met, and with one and the same W only up to what is left over. */
Test(boosting_problems, orders_of_constraints) {
  static const char *const orders[] = {"most_violated", "cyclic", "random"};
  for (size_t i = 0; i < 3; i++) {
    char json[200];
    snprintf(json, sizeof json, "{\"n\":10,\"tolerance\":1e-4,\"pairs\":6,\"order\":\"%s\"}", orders[i]);
    fixture f = fixture_make("distance_constraints", json, 2);
    played p = booster(&f, "{\"step\":\"exact\"}");
    OK(problem_meet(&f.problem, &p.learner));
    instance x;
    size_t trials = 0;
    double r = 0.0, value = 0.0;
    while (trials < 2000 && !isnan(r = play(&f, &p, &x))) {
      cr_expect(r > 1e-4);
      trials++;
    }
    cr_expect(trials >= 6 && trials < 2000, "%s: %zu trials", orders[i], trials);
    cr_expect(problem_constant(&f.problem, "constraints", &value) && value == 6.0);
    cr_expect(played_constant(&p, "log_dual") >= -(log(10.0) + comparator_entropy(f.u)));
    played_free(&p);
    fixture_free(&f);
  }
}

Test(boosting_problems, contradiction) {
  fixture f = fixture_make("distance_constraints", "{\"n\":10,\"infeasible\":true,\"far\":0.1}", 2);
  played p = booster(&f, "{\"step\":\"exact\"}");
  OK(problem_meet(&f.problem, &p.learner));
  instance x;
  size_t trials = 0;
  cr_expect_null(f.u);
  while (trials < 2000 && !isnan(play(&f, &p, &x))) trials++;
  cr_expect(trials < 2000);
  near(played_constant(&p, "infeasible"), 1.0, 0.0, "infeasible");
  cr_expect(played_constant(&p, "log_dual") < -log(10.0));
  played_free(&p);
  fixture_free(&f);
}

Test(boosting_problems, refusals) {
  fixture_refused("distance_constraints", "{\"infeasible\":true,\"far\":0.001}",
                  "distance_constraints: far = 0.001 must be above eps = 0.00833333");
  fixture_refused("distance_constraints", "{\"far\":0.5}",
                  "distance_constraints: far has no effect without infeasible = true");
  fixture f;
  cr_expect_eq(fixture_try("distance_constraints", "{\"eps\":1e-12}", 1, NULL, &f), STATUS_INVALID);
  cr_expect_not_null(strstr(status_message(), "distance_constraints: no pair is nearer than eps = 1e-12"));
  fixture_free(&f);
}
