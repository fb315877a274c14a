/* The game of Close to Subspace: linear programmes with their proofs, symmetries, and values between what theory forces and allows. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "games/subspace_game.h"

static uint64_t drawn = 12345;

static unsigned draw(unsigned below) {
  drawn = drawn * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (unsigned)(drawn >> 33) % below;
}

/* A state after a few random positive instances. */
static subspace_state random_state(size_t n, size_t positives) {
  subspace_state state = {.n = (uint8_t)n}, after;
  for (size_t i = 0; i < positives; i++) {
    const unsigned instance = 1 + draw((1u << n) - 1);
    cr_assert(subspace_after(&state, (uint16_t)instance, true, &after));
    state = after;
  }
  return state;
}

/* The proof of a state, checked in integers. */
static void check_proof(const subspace_state *state, long long r, fraction gap, const subspace_proof *proof) {
  if (proof->possible) {
    long long sum = 0;
    for (size_t i = 0; i < state->n; i++) {
      cr_assert(proof->weight[i] >= 0 && proof->weight[i] <= proof->scale);
      sum += proof->weight[i];
    }
    cr_assert_eq(sum, r * proof->scale);
    for (size_t j = 0; j < state->rows; j++) {
      long long weight = 0;
      for (size_t i = 0; i < state->n; i++) weight += (subspace_row(state, j) >> i & 1) != 0 ? proof->weight[i] : 0;
      cr_assert(weight * gap.denominator >= gap.numerator * proof->scale);
    }
    return;
  }
  if (state->n < r) return;
  long long column[SUBSPACE_COORDINATES] = {0}, total = 0, most = 0;
  for (size_t j = 0; j < state->rows; j++) {
    cr_assert(proof->multiplier[j] >= 0);
    total += proof->multiplier[j];
    for (size_t i = 0; i < state->n; i++)
      column[i] += (subspace_row(state, j) >> i & 1) != 0 ? proof->multiplier[j] : 0;
  }
  for (long long k = 0; k < r; k++) {
    size_t best = 0;
    for (size_t i = 0; i < state->n; i++) best = column[i] > column[best] ? i : best;
    most += column[best];
    column[best] = -1;
  }
  cr_assert(most * gap.denominator < gap.numerator * total, "multipliers prove nothing");
}

Test(subspace_game, every_linear_programme_has_a_proof) {
  static const fraction gaps[] = {{1, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 7}};
  size_t possible = 0, impossible = 0;
  for (size_t k = 0; k < 4000; k++) {
    const size_t n = 1 + draw(9);
    const long long r = 1 + draw(3);
    const subspace_state state = random_state(n, draw(7));
    const fraction gap = gaps[draw(5)];
    subspace_proof proof;
    cr_assert_eq(subspace_cover(&state, r, gap, &proof), STATUS_OK);
    check_proof(&state, r, gap, &proof);
    possible += proof.possible;
    impossible += !proof.possible;
  }
  cr_expect_gt(possible, 500);
  cr_expect_gt(impossible, 500);
}

Test(subspace_game, canonical_states_forget_the_order) {
  size_t different = 0;
  for (size_t k = 0; k < 500; k++) {
    const size_t n = 2 + draw(7);
    const subspace_state state = random_state(n, 1 + draw(5));
    subspace_state moved = {.n = (uint8_t)n, .rows = state.rows}, a, b;
    size_t order[SUBSPACE_COORDINATES], row[SUBSPACE_ROWS];
    for (size_t i = 0; i < n; i++) order[i] = i;
    for (size_t i = 0; i < state.rows; i++) row[i] = i;
    for (size_t i = n; i > 1; i--) {
      const size_t j = draw((unsigned)i), kept = order[j];
      order[j] = order[i - 1];
      order[i - 1] = kept;
    }
    for (size_t i = state.rows; i > 1; i--) {
      const size_t j = draw((unsigned)i), kept = row[j];
      row[j] = row[i - 1];
      row[i - 1] = kept;
    }
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < state.rows; j++)
        moved.column[i] |= (uint16_t)((state.column[order[i]] >> row[j] & 1) << j);
    }
    subspace_canonical(&state, &a);
    subspace_canonical(&moved, &b);
    cr_assert(subspace_equal(&a, &b));
    different += !subspace_equal(&a, &state);
  }
  cr_expect_gt(different, 100);
}

