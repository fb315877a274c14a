/* The adversaries that toss coins: their exact expected regret against enumeration, and their comparators against all others. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/entries/coin_adversary.h"
#include "unit/problem_fixture.h"

/* E|S| over all 2^k sequences of signs; at least sqrt(k/2), with equality for two. */
Test(coin_adversaries, expected_modulus) {
  for (size_t k = 1; k <= 14; k++) {
    double sum = 0;
    for (unsigned signs = 0; signs < 1u << k; signs++) sum += fabs(2.0 * __builtin_popcount(signs) - (double)k);
    const double expected = sum / (double)(1u << k);
    cr_expect_float_eq(coin_expected_modulus(k), expected, 1e-14 * expected, "k = %zu", k);
    cr_expect_geq(expected * (1 + 1e-15), sqrt(0.5 * (double)k));
  }
  cr_expect_float_eq(coin_expected_modulus(2), 1, 1e-15);
  /* sqrt(2k/pi) (1 - 1/(4k) + O(1/k^2)), far beyond where 2^k overflows */
  const double k = 1e6;
  cr_expect_float_eq(coin_expected_modulus(1000000), sqrt(2 * k / acos(-1)) * (1 - 0.25 / k), 1e-8);
}

static double constant_of(const fixture *f, const char *name) {
  double value = NAN;
  cr_assert(problem_constant(&f->problem, name, &value), "no constant %s", name);
  return value;
}

enum { MOST = 64 };

typedef struct played_coins {
  size_t count;
  instance x[MOST];
  double y[MOST], comparator_loss;
} played_coins;

static void play_coins(fixture *f, played_coins *out) {
  const loss *l = &f->problem.facts.loss;
  out->count = 0;
  out->comparator_loss = 0;
  for (;;) {
    instance x;
    double label;
    const status code = fixture_trial(f, &x, &label);
    if (code == STATUS_END) break;
    cr_assert_eq(code, STATUS_OK);
    cr_assert(label == l->label_low || label == l->label_high);
    out->comparator_loss += loss_value(l, comparator_value(f->u, &x), label);
    out->x[out->count] = x;
    out->y[out->count++] = label;
  }
  cr_assert_eq(out->count, f->problem.facts.trials);
}

/* The next permutation in lexicographic order; false after the last. */
static bool permute(size_t n, size_t *items) {
  size_t i = n - 1, j = n - 1;
  while (i > 0 && items[i - 1] >= items[i]) i--;
  if (i == 0) return false;
  while (items[j] <= items[i - 1]) j--;
  const size_t kept = items[i - 1];
  items[i - 1] = items[j];
  items[j] = kept;
  for (size_t a = i, b = n - 1; a < b; a++, b--) {
    const size_t other = items[a];
    items[a] = items[b];
    items[b] = other;
  }
  return true;
}

static double best_cut(const played_coins *p, size_t n) {
  double best = INFINITY;
  for (unsigned set = 0; set < 1u << n; set++) {
    double sum = 0;
    for (size_t t = 0; t < p->count; t++) {
      const bool across = (set >> p->x[t].row & 1) != (set >> p->x[t].column & 1);
      sum += across == (p->y[t] == 1) ? 0 : 1;
    }
    best = fmin(best, sum);
  }
  return best;
}

static double best_order(const played_coins *p, size_t n) {
  size_t items[8], place[8];
  double best = INFINITY;
  for (size_t i = 0; i < n; i++) items[i] = i;
  do {
    double sum = 0;
    for (size_t i = 0; i < n; i++) place[items[i]] = i;
    for (size_t t = 0; t < p->count; t++) sum += (place[p->x[t].row] < place[p->x[t].column]) == (p->y[t] == 1) ? 0 : 1;
    best = fmin(best, sum);
  } while (permute(n, items));
  return best;
}

