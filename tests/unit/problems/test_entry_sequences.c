/* Max-cut, gambling and collaborative filtering as sequences of entries, and the symmetries of their learners. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "linalg/eigen.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/problem_fixture.h"

/* Deviation of a count of n independent events that is exceeded with probability below 1e-9 (Hoeffding 1963). */
static double deviation(size_t n) {
  return sqrt((double)n * log(2e9) / 2);
}

static void expect_facts(const char *name, const char *json, size_t m, size_t n, loss expected, bool adaptive) {
  fixture f = fixture_make(name, json, 1);
  const problem_facts *facts = &f.problem.facts;
  cr_expect_eq(facts->kind, INSTANCE_ENTRY);
  cr_expect_eq(facts->labels, LABEL_REAL);
  cr_expect(facts->rows == m && facts->n == n, "%s: %zu x %zu", name, facts->rows, facts->n);
  cr_expect(facts->loss.kind == expected.kind && facts->loss.scale == expected.scale, "%s", name);
  cr_expect(facts->loss.low == expected.low && facts->loss.high == expected.high, "%s", name);
  cr_expect(facts->loss.label_low == expected.label_low && facts->loss.label_high == expected.label_high, "%s", name);
  cr_expect_eq(facts->adaptive, adaptive);
  cr_expect_not(facts->comparator_late);
  cr_expect_eq(comparator_origin_of(f.u), COMPARATOR_PLANTED);
  fixture_free(&f);
}

Test(entry_sequences, facts) {
  expect_facts("max_cut", "{\"n\":6}", 6, 6, (loss){LOSS_ABSOLUTE, -1, 1, -1, 1, 0.5}, false);
  expect_facts("max_cut", "{\"n\":6,\"loss\":\"linear\",\"scale\":2}", 6, 6, (loss){LOSS_LINEAR, -1, 1, -1, 1, 2},
               false);
  expect_facts("gambling", "{\"n\":5,\"sequence\":\"adaptive\",\"comparator\":\"planted\"}", 5, 5,
               (loss){LOSS_ABSOLUTE, 0, 1, 0, 1, 1}, true);
  expect_facts("collaborative_filtering", "{\"m\":3,\"n\":4,\"loss\":\"square\"}", 3, 4,
               (loss){LOSS_SQUARE, -1, 1, -1, 1, 1}, false);
}

Test(entry_sequences, refusals) {
  fixture_refused("max_cut", "{\"n\":4,\"size\":5}", "max_cut: size = 5 must be at most n = 4");
  fixture_refused("gambling", "{\"n\":4,\"noise\":0.1,\"sequence\":\"random\"}",
                  "gambling: noise needs sequence = \"planted\"");
  fixture_refused("collaborative_filtering", "{\"m\":3,\"n\":4,\"rank\":4}",
                  "collaborative_filtering: rank = 4 must be at most m = 3");
  fixture_refused("gambling", "{\"n\":4,\"noise\":0.1}", "gambling: comparator = hindsight needs the number of trials");
  fixture_refused("collaborative_filtering", "{\"m\":3,\"n\":4,\"trace_norm\":2}",
                  "collaborative_filtering: trace_norm has no effect without comparator = hindsight");
  fixture f;
  cr_expect_eq(fixture_try_for(9, "gambling", "{\"n\":4,\"segments\":3,\"sequence\":\"random\"}", 1, NULL, &f),
               STATUS_INVALID);
  cr_expect_str_eq(status_message(),
                   "gambling: segments = 3 needs comparator = planted: the best answer does not change");
  fixture_free(&f);
  fixture_refused("max_cut_lower", "{\"n\":5}", "max_cut_lower: n = 5 must be even");
  fixture_refused("filtering_lower", "{\"m\":3,\"n\":4,\"active\":4}",
                  "filtering_lower: active = 4 must be at most m = 3");
}

