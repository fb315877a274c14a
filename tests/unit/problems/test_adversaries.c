/* Adversaries: what they force, and that a comparator agrees with every label. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "hindsight/fractional_hitting.h"
#include "linalg/eigen.h"
#include "unit/problem_fixture.h"

/* --- forced mistakes --- */

typedef enum dummy { ALWAYS_POSITIVE, ALWAYS_NEGATIVE, ALTERNATING, COIN, DUMMIES } dummy;

static double dummy_says(dummy player, size_t t, uint32_t *state) {
  if (player == ALWAYS_POSITIVE) return 1;
  if (player == ALWAYS_NEGATIVE) return -1;
  if (player == ALTERNATING) return t % 2 == 0 ? 1 : -1;
  *state = *state * 1664525u + 1013904223u; /* Numerical Recipes' generator: a coin for a test */
  return *state >> 31 ? 1 : -1;
}

typedef struct told {
  double *x; /* n */
  double label;
} told;

/* Plays at most `limit` trials and checks the comparator against all labels: its value is 0 or `gap`, after `halved` trials 2 gap. Returns the
 * number of mistakes. */
static size_t play_blocks(const char *name, const char *json, double gap, size_t halved, dummy player, size_t limit) {
  fixture f = fixture_make(name, json, 1);
  const size_t n = f.problem.facts.n;
  told *history = NULL;
  cr_assert_eq(NEW_ARRAY(f.problem.facts.trials + 1, history), STATUS_OK);
  size_t t = 0, mistakes = 0;
  uint32_t state = 12345;
  for (; t < limit; t++) {
    instance x;
    const status code = problem_next(&f.problem, NULL, &x);
    if (code == STATUS_END) break;
    cr_assert_eq(code, STATUS_OK);
    cr_assert(t < f.problem.facts.trials, "%s: more trials than announced", json);
    cr_assert_eq(NEW_ARRAY(n * n, history[t].x), STATUS_OK);
    instance_to_dense(&x, history[t].x);
    const prediction said = {.value = dummy_says(player, t, &state)};
    cr_assert_eq(problem_reveal(&f.problem, &said, &history[t].label), STATUS_OK);
    mistakes += history[t].label * said.value < 0;
  }
  comparator *u = problem_comparator(&f.problem);
  cr_assert_not_null(u, "%s", status_message());
  cr_expect_eq(problem_comparator(&f.problem), u);
  cr_expect_eq(comparator_prepare(u, INSTANCE_MATRIX, n), STATUS_OK);
  for (size_t i = 0; i < t; i++) {
    const instance x = instance_matrix(n, history[i].x);
    const double positive = i < halved ? gap : 2 * gap;
    cr_expect_float_eq(comparator_value(u, &x), history[i].label > 0 ? positive : 0, 1e-12, "%s trial %zu: %.17g", json,
                       i + 1, comparator_value(u, &x));
    free(history[i].x);
  }
  free(history);
  fixture_free(&f);
  return mistakes;
}

static size_t play_forced(const char *json, dummy player, size_t limit) {
  return play_blocks("forced_mistakes", json, 1, SIZE_MAX, player, limit);
}

Test(adversaries, forced_mistakes) {
  static const struct {
    const char *json;
    size_t forced; /* r floor(log2(n/r)), by hand */
  } cases[] = {
      {"{\"n\":2}", 1},
      {"{\"n\":3}", 1},
      {"{\"n\":4}", 2},
      {"{\"n\":7}", 2},
      {"{\"n\":8}", 3},
      {"{\"n\":100}", 6},
      {"{\"n\":24,\"r\":3}", 9},
      {"{\"n\":23,\"r\":3}", 6},
      {"{\"n\":64,\"r\":16}", 32},
      {"{\"n\":20,\"r\":10}", 10},
      {"{\"n\":24,\"r\":3,\"form\":\"matrix\"}", 9},
      {"{\"n\":24,\"r\":3,\"form\":\"rotated\"}", 9},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f = fixture_make("forced_mistakes", cases[i].json, 1);
    double forced = 0;
    cr_expect(problem_constant(&f.problem, "forced", &forced));
    cr_expect_eq(forced, (double)cases[i].forced, "%s: %g", cases[i].json, forced);
    cr_expect_eq(f.problem.facts.trials, cases[i].forced);
    cr_expect(f.problem.facts.adaptive && f.problem.facts.comparator_late);
    cr_expect_not(problem_constant(&f.problem, "eta", &forced));
    fixture_free(&f);
    for (dummy player = 0; player < DUMMIES; player++) {
      const size_t mistakes = play_forced(cases[i].json, player, SIZE_MAX);
      cr_expect_eq(mistakes, cases[i].forced, "%s, learner %d: %zu mistakes", cases[i].json, (int)player, mistakes);
    }
  }
}