Test(subspace_game, rows_that_say_nothing_new_go) {
  subspace_state state = {.n = 4}, one, two, gone;
  cr_assert(subspace_after(&state, 0x7, true, &one));
  cr_assert(subspace_after(&one, 0x3, true, &two)); /* {0,1} lies in {0,1,2} */
  cr_expect_eq(two.rows, 1);
  cr_expect_eq(subspace_row(&two, 0), 0x3);
  cr_assert(subspace_after(&two, 0x1, false, &gone)); /* without coordinate 0 */
  cr_expect_eq(gone.n, 3);
  cr_expect_eq(subspace_row(&gone, 0), 0x1);
}

static int value_of(size_t n, long long r, fraction gap) {
  subspace_game *game = NULL;
  int value = 0;
  cr_assert_eq(subspace_game_new(n, r, gap, NULL, NULL, &game), STATUS_OK);
  cr_assert_eq(subspace_game_solve(game, &value), STATUS_OK);
  subspace_game_free(game);
  return value;
}

/* At gap 1, r = 1 one coordinate has all weight: n hypotheses, halved. */
Test(subspace_game, one_hidden_coordinate_is_found_by_halving) {
  for (size_t n = 1; n <= 12; n++)
    cr_expect_eq(value_of(n, 1, (fraction){1, 1}), (int)floor(log2((double)n)), "n = %zu", n);
}

/* (r/g) floor(log2(g n/r)) <= V <= ln(n/r)/C(r/g), and no coordinate less helps the adversary. */
Test(subspace_game, values_lie_between_blocks_and_capacity) {
  static const struct {
    long long r;
    fraction gap;
  } cases[] = {{1, {1, 1}}, {1, {1, 2}}, {1, {1, 3}}, {2, {1, 1}}, {2, {1, 2}}, {3, {1, 1}}, {1, {2, 3}}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    int before = 0;
    for (size_t n = (size_t)cases[k].r; n <= 9; n++) {
      const double rho = (double)cases[k].r * (double)cases[k].gap.denominator / (double)cases[k].gap.numerator;
      const double capacity = rho > 1.0 ? log1p(pow(rho - 1.0, rho - 1.0) / pow(rho, rho)) : log(2.0);
      const int value = value_of(n, cases[k].r, cases[k].gap);
      if (rho == floor(rho) && (double)n >= rho)
        cr_expect_geq(value, (int)(rho * floor(log2((double)n / rho) + 1e-12)));
      cr_expect_leq(value, log((double)n / (double)cases[k].r) / capacity + 1e-9);
      cr_expect_geq(value, before);
      before = value;
    }
  }
}

/* The learner of the table errs at most V times on any sequence that some w explains, the adversary's instances at random. */
Test(subspace_game, the_learner_keeps_its_promise) {
  const fraction gap = {1, 2};
  subspace_game *game = NULL;
  int value = 0, most = 0;
  cr_assert_eq(subspace_game_new(7, 1, gap, NULL, NULL, &game), STATUS_OK);
  cr_assert_eq(subspace_game_solve(game, &value), STATUS_OK);
  for (size_t run = 0; run < 300; run++) {
    subspace_state learnt = {.n = 7}, truth = {.n = 7};
    uint16_t place[7] = {0, 1, 2, 3, 4, 5, 6}, left[7] = {0, 1, 2, 3, 4, 5, 6}; /* of the coordinates in both */
    int errors = 0;
    for (size_t t = 0; t < 60; t++) {
      const unsigned x = 1 + draw(127);
      unsigned mine = 0, its = 0;
      for (size_t i = 0; i < learnt.n; i++) mine |= (x >> place[i] & 1) << i;
      for (size_t i = 0; i < truth.n; i++) its |= (x >> left[i] & 1) << i;
      bool positive = false, possible = false;
      subspace_state after, other;
      subspace_proof proof;
      if (mine != 0) subspace_game_answer(game, &learnt, (uint16_t)mine, &positive, &after, &possible);
      const bool label = !positive; /* contradict where some w allows it */
      if (its == 0 || !subspace_after(&truth, (uint16_t)its, label, &other)) continue;
      cr_assert_eq(subspace_cover(&other, 1, gap, &proof), STATUS_OK);
      if (!proof.possible) continue;
      size_t kept = 0;
      for (size_t i = 0; i < truth.n; i++) {
        if (label || (its >> i & 1) == 0) left[kept++] = left[i];
      }
      truth = other;
      errors++;
      cr_assert(possible, "an error that some w explains");
      kept = 0;
      for (size_t i = 0; i < learnt.n; i++) {
        if (!positive || (mine >> i & 1) == 0) place[kept++] = place[i];
      }
      learnt = after;
    }
    cr_assert_leq(errors, value);
    most = errors > most ? errors : most;
  }
  cr_expect_geq(most, value - 1);
  subspace_game_free(game);
}
