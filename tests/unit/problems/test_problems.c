/* Generated problems: every trial against the hidden comparator, recomputed from the raw numbers. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "unit/problem_fixture.h"

/* Deviation of a count of n independent events that is exceeded with probability below 1e-9 (Hoeffding 1963). */
static double deviation(size_t n) {
  return sqrt((double)n * log(2e9) / 2);
}

/* tr(PX) from the frame or the coordinates and the dense X. */
static double inner_by_hand(const comparator *u, size_t n, const double *dense) {
  size_t rank = 0;
  double sum = 0;
  const double *frame = comparator_frame(u, &rank);
  if (frame == NULL) {
    const size_t *coordinates = comparator_coordinates(u, &rank);
    for (size_t i = 0; i < rank; i++) sum += dense[coordinates[i] * (n + 1)];
    return sum;
  }
  for (size_t q = 0; q < rank; q++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) sum += frame[q * n + i] * dense[i * n + j] * frame[q * n + j];
    }
  }
  return sum;
}

static void hash_run(const char *name, const char *json, uint64_t seed, size_t trials, char instances[33],
                     char labels[33]) {
  fixture f = fixture_make(name, json, seed);
  stream_hash *x_hash = NULL, *y_hash = NULL;
  cr_assert_eq(stream_hash_new(&x_hash), STATUS_OK);
  cr_assert_eq(stream_hash_new(&y_hash), STATUS_OK);
  for (size_t t = 0; t < trials; t++) {
    instance x;
    double y = 0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK, "%s", status_message());
    instance_hash(&x, x_hash);
    stream_hash_bytes(y_hash, &y, sizeof y);
  }
  stream_hash_text(x_hash, instances);
  stream_hash_text(y_hash, labels);
  stream_hash_free(x_hash);
  stream_hash_free(y_hash);
  fixture_free(&f);
}

typedef struct margin_case {
  const char *json;
  double positive_low, positive_high; /* range of tr(PX) of positive instances */
  double negative_low, negative_high;
  bool projections; /* X^2 = X */
} margin_case;

static const margin_case margin_cases[] = {
    {"{\"n\":8,\"r\":3}", 0.5, 0.5, 0, 0, true},
    {"{\"n\":2,\"r\":1}", 0.5, 0.5, 0, 0, true},
    {"{\"n\":9,\"r\":8,\"gap\":1}", 1, 1, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"gap\":0.2,\"margin\":\"uniform\"}", 0.2, 1, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"gap\":0.8,\"gap_low\":0.3}", 0.8, 0.8, 0.3, 0.3, true},
    {"{\"n\":8,\"r\":3,\"gap\":0.8,\"gap_low\":0.3,\"margin\":\"uniform\"}", 0.8, 1, 0, 0.3, true},
    {"{\"n\":8,\"r\":3,\"rotation\":true}", 0.5, 0.5, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"form\":\"matrix\"}", 0.5, 0.5, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"instances\":\"projection\"}", 0.5, 0.5, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"instances\":\"projection\",\"rank\":5}", 0.5, 0.5, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"instances\":\"projection\",\"rank\":4,\"gap\":1}", 1, 1, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"instances\":\"projection\",\"rank\":4,\"rotation\":true,\"form\":\"matrix\"}", 0.5, 0.5, 0, 0,
     true},
    {"{\"n\":8,\"r\":3,\"instances\":\"full\",\"rank\":5}", 0.5, 0.5, 0, 0, false},
    {"{\"n\":8,\"r\":3,\"instances\":\"full\",\"rank\":4,\"margin\":\"uniform\",\"gap_low\":0.1}", 0.5, 1, 0, 0.1,
     false},
    {"{\"n\":8,\"r\":3,\"instances\":\"full\",\"form\":\"matrix\",\"rotation\":true}", 0.5, 0.5, 0, 0, false},
    {"{\"n\":8,\"r\":3,\"margin\":\"sampled\"}", 0.5, 1, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"margin\":\"sampled\",\"instances\":\"projection\",\"rank\":3}", 0.5, 3, 0, 0, true},
    {"{\"n\":8,\"r\":3,\"margin\":\"sampled\",\"instances\":\"full\",\"rank\":4}", 0.5, 3, 0, 0, false},
    {"{\"n\":5,\"r\":5,\"positives\":1}", 1, 1, 0, 0, true},
    {"{\"n\":5,\"r\":5,\"positives\":1,\"instances\":\"projection\",\"rank\":5}", 5, 5, 0, 0, true},
    {"{\"n\":5,\"r\":5,\"positives\":1,\"instances\":\"full\",\"rank\":3}", 1, 3, 0, 0, false},
    {"{\"n\":1,\"r\":1,\"positives\":1}", 1, 1, 0, 0, true},
};

