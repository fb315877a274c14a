#include "games/subspace_game.h"
#include "games/state_set.h"

enum { UNKNOWN = 127, FIRST_ROOM = 1 << 10, LARGEST_STATES = 1 << 24, REPORT_STATES = 1 << 12 };

typedef struct bounds {
  int16_t low, high; /* low <= V <= high; high = -1: impossible; low = -1: not even known to be possible */
  bool listed;       /* in subspace_game_table */
} bounds;

struct subspace_game {
  size_t n, solving; /* solving: the order that the search has come to */
  long long r;
  fraction gap;
  subspace_report *report;
  void *context;
  state_set states; /* canonical ones */
  bounds *known;    /* of the states */
  size_t room;
  int16_t most[SUBSPACE_COORDINATES + 1]; /* most[n]: bound on the value of n coordinates without rows */
};

static status find_state(subspace_game *game, const subspace_state *canonical, size_t *index) {
  const size_t before = game->states.count;
  TRY(state_set_add(&game->states, canonical, index));
  if (game->states.count == before) return STATUS_OK;
  if (before == LARGEST_STATES) {
    return FAIL(STATUS_INVALID, "n = %zu: more than %d states, expected n at most %zu for this r and gap", game->n,
                LARGEST_STATES, game->solving - 1);
  }
  TRY(memory_room(&game->known, &game->room, before + 1, sizeof *game->known));
  game->known[before] = (bounds){-1, UNKNOWN, false};
  if (game->report != NULL && before % REPORT_STATES == 0) game->report(game->context, before);
  return STATUS_OK;
}

status subspace_game_new(size_t n, long long r, fraction gap, subspace_report *report, void *context,
                         subspace_game **out) {
  CLEANUP(subspace_game_free_at) subspace_game *made = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, made));
  *made = (subspace_game){.n = n, .r = r, .gap = gap, .report = report, .context = context, .room = FIRST_ROOM};
  for (size_t left = 0; left <= SUBSPACE_COORDINATES; left++) made->most[left] = UNKNOWN;
  TRY(NEW_ARRAY(made->room, made->known));
  TRY(state_set_init(&made->states, sizeof(subspace_state)));
  return HAND_OVER(made, *out);
}

void subspace_game_free(subspace_game *game) {
  if (game == NULL) return;
  free(game->known);
  state_set_clear(&game->states);
  free(game);
}

size_t subspace_game_states(const subspace_game *game) {
  return game->states.count;
}

size_t subspace_game_coordinates(const subspace_game *game) {
  return game->n;
}

long long subspace_game_rank(const subspace_game *game) {
  return game->r;
}

fraction subspace_game_gap(const subspace_game *game) {
  return game->gap;
}

/* The instances of a state up to exchange of twins, one after the other: the first `count` twins of each class. Start with 0; 0 again: no more.
 * Only those of at most `largest` coordinates. */
static uint16_t next_instance(const subspace_state *state, uint16_t instance, size_t largest) {
  unsigned next = instance;
  size_t size = (size_t)__builtin_popcount(next);
  uint32_t done = 0; /* coordinates whose class has been counted through */
  for (size_t i = 0; i < state->n; i++) {
    if ((done >> i & 1) != 0) continue;
    unsigned twins = 0;
    for (size_t k = i; k < SUBSPACE_COORDINATES; k++) {
      twins |= (k < state->n && state->column[k] == state->column[i] ? 1u : 0u) << k;
    }
    done |= twins;
    const unsigned rest = twins & ~next;
    if (rest != 0 && size < largest) return (uint16_t)(next | (rest & -rest));
    size -= (size_t)__builtin_popcount(next & twins);
    next &= ~twins;
  }
  return 0;
}

static status is_possible(subspace_game *game, size_t index) {
  subspace_proof proof;
  if (game->known[index].low >= 0 || game->known[index].high < 0) return STATUS_OK;
  TRY(subspace_cover(state_set_at(&game->states, index), game->r, game->gap, &proof));
  if (proof.possible) {
    game->known[index].low = 0;
  } else {
    game->known[index].high = -1;
  }
  return STATUS_OK;
}

/* Can k mistakes be forced from the state on? k = 0: is it possible? */
static status can_canonical(subspace_game *game, const subspace_state *canonical, int k, bool *answer);

/* Do both states after the instance keep k mistakes? The cheaper question first: fewer coordinates. */
static status splits(subspace_game *game, const subspace_state *state, uint16_t instance, int k, bool *answer) {
  subspace_state after, negative, positive;
  *answer = false;
  if (!subspace_after(state, instance, false, &after)) return STATUS_OK;
  subspace_canonical(&after, &negative);
  if (!subspace_after(state, instance, true, &after)) {
    return FAIL(STATUS_INVALID, "n = %zu: states of more than %d rows, expected n at most %zu for this r and gap",
                game->n, SUBSPACE_ROWS, game->solving - 1);
  }
  subspace_canonical(&after, &positive);
  if (subspace_equal(&positive, state)) return STATUS_OK; /* it holds a row: a negative answer is impossible */
  size_t index = 0;
  TRY(find_state(game, &positive, &index));
  TRY(is_possible(game, index));
  if (game->known[index].high < k) return STATUS_OK;
  TRY(can_canonical(game, &negative, k, answer));
  return *answer ? can_canonical(game, &positive, k, answer) : STATUS_OK;
}

