/* Orders in hindsight: against all permutations, the dynamic programme, closed forms and published instances. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "hindsight/linear_ordering/best_order.h"
#include "hindsight/linear_ordering/linear_ordering.h"
#include "unit/check.h"

enum { MOST_TRIALS = 4000 };
static const loss zero_or_one = {LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};

typedef struct played {
  size_t row[MOST_TRIALS], column[MOST_TRIALS];
  double label[MOST_TRIALS];
  entry_trials trials;
} played;

static void play(played *p, size_t n, const loss *l) {
  p->trials = (entry_trials){.m = n, .n = n, .row = p->row, .column = p->column, .label = p->label, .loss = *l};
}

static void add(played *p, size_t i, size_t j, double y) {
  p->row[p->trials.count] = i;
  p->column[p->trials.count] = j;
  p->label[p->trials.count++] = y;
}

static double loss_of_order(const entry_trials *trials, const size_t *items) {
  size_t place[64];
  double sum = 0.0;
  for (size_t l = 0; l < trials->n; l++) place[items[l]] = l;
  for (size_t t = 0; t < trials->count; t++) {
    const double w = place[trials->row[t]] <= place[trials->column[t]] ? 1.0 : 0.0;
    sum += loss_value(&trials->loss, w, trials->label[t]);
  }
  return sum;
}

/* Heap's algorithm: all permutations. */
static double least_of_all(const entry_trials *trials) {
  size_t items[8], counter[8] = {0};
  for (size_t l = 0; l < trials->n; l++) items[l] = l;
  double least = loss_of_order(trials, items);
  for (size_t l = 1; l < trials->n;) {
    if (counter[l] >= l) {
      counter[l++] = 0;
      continue;
    }
    const size_t other = l % 2 == 0 ? 0 : counter[l], kept = items[other];
    items[other] = items[l];
    items[l] = kept;
    least = fmin(least, loss_of_order(trials, items));
    counter[l]++;
    l = 1;
  }
  return least;
}

static void check_best(const entry_trials *trials, double least, double near) {
  comparator *u;
  OK(best_order(trials, &u));
  const double own = loss_of_order(trials, comparator_order_items(u));
  cr_expect_float_eq(own, least, near, "own %.17g, least %.17g", own, least);
  cr_expect_leq(comparator_least(u), least + 1e-15 * fabs(least));
  cr_expect_eq(comparator_origin_of(u), COMPARATOR_EXACT);
  comparator_free(u);
}

Test(best_order, all_permutations) {
  static const loss losses[] = {{LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0},
                                {LOSS_SQUARE, -1.0, 1.0, -1.0, 1.0, 0.3},
                                {LOSS_LOGISTIC, -1.0, 2.0, -1.0, 1.0, 1.0}};
  random_stream *random;
  played *p = calloc(1, sizeof *p);
  OK(random_stream_new(1, "order tests", &random));
  for (size_t n = 1; n <= 8; n++) {
    for (size_t k = 0; k < sizeof losses / sizeof losses[0]; k++) {
      play(p, n, &losses[k]);
      for (size_t t = 0; t < 5 * n; t++) {
        const double y = k == 0 ? (double)random_index(random, 2) : random_range(random, -1.0, 1.0);
        add(p, random_index(random, n), random_index(random, n), y);
      }
      const double least = least_of_all(&p->trials);
      check_best(&p->trials, least, k == 0 ? 0.0 : 1e-12);
    }
  }
  random_stream_free(random);
  free(p);
}

/* Labels of one order, some items without trials: the loss is 0, and those items come last. */
Test(best_order, consistent_and_silent_items) {
  played *p = calloc(1, sizeof *p);
  play(p, 60, &zero_or_one);
  for (size_t i = 0; i < 40; i++) {
    for (size_t j = 0; j < 40; j++) add(p, i, j, i * 7 % 41 <= j * 7 % 41 ? 1.0 : 0.0);
  }
  check_best(&p->trials, 0.0, 0.0);
  comparator *u;
  OK(best_order(&p->trials, &u));
  for (size_t l = 40; l < 60; l++) cr_expect_eq(comparator_order_items(u)[l], l);
  comparator_free(u);
  free(p);
}