Test(adversaries, forced_mistakes_cut_short) {
  for (dummy player = 0; player < DUMMIES; player++) {
    for (size_t limit = 0; limit <= 9; limit++) cr_expect_eq(play_forced("{\"n\":24,\"r\":3}", player, limit), limit);
  }
}

Test(adversaries, forced_mistakes_refusals) {
  fixture_refused("forced_mistakes", "{\"n\":5,\"r\":3}",
                  "forced_mistakes: r = 3 must be at most n/2 = 2, or no mistake can be forced");
  fixture_refused("forced_mistakes", "{\"n\":5,\"r\":6}", "forced_mistakes: r = 6 must be at most n = 5");
}

/* --- blocks --- */

Test(adversaries, block_adversary) {
  static const struct {
    const char *json;
    double gap;
    size_t r, forced; /* forced: (r/gap) floor(log2(gap n/r)), by hand */
  } cases[] = {
      {"{\"n\":4}", 0.5, 1, 2},
      {"{\"n\":16,\"gap\":1}", 1, 1, 4},
      {"{\"n\":100,\"r\":2}", 0.5, 2, 16},
      {"{\"n\":31,\"r\":2,\"gap\":0.66666666666666663}", 2.0 / 3, 2, 9},
      {"{\"n\":24,\"r\":2,\"gap\":0.66666666666666663,\"form\":\"matrix\"}", 2.0 / 3, 2, 9},
      {"{\"n\":24,\"r\":3,\"gap\":0.75,\"form\":\"rotated\"}", 0.75, 3, 8},
      {"{\"n\":12,\"r\":3,\"gap\":0.5,\"form\":\"rotated\"}", 0.5, 3, 6},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (dummy player = 0; player < DUMMIES; player++) {
      const size_t mistakes = play_blocks("block_adversary", cases[i].json, cases[i].gap, SIZE_MAX, player, SIZE_MAX);
      cr_expect_eq(mistakes, cases[i].forced, "%s, learner %d: %zu mistakes", cases[i].json, (int)player, mistakes);
    }
    fixture f = fixture_make("block_adversary", cases[i].json, 1);
    prediction said = {.value = 1};
    double label = 0;
    for (instance x; problem_next(&f.problem, NULL, &x) == STATUS_OK;) (void)problem_reveal(&f.problem, &said, &label);
    comparator *u = problem_comparator(&f.problem);
    cr_expect_float_eq(comparator_trace(u), (double)cases[i].r, 1e-12, "%s: %.17g", cases[i].json, comparator_trace(u));
    size_t rank = 0;
    double defect = 1;
    if (strstr(cases[i].json, "form") != NULL) {
      cr_expect(comparator_projection(u, &rank, &defect), "%s", cases[i].json);
      cr_expect_eq(rank, cases[i].r, "%s: %zu", cases[i].json, rank);
    }
    fixture_free(&f);
  }
}

/* Labels that are coins do not ask what was said. */
Test(adversaries, block_adversary_coins) {
  double labels[2][16] = {{0}};
  for (int said = 0; said < 2; said++) {
    fixture f = fixture_make("block_adversary", "{\"n\":512,\"labels\":\"coins\"}", 1);
    double fair = 0;
    cr_expect(problem_constant(&f.problem, "fair", &fair) && fair == 1);
    cr_assert_eq(f.problem.facts.trials, 16);
    for (size_t t = 0; t < 16; t++) {
      instance x;
      const prediction always = {.value = said == 0 ? -1 : 1};
      cr_assert_eq(problem_next(&f.problem, NULL, &x), STATUS_OK);
      cr_assert_eq(problem_reveal(&f.problem, &always, &labels[said][t]), STATUS_OK);
    }
    fixture_free(&f);
  }
  cr_expect_arr_eq(labels[0], labels[1], sizeof labels[0]);
}

Test(adversaries, block_adversary_refusals) {
  fixture_refused("block_adversary", "{\"n\":64,\"gap\":0.4}",
                  "block_adversary: r/gap = 2.5 must be a whole number, the number of blocks");
  fixture_refused("block_adversary", "{\"n\":7,\"r\":2}",
                  "block_adversary: r/gap = 4 must be at most n/2 = 3, or no mistake can be forced");
}

/* --- blocks, then dyads --- */