static void check_margins(const margin_case *c) {
  enum { TRIALS = 200 };
  fixture f = fixture_make("close_to_subspace", c->json, 7);
  const size_t n = f.problem.facts.n;
  double *dense = NULL, *work = NULL;
  cr_assert_eq(NEW_ARRAY(n * n, dense), STATUS_OK);
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double y = 0, worst = 0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK, "%s", status_message());
    cr_assert_eq(x.kind, f.problem.facts.kind);
    if (t == 0) cr_assert_eq(NEW_ARRAY(instance_range_work(&x), work), STATUS_OK);
    instance_to_dense(&x, dense);
    const double inner = inner_by_hand(f.u, n, dense), low = y > 0 ? c->positive_low : c->negative_low;
    const double high = y > 0 ? c->positive_high : c->negative_high;
    cr_expect(inner >= low - 1e-12 && inner <= high + 1e-12,
              "%s trial %zu label %g: tr(PX) = %.17g outside [%.17g, %.17g]", c->json, t + 1, y, inner, low, high);
    cr_expect_float_eq(comparator_value(f.u, &x), inner, 1e-12);
    cr_expect(instance_within_unit(&x, 1e-12, work, &worst), "%s trial %zu: outside [0,1] by %.17g", c->json, t + 1,
              worst);
    for (size_t i = 0; c->projections && i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        double square = 0;
        for (size_t k = 0; k < n; k++) square += dense[i * n + k] * dense[k * n + j];
        cr_assert_float_eq(square, dense[i * n + j], 1e-12, "%s: X^2 = %.17g, X = %.17g", c->json, square,
                           dense[i * n + j]);
      }
    }
  }
  free(dense);
  free(work);
  fixture_free(&f);
}

Test(problems, subspace_margins) {
  for (size_t i = 0; i < sizeof margin_cases / sizeof *margin_cases; i++) check_margins(&margin_cases[i]);
}

Test(problems, subspace_uniform_margins_spread) {
  enum { TRIALS = 4000 };
  fixture f =
      fixture_make("close_to_subspace", "{\"n\":6,\"r\":2,\"gap\":0.2,\"margin\":\"uniform\",\"positives\":1}", 3);
  size_t below = 0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double y = 0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    below += comparator_value(f.u, &x) < 0.6; /* the middle of [0.2, 1] */
  }
  cr_expect(fabs((double)below - TRIALS / 2.0) <= deviation(TRIALS), "%zu of %d below the middle", below, (int)TRIALS);
  fixture_free(&f);
}