/* Equal for equal seeds, different for others; the pairs do not depend on the noise. */
Test(entry_sequences, streams) {
  fixture a = fixture_make("gambling", "{\"n\":9,\"noise\":0.3,\"comparator\":\"planted\"}", 5);
  fixture b = fixture_make("gambling", "{\"n\":9,\"noise\":0.3,\"comparator\":\"planted\"}", 5);
  fixture c = fixture_make("gambling", "{\"n\":9,\"noise\":0}", 5);
  fixture d = fixture_make("gambling", "{\"n\":9,\"noise\":0.3,\"comparator\":\"planted\"}", 6);
  bool other = false;
  for (size_t t = 0; t < 500; t++) {
    instance x, y, z, w;
    double first, second, clean, different;
    cr_assert_eq(fixture_trial(&a, &x, &first), STATUS_OK);
    cr_assert_eq(fixture_trial(&b, &y, &second), STATUS_OK);
    cr_assert_eq(fixture_trial(&c, &z, &clean), STATUS_OK);
    cr_assert_eq(fixture_trial(&d, &w, &different), STATUS_OK);
    cr_assert(x.row == y.row && x.column == y.column && first == second);
    cr_assert(x.row == z.row && x.column == z.column);
    cr_assert_eq(clean, comparator_value(c.u, &z));
    other = other || x.row != w.row;
  }
  cr_expect(other);
  fixture_free(&a);
  fixture_free(&b);
  fixture_free(&c);
  fixture_free(&d);
}

static void expect_noise(const char *name, const char *json, double noise) {
  enum { TRIALS = 20000 };
  fixture f = fixture_make(name, json, 3);
  size_t flipped = 0, first_row = 0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double label;
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
    cr_assert_neq(x.row, x.column);
    cr_assert(label == f.problem.facts.loss.label_low || label == f.problem.facts.loss.label_high);
    flipped += label != comparator_value(f.u, &x);
    first_row += x.row == 0;
  }
  cr_expect_leq(fabs((double)flipped - noise * TRIALS), deviation(TRIALS), "%s: %zu flipped", name, flipped);
  cr_expect_leq(fabs((double)first_row - TRIALS / 7.0), deviation(TRIALS), "%s: %zu of row 1", name, first_row);
  fixture_free(&f);
}

Test(entry_sequences, noise) {
  expect_noise("max_cut", "{\"n\":7,\"noise\":0.2,\"comparator\":\"planted\"}", 0.2);
  expect_noise("gambling", "{\"n\":7,\"noise\":0.1,\"comparator\":\"planted\"}", 0.1);
  expect_noise("max_cut", "{\"n\":7,\"sequence\":\"random\",\"comparator\":\"planted\"}", 0.5);
  expect_noise("gambling", "{\"n\":7,\"sequence\":\"random\",\"comparator\":\"planted\"}", 0.5);
}

Test(entry_sequences, cut_sizes) {
  const char *const json[] = {"{\"n\":7}", "{\"n\":7,\"size\":0}", "{\"n\":7,\"size\":7}", "{\"n\":7,\"size\":2}"};
  const double sums[] = {-1, -7, 7, -3};
  for (size_t k = 0; k < 4; k++) {
    fixture f = fixture_make("max_cut", json[k], 2);
    double sum = 0;
    for (size_t i = 0; i < 7; i++) sum += comparator_signs(f.u)[i];
    cr_expect_eq(sum, sums[k], "%s: %g", json[k], sum);
    fixture_free(&f);
  }
}

/* loss(A) = #{y = 1} - (weight across A) for every cut A, pairs i = j included, and a cut and its complement are one matrix. */
Test(entry_sequences, loss_of_cuts) {
  enum { N = 5, TRIALS = 300 };
  fixture f = fixture_make("max_cut", "{\"n\":5,\"noise\":0.3,\"diagonal\":true,\"comparator\":\"planted\"}", 4);
  double weight[N][N] = {{0}}, label;
  size_t positive = 0, diagonal = 0;
  instance x[TRIALS];
  double y[TRIALS];
  for (size_t t = 0; t < TRIALS; t++) {
    cr_assert_eq(fixture_trial(&f, &x[t], &label), STATUS_OK);
    y[t] = label;
    positive += label == 1;
    diagonal += x[t].row == x[t].column;
    if (x[t].row == x[t].column) cr_assert_eq(label, -1);
    weight[x[t].row][x[t].column] += label;
  }
  cr_expect_gt(diagonal, 0);
  for (unsigned set = 0; set < 1u << N; set++) {
    double signs[N], complement[N], loss_sum = 0, across = 0;
    for (size_t i = 0; i < N; i++) {
      signs[i] = set >> i & 1 ? 1 : -1;
      complement[i] = -signs[i];
    }
    comparator *u = NULL, *v = NULL;
    cr_assert_eq(comparator_from_cut(COMPARATOR_GIVEN, N, signs, &u), STATUS_OK);
    cr_assert_eq(comparator_from_cut(COMPARATOR_GIVEN, N, complement, &v), STATUS_OK);
    for (size_t t = 0; t < TRIALS; t++) {
      cr_assert_eq(comparator_value(u, &x[t]), comparator_value(v, &x[t]));
      loss_sum += loss_value(&f.problem.facts.loss, comparator_value(u, &x[t]), y[t]);
    }
    for (size_t i = 0; i < N; i++) {
      for (size_t j = 0; j < N; j++) across += signs[i] != signs[j] ? weight[i][j] : 0;
    }
    cr_expect_eq(loss_sum, (double)positive - across, "set %u: %.17g, %.17g", set, loss_sum, (double)positive - across);
    comparator_free(u);
    comparator_free(v);
  }
  fixture_free(&f);
}