Test(coin_adversaries, best_responses) {
  for (uint64_t seed = 1; seed <= 30; seed++) {
    played_coins p;
    fixture cut = fixture_make("max_cut_lower", "{\"n\":6,\"rounds\":5}", seed);
    play_coins(&cut, &p);
    cr_expect_eq(p.comparator_loss, best_cut(&p, 6));
    fixture_free(&cut);
    fixture order = fixture_make("gambling_lower", "{\"items\":3,\"depth\":2,\"rounds\":4}", seed);
    play_coins(&order, &p);
    cr_expect_eq(p.comparator_loss, best_order(&p, 6));
    fixture_free(&order);
  }
}

/* Each entry by itself: at best -G |S|, the comparator has no larger trace norm than sqrt(rank) times its Frobenius norm. */
Test(coin_adversaries, best_matrix) {
  for (uint64_t seed = 1; seed <= 30; seed++) {
    played_coins p;
    double sums[2][3] = {{0}}, least = 0, squares = 0;
    fixture f = fixture_make("filtering_lower", "{\"m\":4,\"n\":3,\"active\":2,\"rounds\":4,\"scale\":1.5}", seed);
    play_coins(&f, &p);
    for (size_t t = 0; t < p.count; t++) sums[p.x[t].row][p.x[t].column] += p.y[t];
    for (size_t i = 0; i < 2; i++) {
      for (size_t j = 0; j < 3; j++) least -= 1.5 * fabs(sums[i][j]);
    }
    cr_expect_eq(p.comparator_loss, least);
    size_t m = 0;
    const double *w = comparator_entries(f.u, &m);
    for (size_t k = 0; k < m * 3; k++) squares += w[k] * w[k];
    for (size_t k = 6; k < 12; k++) cr_expect_eq(w[k], 0);
    cr_expect_leq(sqrt(2 * squares), constant_of(&f, "trace_norm") + 1e-12);
    cr_expect_float_eq(constant_of(&f, "trace_norm"), 2 * sqrt(3), 1e-12);
    fixture_free(&f);
  }
}

/* (T/2) - (mean over all label sequences of the best comparator's loss), every sequence enumerated, every cut tried. */
Test(coin_adversaries, exact_max_cut) {
  played_coins p = {.count = 6};
  double sum = 0;
  for (unsigned labels = 0; labels < 64; labels++) {
    for (size_t t = 0; t < 6; t++) {
      p.x[t] = instance_entry(4, 4, t / 3, t / 3 + 2);
      p.y[t] = labels >> t & 1 ? 1 : -1;
    }
    sum += 3 - best_cut(&p, 4);
  }
  fixture f = fixture_make("max_cut_lower", "{\"n\":4,\"rounds\":3}", 1);
  cr_expect_float_eq(constant_of(&f, "exact_regret"), sum / 64, 1e-14);
  cr_expect_float_eq(constant_of(&f, "lower_bound"), sqrt(4 * 6 / 16.0), 1e-14);
  cr_expect_leq(constant_of(&f, "lower_bound"), sum / 64);
  fixture_free(&f);
}

/* sum |S| of `pairs` pairs under a stopping rule, with these signs; stop 0: each for the first of the pairs with the least |S|. */
static double sum_of_rule(size_t pairs, size_t trials, int stop, unsigned signs) {
  int sums[4] = {0};
  double sum = 0;
  for (size_t t = 0, at = 0; t < trials; t++) {
    if (stop > 0 && abs(sums[at]) == stop && at + 1 < pairs) at++;
    if (stop == 0) at = 0;
    for (size_t e = 1; stop == 0 && e < pairs; e++) at = abs(sums[e]) < abs(sums[at]) ? e : at;
    sums[at] += signs >> t & 1 ? 1 : -1;
  }
  for (size_t e = 0; e < pairs; e++) sum += abs(sums[e]);
  return sum;
}