Test(adversaries, matrix_block_adversary) {
  static const struct {
    const char *json;
    size_t size, r, halved,
        forced; /* size: 1/gap; halved: (r/gap) floor(log2(gap n/r)), forced: r (1/gap - 1) more, by hand */
  } cases[] = {
      {"{\"n\":8}", 2, 1, 4, 5},
      {"{\"n\":6,\"gap\":0.33333333333333331}", 3, 1, 3, 5},
      {"{\"n\":3,\"gap\":0.33333333333333331,\"form\":\"rotated\"}", 3, 1, 0, 2},
      {"{\"n\":13,\"r\":2,\"gap\":0.33333333333333331}", 3, 2, 6, 10},
      {"{\"n\":19,\"r\":2,\"form\":\"rotated\"}", 2, 2, 8, 10},
      {"{\"n\":9,\"gap\":1}", 1, 1, 3, 3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double gap = 1 / (double)cases[i].size;
    for (dummy player = 0; player < DUMMIES; player++) {
      for (size_t limit = 0; limit <= cases[i].forced; limit++) {
        const size_t mistakes =
            play_blocks("matrix_block_adversary", cases[i].json, gap, cases[i].halved, player, limit);
        cr_expect_eq(mistakes, limit, "%s, learner %d: %zu mistakes", cases[i].json, (int)player, mistakes);
      }
    }
    fixture f = fixture_make("matrix_block_adversary", cases[i].json, 1);
    cr_expect_eq(f.problem.facts.trials, cases[i].forced, "%s: %zu", cases[i].json, f.problem.facts.trials);
    prediction said = {.value = 1};
    double label = 0;
    for (instance x; problem_next(&f.problem, NULL, &x) == STATUS_OK;) {
      double *work = NULL, worst = 0;
      cr_assert_eq(NEW_ARRAY(instance_range_work(&x), work), STATUS_OK);
      cr_expect(instance_within_unit(&x, 1e-12, work, &worst), "%s: %g", cases[i].json, worst);
      free(work);
      for (size_t k = 0; x.kind == INSTANCE_MATRIX && k < x.n * x.n; k++) {
        cr_expect_eq(2 * x.matrix[k], round(2 * x.matrix[k]), "%s: %g is no half", cases[i].json, x.matrix[k]);
      }
      (void)problem_reveal(&f.problem, &said, &label);
    }
    size_t rank = 0;
    double defect = 1;
    cr_expect(comparator_projection(problem_comparator(&f.problem), &rank, &defect), "%s", cases[i].json);
    cr_expect_eq(rank, cases[i].r, "%s: %zu", cases[i].json, rank);
    fixture_free(&f);
  }
  fixture_refused("matrix_block_adversary", "{\"n\":64,\"r\":2,\"gap\":0.4}",
                  "matrix_block_adversary: 1/gap = 2.5 must be a whole number, the size of a group");
  fixture_refused("matrix_block_adversary", "{\"n\":3,\"r\":2}",
                  "matrix_block_adversary: r/gap = 4 must be at most n = 3");
  fixture_refused("matrix_block_adversary", "{\"n\":3,\"r\":2,\"gap\":1}",
                  "matrix_block_adversary: r/gap = 2 must be at most n/2 = 1, or no mistake can be forced");
}

/* --- Hadamard rows --- */

Test(adversaries, hadamard_adversary) {
  static const struct {
    const char *json;
    double gap;
    size_t r, order, forced; /* forced: (r/gap)^2, order: forced + r */
  } cases[] = {
      {"{\"r\":1,\"gap\":1}", 1, 1, 2, 1},
      {"{\"r\":1}", 0.5, 1, 5, 4},
      {"{\"r\":2}", 0.5, 2, 18, 16},
      {"{\"r\":3,\"gap\":0.75}", 0.75, 3, 19, 16},
      {"{\"r\":2,\"form\":\"rectangular\"}", 0.5, 2, 18, 16},
      {"{\"r\":3,\"gap\":0.375,\"form\":\"rectangular\"}", 0.375, 3, 67, 64},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (dummy player = 0; player < DUMMIES; player++) {
      fixture f = fixture_make("hadamard_adversary", cases[i].json, 1);
      const size_t n = cases[i].order, limit = player == ALTERNATING ? cases[i].forced / 2 : cases[i].forced;
      const bool rectangular = strstr(cases[i].json, "rectangular") != NULL;
      cr_assert_eq(f.problem.facts.n, n, "%s: %zu", cases[i].json, f.problem.facts.n);
      double *rows = NULL, label[64];
      cr_assert_eq(NEW_ARRAY(64 * n, rows), STATUS_OK);
      uint32_t state = 7;
      instance x;
      for (size_t t = 0; t < limit; t++) {
        cr_assert_eq(problem_next(&f.problem, NULL, &x), STATUS_OK);
        for (size_t j = 0; j < n; j++) rows[t * n + j] = rectangular ? x.matrix[j * (n + 1)] : x.value[j];
        const prediction said = {.value = dummy_says(player, t, &state)};
        cr_assert_eq(problem_reveal(&f.problem, &said, &label[t]), STATUS_OK);
        cr_expect_eq(label[t], -said.value);
      }
      if (limit == cases[i].forced) cr_expect_eq(problem_next(&f.problem, NULL, &x), STATUS_END);
      comparator *u = problem_comparator(&f.problem);
      cr_assert_not_null(u, "%s", status_message());
      double size = 0; /* |w|_1 = r, |w_j| <= gap on the rows' coordinates and <= 1 on the others */
      for (size_t j = 0; j < n; j++) {
        const instance *as = comparator_instance(u);
        const double w = rectangular ? as->matrix[j * (n + 1)] : as->value[j];
        cr_expect_leq(fabs(w), (j < cases[i].forced ? cases[i].gap : 1) + 1e-13);
        size += fabs(w);
      }
      cr_expect_float_eq(size, (double)cases[i].r, 1e-12, "%s: %.17g", cases[i].json, size);
      if (rectangular) cr_expect_eq(comparator_kind_of(u), COMPARATOR_RECTANGULAR, "%s", cases[i].json);
      for (size_t t = 0; t < limit; t++) { /* rows are orthogonal, and tr(G^T X) is gap or 0 */
        double value = 0;
        for (size_t j = 0; j < n; j++) {
          const instance *as = comparator_instance(u);
          value += rows[t * n + j] * (rectangular ? as->matrix[j * (n + 1)] : as->value[j]);
        }
        cr_expect_float_eq(value, label[t] > 0 ? cases[i].gap : 0, 1e-12, "%s, trial %zu: %.17g", cases[i].json, t + 1,
                           value);
      }
      free(rows);
      fixture_free(&f);
    }
  }
  fixture_refused("hadamard_adversary", "{\"r\":3}", "hadamard_adversary: r/gap = 6 must be 1, 2, 4, ... or 128");
  fixture_refused("hadamard_adversary", "{\"r\":32,\"form\":\"rectangular\"}",
                  "hadamard_adversary: the order (r/gap)^2 + r = 4128 must be at most 4096 with form = rectangular");
}

/* Every string of labels, or `strings` of them: the weights are those of a projection of rank r, and <w,x> is gap or 0. */
Test(adversaries, product_hadamard) {
  static const struct {
    const char *json;
    double gap;
    size_t r, order, forced, strings; /* order: (2 (r/gap)^2)^b, forced: b (r/gap)^2 */
  } cases[] = {
      {"{}", 0.5, 1, 64, 8, 256},
      {"{\"form\":\"rectangular\"}", 0.5, 1, 64, 8, 256},
      {"{\"r\":2,\"gap\":1}", 1, 2, 64, 8, 256},
      {"{\"gap\":1,\"copies\":4}", 1, 1, 16, 4, 16},
      {"{\"copies\":3}", 0.5, 1, 512, 12, 100},
      {"{\"r\":2}", 0.5, 2, 1024, 32, 20},
      {"{\"r\":3,\"gap\":0.75}", 0.75, 3, 1024, 32, 20},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const size_t n = cases[i].order, forced = cases[i].forced;
    const bool rectangular = strstr(cases[i].json, "rectangular") != NULL;
    double *rows = NULL;
    cr_assert_eq(NEW_ARRAY(forced * n, rows), STATUS_OK);
    uint32_t state = 5;
    for (size_t string = 0; string < cases[i].strings; string++) {
      fixture f = fixture_make("product_hadamard", cases[i].json, 1);
      cr_assert_eq(f.problem.facts.n, n, "%s: %zu", cases[i].json, f.problem.facts.n);
      double label[32];
      instance x;
      for (size_t t = 0; t < forced; t++) {
        cr_assert_eq(problem_next(&f.problem, NULL, &x), STATUS_OK);
        for (size_t j = 0; j < n; j++) {
          rows[t * n + j] = rectangular ? x.matrix[j * (n + 1)] : x.value[j];
          cr_expect_eq(fabs(rows[t * n + j]), 1);
        }
        const double random = dummy_says(COIN, t, &state);
        const prediction said = {.value = cases[i].strings < (size_t)1 << forced ? random : string >> t & 1 ? 1 : -1};
        cr_assert_eq(problem_reveal(&f.problem, &said, &label[t]), STATUS_OK);
        cr_expect_eq(label[t], -said.value);
      }
      cr_expect_eq(problem_next(&f.problem, NULL, &x), STATUS_END);
      const comparator *u = problem_comparator(&f.problem);
      cr_assert_not_null(u, "%s", status_message());
      const instance *as = comparator_instance(u);
      double sum = 0;
      for (size_t j = 0; j < n; j++) {
        const double w = rectangular ? as->matrix[j * (n + 1)] : as->value[j];
        cr_expect(w >= -1e-15 && w <= 1 + 1e-12, "%s: %.17g", cases[i].json, w);
        sum += w;
      }
      cr_expect_float_eq(sum, (double)cases[i].r, 1e-11, "%s: %.17g", cases[i].json, sum);
      for (size_t t = 0; t < forced; t++) {
        double value = 0;
        for (size_t j = 0; j < n; j++)
          value += rows[t * n + j] * (rectangular ? as->matrix[j * (n + 1)] : as->value[j]);
        cr_expect_float_eq(value, label[t] > 0 ? cases[i].gap : 0, 1e-11, "%s, trial %zu: %.17g", cases[i].json, t + 1,
                           value);
      }
      fixture_free(&f);
    }
    free(rows);
  }
  fixture_refused("product_hadamard", "{\"r\":3}", "product_hadamard: r/gap = 6 must be 1, 2, 4, ... or 128");
  fixture_refused("product_hadamard", "{\"copies\":7}",
                  "product_hadamard: the order (2 (r/gap)^2)^copies must be at most 1048576");
  fixture_refused(
      "product_hadamard", "{\"copies\":5,\"form\":\"rectangular\"}",
      "product_hadamard: the order (2 (r/gap)^2)^copies = 32768 must be at most 4096 with form = rectangular");
}

/* --- a random code --- */

/* Three elements, each pair of them a set, sum 1: 2/3 at best; if one of them has at most 1/6 the two others share 5/6: 7/12. */
static size_t three_pairs(void *most, size_t k, hitting_element *elements, size_t *count) {
  *count = 3;
  for (size_t i = 0; i < 3; i++) elements[i] = (hitting_element){{(size_t[]){3, 5, 6}[i]}, 1};
  elements[0].capacity = ((const double *)most)[k];
  return 3;
}

Test(adversaries, fractional_hitting) {
  if (fractional_hitting_available() != STATUS_OK) return;
  static double most[2] = {1.0 / 6, 1};
  static const struct {
    double least;
    size_t first;
  } cases[] = {{7.0 / 12 - 1e-6, 0}, {7.0 / 12 + 1e-6, 1}, {2.0 / 3 - 1e-6, 1}, {2.0 / 3 + 1e-6, 2}};
  double answer[4];
  const double *weight = answer + 1;
  size_t first = 9;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    cr_assert_eq(fractional_hitting(three_pairs, most, 2, 3, 1, cases[c].least, &first, answer), STATUS_OK, "%s",
                 status_message());
    cr_expect_eq(first, cases[c].first, "%.17g: %zu", cases[c].least, first);
    if (first == 2) continue;
    cr_expect_float_eq(weight[0] + weight[1] + weight[2], 1, 1e-12);
    cr_expect_leq(weight[0], most[first] + 1e-12);
    for (size_t i = 0; i < 3; i++) { /* element 0 is in sets 0 and 1, element 1 in 0 and 2, element 2 in 1 and 2 */
      cr_expect_geq(1 - weight[i], cases[c].least - 1e-9, "%zu: %.17g", i, weight[i]);
    }
  }
  cr_assert_eq(fractional_hitting(three_pairs, most, 2, 3, 4, 0, &first, answer), STATUS_OK);
  cr_expect_eq(first, 2, "a sum above all capacities");
}

