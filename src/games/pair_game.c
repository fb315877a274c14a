#include "games/pair_game.h"
#include "games/state_set.h"

enum { REPORT_STATES = 1 << 10 };

struct pair_game {
  pair_class of;
  size_t pairs, trials, largest;
  state_set states;              /* lists of canonical sums */
  size_t first[PAIR_TRIALS + 2]; /* first[k]: of the states whose sums add to k in absolute value */
  uint32_t *after;               /* 2 pairs for each state of less than `trials`: the states after labels 1 and -1 */
  pair_number_type *number[PAIR_TRIALS + 1]; /* number[k][state] for the states that can be after k trials */
};

static status find_state(pair_game *game, const int8_t *canonical, size_t trials, size_t *index) {
  TRY(state_set_add(&game->states, canonical, index));
  if (game->states.count <= game->largest) return STATUS_OK;
  return FAIL(STATUS_INVALID, "T = %zu: more than %zu states, expected T at most %zu", game->trials, game->largest,
              trials - 1);
}

/* All states, in ascending order of the sum of |S(z)|, and what follows them. */
static status list_states(pair_game *game, pair_report *report, void *context) {
  int8_t sums[PAIRS] = {0}, canonical[PAIRS];
  size_t index = 0, room = 0;
  TRY(find_state(game, sums, 0, &index));
  for (size_t k = 0; k < game->trials; k++) {
    game->first[k + 1] = game->states.count;
    TRY(memory_grow(&game->after, (room = game->states.count) * 2 * game->pairs, sizeof *game->after));
    for (size_t state = game->first[k]; state < room; state++) {
      for (size_t z = 0; z < 2 * game->pairs; z++) {
        memcpy(sums, state_set_at(&game->states, state), game->pairs);
        sums[z / 2] = (int8_t)(sums[z / 2] + (z % 2 == 0 ? 1 : -1));
        pair_canonical(&game->of, sums, canonical);
        TRY(find_state(game, canonical, k + 1, &index));
        game->after[state * 2 * game->pairs + z] = (uint32_t)index;
      }
      if (report != NULL && state % REPORT_STATES == 0) report(context, game->states.count);
    }
  }
  game->first[game->trials + 1] = game->states.count;
  return STATUS_OK;
}

/* Backwards from the end; states that cannot be after k trials keep 0. */
static status find_numbers(pair_game *game) {
  const size_t trials = game->trials, width = 2 * game->pairs;
  for (size_t k = trials + 1; k-- > 0;) {
    TRY(NEW_ARRAY(game->first[k + 1], game->number[k]));
    for (size_t norm = k % 2; norm <= k; norm += 2) {
      for (size_t state = game->first[norm]; state < game->first[norm + 1]; state++) {
        pair_number_type *number = &game->number[k][state];
        if (k == trials) *number = pair_best(&game->of, state_set_at(&game->states, state), NULL);
        for (size_t z = 0; z < width && k < trials; z += 2) {
          const uint32_t *after = game->after + state * width + z;
          const pair_number_type sum = game->number[k + 1][after[0]] + game->number[k + 1][after[1]];
          if (sum > *number) *number = sum;
        }
      }
    }
  }
  return STATUS_OK;
}

status pair_game_new(const pair_class *of, size_t trials, size_t largest, pair_report *report, void *context,
                     pair_game **out) {
  CLEANUP(pair_game_free_at) pair_game *made = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, made));
  *made = (pair_game){.of = *of, .pairs = pair_count(of), .trials = trials, .largest = largest};
  TRY(state_set_init(&made->states, made->pairs));
  TRY(list_states(made, report, context));
  TRY(find_numbers(made));
  return HAND_OVER(made, *out);
}

void pair_game_free(pair_game *game) {
  if (game == NULL) return;
  state_set_clear(&game->states);
  free(game->after);
  for (size_t k = 0; k <= game->trials; k++) free(game->number[k]);
  free(game);
}

size_t pair_game_trials(const pair_game *game) {
  return game->trials;
}

const pair_class *pair_game_class(const pair_game *game) {
  return &game->of;
}

size_t pair_game_states(const pair_game *game) {
  return game->states.count;
}

const int8_t *pair_game_sums(const pair_game *game, size_t state) {
  return state_set_at(&game->states, state);
}

pair_number_type pair_game_number(const pair_game *game, size_t k, const int8_t *sums) {
  int8_t canonical[PAIRS];
  size_t state = 0;
  pair_canonical(&game->of, sums, canonical);
  (void)state_set_find(&game->states, canonical, &state);
  return game->number[k][state];
}

double pair_game_value(const pair_game *game, size_t k, const int8_t *sums) {
  return ldexp((double)pair_game_number(game, k, sums), -(int)(game->trials - k + 1));
}

const char *pair_number_text(pair_number_type number, char text[PAIR_NUMBER_TEXT]) {
  char digits[PAIR_NUMBER_TEXT];
  size_t count = 0, length = 0;
  const bool negative = number < 0;
  do {
    const int digit = (int)(number % 10);
    digits[count++] = (char)('0' + (digit < 0 ? -digit : digit));
    number /= 10;
  } while (number != 0);
  if (negative) text[length++] = '-';
  while (count > 0) text[length++] = digits[--count];
  text[length] = 0;
  return text;
}