static void random_excess(random_stream *random, size_t k, bool whole, double *excess) {
  memset(excess, 0, k * k * sizeof *excess);
  for (size_t a = 0; a < k; a++) {
    for (size_t b = a + 1; b < k; b++) {
      const double weight = whole ? (double)random_index(random, 9) : random_uniform(random);
      excess[random_chance(random, 0.5) ? a * k + b : b * k + a] = weight;
    }
  }
}

Test(best_order, search_and_bound_around_the_dynamic_programme) {
  double excess[ORDERING_EXACT_MOST * ORDERING_EXACT_MOST];
  size_t order[ORDERING_EXACT_MOST];
  random_stream *random;
  OK(random_stream_new(2, "order tests", &random));
  for (size_t k = 3; k <= 12; k += 3) {
    double exact, found, bound;
    random_excess(random, k, k % 2 == 0, excess);
    OK(ordering_exact(k, excess, order, &exact));
    OK(ordering_search(k, excess, order, &found));
    OK(ordering_bound(k, excess, &bound));
    cr_expect_float_eq(found, exact, 1e-12, "k %zu: found %.17g, exact %.17g", k, found, exact);
    cr_expect_leq(bound, exact, "k %zu: bound %.17g, exact %.17g", k, bound, exact);
    cr_expect_geq(bound, 0.75 * exact, "k %zu: bound %.17g, exact %.17g", k, bound, exact);
  }
  random_stream_free(random);
}

/* Arcs a -> b of 10 disjoint 3-cycles with the weights 2, 3, 5, all joined by arcs of 0: each loses its arc of weight
 * 2, and the bound finds that. And a cycle through all items, of which no triple has three weights. */
Test(best_order, bound_of_cycles) {
  enum { K = 30 };
  static double excess[K * K];
  double bound;
  for (size_t c = 0; c < K; c += 3) {
    excess[(c + 1) * K + c] = 2.0;
    excess[(c + 2) * K + c + 1] = 3.0;
    excess[c * K + c + 2] = 5.0;
  }
  OK(ordering_bound(K, excess, &bound));
  cr_expect(bound <= 20.0 && bound > 19.0, "%.17g", bound);
  memset(excess, 0, sizeof excess);
  for (size_t c = 0; c < K; c++) excess[(c + 1) % K * K + c] = c == 4 ? 3.0 : 4.0;
  OK(ordering_bound(K, excess, &bound));
  cr_expect(bound <= 3.0 && bound > 2.0, "%.17g", bound);
}

/* One component of 24 items, too many for dynamic programming: the interval contains the loss of the hidden order's
 * best neighbour. */
Test(best_order, interval_of_a_larger_component) {
  random_stream *random;
  comparator *u, *again;
  size_t hidden[24];
  played *p = calloc(1, sizeof *p);
  OK(random_stream_new(3, "order tests", &random));
  play(p, 24, &zero_or_one);
  for (size_t l = 0; l < 24; l++) hidden[l] = l;
  for (size_t t = 0; t < 2000; t++) {
    const size_t i = random_index(random, 24), j = random_index(random, 24);
    add(p, i, j, (i <= j) != random_chance(random, 0.3) ? 1.0 : 0.0);
  }
  add(p, 23, 0, 1.0);
  OK(best_order(&p->trials, &u));
  const double own = loss_of_order(&p->trials, comparator_order_items(u));
  cr_expect_leq(comparator_least(u), own);
  cr_expect_leq(own, loss_of_order(&p->trials, hidden));
  cr_expect_eq(comparator_least(u), floor(comparator_least(u)), "whole losses: %.17g", comparator_least(u));
  OK(best_order(&p->trials, &again));
  cr_expect_eq(comparator_least(u), comparator_least(again));
  cr_expect(memcmp(comparator_order_items(u), comparator_order_items(again), sizeof hidden) == 0);
  comparator_free(u);
  comparator_free(again);
  random_stream_free(random);
  free(p);
}

