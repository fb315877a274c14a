/* The problem of distances in a kernel, and what is looked at of kernels. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "cell/kernel_view.h"
#include "unit/problem_fixture.h"

enum { N = 6, PAIRS = N * (N - 1) / 2 };

/* <U, X> of the dense matrices. */
static double dense_inner(const instance *x, const instance *u) {
  double a[N * N], b[N * N], sum = 0.0;
  instance_to_dense(x, a);
  instance_to_dense(u, b);
  for (size_t i = 0; i < N * N; i++) sum += a[i] * b[i];
  return sum;
}

/* Labels are <U, X>, half the squared distance, so that the comparator has no loss. */
Test(kernel_distances, labels) {
  fixture f = fixture_make("kernel_distances", "{\"n\":6}", 4);
  const problem_facts *facts = &f.problem.facts;
  cr_expect(facts->n == N && facts->kind == INSTANCE_DISTANCE && facts->labels == LABEL_REAL && facts->trials == 0);
  cr_expect(facts->exchangeable && facts->population == 0 && facts->classes == 3 && !facts->adaptive);
  const loss l = problem_loss(facts);
  cr_expect(l.kind == LOSS_SQUARE && isinf(l.low) && isinf(l.high));
  cr_assert_not_null(f.u);
  cr_expect_eq(comparator_origin_of(f.u), COMPARATOR_PLANTED);
  cr_expect_float_eq(comparator_trace(f.u), 1.0, 10 * DBL_EPSILON);
  const double *u = comparator_instance(f.u)->matrix;
  size_t seen[N][N] = {{0}};
  enum { TRIALS = 6000 };
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double y = 0.0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    const size_t a = x.row, b = x.column;
    cr_assert(a < N && b < N && a != b);
    seen[a][b]++;
    if (t >= 200) continue;
    cr_expect_float_eq(y, dense_inner(&x, comparator_instance(f.u)), 4 * DBL_EPSILON);
    cr_expect_float_eq(y, comparator_value(f.u, &x), 4 * DBL_EPSILON);
    cr_expect_float_eq(2.0 * y, u[a * N + a] + u[b * N + b] - 2.0 * u[a * N + b], 4 * DBL_EPSILON);
  }
  /* uniform over the 30 ordered pairs: each count within six standard deviations */
  const double mean = (double)TRIALS / (2 * PAIRS), deviation = sqrt(mean);
  for (size_t a = 0; a < N; a++) {
    for (size_t b = 0; b < N; b++) cr_expect(a == b || fabs((double)seen[a][b] - mean) < 6 * deviation);
  }
  fixture_free(&f);
}

/* Every pair once in a pass, in another order in the next one. */
Test(kernel_distances, passes) {
  fixture f = fixture_make("kernel_distances", "{\"n\":6,\"pairs\":\"all\",\"passes\":3,\"comparator\":\"none\"}", 4);
  cr_expect(f.problem.facts.trials == 3 * PAIRS && !f.problem.facts.exchangeable && f.u == NULL);
  size_t order[3][PAIRS];
  for (size_t pass = 0; pass < 3; pass++) {
    size_t seen[N][N] = {{0}};
    for (size_t t = 0; t < PAIRS; t++) {
      instance x;
      double y;
      cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
      cr_expect(x.row < x.column && seen[x.row][x.column]++ == 0);
      order[pass][t] = x.row * N + x.column;
    }
  }
  cr_expect(memcmp(order[0], order[1], sizeof order[0]) != 0 && memcmp(order[1], order[2], sizeof order[0]) != 0);
  instance x;
  cr_expect_eq(problem_next(&f.problem, NULL, &x), STATUS_END);
  fixture_free(&f);
  f = fixture_make("kernel_distances", "{\"n\":6,\"pairs\":\"all\"}", 4);
  cr_expect(f.problem.facts.exchangeable && f.problem.facts.population == PAIRS);
  fixture_free(&f);
  fixture_refused("kernel_distances", "{\"passes\":2}",
                  "kernel_distances: passes has no effect without pairs = \"all\"");
}