/* The label is at the end that is farther from the score, in the middle at the high one; for slopes, of the score's sign. */
static double adaptive_label(const char *name, const char *json, double score) {
  fixture f = fixture_make(name, json, 1);
  instance x;
  double label = NAN;
  const prediction predicted = {.score = score, .value = score};
  cr_assert_eq(problem_next(&f.problem, NULL, &x), STATUS_OK);
  cr_assert_eq(problem_reveal(&f.problem, &predicted, &label), STATUS_OK);
  fixture_free(&f);
  return label;
}

Test(entry_sequences, adaptive) {
  const char *gambling = "{\"n\":4,\"sequence\":\"adaptive\",\"comparator\":\"planted\"}";
  cr_expect_eq(adaptive_label("gambling", gambling, 0.6), 0);
  cr_expect_eq(adaptive_label("gambling", gambling, 0.5), 1);
  cr_expect_eq(adaptive_label("gambling", gambling, 0.1), 1);
  cr_expect_eq(adaptive_label("max_cut", gambling, 0.1), -1);
  cr_expect_eq(adaptive_label("max_cut", gambling, -0.1), 1);
  const char *slopes = "{\"n\":4,\"m\":4,\"sequence\":\"adaptive\",\"loss\":\"linear\",\"comparator\":\"planted\"}";
  cr_expect_eq(adaptive_label("collaborative_filtering", slopes, 0.1), 1);
  cr_expect_eq(adaptive_label("collaborative_filtering", slopes, -0.1), -1);
}

Test(entry_sequences, repeated) {
  for (uint64_t seed = 1; seed <= 10; seed++) {
    fixture f = fixture_make("max_cut", "{\"n\":6,\"diagonal\":true,\"sequence\":\"repeated\"}", seed);
    instance first;
    double label;
    cr_assert_eq(fixture_trial(&f, &first, &label), STATUS_OK);
    cr_expect_neq(first.row, first.column);
    for (size_t t = 0; t < 20; t++) {
      instance x;
      double again;
      cr_assert_eq(fixture_trial(&f, &x, &again), STATUS_OK);
      cr_expect(x.row == first.row && x.column == first.column && again == label);
      cr_expect_eq(again, comparator_value(f.u, &x));
    }
    fixture_free(&f);
  }
}

/* The sum of the square roots of the eigenvalues of W W^T. */
static double trace_norm_by_gram(size_t m, size_t n, const double *w) {
  enum { MOST_ROWS = 9 };
  double gram[MOST_ROWS * MOST_ROWS] = {0}, values[MOST_ROWS] = {0}, vectors[MOST_ROWS * MOST_ROWS], sum = 0;
  cr_assert_leq(m, MOST_ROWS);
  for (size_t i = 0; i < m; i++) {
    for (size_t k = 0; k < m; k++) {
      for (size_t j = 0; j < n; j++) gram[i * m + k] += w[i * n + j] * w[k * n + j];
    }
  }
  eigen_of(m, gram, values, vectors);
  for (size_t i = 0; i < m; i++) sum += sqrt(fmax(0, values[i]));
  return sum;
}