Test(problems, subspace_shares_and_noise) {
  enum { TRIALS = 4000 };
  fixture clean = fixture_make("close_to_subspace", "{\"n\":6,\"r\":2,\"gap\":0.7,\"positives\":0.3}", 5);
  fixture noisy = fixture_make("close_to_subspace", "{\"n\":6,\"r\":2,\"gap\":0.7,\"positives\":0.3,\"noise\":0.2}", 5);
  size_t positives = 0, flips = 0;
  double hinge = 0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x, z;
    double y = 0, noisy_y = 0;
    cr_assert_eq(fixture_trial(&clean, &x, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&noisy, &z, &noisy_y), STATUS_OK);
    cr_assert_eq(memcmp(x.value, z.value, 6 * sizeof *x.value), 0, "noise changed the instance of trial %zu", t + 1);
    positives += y > 0;
    flips += y != noisy_y;
    const double inner = comparator_value(noisy.u, &z);
    hinge += noisy_y > 0 ? fmax(0.7 - inner, 0) : fmax(inner, 0);
  }
  cr_expect(fabs((double)positives - 0.3 * TRIALS) <= deviation(TRIALS), "%zu positives", positives);
  cr_expect(fabs((double)flips - 0.2 * TRIALS) <= deviation(TRIALS), "%zu flips", flips);
  /* at the boundary a flipped label misses its side by the gap, whichever side it is */
  cr_expect_float_eq(hinge, 0.7 * (double)flips, 1e-9, "hinge %.17g for %zu flips", hinge, flips);
  fixture_free(&clean);
  fixture_free(&noisy);
}

Test(problems, streams_are_independent) {
  char x[33], y[33], other_x[33], other_y[33];
  const char *name = "close_to_subspace";
  hash_run(name, "{\"n\":12,\"r\":2}", 4, 50, x, y);
  hash_run(name, "{\"n\":12,\"r\":2}", 4, 50, other_x, other_y);
  cr_expect_str_eq(x, other_x);
  cr_expect_str_eq(y, other_y);
  hash_run(name, "{\"n\":12,\"r\":2}", 5, 50, other_x, other_y);
  cr_expect_str_neq(x, other_x);
  cr_expect_str_neq(y, other_y);
  hash_run(name, "{\"n\":12,\"r\":2,\"noise\":0.3}", 4, 50, other_x, other_y);
  cr_expect_str_eq(x, other_x);
  cr_expect_str_neq(y, other_y);
  hash_run(name, "{\"n\":12,\"r\":2,\"rotation\":true}", 4, 50, other_x, other_y);
  cr_expect_str_neq(x, other_x);
  cr_expect_str_eq(y, other_y);
  hash_run(name, "{\"n\":12,\"r\":3,\"instances\":\"full\"}", 4, 50, other_x, other_y);
  cr_expect_str_eq(y, other_y, "labels depend on the instances");
  hash_run("disjunction", "{\"n\":40,\"r\":3}", 4, 50, x, y);
  hash_run("disjunction", "{\"n\":40,\"r\":3,\"noise\":0.2}", 4, 50, other_x, other_y);
  cr_expect_str_eq(x, other_x);
  cr_expect_str_neq(y, other_y);
  hash_run("disjunction", "{\"n\":40,\"r\":3,\"attribute_noise\":0.2}", 4, 50, other_x, other_y);
  cr_expect_str_neq(x, other_x);
  cr_expect_str_eq(y, other_y);
}

Test(problems, rotation_keeps_inner_products) {
  fixture plain = fixture_make("close_to_subspace",
                               "{\"n\":10,\"r\":2,\"instances\":\"full\",\"rank\":3,\"margin\":\"uniform\"}", 9);
  fixture turned =
      fixture_make("close_to_subspace",
                   "{\"n\":10,\"r\":2,\"instances\":\"full\",\"rank\":3,\"margin\":\"uniform\",\"rotation\":true}", 9);
  for (size_t t = 0; t < 50; t++) {
    instance x, z;
    double y = 0, w = 0;
    cr_assert_eq(fixture_trial(&plain, &x, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&turned, &z, &w), STATUS_OK);
    cr_expect_eq(y, w);
    cr_expect_float_eq(comparator_value(plain.u, &x), comparator_value(turned.u, &z), 1e-12);
    cr_expect_float_eq(instance_trace(&x), instance_trace(&z), 1e-12);
  }
  fixture_free(&plain);
  fixture_free(&turned);
}