/* Every label contradicts the prediction; the comparator keeps the gap, its range and its sum exactly: multiples of 2^-30. */
Test(adversaries, coding_adversary) {
  if (fractional_hitting_available() != STATUS_OK) return;
  static const struct {
    const char *json;
    double gap;
    size_t n, r;
  } cases[] = {{"{\"n\":60,\"tries\":20}", 0.5, 60, 1},
               {"{\"n\":90,\"r\":2,\"gap\":1,\"tries\":200}", 1, 90, 2},
               {"{\"n\":50,\"r\":3,\"gap\":0.7,\"tries\":20}", 0.7, 50, 3}};
  enum { MOST = 40, ORDER = 90 };
  static double rows[MOST][ORDER], label[MOST];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f = fixture_make("coding_adversary", cases[i].json, 1);
    const learner_class *class = learner_find("winnow");
    options *values = NULL;
    cr_assert_eq(options_new(&class->about, NULL, &values), STATUS_OK);
    const learner_setting setting = {
        .n = cases[i].n, .kind = INSTANCE_VECTOR, .rank = cases[i].n, .trials = MOST, .eigen = &eigen_own};
    learner player;
    cr_assert_eq(learner_new(class, &setting, values, &player), STATUS_OK);
    size_t t = 0;
    for (instance x; t < MOST && problem_next(&f.problem, &player, &x) == STATUS_OK; t++) {
      prediction said;
      bool updated;
      memset(rows[t], 0, sizeof rows[t]);
      for (size_t k = 0; k < x.count; k++) rows[t][x.index[k]] = x.value[k];
      cr_assert_eq(learner_predict(&player, &x, &said), STATUS_OK);
      cr_assert_eq(problem_reveal(&f.problem, &said, &label[t]), STATUS_OK);
      cr_assert_eq(learner_update(&player, &x, &said, label[t], &updated), STATUS_OK);
      cr_expect_eq(label[t], -said.value);
    }
    cr_expect_geq(t, 5, "%s: %zu trials", cases[i].json, t);
    const comparator *u = problem_comparator(&f.problem);
    cr_assert_not_null(u);
    const instance *as = comparator_instance(u);
    double w[ORDER] = {0}, sum = 0;
    for (size_t k = 0; k < as->count; k++) w[as->index == NULL ? k : as->index[k]] = as->value[k];
    for (size_t j = 0; j < cases[i].n; j++) {
      cr_expect(w[j] >= 0 && w[j] <= 1 && w[j] * 1073741824 == floor(w[j] * 1073741824));
      sum += w[j];
    }
    cr_expect_eq(sum, (double)cases[i].r, "%s: %.17g", cases[i].json, sum);
    for (size_t s = 0; s < t; s++) {
      double value = 0;
      for (size_t j = 0; j < cases[i].n; j++) value += rows[s][j] * w[j];
      cr_expect(label[s] > 0 ? value >= cases[i].gap : value == 0, "%s, trial %zu: %.17g", cases[i].json, s + 1, value);
    }
    learner_destroy(&player);
    options_free(values);
    fixture_free(&f);
  }
}