/* The most coordinates that a negative answer may take away so that k mistakes are left. */
static size_t largest_instance(const subspace_game *game, const subspace_state *state, int k) {
  size_t left = state->n;
  while (left > 0 && left - 1 >= (size_t)game->r && game->most[left - 1] >= k) left--;
  return state->n - left;
}

status subspace_game_instance(subspace_game *game, const subspace_state *state, int k, uint16_t *instance) {
  const size_t largest = largest_instance(game, state, k - 1);
  bool found = false;
  uint16_t next = 0;
  while (!found && (next = next_instance(state, next, largest)) != 0) {
    TRY(splits(game, state, next, k - 1, &found));
  }
  *instance = next;
  return STATUS_OK;
}

static status can_canonical(subspace_game *game, const subspace_state *canonical, int k, bool *answer) {
  size_t index = 0;
  uint16_t instance = 0;
  *answer = false;
  if (game->most[canonical->n] < k || canonical->n < game->r) return STATUS_OK;
  TRY(find_state(game, canonical, &index));
  TRY(is_possible(game, index));
  *answer = game->known[index].low >= k;
  if (*answer || game->known[index].high < k) return STATUS_OK;
  TRY(subspace_game_instance(game, canonical, k, &instance));
  *answer = instance != 0;
  if (*answer) {
    game->known[index].low = (int16_t)k;
  } else {
    game->known[index].high = (int16_t)(k - 1);
  }
  return STATUS_OK;
}

status subspace_game_solve(subspace_game *game, int *value) {
  int reached = 0;
  for (size_t n = 0; n < (size_t)game->r; n++) game->most[n] = -1;
  for (size_t n = (size_t)game->r; n <= game->n; n++) {
    const subspace_state start = {.n = (uint8_t)n};
    bool more = true;
    game->solving = n;
    while (more) {
      TRY(can_canonical(game, &start, reached + 1, &more));
      reached += more;
    }
    game->most[n] = (int16_t)reached;
  }
  *value = reached;
  return STATUS_OK;
}

/* The bound on a state, by what is known of it or of as many coordinates without rows; then the rows go. */
static int most_of(const subspace_game *game, subspace_state *state) {
  subspace_state canonical;
  size_t index = 0;
  const int most = game->most[state->n];
  subspace_canonical(state, &canonical);
  if (state_set_find(&game->states, &canonical, &index) && game->known[index].high <= most) {
    return game->known[index].high;
  }
  *state = (subspace_state){.n = state->n};
  return most;
}

/* Contains the instance a row? Then it is positive. */
static bool holds_row(const subspace_state *state, uint16_t instance) {
  for (size_t j = 0; j < state->rows; j++) {
    const uint16_t row = subspace_row(state, j);
    if ((row & instance) == row) return true;
  }
  return false;
}

void subspace_game_answer(const subspace_game *game, const subspace_state *state, uint16_t instance, bool *positive,
                          subspace_state *after, bool *possible) {
  subspace_state other;
  *after = (subspace_state){0};
  *positive = holds_row(state, instance);
  *possible = false;
  if (*positive || !subspace_after(state, instance, true, &other)) return;
  (void)subspace_after(state, instance, false, after);
  int most = most_of(game, after);
  const int most_other = most_of(game, &other);
  *positive = most <= most_other;
  if (!*positive) {
    *after = other;
    most = most_other;
  }
  *possible = most >= 0;
}

static status list_state(subspace_game *game, const subspace_state *state, uint32_t *list, size_t *count) {
  subspace_state canonical;
  size_t index = 0;
  if (state->n < game->r) return STATUS_OK;
  subspace_canonical(state, &canonical);
  TRY(find_state(game, &canonical, &index));
  if (!game->known[index].listed) list[(*count)++] = (uint32_t)index;
  game->known[index].listed = true;
  return STATUS_OK;
}

status subspace_game_table(subspace_game *game, subspace_visit *visit, void *context) {
  const subspace_state start = {.n = (uint8_t)game->n};
  FREED uint32_t *list = NULL;
  size_t count = 0;
  for (size_t i = 0; i < game->states.count; i++) game->known[i].listed = false;
  TRY(NEW_ARRAY(game->states.count, list)); /* no state is new */
  TRY(list_state(game, &start, list, &count));
  for (size_t i = 0; i < count; i++) {
    const subspace_state *state = state_set_at(&game->states, list[i]);
    const int most = game->known[list[i]].high;
    uint16_t instance = 0;
    TRY(visit(context, state, most));
    while (most >= 0 && (instance = next_instance(state, instance, state->n)) != 0) {
      subspace_state after;
      bool positive = false, possible = false;
      subspace_game_answer(game, state, instance, &positive, &after, &possible);
      TRY(list_state(game, &after, list, &count));
    }
  }
  return STATUS_OK;
}