/* A stopping rule: half the mean of sum |S| over all sequences of signs, exactly. */
Test(coin_adversaries, exact_stopped_tree) {
  for (size_t n = 2; n <= 5; n++) {
    for (int stop = 0; stop <= 3; stop++) {
      const size_t rounds = 12 / (n - 1), trials = rounds * (n - 1);
      char json[80];
      double sum = 0;
      for (unsigned signs = 0; signs < 1u << trials; signs++) sum += sum_of_rule(n - 1, trials, stop, signs);
      (void)snprintf(json, sizeof json,
                     stop > 0 ? "{\"n\":%zu,\"rounds\":%zu,\"stop\":%d}"
                              : "{\"n\":%zu,\"rounds\":%zu,\"rule\":\"least\"}",
                     n, rounds, stop);
      fixture f = fixture_make("tree_adversary", json, 1);
      const double exact = 0.5 * sum / (double)(1u << trials);
      cr_expect_eq(constant_of(&f, "exact_regret"), exact, "%s: %.17g is not %.17g", json,
                   constant_of(&f, "exact_regret"), exact);
      cr_expect_leq(constant_of(&f, "lower_bound"), exact);
      fixture_free(&f);
    }
  }
}

/* The best of all rules for e edges, by dynamic programming in fractions over the sums: `least` has it. */
Test(coin_adversaries, least_is_best) {
  static const struct {
    const char *json;
    double numerator, denominator;
  } cases[] = {
      {"{\"n\":2,\"rounds\":40,\"rule\":\"least\"}", 172308161025, 68719476736},
      {"{\"n\":3,\"rounds\":20,\"rule\":\"least\"}", 1087201296267, 274877906944},
      {"{\"n\":4,\"rounds\":8,\"rule\":\"least\"}", 2028117, 524288},
      {"{\"n\":5,\"rounds\":4,\"rule\":\"least\"}", 7555, 2048},
      {"{\"n\":6,\"rounds\":3,\"rule\":\"least\"}", 515, 128},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    fixture f = fixture_make("tree_adversary", cases[i].json, 1);
    cr_expect_eq(constant_of(&f, "exact_regret"), cases[i].numerator / cases[i].denominator, "%s", cases[i].json);
    fixture_free(&f);
  }
  fixture_refused("tree_adversary", "{\"n\":3,\"stop\":2,\"rule\":\"least\"}",
                  "tree_adversary: stop has no effect with rule = \"least\": leave it out");
  fixture_refused("tree_adversary", "{\"n\":5,\"rounds\":5001,\"stop\":2}",
                  "tree_adversary: 20004 trials, expected at most 20000 with a stopping rule");
}

/* The closed form is near: for l = sqrt(T/e) it is (e l/2) (1 - sqrt((1 - 1/l^2)/(6 e))), and no rule has more than sqrt(e T)/2. */
Test(coin_adversaries, stopped_limits) {
  fixture f = fixture_make("tree_adversary", "{\"n\":41,\"rounds\":64,\"stop\":8}", 1);
  const double lower = constant_of(&f, "lower_bound"), exact = constant_of(&f, "exact_regret");
  cr_expect_float_eq(lower, 160 * (1 - sqrt((1 - 1 / 64.0) / 240)), 1e-12);
  cr_expect(lower < exact && exact < 160, "%g < %g", lower, exact);
  fixture_free(&f);
  fixture least = fixture_make("tree_adversary", "{\"n\":41,\"rounds\":64,\"rule\":\"least\"}", 1);
  cr_expect(exact < constant_of(&least, "exact_regret") && constant_of(&least, "exact_regret") < 160);
  fixture_free(&least);
}