/* --- threshold adversary --- */

/* What its score is: <w,x>, with a threshold; <w,x> - theta; what it predicts. */
typedef enum plain_form { RAW, DIFFERENCE, SIGNS } plain_form;

/* Winnow on weights, written down once more: w_i <- w_i exp(eta y x_i) on a mistake; sum 1 if normalised. */
typedef struct plain_winnow {
  plain_form form;
  size_t n;
  double eta, theta;
  double *weight;
  bool normalised;
} plain_winnow;

static double plain_score(const plain_winnow *w, const instance *x) {
  double sum = 0;
  for (size_t i = 0; i < x->count; i++) sum += w->weight[x->index[i]] * x->value[i];
  return sum;
}

static status plain_score_of(void *self, const instance *x, double *score) {
  const plain_winnow *w = self;
  const double sum = plain_score(w, x);
  *score = w->form == RAW ? sum : w->form == DIFFERENCE ? sum - w->theta : sum >= w->theta ? 1 : -1;
  return STATUS_OK;
}

static status plain_predict(void *self, const instance *x, prediction *out) {
  const plain_winnow *w = self;
  out->value = plain_score(w, x) >= w->theta ? 1 : -1;
  return plain_score_of(self, x, &out->score);
}

static bool plain_constant(const void *self, const char *name, double *value) {
  const plain_winnow *w = self;
  if (strcmp(name, "eta") == 0) {
    *value = w->eta;
  } else if (strcmp(name, "theta") == 0) {
    *value = w->theta;
  } else if (strcmp(name, "threshold") == 0) {
    *value = w->form == RAW ? w->theta : 0;
  } else {
    return false;
  }
  return true;
}