Test(problems, subspace_of_high_order) {
  fixture f = fixture_make("close_to_subspace", "{\"n\":200000,\"r\":2}", 2);
  for (size_t t = 0; t < 6; t++) {
    instance x;
    double y = 0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    cr_expect_float_eq(instance_trace(&x), 1, 1e-12);
    cr_expect_float_eq(comparator_value(f.u, &x), y > 0 ? 0.5 : 0, 1e-12);
  }
  fixture_free(&f);
}

Test(problems, subspace_refusals) {
  const char *name = "close_to_subspace";
  fixture_refused(name, "{\"n\":4,\"r\":5}", "close_to_subspace: r = 5 must be at most n = 4");
  fixture_refused(name, "{\"n\":4,\"gap\":0.3,\"gap_low\":0.3}",
                  "close_to_subspace: gap_low = 0.3 must be below gap = 0.3");
  fixture_refused(name, "{\"n\":4,\"r\":4}",
                  "close_to_subspace: r = n = 4 leaves no negative instances: positives must be 1");
  fixture_refused(name, "{\"n\":4,\"r\":2,\"instances\":\"full\",\"rank\":3}",
                  "close_to_subspace: rank = 3 needs 3 dimensions outside the subspace, n - r = 2");
  fixture_refused(name, "{\"n\":4,\"r\":2,\"instances\":\"full\",\"rank\":5}",
                  "close_to_subspace: rank = 5 must be at most n = 4");
  fixture_refused(name, "{\"n\":2049,\"rotation\":true}",
                  "close_to_subspace: n = 2049 must be at most 2048 with rotation = true");
  fixture_refused(name, "{\"n\":4097,\"form\":\"matrix\"}",
                  "close_to_subspace: n = 4097 must be at most 4096 with form = matrix");
  fixture_refused(
      name, "{\"n\":1000000,\"margin\":\"sampled\"}",
      "close_to_subspace: margin = sampled cannot reach gap = 0.5: the mean of tr(PX) is at most r rank/n = "
      "1e-06; use boundary or uniform");
  fixture_refused(
      name, "{\"n\":400,\"r\":10,\"rank\":10,\"instances\":\"projection\",\"margin\":\"sampled\"}",
      "close_to_subspace: margin = sampled cannot reach gap = 0.5: the mean of tr(PX) is at most r rank/n = "
      "0.25; use boundary or uniform");
}

/* --- disjunctions --- */

static size_t relevant_on(const instance *x, size_t r, const size_t *relevant) {
  size_t on = 0;
  for (size_t i = 0; i < x->count; i++) {
    for (size_t j = 0; j < r; j++) on += x->index[i] == relevant[j];
  }
  return on;
}

static void check_disjunction(const char *json, double density, size_t active) {
  enum { TRIALS = 3000, ORDER = 30 };
  fixture f = fixture_make("disjunction", json, 11);
  size_t r = 0, positives = 0, ones = 0, counts[ORDER] = {0};
  const size_t *relevant = comparator_coordinates(f.u, &r);
  cr_assert_not_null(relevant);
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double y = 0;
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    for (size_t i = 0; i < x.count; i++) {
      cr_assert(x.index[i] < ORDER && (i == 0 || x.index[i] > x.index[i - 1]) && x.value[i] == 1);
      counts[x.index[i]]++;
    }
    const size_t on = relevant_on(&x, r, relevant);
    cr_assert_eq(on, y > 0 ? active : 0, "%s trial %zu: %zu relevant attributes, label %g", json, t + 1, on, y);
    cr_assert_float_eq(comparator_value(f.u, &x), (double)on, 0);
    positives += y > 0;
    ones += x.count - on;
  }
  cr_expect(fabs((double)positives - TRIALS / 2.0) <= deviation(TRIALS));
  const size_t all = TRIALS * (ORDER - r);
  cr_expect(fabs((double)ones - density * (double)all) <= deviation(all), "%s: %zu ones of %zu", json, ones, all);
  for (size_t i = 0; i < ORDER; i++) {
    bool is_relevant = false;
    for (size_t j = 0; j < r; j++) is_relevant = is_relevant || relevant[j] == i;
    const double expected = is_relevant ? 0.5 * (double)active / (double)r : density;
    cr_expect(fabs((double)counts[i] - expected * TRIALS) <= deviation(TRIALS), "%s: attribute %zu was on %zu times",
              json, i, counts[i]);
  }
  fixture_free(&f);
}