/* Noise changes labels by N(0, sd^2), and neither the kernel nor the pairs. */
Test(kernel_distances, noise) {
  enum { TRIALS = 4000 };
  fixture plain = fixture_make("kernel_distances", "{\"n\":6}", 9);
  fixture noisy = fixture_make("kernel_distances", "{\"n\":6,\"noise\":0.25}", 9);
  double sum = 0.0, squares = 0.0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x, same;
    double y, other;
    cr_assert_eq(fixture_trial(&plain, &x, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&noisy, &same, &other), STATUS_OK);
    cr_assert(x.row == same.row && x.column == same.column);
    sum += other - y;
    squares += (other - y) * (other - y);
  }
  cr_expect(fabs(sum / TRIALS) < 6 * 0.25 / sqrt(TRIALS));
  cr_expect(fabs(squares / TRIALS / 0.0625 - 1.0) < 6 * sqrt(2.0 / TRIALS));
  fixture_free(&plain);
  fixture_free(&noisy);
}

Test(kernel_distances, classes) {
  const char *const *names = NULL;
  fixture f = fixture_make("kernel_distances", "{\"n\":6,\"clusters\":2}", 9);
  const size_t *classes = f.problem.class->methods->classes(f.problem.self, &names);
  for (size_t i = 0; i < N; i++) cr_expect_eq(classes[i], i / 3);
  cr_expect_str_eq(names[1], "cluster 2");
  fixture_free(&f);
  char *path = fixture_file("0 1\n1 0\n", 8), json[200];
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"header\":\"none\",\"labels\":\"none\"}", path);
  f = fixture_make("kernel_distances", json, 9);
  cr_expect(f.problem.facts.classes == 0 && f.problem.class->methods->classes(f.problem.self, &names) == NULL &&
            names == NULL);
  instance x;
  double y;
  cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
  cr_expect_float_eq(y, 1.0, 4 * DBL_EPSILON); /* U = [[1,-1],[-1,1]]/2 */
  fixture_free(&f);
  unlink(path);
  free(path);
}

/* Of two items a density predicts any number of [0,1]: the best one the mean of the labels. */
Test(kernel_distances, best_density_of_two_items) {
  enum { TRIALS = 60 };
  for (uint64_t seed = 1; seed <= 3; seed++) {
    fixture f = {.setting = {.seed = seed, .trials = TRIALS}};
    const problem_class *class = problem_find("kernel_distances");
    cJSON *given = NULL;
    cr_assert_eq(json_parse("{\"n\":2,\"clusters\":1,\"noise\":0.1,\"comparator\":\"best_density\"}", &given),
                 STATUS_OK);
    cr_assert_eq(options_new(&class->about, given, &f.values), STATUS_OK);
    cJSON_Delete(given);
    cr_assert_eq(problem_new(class, &f.setting, f.values, &f.problem), STATUS_OK, "%s", status_message());
    comparator *u = problem_comparator(&f.problem);
    cr_assert_not_null(u);
    cr_assert_eq(comparator_prepare(u, INSTANCE_DISTANCE, 1), STATUS_OK);
    double sum = 0.0, squares = 0.0, own = 0.0;
    for (size_t t = 0; t < TRIALS; t++) {
      instance x;
      double y;
      cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
      sum += y;
      squares += y * y;
      own += (comparator_value(u, &x) - y) * (comparator_value(u, &x) - y);
    }
    const double mean = sum / TRIALS, expected = squares - TRIALS * mean * mean;
    cr_assert(mean > 0.0 && mean < 1.0);
    cr_expect_float_eq(own, expected, 1e-6);
    cr_expect(comparator_least(u) <= own && comparator_least(u) > own - 1e-6);
    fixture_free(&f);
  }
  fixture_refused("kernel_distances", "{\"comparator\":\"best_density\"}",
                  "kernel_distances: comparator = best_density needs a number of trials");
}