static const learner_methods plain_methods = {
    .predict = plain_predict, .score = plain_score_of, .constant = plain_constant};
static const learner_class plain_class = {.about = {.name = "plain"}, .methods = &plain_methods};

static void plain_update(plain_winnow *w, const instance *x, double label) {
  double sum = 0;
  for (size_t i = 0; i < x->count; i++) w->weight[x->index[i]] *= exp(w->eta * label * x->value[i]);
  for (size_t i = 0; i < w->n; i++) sum += w->weight[i];
  for (size_t i = 0; w->normalised && i < w->n; i++) w->weight[i] /= sum;
}

/* Plays to the end; checks margins, range, errors and the meeting of the threshold. Returns mistakes. */
static size_t play_threshold(const char *json, plain_winnow *w) {
  fixture f = fixture_make("threshold_adversary", json, 1);
  const learner player = {&plain_class, w};
  size_t mistakes = 0;
  cr_assert_eq(problem_meet(&f.problem, &player), STATUS_OK, "%s", status_message());
  for (;;) {
    instance x;
    double label = 0, score;
    const status code = problem_next(&f.problem, &player, &x);
    if (code == STATUS_END) break;
    cr_assert_eq(code, STATUS_OK, "%s", status_message());
    for (size_t i = 0; i < x.count; i++) cr_assert(x.value[i] > 0 && x.value[i] <= 1);
    score = plain_score(w, &x);
    const prediction said = {.score = score, .value = score >= w->theta ? 1 : -1};
    cr_assert_eq(problem_reveal(&f.problem, &said, &label), STATUS_OK);
    cr_assert(label * said.value < 0, "%s trial %zu: no mistake at score %.17g", json, mistakes + 1, score);
    cr_assert_float_eq(comparator_value(f.u, &x), label > 0 ? f.problem.facts.gap_high : 0, 1e-12);
    const double slack = w->form == SIGNS ? 0 : 1e-9;
    if (label < 0) cr_assert_float_eq(score / w->theta, 1 + slack, 1e-12);
    if (label > 0) cr_assert(score / w->theta < 1 - 0.9 * slack); /* below it when the irrelevant weights are used up */
    plain_update(w, &x, label);
    mistakes++;
    cr_assert(mistakes < 100000);
  }
  fixture_free(&f);
  return mistakes;
}