Test(problems, disjunction_labels_and_density) {
  check_disjunction("{\"n\":30,\"r\":4}", 0.1, 1);
  check_disjunction("{\"n\":30,\"r\":4,\"active\":3,\"relevant\":\"first\"}", 0.1, 3);
  check_disjunction("{\"n\":30,\"r\":1,\"density\":0.25}", 0.25, 1);
  check_disjunction("{\"n\":30,\"r\":5,\"density\":0.6,\"active\":5}", 0.6, 5);
  check_disjunction("{\"n\":30,\"r\":30}", 0.1, 1);
  check_disjunction("{\"n\":30,\"r\":2,\"density\":0}", 0, 1);
  check_disjunction("{\"n\":30,\"r\":2,\"density\":1}", 1, 1);
}

Test(problems, disjunction_attribute_noise) {
  enum { TRIALS = 2000, ORDER = 50 };
  fixture clean = fixture_make("disjunction", "{\"n\":50,\"r\":3}", 6);
  fixture noisy = fixture_make("disjunction", "{\"n\":50,\"r\":3,\"attribute_noise\":0.05}", 6);
  size_t changed = 0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x, z;
    double y = 0, w = 0, a[ORDER] = {0};
    cr_assert_eq(fixture_trial(&clean, &x, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&noisy, &z, &w), STATUS_OK);
    cr_assert_eq(y, w);
    for (size_t i = 0; i < x.count; i++) a[x.index[i]] += 1;
    for (size_t i = 0; i < z.count; i++) {
      cr_assert(z.index[i] < ORDER && (i == 0 || z.index[i] > z.index[i - 1]));
      a[z.index[i]] -= 1;
    }
    for (size_t i = 0; i < ORDER; i++) changed += a[i] != 0;
  }
  const size_t all = (size_t)TRIALS * ORDER;
  cr_expect(fabs((double)changed - 0.05 * (double)all) <= deviation(all), "%zu of %zu changed", changed, all);
  fixture_free(&clean);
  fixture_free(&noisy);
}

/* Three forms of one sequence: the matrices have the vectors as diagonals or are turned by one fixed rotation. */
Test(problems, disjunction_forms) {
  enum { ORDER = 12 };
  fixture vector = fixture_make("disjunction", "{\"n\":12,\"r\":2,\"density\":0.4}", 8);
  fixture matrix = fixture_make("disjunction", "{\"n\":12,\"r\":2,\"density\":0.4,\"form\":\"matrix\"}", 8);
  fixture turned = fixture_make("disjunction", "{\"n\":12,\"r\":2,\"density\":0.4,\"form\":\"rotated\"}", 8);
  double first[ORDER * ORDER], second[ORDER * ORDER];
  for (size_t t = 0; t < 60; t++) {
    instance x, m, z;
    double y = 0, v = 0, w = 0;
    cr_assert_eq(fixture_trial(&vector, &x, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&matrix, &m, &v), STATUS_OK);
    cr_assert_eq(fixture_trial(&turned, &z, &w), STATUS_OK);
    cr_expect(y == v && y == w);
    instance_to_dense(&x, first);
    cr_expect_eq(memcmp(first, m.matrix, sizeof first), 0, "trial %zu: another matrix", t + 1);
    instance_to_dense(&z, second);
    cr_expect_float_eq(inner_by_hand(turned.u, ORDER, second), inner_by_hand(vector.u, ORDER, first), 1e-12);
    double a = 0, b = 0;
    for (size_t i = 0; i < ORDER * ORDER; i++) {
      a += first[i] * first[i];
      b += second[i] * second[i];
    }
    cr_expect_float_eq(a, b, 1e-12); /* a sum of count(x) orthogonal projections */
  }
  fixture_free(&vector);
  fixture_free(&matrix);
  fixture_free(&turned);
}