Test(best_order, refusals) {
  const size_t one[] = {1}, zero[] = {0};
  const double label[] = {1.0};
  comparator *u;
  entry_trials trials = {.m = 2, .n = 3, .count = 1, .row = zero, .column = one, .label = label, .loss = zero_or_one};
  cr_expect_eq(best_order(&trials, &u), STATUS_INVALID);
  trials.n = 2;
  trials.loss.low = 0.5;
  cr_expect_eq(best_order(&trials, &u), STATUS_INVALID);
  trials.loss = loss_of_signs;
  cr_expect_eq(best_order(&trials, &u), STATUS_INVALID);
  trials.loss = zero_or_one;
  trials.n = trials.m = 1;
  cr_expect_eq(best_order(&trials, &u), STATUS_INVALID);
  cr_expect_not_null(strstr(status_message(), "expected 1 to 1"), "%s", status_message());
}

/* 1 beats 2 beats 3 ... beats 1: one component, whose bound would need k^3/6 numbers. */
Test(best_order, component_too_large) {
  enum { ITEMS = ORDERING_MOST + 1 };
  static played circle;
  comparator *u = NULL;
  char expected[120];
  play(&circle, ITEMS, &zero_or_one);
  for (size_t i = 0; i < ITEMS; i++) add(&circle, i, (i + 1) % ITEMS, 1.0);
  snprintf(expected, sizeof expected, "%d items beat each other in circles, expected at most %d for the best order",
           ITEMS, ORDERING_MOST);
  cr_expect_eq(best_order(&circle.trials, &u), STATUS_INVALID);
  cr_expect_str_eq(status_message(), expected);
  circle.trials.count--; /* a chain: as many components as items */
  cr_assert_eq(best_order(&circle.trials, &u), STATUS_OK, "%s", status_message());
  cr_expect_eq(comparator_least(u), 0.0);
  comparator_free(u);
}

/* XLOLIB: within 0.1 % of the best known value, which the interval must contain. */
Test(best_order, published_instance) {
  enum { N = 150 };
  static const double best = 319001.0; /* N-t59n11xx_150 */
  const char *data = getenv("DATA");
  if (data == NULL || *data == '\0') cr_skip_test("needs DATA=folder with xlolib/N-t59n11xx_150");
  char name[4096];
  (void)snprintf(name, sizeof name, "%s/xlolib/N-t59n11xx_150", data);
  FILE *file = fopen(name, "r");
  if (file == NULL) cr_skip_test("needs DATA=folder with xlolib/N-t59n11xx_150");
  double(*matrix)[N] = calloc(N, sizeof *matrix);
  size_t *row = calloc((size_t)N * N, sizeof *row), *column = calloc((size_t)N * N, sizeof *column), count = 0;
  double *label = calloc((size_t)N * N, sizeof *label), value = 0.0;
  size_t n = 0;
  cr_assert_eq(fscanf(file, "%zu", &n), 1);
  cr_assert_eq(n, N);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      cr_assert_eq(fscanf(file, "%lf", &matrix[i][j]), 1);
      if (i == j || matrix[i][j] == 0.0) continue;
      row[count] = i;
      column[count] = j;
      label[count++] = -matrix[i][j];
    }
  }
  (void)fclose(file);
  const entry_trials trials = {.m = N,
                               .n = N,
                               .count = count,
                               .row = row,
                               .column = column,
                               .label = label,
                               .loss = {LOSS_LINEAR, 0.0, 1.0, -1.0, 1.0, 1.0}};
  comparator *u;
  OK(best_order(&trials, &u));
  const size_t *items = comparator_order_items(u);
  for (size_t a = 0; a < N; a++) {
    for (size_t b = a + 1; b < N; b++) value += matrix[items[a]][items[b]];
  }
  cr_expect_geq(value, 0.999 * best, "%.0f, best known %.0f", value, best);
  cr_expect_leq(comparator_least(u), -best);
  cr_expect_geq(comparator_least(u), -1.02 * best, "at most %.0f", -comparator_least(u));
  comparator_free(u);
  free(matrix);
  free(row);
  free(column);
  free(label);
}