/* Warmuth 2007, Theorem 2 with w0 = r/n: eta = 1 + W0, theta = eta gap / (e^eta - e^-eta), progress gap W0, W0 =
 * W(1/e). */
static double tuned_share(const char *json, size_t n, size_t r, double gap) {
  const double lambert = 0.27846454276107379511, eta = 1 + lambert;
  plain_winnow w = {.n = n, .eta = eta, .theta = eta * gap / (exp(eta) - exp(-eta))};
  cr_assert_eq(NEW_ARRAY(n, w.weight), STATUS_OK);
  for (size_t i = 0; i < n; i++) w.weight[i] = (double)r / (double)n;
  const double bound = (double)r * log((double)n / (double)r) / (gap * lambert);
  const size_t mistakes = play_threshold(json, &w);
  free(w.weight);
  cr_expect((double)mistakes <= floor(bound + 1e-9), "%s: %zu mistakes above the bound %.17g", json, mistakes, bound);
  return (double)mistakes / bound;
}

Test(adversaries, threshold_tightness) {
  double share = tuned_share("{\"n\":65536,\"r\":1}", 65536, 1, 0.5);
  cr_expect(share >= 0.93, "n = 65536, r = 1, gap 1/2: %.17g of the bound", share);
  share = tuned_share("{\"n\":1024,\"r\":16,\"gap\":1}", 1024, 16, 1);
  cr_expect(share >= 0.97, "n = 1024, r = 16, gap 1: %.17g of the bound", share);
  share = tuned_share("{\"n\":1024,\"r\":16,\"gap\":1,\"relevant\":\"random\",\"filling\":\"random\"}", 1024, 16, 1);
  cr_expect(share >= 0.9, "n = 1024, r = 16, gap 1, random filling: %.17g of the bound", share);
  share = tuned_share("{\"n\":1024,\"r\":1}", 1024, 1, 0.5);
  cr_expect(share >= 0.9, "n = 1024, r = 1, gap 1/2: %.17g of the bound", share);
}

/* One learner, whatever it calls its score: the same predictions, and the same mistakes forced. Of predictions alone the adversary knows no weights to
 * put in order, so that a few may be missing. */
Test(adversaries, threshold_whatever_the_score_is) {
  static const char *const cases[] = {"{\"n\":256,\"r\":1}", "{\"n\":64,\"r\":2,\"gap\":1}",
                                      "{\"n\":256,\"r\":1,\"filling\":\"random\"}"};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const size_t n = c == 1 ? 64 : 256, r = c == 1 ? 2 : 1;
    const double eta = 1.27846454276107379511, gap = c == 1 ? 1 : 0.5;
    size_t mistakes[3];
    for (plain_form form = RAW; form <= SIGNS; form++) {
      plain_winnow w = {.form = form, .n = n, .eta = eta, .theta = eta * gap / (exp(eta) - exp(-eta))};
      cr_assert_eq(NEW_ARRAY(n, w.weight), STATUS_OK);
      for (size_t i = 0; i < n; i++) w.weight[i] = (double)r / (double)n;
      mistakes[form] = play_threshold(cases[c], &w);
      free(w.weight);
    }
    const double bound = (double)r * log((double)n / (double)r) / (gap * (eta - 1));
    cr_expect_eq(mistakes[DIFFERENCE], mistakes[RAW], "%s: %zu, %zu", cases[c], mistakes[DIFFERENCE], mistakes[RAW]);
    cr_expect((double)mistakes[RAW] <= bound && (double)mistakes[RAW] >= 0.8 * bound, "%s: %zu of %.17g", cases[c],
              mistakes[RAW], bound);
    cr_expect((double)mistakes[SIGNS] <= bound && (double)mistakes[SIGNS] >= 0.8 * bound, "%s: %zu of %.17g", cases[c],
              mistakes[SIGNS], bound);
  }
}

/* Normalised Winnow at n = 65536, r = 1, gap 1/2: eta = 2 ln(1 + sqrt 2), theta = (sqrt 2 - 1)/2, progress ln((1 +
 * sqrt 2)/2). */
Test(adversaries, threshold_tightness_normalised) {
  const size_t n = 65536;
  plain_winnow w = {.n = n, .eta = 2 * log(1 + sqrt(2)), .theta = (sqrt(2) - 1) / 2, .normalised = true};
  cr_assert_eq(NEW_ARRAY(n, w.weight), STATUS_OK);
  for (size_t i = 0; i < n; i++) w.weight[i] = 1 / (double)n;
  const double bound = log((double)n) / log((1 + sqrt(2)) / 2), mistakes = (double)play_threshold("{\"n\":65536}", &w);
  free(w.weight);
  cr_expect(mistakes <= bound && mistakes >= 0.95 * bound, "%.17g of the bound", mistakes / bound);
}