/* The hidden matrix: entries in [-1,1], the largest of modulus 1. Of rank 1 its trace norm is its Frobenius norm, sqrt(m n) for signs. */
static void expect_matrix(const char *json, bool signs, bool rank_one) {
  fixture f = fixture_make("collaborative_filtering", json, 7);
  size_t m = 0;
  const size_t n = f.problem.facts.n;
  const double *w = comparator_entries(f.u, &m);
  double largest = 0, squares = 0, norm, limit;
  for (size_t k = 0; k < m * n; k++) {
    largest = fmax(largest, fabs(w[k]));
    squares += w[k] * w[k];
    if (signs) cr_assert_eq(fabs(w[k]), 1);
  }
  cr_expect_eq(largest, 1);
  cr_assert(problem_constant(&f.problem, "trace_norm", &norm));
  cr_assert(problem_constant(&f.problem, "trace_norm_limit", &limit));
  cr_expect_leq(norm, limit * (1 + 1e-12));
  cr_expect_geq(norm, sqrt(squares) * (1 - 1e-12), "the trace norm is at least the Frobenius norm");
  if (rank_one) cr_expect_float_eq(norm, sqrt(squares), 1e-10 * norm);
  /* the square root of the rounding of an eigenvalue that is 0 */
  cr_expect_float_eq(norm, trace_norm_by_gram(m, n, w), 1e-6 * norm);
  for (size_t t = 0; t < 200; t++) {
    instance x;
    double label;
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
    cr_expect_eq(label, signs ? comparator_value(f.u, &x) : -(comparator_value(f.u, &x) >= 0 ? 1.0 : -1.0));
  }
  fixture_free(&f);
}

Test(entry_sequences, hidden_matrices) {
  expect_matrix("{\"m\":6,\"n\":9,\"rank\":1}", true, true);
  expect_matrix("{\"m\":9,\"n\":6,\"rank\":3}", true, false);
  expect_matrix("{\"m\":6,\"n\":9,\"rank\":1,\"matrix\":\"low_rank\",\"loss\":\"linear\",\"comparator\":\"planted\"}",
                false, true);
  expect_matrix("{\"m\":5,\"n\":5,\"rank\":3,\"matrix\":\"low_rank\",\"loss\":\"linear\",\"comparator\":\"planted\"}",
                false, false);
}

Test(entry_sequences, graded_labels) {
  enum { TRIALS = 5000 };
  const char *json =
      "{\"m\":4,\"n\":6,\"matrix\":\"low_rank\",\"labels\":\"entries\",\"noise\":0.4,\"comparator\":\"planted\"}";
  fixture f = fixture_make("collaborative_filtering", json, 2);
  size_t inside = 0, above = 0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double label;
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
    cr_assert(label >= -1 && label <= 1);
    inside += fabs(label) < 1;
    above += label > comparator_value(f.u, &x) || (label == 1 && comparator_value(f.u, &x) == 1);
  }
  cr_expect_gt(inside, TRIALS / 2);
  cr_expect_leq(fabs((double)above - TRIALS / 2.0), deviation(TRIALS) + TRIALS / 24.0, "%zu above the entry", above);
  fixture_free(&f);
}

/* --- the best answer in hindsight --- */

enum { PLAYED = 60 };

typedef struct trials_played {
  instance x[PLAYED];
  double y[PLAYED];
  loss loss;
} trials_played;

/* Plays all trials with predictions from one end of the interval to the other, the same for every problem. */
static void play_all(fixture *f, trials_played *out) {
  out->loss = f->problem.facts.loss;
  for (size_t t = 0; t < PLAYED; t++) {
    const double value = out->loss.low + (out->loss.high - out->loss.low) * (double)(t * 7 % 11) / 10;
    const prediction said = {.score = value, .value = value};
    cr_assert_eq(problem_next(&f->problem, NULL, &out->x[t]), STATUS_OK);
    cr_assert_eq(problem_reveal(&f->problem, &said, &out->y[t]), STATUS_OK);
  }
}

static double loss_of(const trials_played *all, comparator *u) {
  double sum = 0;
  for (size_t t = 0; t < PLAYED; t++) sum += loss_value(&all->loss, comparator_value(u, &all->x[t]), all->y[t]);
  return sum;
}

static double least_of_cuts(const trials_played *all, size_t n) {
  double least = INFINITY;
  for (unsigned set = 0; set < 1u << n; set++) {
    double signs[8];
    comparator *u = NULL;
    for (size_t i = 0; i < n; i++) signs[i] = set >> i & 1 ? 1 : -1;
    cr_assert_eq(comparator_from_cut(COMPARATOR_GIVEN, n, signs, &u), STATUS_OK);
    least = fmin(least, loss_of(all, u));
    comparator_free(u);
  }
  return least;
}