Test(problems, disjunction_refusals) {
  fixture_refused("disjunction", "{\"n\":4,\"r\":5}", "disjunction: r = 5 must be at most n = 4");
  fixture_refused("disjunction", "{\"n\":4,\"r\":2,\"active\":3}", "disjunction: active = 3 must be at most r = 2");
  fixture_refused("disjunction", "{\"n\":2049,\"form\":\"rotated\"}",
                  "disjunction: n = 2049 must be at most 2048 with form = rotated");
}

/* --- the registry and data files --- */

Test(problems, registry) {
  cr_expect_null(problem_find("no_such_problem"));
  for (size_t i = 0; i < registry_problem_count; i++) {
    const problem_class *class = registry_problems[i];
    cr_expect_eq(problem_find(class->about.name), class);
    cr_expect(class->about.title != NULL && class->about.citation != NULL && class->about.help != NULL &&
              class->about.family != NULL);
    for (size_t k = 0; k < class->about.parameter_count; k++) {
      const char *meaning = class->about.parameters[k].meaning;
      cr_expect(meaning != NULL && strchr(meaning, '\n') == NULL && strlen(meaning) > 0, "%s.%s has no meaning",
                class->about.name, class->about.parameters[k].name);
    }
  }
}

Test(problems, data_paths) {
  char data[] = "/tmp/winnow-data-XXXXXX", folder[] = "/tmp/winnow-folder-XXXXXX", *path = NULL, message[300],
       in_folder[64];
  cr_assert_not_null(mkdtemp(data));
  cr_assert_not_null(mkdtemp(folder));
  snprintf(in_folder, sizeof in_folder, "%s/a.txt", folder);
  fclose(fopen(in_folder, "w"));
  const data_folders both = {.given = data, .scenario = folder}, neither = {0};
  cr_expect_eq(data_path(&both, "a.txt", &path), STATUS_OK);
  cr_expect_str_eq(path, in_folder);
  free(path);
  char in_data[64];
  snprintf(in_data, sizeof in_data, "%s/a.txt", data);
  fclose(fopen(in_data, "w"));
  cr_expect_eq(data_path(&both, "a.txt", &path), STATUS_OK);
  cr_expect_str_eq(path, in_data, "--data goes first");
  free(path);
  cr_expect_eq(data_path(&neither, in_data, &path), STATUS_OK);
  cr_expect_str_eq(path, in_data);
  free(path);
  cr_expect_eq(data_path(&both, "b.txt", &path), STATUS_INVALID);
  cr_expect_null(path);
  snprintf(message, sizeof message, "b.txt: no such file in %s (--data) or %s (the scenario's folder)", data, folder);
  cr_expect_str_eq(status_message(), message);
  cr_expect_eq(data_path(&neither, "b.txt", &path), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "b.txt: no folder to look in: --data names one");
  cr_expect_eq(data_path(&neither, "/nowhere/b.txt", &path), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "/nowhere/b.txt: no such file");
  unlink(in_data);
  unlink(in_folder);
  rmdir(data);
  rmdir(folder);
}

/* The i-th vector comes with a probability in proportion to decay^i: 4/7, 2/7, 1/7. */
Test(problems, unit_vectors_decay) {
  enum { DRAWN = 20000 };
  fixture f = fixture_make("unit_vectors", "{\"n\":3,\"decay\":0.5,\"instances\":\"vector\"}", 1);
  size_t seen[3] = {0};
  for (size_t t = 0; t < DRAWN; t++) {
    instance x;
    double label = 0;
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
    seen[x.index[0]]++;
  }
  for (size_t i = 0; i < 3; i++) {
    cr_expect(fabs((double)seen[i] - DRAWN * (double)(4 >> i) / 7) < deviation(DRAWN), "%zu: %zu", i, seen[i]);
  }
  fixture_free(&f);
}