static status never_score(void *self, const instance *x, double *score) {
  (void)x;
  *score = *(const double *)self;
  return STATUS_OK;
}

/* A learner with the same score everywhere, threshold 0 and no other constants. */
static void expect_met(const char *json, bool randomised, double score, const char *message) {
  const learner_methods methods = {.score = never_score};
  const learner_class without = {.about = {.name = "without"}, .randomised = randomised, .methods = &methods};
  const learner player = {&without, &score};
  fixture f = fixture_make("threshold_adversary", json, 1);
  const status code = problem_meet(&f.problem, &player);
  cr_expect_eq(code, message == NULL ? STATUS_OK : STATUS_INVALID, "%s: %s", json, status_message());
  if (message != NULL) cr_expect_str_eq(status_message(), message);
  fixture_free(&f);
}

Test(adversaries, threshold_refusals) {
  expect_met(
      "{\"n\":8}", false, 0,
      "threshold_adversary needs a learner that predicts -1 on the zero instance; the score of without there is not "
      "below its threshold 0");
  expect_met("{\"n\":8}", true, -1, "threshold_adversary needs a learner that tosses no coins; without is randomised");
  expect_met("{\"n\":8}", false, -1,
             "threshold_adversary needs a learner with a rate, the constant \"eta\", or \"alpha\" and \"beta\", or "
             "else its own "
             "option ratio; without has no such constant");
  expect_met("{\"n\":8,\"ratio\":2}", false, -1, NULL);
  fixture_refused("threshold_adversary", "{\"n\":8,\"r\":8}", "threshold_adversary: r = 8 must be below n = 8");
  fixture_refused("threshold_adversary", "{\"n\":257,\"rotated\":true}",
                  "threshold_adversary: n = 257 must be at most 256 with rotated = true");
}

/* Mistakes of a learner of the library. */
static size_t play_library(const char *learner_name, const char *problem_json) {
  fixture f = fixture_make("threshold_adversary", problem_json, 1);
  const learner_class *class = learner_find(learner_name);
  cr_assert_not_null(class);
  cJSON *given = NULL;
  options *values = NULL;
  learner player = {0};
  const learner_setting setting = problem_learner_setting(&f.problem.facts, 1000, 1, &eigen_own);
  cr_assert_eq(json_parse("{\"r\":2,\"gap\":1}", &given), STATUS_OK);
  cr_assert_eq(options_new(&class->about, given, &values), STATUS_OK, "%s", status_message());
  cr_assert_eq(learner_new(class, &setting, values, &player), STATUS_OK, "%s", status_message());
  size_t mistakes = 0;
  cr_assert_eq(problem_meet(&f.problem, &player), STATUS_OK, "%s", status_message());
  for (;;) {
    instance x;
    prediction said;
    double label = 0;
    bool updated = false;
    const status code = problem_next(&f.problem, &player, &x);
    if (code == STATUS_END) break;
    cr_assert_eq(code, STATUS_OK, "%s", status_message());
    cr_assert_eq(learner_predict(&player, &x, &said), STATUS_OK, "%s", status_message());
    cr_assert_eq(problem_reveal(&f.problem, &said, &label), STATUS_OK);
    cr_assert_float_eq(comparator_value(f.u, &x), label > 0 ? 1 : 0, 1e-12);
    mistakes += said.value * label < 0;
    cr_assert_eq(learner_update(&player, &x, &said, label, &updated), STATUS_OK, "%s", status_message());
  }
  learner_destroy(&player);
  options_free(values);
  cJSON_Delete(given);
  fixture_free(&f);
  return mistakes;
}

/* They meet it as the plain one does; rotated weights that were equal differ by rounding, so that the order of
 * filling is another one. */
Test(adversaries, threshold_meets_the_learners) {
  const double bound = 2 * log(32) / 0.27846454276107379511;
  const double plain = tuned_share("{\"n\":64,\"r\":2,\"gap\":1}", 64, 2, 1) * bound;
  const double vector = (double)play_library("winnow", "{\"n\":64,\"r\":2,\"gap\":1}");
  const double rotated = (double)play_library("matrix_winnow", "{\"n\":64,\"r\":2,\"gap\":1,\"rotated\":true}");
  cr_expect_float_eq(vector, plain, 1e-9, "winnow: %.17g mistakes, written down once more: %.17g", vector, plain);
  cr_expect(fabs(rotated - plain) <= 2, "matrix_winnow, rotated: %.17g mistakes, as a vector: %.17g", rotated, plain);
}