/* Over the orders that begin with items[0..placed). */
static double least_of_orders(const trials_played *all, size_t n, size_t placed, size_t *items) {
  double least = INFINITY;
  if (placed == n) {
    comparator *u = NULL;
    cr_assert_eq(comparator_from_order(COMPARATOR_GIVEN, n, items, &u), STATUS_OK);
    least = loss_of(all, u);
    comparator_free(u);
    return least;
  }
  for (size_t k = placed; k < n; k++) {
    const size_t chosen = items[k];
    items[k] = items[placed];
    items[placed] = chosen;
    least = fmin(least, least_of_orders(all, n, placed + 1, items));
    items[placed] = items[k];
    items[k] = chosen;
  }
  return least;
}

/* Of all cuts or orders: the comparator has the least loss, known before the first trial, of adaptive sequences after the last. */
static void expect_best(const char *name, size_t n, const char *more, double *hidden_loses) {
  const bool cut = strcmp(name, "max_cut") == 0, late = strstr(more, "adaptive") != NULL;
  for (uint64_t seed = 1; seed <= 5; seed++) {
    char json[200], hidden_json[200];
    size_t items[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    trials_played all = {0}, again = {0};
    snprintf(json, sizeof json, "{\"n\":%zu%s}", n, more);
    snprintf(hidden_json, sizeof hidden_json, "{\"n\":%zu%s,\"comparator\":\"planted\"}", n, more);
    fixture f = fixture_make_for(PLAYED, name, json, seed), hidden = fixture_make_for(PLAYED, name, hidden_json, seed);
    cr_expect_eq(f.problem.facts.comparator_late, late);
    cr_expect_eq(problem_comparator(&f.problem) == NULL, late, "%s", json);
    play_all(&f, &all);
    play_all(&hidden, &again);
    comparator *u = problem_comparator(&f.problem);
    cr_assert_not_null(u, "%s %s", name, json);
    const double least = cut ? least_of_cuts(&all, n) : least_of_orders(&all, n, 0, items);
    cr_expect_eq(comparator_origin_of(u), COMPARATOR_EXACT);
    cr_expect_eq(comparator_least(u), least, "%s %s: %g, all answers: %g", name, json, comparator_least(u), least);
    cr_expect_eq(loss_of(&all, u), least, "%s %s", name, json);
    for (size_t t = 0; t < PLAYED; t++) {
      cr_assert(all.x[t].row == again.x[t].row && all.x[t].column == again.x[t].column && all.y[t] == again.y[t]);
    }
    cr_expect_eq(comparator_origin_of(hidden.u), COMPARATOR_PLANTED);
    *hidden_loses += loss_of(&again, hidden.u) - least;
    fixture_free(&f);
    fixture_free(&hidden);
  }
}

Test(entry_sequences, best_cuts_and_orders) {
  const char *const sequences[] = {",\"sequence\":\"random\"", ",\"sequence\":\"adaptive\"", ",\"noise\":0.4"};
  for (size_t k = 0; k < 3; k++) {
    double cut = 0, order = 0, looped = 0;
    char diagonal[80];
    snprintf(diagonal, sizeof diagonal, "%s,\"diagonal\":true,\"loss\":\"square\"", sequences[k]);
    expect_best("max_cut", 6, sequences[k], &cut);
    expect_best("max_cut", 5, diagonal, &looped);
    expect_best("gambling", 5, sequences[k], &order);
    cr_expect(cut > 0 && order > 0 && looped > 0, "what is hidden is never beaten: %g %g %g", cut, order, looped);
  }
}

/* One entry |w| <= radius: sum |w - y| = T - radius |sum y|. */
static void expect_best_entry(const char *json, double radius) {
  for (uint64_t seed = 1; seed <= 5; seed++) {
    fixture f = fixture_make_for(PLAYED, "collaborative_filtering", json, seed);
    trials_played all = {0};
    double sum = 0;
    play_all(&f, &all);
    for (size_t t = 0; t < PLAYED; t++) sum += all.y[t];
    comparator *u = problem_comparator(&f.problem);
    cr_expect_float_eq(comparator_least(u), PLAYED - radius * fabs(sum), 1e-7, "%s: %.17g", json, comparator_least(u));
    cr_assert_eq(comparator_prepare(u, INSTANCE_ENTRY, 1), STATUS_OK);
    cr_expect_float_eq(loss_of(&all, u), PLAYED - radius * fabs(sum), 1e-7);
    fixture_free(&f);
  }
}

/* In the class, between the certificate and the hidden matrix, whose trace norm is at most sqrt(rank m n). */
static void expect_best_matrix(const char *more, double radius) {
  const size_t m = 4, n = 5;
  char json[200], hidden_json[200];
  size_t rows = 0;
  trials_played all = {0};
  snprintf(json, sizeof json, "{\"m\":4,\"n\":5,\"comparator\":\"hindsight\"%s}", more);
  snprintf(hidden_json, sizeof hidden_json, "{\"m\":4,\"n\":5,\"comparator\":\"planted\"%s}", more);
  fixture f = fixture_make_for(PLAYED, "collaborative_filtering", json, 3);
  fixture hidden = fixture_make_for(PLAYED, "collaborative_filtering", hidden_json, 3);
  play_all(&f, &all);
  comparator *u = problem_comparator(&f.problem);
  cr_assert_eq(comparator_prepare(u, INSTANCE_ENTRY, 1), STATUS_OK);
  const double *w = comparator_entries(u, &rows), own = loss_of(&all, u), least = comparator_least(u);
  cr_expect_leq(trace_norm_by_gram(m, n, w), radius * (1 + 1e-6));
  for (size_t k = 0; k < m * n; k++) cr_expect_leq(fabs(w[k]), 1);
  cr_expect(least <= own && own - least <= 0.05, "%s: from %.17g to %.17g", json, least, own);
  cr_expect_leq(least, loss_of(&all, hidden.u) + 1e-9, "%s", json);
  fixture_free(&f);
  fixture_free(&hidden);
}

Test(entry_sequences, best_matrices) {
  expect_best_entry("{\"m\":1,\"n\":1,\"rank\":1,\"sequence\":\"random\"}", 1);
  expect_best_entry("{\"m\":1,\"n\":1,\"rank\":1,\"sequence\":\"adaptive\"}", 1);
  expect_best_entry("{\"m\":1,\"n\":1,\"rank\":1,\"noise\":0.4,\"trace_norm\":0.5}", 0.5);
  expect_best_matrix(",\"sequence\":\"random\"", sqrt(40));
  expect_best_matrix(",\"sequence\":\"adaptive\"", sqrt(40));
  expect_best_matrix(",\"noise\":0.3,\"rank\":1", sqrt(20));
  expect_best_matrix(",\"matrix\":\"low_rank\",\"loss\":\"square\"", sqrt(40));
  expect_best_matrix(",\"matrix\":\"low_rank\",\"labels\":\"entries\",\"loss\":\"linear\"", sqrt(40));
}

/* By itself the comparator is what is hidden just where nothing of the class can lose less, and where it changes. */
Test(entry_sequences, comparator_by_itself) {
  static const struct {
    const char *name, *json;
    bool hidden;
  } cases[] = {
      {"max_cut", "{\"n\":5}", true},
      {"max_cut", "{\"n\":5,\"noise\":0.01}", false},
      {"max_cut", "{\"n\":5,\"loss\":\"logistic\",\"sequence\":\"repeated\"}", true},
      {"gambling", "{\"n\":5,\"comparator\":\"hindsight\"}", false},
      {"gambling", "{\"n\":5,\"noise\":0.1,\"segments\":2}", true},
      {"collaborative_filtering", "{\"m\":3,\"n\":4,\"loss\":\"linear\"}", true},
      {"collaborative_filtering", "{\"m\":3,\"n\":4,\"matrix\":\"low_rank\"}", false},
      {"collaborative_filtering", "{\"m\":3,\"n\":4,\"matrix\":\"low_rank\",\"labels\":\"entries\"}", true},
      {"collaborative_filtering", "{\"m\":3,\"n\":4,\"matrix\":\"low_rank\",\"labels\":\"entries\",\"loss\":\"hinge\"}",
       false},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    fixture f = fixture_make_for(PLAYED, cases[k].name, cases[k].json, 1);
    cr_expect_eq(comparator_origin_of(f.u) == COMPARATOR_PLANTED, cases[k].hidden, "%s %s", cases[k].name,
                 cases[k].json);
    fixture_free(&f);
  }
}

/* --- symmetries of the learners: the predictions on a sequence whose nodes, teams, rows or signs are renamed --- */

enum { ROUNDS = 120, SIDE = 7 };

typedef struct entries {
  size_t m, n, i[ROUNDS], j[ROUNDS];
  double y[ROUNDS];
} entries;

static void take_entries(const char *source, const char *json, entries *out) {
  fixture f = fixture_make(source, json, 11);
  out->m = f.problem.facts.rows;
  out->n = f.problem.facts.n;
  for (size_t t = 0; t < ROUNDS; t++) {
    instance x;
    cr_assert_eq(fixture_trial(&f, &x, &out->y[t]), STATUS_OK);
    out->i[t] = x.row;
    out->j[t] = x.column;
  }
  fixture_free(&f);
}

static void predictions(const char *json, double low, const entries *trials, double *out) {
  const learner_setting setting = {.n = trials->n,
                                   .rows = trials->m,
                                   .kind = INSTANCE_ENTRY,
                                   .rank = 1,
                                   .trials = ROUNDS,
                                   .loss = {LOSS_ABSOLUTE, low, 1, low, 1, 1},
                                   .eigen = &eigen_own};
  played p = played_make("online_matrix_prediction", json, &setting);
  for (size_t t = 0; t < ROUNDS; t++) {
    const instance x = instance_entry(trials->m, trials->n, trials->i[t], trials->j[t]);
    prediction predicted;
    bool updated;
    cr_assert_eq(learner_predict(&p.learner, &x, &predicted), STATUS_OK);
    cr_assert_eq(learner_update(&p.learner, &x, &predicted, trials->y[t], &updated), STATUS_OK);
    out[t] = predicted.value;
  }
  played_free(&p);
}

static void expect_equal(const char *what, const double *a, const double *b) {
  for (size_t t = 0; t < ROUNDS; t++) {
    cr_assert_float_eq(a[t], b[t], 1e-9, "%s, round %zu: %.17g and %.17g", what, t + 1, a[t], b[t]);
  }
}

static size_t renamed(size_t i) {
  return (3 * i + 2) % SIDE; /* a permutation of 0..6 */
}

static const double gauge[SIDE] = {1, -1, -1, 1, -1, 1, 1}, column_gauge[SIDE] = {-1, 1, -1, -1, 1, 1, -1};

Test(entry_sequences, max_cut_symmetries) {
  const char *const learners[] = {"{\"class\":\"max_cut\",\"decomposition\":\"one_block\",\"eta\":0.7}",
                                  "{\"class\":\"max_cut\",\"decomposition\":\"two_blocks\",\"eta\":0.7}"};
  entries plain;
  take_entries("max_cut", "{\"n\":7,\"noise\":0.2,\"comparator\":\"planted\"}", &plain);
  for (size_t k = 0; k < 2; k++) {
    double expected[ROUNDS], found[ROUNDS], signs[ROUNDS];
    predictions(learners[k], -1, &plain, expected);
    entries nodes = plain, swapped = plain, gauged = plain;
    for (size_t t = 0; t < ROUNDS; t++) {
      nodes.i[t] = renamed(plain.i[t]);
      nodes.j[t] = renamed(plain.j[t]);
      swapped.i[t] = plain.j[t];
      swapped.j[t] = plain.i[t];
      signs[t] = gauge[plain.i[t]] * gauge[plain.j[t]];
      gauged.y[t] = signs[t] * plain.y[t];
    }
    predictions(learners[k], -1, &nodes, found);
    expect_equal("nodes renamed", expected, found);
    predictions(learners[k], -1, &swapped, found);
    expect_equal("pairs turned round", expected, found);
    predictions(learners[k], -1, &gauged, found);
    for (size_t t = 0; t < ROUNDS; t++) found[t] *= signs[t];
    expect_equal("labels times s_i s_j", expected, found);
  }
}

Test(entry_sequences, gambling_symmetry) {
  const char *const learners[] = {"{\"class\":\"gambling\",\"decomposition\":\"exact\",\"eta\":0.4}",
                                  "{\"class\":\"gambling\",\"decomposition\":\"recursive\",\"eta\":0.4}"};
  entries plain;
  take_entries("gambling", "{\"n\":7,\"noise\":0.2,\"comparator\":\"planted\"}", &plain);
  for (size_t k = 0; k < 2; k++) {
    double expected[ROUNDS], found[ROUNDS];
    entries teams = plain;
    for (size_t t = 0; t < ROUNDS; t++) {
      teams.i[t] = renamed(plain.i[t]);
      teams.j[t] = renamed(plain.j[t]);
    }
    predictions(learners[k], 0, &plain, expected);
    predictions(learners[k], 0, &teams, found);
    expect_equal("teams renamed", expected, found);
  }
}

Test(entry_sequences, filtering_symmetries) {
  const char *player =
      "{\"class\":\"collaborative_filtering\",\"decomposition\":\"sharp\",\"trace_norm\":7,\"eta\":0.5}";
  entries plain, turned, gauged;
  double expected[ROUNDS], found[ROUNDS], signs[ROUNDS];
  take_entries("collaborative_filtering", "{\"m\":4,\"n\":7,\"noise\":0.2,\"comparator\":\"planted\"}", &plain);
  turned = gauged = plain;
  turned.m = plain.n;
  turned.n = plain.m;
  for (size_t t = 0; t < ROUNDS; t++) {
    turned.i[t] = plain.j[t];
    turned.j[t] = plain.i[t];
    signs[t] = gauge[plain.i[t]] * column_gauge[plain.j[t]];
    gauged.y[t] = signs[t] * plain.y[t];
  }
  predictions(player, -1, &plain, expected);
  predictions(player, -1, &turned, found);
  expect_equal("transposed", expected, found);
  predictions(player, -1, &gauged, found);
  for (size_t t = 0; t < ROUNDS; t++) found[t] *= signs[t];
  expect_equal("signs of rows and columns", expected, found);
}

/* Segments begin where they should, each label is that of the segment's answer, and from one to the next just so much changes. */
static size_t drifting(const char *name, const char *json, size_t trials, size_t segments) {
  fixture f = fixture_make_for(trials, name, json, 3);
  size_t first = 0, changed = 0;
  cr_assert_eq(comparator_segments(f.u), segments, "%s", name);
  for (size_t t = 1; t <= trials; t++) {
    instance x;
    double label = NAN;
    cr_assert_eq(fixture_trial(&f, &x, &label), STATUS_OK);
    const size_t j = ((t * segments) - 1) / trials; /* t in (j T/K, (j + 1) T/K] */
    const comparator *u = comparator_segment(f.u, j, &first);
    cr_expect(first <= t, "%s: segment %zu begins with trial %zu", name, j, first);
    cr_expect_eq(comparator_value(u, &x), label, "%s: trial %zu", name, t);
  }
  for (size_t j = 1; j < segments; j++) {
    size_t last = 0;
    const comparator *u = comparator_segment(f.u, j - 1, &last), *v = comparator_segment(f.u, j, &first);
    cr_expect_eq(first, 1 + j * trials / segments);
    for (size_t i = 0; i < f.problem.facts.rows; i++) {
      bool differs = false;
      for (size_t k = 0; k < f.problem.facts.n; k++) {
        const instance x = instance_entry(f.problem.facts.rows, f.problem.facts.n, i, k);
        differs = differs || comparator_value(u, &x) != comparator_value(v, &x);
      }
      changed += differs;
    }
  }
  fixture_free(&f);
  return changed;
}

Test(entry_sequences, drift) {
  /* a node that changes side changes its row of the cut; every row has such a node, but for the pairs within the three */
  cr_expect_eq(drifting("max_cut", "{\"n\":9,\"segments\":4,\"moved\":3}", 103, 4), 3 * 9);
  cr_expect(drifting("gambling", "{\"n\":9,\"segments\":3,\"moved\":4}", 100, 3) > 0);
  const size_t rows = drifting(
      "collaborative_filtering",
      "{\"m\":9,\"n\":7,\"segments\":3,\"moved\":4,\"matrix\":\"low_rank\",\"labels\":\"entries\",\"rank\":3}", 100, 3);
  cr_expect(rows > 0 && rows <= 2 * 4, "%zu rows", rows);
  fixture f;
  cr_expect_eq(fixture_try_for(9, "gambling", "{\"n\":4,\"segments\":3,\"moved\":5}", 1, NULL, &f), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "gambling: moved = 5 must be at most 4");
  fixture_free(&f);
  fixture_refused("gambling", "{\"n\":4,\"segments\":3}",
                  "gambling: segments = 3 must be at most the number of trials, 0");
}