/* The comparator is the best response also where coins have run out, or all pairs were done early. */
Test(coin_adversaries, stopped_responses) {
  static const char *const trees[] = {"{\"n\":6,\"rounds\":4,\"stop\":2}",
                                      "{\"n\":6,\"rounds\":2,\"stop\":3,\"tree\":\"path\"}",
                                      "{\"n\":6,\"rounds\":3,\"rule\":\"least\",\"tree\":\"path\"}"};
  for (uint64_t seed = 1; seed <= 30; seed++) {
    played_coins p;
    for (size_t i = 0; i < 3; i++) {
      fixture cut = fixture_make("tree_adversary", trees[i], seed);
      play_coins(&cut, &p);
      cr_expect_eq(p.comparator_loss, best_cut(&p, 6), "%s", trees[i]);
      fixture_free(&cut);
    }
    for (unsigned stop = 1; stop <= 3; stop++) {
      char json[80];
      (void)snprintf(json, sizeof json, "{\"n\":6,\"rounds\":3,\"stop\":%u}", stop);
      fixture order = fixture_make("sorting_adversary", json, seed);
      play_coins(&order, &p);
      cr_expect_eq(p.comparator_loss, best_order(&p, 6), "%s", json);
      fixture_free(&order);
    }
  }
}

/* One item, three pivots 0, 1, 2, two comparisons of three rounds: first pivot 1, then 0 or 2. */
Test(coin_adversaries, exact_gambling) {
  played_coins p = {.count = 6};
  double sum = 0;
  for (unsigned labels = 0; labels < 64; labels++) {
    const int first = __builtin_popcount(labels & 7);
    for (size_t t = 0; t < 6; t++) {
      p.x[t] = instance_entry(4, 4, 3, t < 3 ? 1 : first >= 2 ? 0 : 2);
      p.y[t] = labels >> t & 1;
    }
    sum += 3 - best_order(&p, 4);
  }
  fixture f = fixture_make("gambling_lower", "{\"items\":1,\"depth\":2,\"rounds\":3}", 1);
  cr_expect_float_eq(constant_of(&f, "exact_regret"), sum / 64, 1e-14);
  cr_expect_float_eq(constant_of(&f, "lower_bound"), sqrt(1 * 2 * 6 / 8.0), 1e-14);
  fixture_free(&f);
  f = fixture_make("filtering_lower", "{\"m\":2,\"n\":4,\"active\":1,\"rounds\":2,\"scale\":3}", 1);
  cr_expect_float_eq(constant_of(&f, "exact_regret"), 12, 1e-13, "G active n E|S|, E|S| = 1 for two signs");
  cr_expect_float_eq(constant_of(&f, "lower_bound"), 3 * sqrt(2 * 2 * 8 / 2.0), 1e-13,
                     "G sqrt(tau sqrt(n) T / 2), tau = 2, T = 8");
  fixture_free(&f);
}

/* The instances that are played are those of the rehearsal: pivots in the middle, items after them. */
Test(coin_adversaries, binary_search) {
  fixture f = fixture_make("gambling_lower", "{\"items\":2,\"depth\":3,\"rounds\":3}", 9);
  played_coins p = {.count = 0};
  play_coins(&f, &p);
  cr_expect_eq(f.problem.facts.n, 9);
  for (size_t item = 0; item < 2; item++) {
    size_t low = 0, high = 7;
    for (size_t step = 0; step < 3; step++) {
      double ones = 0;
      for (size_t k = 0; k < 3; k++) {
        const size_t t = (item * 3 + step) * 3 + k;
        cr_expect(p.x[t].row == 7 + item && p.x[t].column == (low + high) / 2);
        ones += p.y[t];
      }
      if (2 * ones >= 3) {
        high = (low + high) / 2;
      } else {
        low = (low + high) / 2 + 1;
      }
    }
    for (size_t pivot = 0; pivot < 7; pivot++) {
      const instance x = instance_entry(9, 9, 7 + item, pivot);
      cr_expect_eq(comparator_value(f.u, &x), pivot >= low ? 1 : 0);
    }
  }
  for (size_t pivot = 0; pivot + 1 < 7; pivot++) {
    const instance x = instance_entry(9, 9, pivot, pivot + 1);
    cr_expect_eq(comparator_value(f.u, &x), 1, "pivots in their own order");
  }
  fixture_free(&f);
}
