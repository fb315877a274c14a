/* The minimax learner of online matrix prediction on few nodes and for few trials: it has solved the game (games/pair_game.h). After k trials with
 * sums of labels S, labels counted as -1 (low) and 1 (high), it predicts
 *
 *     (low + high)/2 + (high - low)/2 yhat,     yhat = V_{k+1}(S + e_z) - V_{k+1}(S - e_z) in [-1, 1].
 *
 * With the absolute loss and labels at the ends, a trial costs scale (high - low) |yhat - y|/2, so that its regret against every answer of the
 * class is at most scale (high - low) V_0(0), and no learner promises less. By induction, k backwards: V_{k+1}(S + y e_z) - y yhat/2 is the mean of
 * V_{k+1}(S + e_z) and V_{k+1}(S - e_z) for both labels, hence at most V_k(S).
 *
 * Pairs (i, j) and (j, i) are one, with opposite labels in an order. On (i, i) all answers of a class agree, and so does the learner: low in a cut,
 * high in an order. After T trials the learner is undecided. */

#include "games/pair_game.h"
#include "learners/learner.h"

enum { LARGEST_STATES = 1 << 20 };

typedef struct minimax {
  pair_kind class;
  pair_game *game;
  loss loss;
  bool transposed; /* completion: rows are the longer side */
  size_t pairs, trials, played;
  double *sums;
  double value, potential; /* scale (high - low) V_0(0); the same of V_k(S) */
} minimax;

static const parameter parameters[] = {
    OPTION_CHOICE(minimax, class, REQUIRED, "cut order completion",
                  "of the answers: cuts, orders, or matrices u v^T of signs"),
};

static pair_class class_of(const minimax *self, const learner_setting *setting) {
  pair_class of = {.kind = self->class, .m = setting->rows, .n = setting->n};
  if (of.kind == PAIR_COMPLETION && of.m > of.n) of = (pair_class){of.kind, of.n, of.m};
  return of;
}

static status check(const void *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  const pair_class of = class_of(self, setting);
  if (of.kind != PAIR_COMPLETION && (of.m != of.n || of.n < 2 || of.n > PAIR_ITEMS)) {
    return FAIL(STATUS_INVALID, "%s: entries of %zu rows and %zu columns, expected a square matrix of order 2 to %d",
                who, setting->rows, setting->n, PAIR_ITEMS);
  }
  if (of.kind == PAIR_COMPLETION && (of.m > PAIR_ROWS || of.n > PAIR_COLUMNS)) {
    return FAIL(STATUS_INVALID, "%s: entries of %zu rows and %zu columns, expected at most %d and %d", who,
                setting->rows, setting->n, PAIR_ROWS, PAIR_COLUMNS);
  }
  if (setting->trials < 1 || setting->trials > PAIR_TRIALS) {
    return FAIL(STATUS_INVALID, "%s: trials = %zu, expected 1 to %d: the learner solves the game of that length", who,
                setting->trials, PAIR_TRIALS);
  }
  if (setting->loss.kind == LOSS_ABSOLUTE) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: the loss is %s, expected absolute", who, loss_kind_name(setting->loss.kind));
}

static double potential_now(const minimax *made) {
  int8_t sums[PAIRS];
  for (size_t z = 0; z < made->pairs; z++) sums[z] = (int8_t)made->sums[z];
  return made->loss.scale * (made->loss.high - made->loss.low) * pair_game_value(made->game, made->played, sums);
}

static status init(void *self, const learner_setting *setting) {
  minimax *made = self;
  const pair_class of = class_of(made, setting);
  made->loss = setting->loss;
  made->transposed = of.kind == PAIR_COMPLETION && setting->rows > setting->n;
  made->pairs = pair_count(&of);
  made->trials = setting->trials;
  TRY(OWN_ARRAY(self, made->pairs, made->sums));
  TRY(status_context(pair_game_new(&of, made->trials, LARGEST_STATES, NULL, NULL, &made->game), "%s",
                     setting->class->about.name));
  TRY(OWN(self, made->game, pair_game_free));
  made->value = made->potential = potential_now(made);
  return STATUS_OK;
}

