/* The game of online matrix prediction against its definition: all answers listed, no symmetries. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "games/pair_game.h"

/* Is a sign matrix a cut, an order or of rank one? By its entries alone. */
static bool is_answer(const pair_class *of, const int8_t *w) {
  for (size_t i = 0; i < of->m; i++) {
    for (size_t j = 0; j < of->n; j++) {
      for (size_t k = 0; k < of->n; k++) {
        if (of->kind == PAIR_COMPLETION) {
          if (w[i * of->n + j] * w[j] != w[i * of->n + k] * w[k]) return false;
          continue;
        }
        if (i >= j || j >= k) continue;
        const int ij = w[pair_number(of, i, j)], jk = w[pair_number(of, j, k)], ik = w[pair_number(of, i, k)];
        if (of->kind == PAIR_CUT ? ij * jk * ik != -1 : ij == jk && ik != ij) return false;
      }
    }
  }
  return true;
}

static int best_by_definition(const pair_class *of, const int8_t *sums) {
  const size_t pairs = pair_count(of);
  int best = -1000;
  for (unsigned set = 0; set < 1u << pairs; set++) {
    int8_t w[PAIRS];
    int value = 0;
    for (size_t z = 0; z < pairs; z++) {
      w[z] = (set >> z & 1) != 0 ? 1 : -1;
      value += w[z] * sums[z];
    }
    if (value > best && is_answer(of, w)) best = value;
  }
  return best;
}

/* 2^(left + 1) times the value with `left` trials to come. */
static long long by_definition(const pair_class *of, int8_t *sums, size_t left) {
  long long best = 0;
  if (left == 0) return best_by_definition(of, sums);
  for (size_t z = 0; z < pair_count(of); z++) {
    sums[z]++;
    long long value = by_definition(of, sums, left - 1);
    sums[z] = (int8_t)(sums[z] - 2);
    value += by_definition(of, sums, left - 1);
    sums[z]++;
    best = value > best ? value : best;
  }
  return best;
}

static const struct {
  pair_class of;
  size_t trials;
} cases[] = {{{PAIR_CUT, 3, 3}, 6},       {{PAIR_CUT, 4, 4}, 4},        {{PAIR_ORDER, 3, 3}, 6},
             {{PAIR_ORDER, 4, 4}, 4},     {{PAIR_COMPLETION, 2, 2}, 5}, {{PAIR_COMPLETION, 2, 3}, 4},
             {{PAIR_COMPLETION, 1, 2}, 6}};
enum { CASES = sizeof cases / sizeof cases[0] };

Test(pair_game, values_are_those_of_the_definition) {
  for (size_t k = 0; k < CASES; k++) {
    pair_game *game = NULL;
    int8_t zeros[PAIRS] = {0};
    cr_assert_eq(pair_game_new(&cases[k].of, cases[k].trials, 100000, NULL, NULL, &game), STATUS_OK);
    cr_expect_eq((long long)pair_game_number(game, 0, zeros), by_definition(&cases[k].of, zeros, cases[k].trials),
                 "case %zu", k);
    pair_game_free(game);
  }
}

/* E|S_T|/2 for one pair: 2^(T+1) times that is 2 T C(T-1, floor((T-1)/2)). */
Test(pair_game, one_pair_is_a_walk) {
  const pair_class of = {PAIR_CUT, 2, 2};
  const int8_t zeros[PAIRS] = {0};
  for (size_t trials = 1; trials <= 60; trials++) {
    pair_game *game = NULL;
    pair_number_type binomial = 1;
    for (size_t k = 1; k <= (trials - 1) / 2; k++)
      binomial = binomial * (pair_number_type)(trials - k) / (pair_number_type)k;
    cr_assert_eq(pair_game_new(&of, trials, 1000, NULL, NULL, &game), STATUS_OK);
    cr_expect(pair_game_number(game, 0, zeros) == 2 * (pair_number_type)trials * binomial, "T = %zu", trials);
    pair_game_free(game);
  }
}

