/* The standard optimal algorithm (Littlestone 1988) of Close to Subspace with few coordinates: it has solved the game (games/subspace_game.h), answers
 * with the label after which more mistakes can be forced, and learns from mistakes only. If some w, 0 <= w <= 1 with sum r, has <w,x> >= gap on
 * positive instances and 0 on negative ones, it errs at most V(n) times, the value of the game, and no deterministic learner promises less.
 *
 * It looks at the coordinates where x is positive. For 0 <= x <= 1 these have the label of x, by the same w, so that V(n) holds for all such x.
 * Mistakes that no w explains change nothing. */

#include "games/subspace_game.h"
#include "learners/learner.h"

enum { LARGEST_DENOMINATOR = 1000, REMOVED = -1 };

typedef struct standard_optimal {
  subspace_game *game;
  size_t n, r;
  double value; /* mistakes */
  double gap;
  subspace_state state; /* of the coordinates that are left */
  double *column;       /* n; which rows hold each coordinate, or REMOVED: the saved form of the state */
} standard_optimal;

static const parameter parameters[] = {
    OPTION_COUNT(standard_optimal, r, "1", 1, SUBSPACE_COORDINATES, "rank, the sum of w"),
    OPTION_ABOVE(standard_optimal, gap, "0.5", 0, SUBSPACE_COORDINATES,
                 "<w,x> >= gap on positive instances: a fraction of denominator at most 1000, such as 1/3"),
};

/* The fraction that this double stands for. */
static bool find_fraction(double gap, fraction *out) {
  for (long long denominator = 1; denominator <= LARGEST_DENOMINATOR; denominator++) {
    const long long numerator = (long long)(gap * (double)denominator + 0.5);
    if (numerator < 1 || (double)numerator / (double)denominator != gap) continue;
    *out = (fraction){numerator, denominator};
    return true;
  }
  return false;
}

static status check(const void *self, const learner_setting *setting) {
  const standard_optimal *made = self;
  const char *who = setting->class->about.name;
  const size_t r = made->r;
  fraction gap;
  if (setting->n > SUBSPACE_COORDINATES || r > setting->n) {
    return FAIL(STATUS_INVALID, "%s: n = %zu, expected from r = %zu to %d: the learner solves the game of that size",
                who, setting->n, r, SUBSPACE_COORDINATES);
  }
  if (!find_fraction(made->gap, &gap) || made->gap > (double)r) {
    return FAIL(STATUS_INVALID, "%s: gap = %g, expected a fraction of denominator at most %d, at most r = %zu", who,
                made->gap, LARGEST_DENOMINATOR, r);
  }
  return STATUS_OK;
}

static status init(void *self, const learner_setting *setting) {
  standard_optimal *made = self;
  fraction gap = {1, 1};
  int value = 0;
  made->n = setting->n;
  made->state.n = (uint8_t)setting->n;
  (void)find_fraction(made->gap, &gap);
  TRY(OWN_ARRAY(self, made->n, made->column));
  TRY(subspace_game_new(made->n, (long long)made->r, gap, NULL, NULL, &made->game));
  TRY(OWN(self, made->game, subspace_game_free));
  TRY(subspace_game_solve(made->game, &value));
  made->value = value;
  return STATUS_OK;
}

/* The coordinates that are left where x is positive. */
static uint16_t support(const standard_optimal *made, const instance *x) {
  unsigned set = 0, place = 0;
  for (size_t i = 0; i < made->n; i++) {
    if (made->column[i] < 0.0) continue;
    set |= (instance_coordinate(x, i) > 0.0 ? 1u : 0u) << place++;
  }
  return (uint16_t)set;
}

static status predict(void *self, const instance *x, prediction *out) {
  const standard_optimal *made = self;
  subspace_state after;
  bool positive = false, possible = false;
  const uint16_t set = support(made, x);
  if (set != 0) subspace_game_answer(made->game, &made->state, set, &positive, &after, &possible);
  out->score = out->value = positive ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  standard_optimal *made = self;
  subspace_state after;
  bool positive = false, possible = false;
  const uint16_t set = support(made, x);
  *updated = false;
  if (label == predicted->value || set == 0) return STATUS_OK;
  subspace_game_answer(made->game, &made->state, set, &positive, &after, &possible);
  if (!possible) return STATUS_OK;
  for (size_t i = 0, before = 0, left = 0; i < made->n; i++) {
    if (made->column[i] < 0.0) continue;
    const bool removed = positive && (set >> before++ & 1) != 0;
    made->column[i] = removed ? REMOVED : (double)after.column[left++];
  }
  made->state = after;
  *updated = true;
  return STATUS_OK;
}

static status loaded(void *self) {
  standard_optimal *made = self;
  subspace_state state = {0};
  for (size_t i = 0; i < made->n; i++) {
    if (made->column[i] == REMOVED) continue;
    if (made->column[i] < 0.0 || made->column[i] != (double)(uint16_t)made->column[i]) {
      return FAIL(STATUS_INVALID, "column: expected %d or whole numbers from 0 to %d", REMOVED, UINT16_MAX);
    }
    state.column[state.n] = (uint16_t)made->column[i];
    while (state.column[state.n] >> state.rows != 0) state.rows++;
    state.n++;
  }
  made->state = state;
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(standard_optimal, column, FIELD_LIST), FIELD_LENGTH(standard_optimal, n), .low = REMOVED, .high = UINT16_MAX,
     .loaded = loaded},
};

static const field constants[] = {
    {FIELD(standard_optimal, value, FIELD_NUMBER)},
    {FIELD(standard_optimal, r, FIELD_COUNT)},
    {FIELD(standard_optimal, gap, FIELD_NUMBER)},
};

static const learner_methods methods = {
    .size = sizeof(standard_optimal),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
};

const learner_class learner_standard_optimal = {
    .about = {.name = "standard_optimal",
              .title = "Standard optimal algorithm",
              .citation = "Littlestone 1988; docs/constants.md",
              .help = "as few mistakes on diagonal instances as can be promised, for up to 16 coordinates",
              .formula = "predicts the label $y$ for which $V(S_y)$ is greater, "
                         "$V(S)=\\max_x 1+\\min(V(S_+),V(S_-))$, $S$ the weights $w$ that explain the mistakes so far",
              .family = "standard_optimal",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .methods = &methods,
};