/* The trials it was found for are those that are played: without noise it has no loss, with noise less than the kernel itself. */
Test(kernel_distances, best_density) {
  static const char *const variants[] = {"\"n\":6", "\"n\":6,\"noise\":0.05",
                                         "\"n\":6,\"noise\":0.05,\"pairs\":\"all\""};
  for (size_t c = 0; c < 3; c++) {
    char json[200];
    snprintf(json, sizeof json, "{%s}", variants[c]);
    fixture planted = fixture_make("kernel_distances", json, 7);
    fixture best = {.setting = {.seed = 7, .trials = 300}};
    const problem_class *class = problem_find("kernel_distances");
    cJSON *given = NULL;
    snprintf(json, sizeof json, "{%s,\"comparator\":\"best_density\"}", variants[c]);
    cr_assert_eq(json_parse(json, &given), STATUS_OK);
    cr_assert_eq(options_new(&class->about, given, &best.values), STATUS_OK);
    cJSON_Delete(given);
    cr_assert_eq(problem_new(class, &best.setting, best.values, &best.problem), STATUS_OK, "%s", status_message());
    comparator *u = problem_comparator(&best.problem);
    cr_assert_eq(comparator_prepare(u, INSTANCE_DISTANCE, 1), STATUS_OK);
    double of_planted = 0.0, of_best = 0.0;
    size_t trials = 0;
    for (; trials < 300; trials++) {
      instance x, same;
      double y, other;
      if (fixture_trial(&best, &x, &y) != STATUS_OK) break;
      cr_assert_eq(fixture_trial(&planted, &same, &other), STATUS_OK);
      cr_assert(x.row == same.row && x.column == same.column && y == other);
      of_planted += (comparator_value(planted.u, &x) - y) * (comparator_value(planted.u, &x) - y);
      of_best += (comparator_value(u, &x) - y) * (comparator_value(u, &x) - y);
    }
    cr_expect_eq(trials, c == 2 ? PAIRS : 300);
    cr_expect(comparator_least(u) <= of_best + 1e-12);
    cr_expect(c == 0 ? of_best < 1e-8 : of_best < of_planted, "%.17g %.17g", of_best, of_planted);
    fixture_free(&planted);
    fixture_free(&best);
  }
}

/* --- what is looked at of a kernel --- */

Test(kernel_view, splits) {
  enum { ITEMS = 9 };
  bool *first, *again, *other;
  cr_assert_eq(neighbour_splits_new(3, ITEMS, &first), STATUS_OK);
  cr_assert_eq(neighbour_splits_new(3, ITEMS, &again), STATUS_OK);
  cr_assert_eq(neighbour_splits_new(4, ITEMS, &other), STATUS_OK);
  cr_expect(memcmp(first, again, NEIGHBOUR_SPLITS * ITEMS * sizeof *first) == 0);
  cr_expect(memcmp(first, other, NEIGHBOUR_SPLITS * ITEMS * sizeof *first) != 0);
  for (size_t s = 0; s < NEIGHBOUR_SPLITS; s++) {
    size_t train = 0;
    for (size_t i = 0; i < ITEMS; i++) train += first[s * ITEMS + i];
    cr_expect_eq(train, ITEMS / 2);
    cr_expect(s == 0 || memcmp(first, first + s * ITEMS, ITEMS * sizeof *first) != 0);
  }
  free(first);
  free(again);
  free(other);
}

/* The mean over the splits, by the definition: distances all different, no ties. */
static double naive_error(size_t n, const bool *train, const size_t *classes, const double *d) {
  double error = 0.0;
  for (size_t s = 0; s < NEIGHBOUR_SPLITS; s++) {
    double wrong = 0, tested = 0;
    for (size_t i = 0; i < n; i++) {
      double best = INFINITY;
      size_t of = 0;
      if (train[s * n + i]) continue;
      for (size_t j = 0; j < n; j++) {
        if (train[s * n + j] && d[i * n + j] < best) {
          best = d[i * n + j];
          of = classes[j];
        }
      }
      tested += 1;
      wrong += of != classes[i];
    }
    error += wrong / tested / NEIGHBOUR_SPLITS;
  }
  return error;
}

Test(kernel_view, nearest_neighbours) {
  enum { ITEMS = 11 };
  double d[ITEMS * ITEMS];
  size_t classes[ITEMS];
  bool *train;
  random_stream *stream;
  cr_assert_eq(random_stream_new(8, "test", &stream), STATUS_OK);
  cr_assert_eq(neighbour_splits_new(8, ITEMS, &train), STATUS_OK);
  for (size_t trial = 0; trial < 30; trial++) {
    for (size_t i = 0; i < ITEMS; i++) {
      classes[i] = random_index(stream, 3);
      for (size_t j = 0; j <= i; j++) d[i * ITEMS + j] = d[j * ITEMS + i] = i == j ? 0.0 : random_uniform(stream);
    }
    cr_expect_float_eq(nearest_neighbour_error(ITEMS, train, classes, d), naive_error(ITEMS, train, classes, d), 1e-14);
  }
  /* points at their class's number: no error but for classes that have no training point */
  size_t missed = 0;
  for (size_t i = 0; i < ITEMS; i++) classes[i] = i % 2;
  for (size_t s = 0; s < NEIGHBOUR_SPLITS; s++) {
    size_t of[2] = {0};
    for (size_t i = 0; i < ITEMS; i++) of[i % 2] += train[s * ITEMS + i];
    missed += of[0] == 0 || of[1] == 0;
  }
  cr_assert_eq(missed, 0);
  for (size_t i = 0; i < ITEMS * ITEMS; i++) d[i] = classes[i / ITEMS] == classes[i % ITEMS] ? 0.0 : 1.0;
  cr_expect_eq(nearest_neighbour_error(ITEMS, train, classes, d), 0.0);
  random_stream_free(stream);
  free(train);
}