static uint64_t drawn = 99;

static unsigned draw(unsigned below) {
  drawn = drawn * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (unsigned)(drawn >> 33) % below;
}

static void permute(size_t n, size_t *order) {
  for (size_t i = 0; i < n; i++) order[i] = i;
  for (size_t i = n; i > 1; i--) {
    const size_t j = draw((unsigned)i), kept = order[j];
    order[j] = order[i - 1];
    order[i - 1] = kept;
  }
}

/* Random sums and their image under a random symmetry of the class. */
Test(pair_game, canonical_sums_forget_symmetries) {
  static const pair_class classes[] = {
      {PAIR_CUT, 5, 5}, {PAIR_ORDER, 5, 5}, {PAIR_COMPLETION, 3, 4}, {PAIR_COMPLETION, 2, 6}};
  for (size_t k = 0; k < 4 * 300; k++) {
    const pair_class *of = &classes[k % 4];
    const size_t pairs = pair_count(of);
    size_t rows[PAIR_COLUMNS], columns[PAIR_COLUMNS];
    int u[PAIR_COLUMNS], v[PAIR_COLUMNS];
    int8_t sums[PAIRS], image[PAIRS], a[PAIRS], b[PAIRS];
    const int reversed = draw(2) == 0 ? -1 : 1;
    permute(of->m, rows);
    permute(of->n, columns);
    for (size_t i = 0; i < PAIR_COLUMNS; i++) u[i] = draw(2) == 0 ? -1 : 1, v[i] = draw(2) == 0 ? -1 : 1;
    for (size_t z = 0; z < pairs; z++) sums[z] = (int8_t)((int)draw(5) - 2);
    for (size_t z = 0; z < pairs; z++) {
      size_t i = 0, j = 0;
      pair_entry(of, z, &i, &j);
      cr_assert_eq(pair_number(of, i, j), z);
      if (of->kind == PAIR_COMPLETION) {
        image[z] = (int8_t)(u[i] * v[j] * sums[pair_number(of, rows[i], columns[j])]);
        continue;
      }
      const size_t p = columns[i], q = columns[j];
      const int8_t sum = sums[pair_number(of, p < q ? p : q, p < q ? q : p)];
      image[z] = (int8_t)(of->kind == PAIR_CUT ? u[i] * u[j] * sum : reversed * (p < q ? sum : -sum));
    }
    pair_canonical(of, sums, a);
    pair_canonical(of, image, b);
    cr_assert_arr_eq(a, b, pairs);
    cr_assert_eq(pair_best(of, sums, NULL), pair_best(of, a, NULL), "the canonical sums are another state");
    int8_t answer[PAIRS];
    int value = 0;
    const int best = pair_best(of, sums, answer);
    for (size_t z = 0; z < pairs; z++) value += answer[z] * sums[z];
    cr_assert_eq(value, best);
    cr_assert(is_answer(of, answer));
    if (pairs <= 12) cr_assert_eq(best, best_by_definition(of, sums));
  }
}

Test(pair_game, too_many_states_name_what_is_feasible) {
  const pair_class of = {PAIR_CUT, 4, 4};
  pair_game *game = NULL;
  cr_assert_eq(pair_game_new(&of, 12, 1000, NULL, NULL, &game), STATUS_INVALID);
  size_t feasible = 0;
  cr_assert_eq(sscanf(strstr(status_message(), "at most"), "at most %zu", &feasible), 1);
  cr_expect_eq(pair_game_new(&of, feasible, 1000, NULL, NULL, &game), STATUS_OK);
  pair_game_free(game);
  cr_expect_eq(pair_game_new(&of, feasible + 1, 1000, NULL, NULL, &game), STATUS_INVALID);
}

Test(pair_game, large_numbers_are_written_whole) {
  char text[PAIR_NUMBER_TEXT];
  cr_expect_str_eq(pair_number_text(0, text), "0");
  cr_expect_str_eq(pair_number_text(-((pair_number_type)1 << 100), text), "-1267650600228229401496703205376");
}