/* The pair of an entry, and -1 if its label counts the other way round, 1 if not; 0: there is none, or the game is over. */
static int find_pair(const minimax *made, const instance *x, size_t *pair) {
  const pair_class *of = pair_game_class(made->game);
  const size_t i = made->transposed ? x->column : x->row, j = made->transposed ? x->row : x->column;
  *pair = 0;
  if (made->played == made->trials || (of->kind != PAIR_COMPLETION && i == j)) return 0;
  const bool swapped = of->kind != PAIR_COMPLETION && i > j;
  *pair = swapped ? pair_number(of, j, i) : pair_number(of, i, j);
  return swapped && of->kind == PAIR_ORDER ? -1 : 1;
}

static status predict(void *self, const instance *x, prediction *out) {
  const minimax *made = self;
  const pair_kind kind = pair_game_class(made->game)->kind;
  size_t pair = 0;
  double yhat = 0.0;
  const int direction = find_pair(made, x, &pair);
  if (direction != 0) {
    int8_t sums[PAIRS];
    for (size_t z = 0; z < made->pairs; z++) sums[z] = (int8_t)made->sums[z];
    sums[pair]++;
    yhat = pair_game_value(made->game, made->played + 1, sums);
    sums[pair] = (int8_t)(sums[pair] - 2);
    yhat = direction * (yhat - pair_game_value(made->game, made->played + 1, sums));
  } else if (kind != PAIR_COMPLETION && x->row == x->column) {
    yhat = kind == PAIR_CUT ? -1.0 : 1.0;
  }
  out->score = out->value = loss_clip(&made->loss, 0.5 * (made->loss.low + made->loss.high) +
                                                       0.5 * (made->loss.high - made->loss.low) * yhat);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  minimax *made = self;
  size_t pair = 0;
  const int direction = find_pair(made, x, &pair);
  *updated = direction != 0;
  if (direction == 0) return STATUS_OK;
  made->sums[pair] += label > 0.5 * (made->loss.low + made->loss.high) ? direction : -direction;
  made->played++;
  made->potential = potential_now(made);
  return STATUS_OK;
}

static status loaded(void *self) {
  minimax *made = self;
  double sum = 0.0;
  bool whole = true;
  for (size_t z = 0; z < made->pairs; z++) {
    whole = whole && made->sums[z] == floor(made->sums[z]);
    sum += fabs(made->sums[z]);
  }
  if (!whole || sum > (double)made->played || fmod((double)made->played - sum, 2.0) != 0.0) {
    return FAIL(STATUS_INVALID, "sums: expected sums of %zu labels -1 and 1", made->played);
  }
  made->potential = potential_now(made);
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(minimax, played, FIELD_COUNT), FIELD_MOST(minimax, trials)},
    {FIELD(minimax, sums, FIELD_LIST), FIELD_LENGTH(minimax, pairs), .loaded = loaded},
};

static const field constants[] = {
    {FIELD(minimax, class, FIELD_CHOICE)},
    {FIELD(minimax, value, FIELD_NUMBER)},
    {FIELD(minimax, potential, FIELD_NUMBER)},
};

static const learner_methods methods = {
    .size = sizeof(minimax),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
};

const learner_class learner_minimax = {
    .about = {.name = "minimax",
              .title = "Minimax",
              .citation =
                  "Cesa-Bianchi, Freund, Haussler, Helmbold, Schapire & Warmuth 1997, section 3; docs/constants.md",
              .help = "the least regret that can be promised against cuts, orders or sign matrices of rank one, for "
                      "few nodes and trials",
              .formula =
                  "predicts $V_{k+1}(S+e_z)-V_{k+1}(S-e_z)$, $V_T(S)=\\frac12\\max_W\\langle S,W\\rangle$, "
                  "$V_k(S)=\\max_z\\frac12(V_{k+1}(S+e_z)+V_{k+1}(S-e_z))$, scaled to the interval of predictions",
              .family = "minimax",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &methods,
};