/* Where all distances are equal, but for rounding, the first training item is the nearest one. */
Test(kernel_view, ties) {
  enum { ITEMS = 8 };
  double d[ITEMS * ITEMS], expected = 0.0;
  const size_t classes[ITEMS] = {0, 1, 0, 1, 2, 2, 1, 0};
  bool *train;
  cr_assert_eq(neighbour_splits_new(2, ITEMS, &train), STATUS_OK);
  for (size_t s = 0; s < NEIGHBOUR_SPLITS; s++) {
    size_t first = 0, wrong = 0;
    while (!train[s * ITEMS + first]) first++;
    for (size_t i = 0; i < ITEMS; i++) wrong += !train[s * ITEMS + i] && classes[i] != classes[first];
    expected += 2.0 * (double)wrong / ITEMS / NEIGHBOUR_SPLITS;
  }
  for (size_t i = 0; i < ITEMS * ITEMS; i++) d[i] = i % (ITEMS + 1) == 0 ? 0.0 : 0.125;
  cr_expect_float_eq(nearest_neighbour_error(ITEMS, train, classes, d), expected, 1e-14);
  for (size_t i = 0; i < ITEMS * ITEMS; i++) d[i] *= 1.0 + (double)(i * 7 % 13) * DBL_EPSILON;
  cr_expect_float_eq(nearest_neighbour_error(ITEMS, train, classes, d), expected, 1e-14);
  free(train);
}

/* Points of the plane are found again up to a motion: the same distances, the first axis the longer one. */
Test(kernel_view, embedding) {
  enum { ITEMS = 9 };
  double p[2 * ITEMS], d[ITEMS * ITEMS], x[ITEMS], y[ITEMS];
  random_stream *stream;
  cr_assert_eq(random_stream_new(5, "test", &stream), STATUS_OK);
  random_gaussian_vector(stream, 2 * ITEMS, p);
  random_stream_free(stream);
  for (size_t i = 0; i < ITEMS; i++) {
    for (size_t j = 0; j < ITEMS; j++) {
      const double across = p[2 * i] - p[2 * j], up = p[2 * i + 1] - p[2 * j + 1];
      d[i * ITEMS + j] = across * across + up * up;
    }
  }
  cr_assert_eq(kernel_embedding(&eigen_own, ITEMS, d, x, y), STATUS_OK);
  double length[2] = {0}, sum[2] = {0}, mixed = 0.0;
  for (size_t i = 0; i < ITEMS; i++) {
    for (size_t j = 0; j < ITEMS; j++) {
      const double across = x[i] - x[j], up = y[i] - y[j];
      cr_expect_float_eq(across * across + up * up, d[i * ITEMS + j], 1e-12);
    }
    length[0] += x[i] * x[i];
    length[1] += y[i] * y[i];
    sum[0] += x[i];
    sum[1] += y[i];
    mixed += x[i] * y[i];
  }
  cr_expect(length[0] > length[1] && fabs(sum[0]) < 1e-12 && fabs(sum[1]) < 1e-12 && fabs(mixed) < 1e-12);
  /* one item; two items at distance 2: rank one */
  d[0] = 0.0;
  cr_assert_eq(kernel_embedding(&eigen_own, 1, d, x, y), STATUS_OK);
  cr_expect(x[0] == 0.0 && y[0] == 0.0);
  const double two[4] = {0.0, 4.0, 4.0, 0.0};
  cr_assert_eq(kernel_embedding(&eigen_own, 2, two, x, y), STATUS_OK);
  cr_expect_float_eq(x[0] * x[1], -1.0, 1e-14);
  cr_expect(fabs(y[0]) < 1e-7 && fabs(y[1]) < 1e-7);
}
