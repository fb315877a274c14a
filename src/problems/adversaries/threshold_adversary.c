/* The adversary that shows how tight the mistake bound of Winnow is: every instance meets the learner's threshold to nine digits, so that
 * no step makes more progress than the proof charges.
 *
 *   negative move  irrelevant coordinates with <w,x> = theta (1 + 1e-9), nothing relevant
 *   positive move  x = gap on the lightest relevant coordinate and irrelevant ones with <w,x> = theta (1 - 1e-9)
 *
 * Coordinates are taken whole, in the order of filling, and the last one in part. The extremal run of the proof has
 * e^eta negative mistakes for each positive one, (e^alpha - 1)/(1 - e^-beta) where the two kinds of updates have different rates: a
 * negative move is preferred while there are fewer. When the preferred move does not apply the other one is made. The label belongs to the
 * move, so the hidden disjunction is right whatever the learner predicts. Slack and `pad`: see moves.h.
 *
 * Where the score is not linear, as that of a learner of predictions alone, the boundary is asked for: coordinates are added in the same order, the
 * last one by bisection, until the learner says +1 (negative move) or just before it does (positive move). */

#include "problems/adversaries/coordinate_heap.h"
#include "problems/adversaries/moves.h"
#include "problems/subspaces/planted.h"

enum { ROTATED_LIMIT = 256, BISECTIONS = 64 };

typedef enum filling_choice { FILLING_LARGEST_FIRST, FILLING_RANDOM, FILLING_FITTING } filling_choice;
typedef enum relevant_choice { RELEVANT_FIRST, RELEVANT_RANDOM } relevant_choice;

typedef struct threshold_adversary {
  moves moves; /* first: see moves.h */
  size_t n, r;
  double gap;
  filling_choice filling;
  relevant_choice relevant;
  bool rotated;
  double ratio;            /* absent: NaN until the learner is known */
  double eta, alpha, beta; /* of the learner */
  bool asks;               /* the learner's score is not linear */
  size_t *places;          /* r: of the relevant coordinates, ascending */
  size_t *irrelevant;      /* n - r, in an order that moves may change */
  double *weight;          /* n */
  double *x;               /* n, zero between moves */
  size_t *index;           /* n */
  double *value;           /* n */
  random_stream *order;
  planted_diagonal diagonal;
  comparator *comparator;
} threshold_adversary;

static const parameter parameters[] = {
    OPTION_COUNT(threshold_adversary, n, REQUIRED, 2, 1e7, "order of the instances"),
    PLANTED_RANK(threshold_adversary, 1e7, "rank of the hidden projection, below n"),
    PLANTED_GAP(threshold_adversary, "tr(PX) of positive instances; negative ones have 0"),
    OPTION_CHOICE(
        threshold_adversary, filling, "largest_first", "largest_first random fitting",
        "order in which irrelevant coordinates fill an instance: heaviest first (negative) and lightest first "
        "(positive); random; fitting: as largest_first, but those too heavy are passed over and the lightest "
        "is the one in part, of which elimination takes the least too much"),
    OPTION_NUMBER(threshold_adversary, ratio, ABSENT, 0, 1e6,
                  "negative moves for each positive one, where both apply; absent: the extremal ratio of the proof"),
    OPTION_FLAG(threshold_adversary, rotated, "false",
                "R diag(x) R^T with a fixed random rotation R instead of a vector; n at most 256"),
    OPTION_CHOICE(threshold_adversary, relevant, "first", "first random",
                  "which coordinates are relevant: the first r, or a random subset"),
    MOVES_PAD(threshold_adversary, moves.pad),
};

static const option_rule rules[] = {
    RULE_BELOW(threshold_adversary, r, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const threshold_adversary *adversary = self;
  *out = moves_facts(adversary->n, adversary->gap);
  if (!adversary->rotated) return STATUS_OK;
  out->kind = INSTANCE_LOW_RANK;
  return planted_limit(setting->class->about.name, adversary->n, ROTATED_LIMIT, "rotated = true");
}

static status init(void *self, const problem_setting *setting) {
  threshold_adversary *adversary = self;
  const size_t n = adversary->n, r = adversary->r;
  TRY(planted_coordinates(setting->seed, n, r, adversary->relevant == RELEVANT_RANDOM, &adversary->places));
  TRY(OWN(adversary, adversary->places, free));
  TRY(member_stream(adversary, setting->seed, "filling", &adversary->order));
  TRY(OWN_ARRAY(adversary, n - r, adversary->irrelevant));
  TRY(OWN_ARRAY(adversary, n, adversary->weight));
  TRY(OWN_ARRAY(adversary, n, adversary->x));
  TRY(OWN_ARRAY(adversary, n, adversary->index));
  TRY(OWN_ARRAY(adversary, n, adversary->value));
  for (size_t i = 0, below = 0, count = 0; i < n; i++) {
    if (below < r && adversary->places[below] == i) {
      below++;
    } else {
      adversary->irrelevant[count++] = i;
    }
  }
  const planted_form form = adversary->rotated ? PLANTED_ROTATED : PLANTED_VECTOR;
  TRY(OWN(adversary, &adversary->diagonal, planted_diagonal_end));
  TRY(planted_diagonal_begin(&adversary->diagonal, form, setting->seed, n, n));
  adversary->moves.zero = planted_diagonal_instance(&adversary->diagonal, 0, adversary->index, adversary->value);
  TRY(planted_comparator(n, r, adversary->places, adversary->diagonal.rotation, &adversary->comparator));
  return OWN(adversary, adversary->comparator, comparator_free);
}

static const ask asks[] = {
    ASK_OR(threshold_adversary, eta, NAN),
    ASK_OR(threshold_adversary, alpha, NAN),
    ASK_OR(threshold_adversary, beta, NAN),
};

/* w_i = tr(W e_i e_i^T), or of q_i q_i^T. Asks for every coordinate, so that any normalisation by the learner shows. */
static status read_weights(threshold_adversary *adversary, const learner *player, linear_score *score) {
  const size_t n = adversary->n;
  const double one = 1, *rotation = adversary->diagonal.rotation;
  TRY(linear_score_read(player, &adversary->moves.zero, score));
  for (size_t i = 0; i < n; i++) {
    double *weight = &adversary->weight[i];
    if (rotation == NULL) {
      TRY(linear_score_weight(score, player, n, i, weight));
      continue;
    }
    const instance unit = instance_low_rank(n, 1, rotation + i * n, &one, 0);
    TRY(learner_score(player, &unit, weight));
    *weight -= score->offset;
  }
  return STATUS_OK;
}

/* The irrelevant coordinates in the order of filling, to be taken from the end where it is random. */
static coordinate_heap begin_order(threshold_adversary *adversary, bool heaviest) {
  coordinate_heap heap = {.weight = adversary->weight,
                          .heaviest = heaviest,
                          .items = adversary->irrelevant,
                          .count = adversary->n - adversary->r};
  if (adversary->filling == FILLING_RANDOM) {
    random_shuffle(adversary->order, heap.count, heap.items);
  } else {
    coordinate_heap_make(&heap);
  }
  return heap;
}

/* Puts them into `irrelevant` in that order, the first one last. */
static void order_irrelevant(threshold_adversary *adversary, bool heaviest) {
  coordinate_heap heap = begin_order(adversary, heaviest);
  while (adversary->filling != FILLING_RANDOM && heap.count > 0) (void)coordinate_heap_take(&heap);
}

/* Adds irrelevant coordinates to x until their weights sum to `target`, or all of them. */
static void fill(threshold_adversary *adversary, bool heaviest, double target) {
  const bool random = adversary->filling == FILLING_RANDOM;
  coordinate_heap heap = begin_order(adversary, heaviest);
  double rest = target;
  size_t last = adversary->n; /* the lightest that was passed over */
  while (heap.count > 0 && rest > 0) {
    const size_t i = random ? heap.items[--heap.count] : coordinate_heap_take(&heap);
    const double weight = adversary->weight[i];
    if (adversary->filling == FILLING_FITTING && heaviest && weight > rest) {
      last = i;
      continue;
    }
    adversary->x[i] = weight <= rest ? 1 : rest / weight;
    rest -= weight;
  }
  if (rest > 0 && last < adversary->n) adversary->x[last] = rest / adversary->weight[last];
}

/* x as a sparse instance; x is zero again afterwards. *inner = <w,x>. */
static instance take_instance(threshold_adversary *adversary, double *inner) {
  size_t count = 0;
  *inner = 0;
  for (size_t i = 0; i < adversary->n; i++) {
    if (!(adversary->x[i] > 0)) continue;
    *inner += adversary->weight[i] * adversary->x[i];
    adversary->index[count] = i;
    adversary->value[count++] = adversary->x[i];
    adversary->x[i] = 0;
  }
  return planted_diagonal_instance(&adversary->diagonal, count, adversary->index, adversary->value);
}

/* Notices a score that is not linear. */
static status check_score(threshold_adversary *adversary, const learner *player, const linear_score *score,
                          const instance *x, double inner) {
  bool linear = true;
  TRY(linear_score_check(score, player, x, inner, &linear));
  adversary->asks = adversary->asks || !linear;
  return STATUS_OK;
}

/* The ratio: negative mistakes for each positive one when the trace stays where it is: (e^alpha - 1) / (1 - e^-beta). */
static status meet(void *self, const learner *player) {
  threshold_adversary *adversary = self;
  const double eta = adversary->eta, alpha = adversary->alpha, beta = adversary->beta;
  const bool single = !isnan(eta);
  double inner = 0;
  linear_score score;
  TRY(moves_meet(&adversary->moves, "threshold_adversary", player));
  if (isnan(adversary->ratio)) {
    if (!(single ? eta > 0 : alpha > 0 && beta > 0)) {
      return FAIL(
          STATUS_INVALID,
          "threshold_adversary needs a learner with a rate, the constant \"eta\", or \"alpha\" and \"beta\", or else "
          "its own option ratio; %s has no such constant",
          player->class->about.name);
    }
    adversary->ratio = single ? fixed_exp(eta) : fixed_expm1(alpha) / -fixed_expm1(-beta);
  }
  TRY(read_weights(adversary, player, &score));
  for (size_t i = 0; i < adversary->n; i++) adversary->x[i] = 1;
  const instance all = take_instance(adversary, &inner);
  return check_score(adversary, player, &score, &all, inner);
}

/* x of the move; STATUS_END if none applies. */
static status move_by_score(threshold_adversary *adversary, double slack, const linear_score *score,
                            bool wants_negative, size_t lightest) {
  const double above = score->boundary * (1 + slack), below = score->boundary * (1 - slack);
  const double part = adversary->gap * adversary->weight[lightest];
  double total = 0; /* of the irrelevant weights */
  for (size_t i = 0; i < adversary->n - adversary->r; i++) total += adversary->weight[adversary->irrelevant[i]];
  const bool can_negative = total >= above, can_positive = part < below;
  if (!can_negative && !can_positive) return STATUS_END;
  if (can_negative && (wants_negative || !can_positive)) {
    adversary->moves.label = -1;
    fill(adversary, true, above);
  } else {
    adversary->moves.label = 1;
    fill(adversary, false, below - part);
    adversary->x[lightest] = adversary->gap;
  }
  return STATUS_OK;
}

/* What the learner says to the first `reach` irrelevant coordinates in their order, the last of them in part, with the relevant one. */
static status ask_reach(threshold_adversary *adversary, const learner *player, size_t relevant, double reach,
                        instance *x, double *said) {
  const size_t count = adversary->n - adversary->r;
  double inner = 0;
  prediction answer = {0};
  if (relevant < adversary->n) adversary->x[relevant] = adversary->gap;
  for (size_t k = 0; k < count && (double)k < reach; k++) {
    adversary->x[adversary->irrelevant[count - 1 - k]] = fmin(1, reach - (double)k);
  }
  *x = take_instance(adversary, &inner);
  TRY(learner_predict(player, x, &answer));
  *said = answer.value;
  return STATUS_OK;
}

/* The move with that label at the boundary of the predictions; STATUS_END if no such instance is a mistake. relevant: n for none. */
static status move_by_asking(threshold_adversary *adversary, const learner *player, double label, size_t relevant,
                             instance *x) {
  double low = 0, high = (double)(adversary->n - adversary->r), at_low = 0, at_high = 0, said = 0;
  order_irrelevant(adversary, label < 0);
  TRY(ask_reach(adversary, player, relevant, low, x, &at_low));
  TRY(ask_reach(adversary, player, relevant, high, x, &at_high));
  if (at_low == label && at_high == label) return STATUS_END;
  for (int i = 0; at_low != at_high && i < BISECTIONS; i++) {
    const double middle = 0.5 * (low + high);
    TRY(ask_reach(adversary, player, relevant, middle, x, &said));
    *(said == at_low ? &low : &high) = middle;
  }
  adversary->moves.label = label;
  return ask_reach(adversary, player, relevant, at_high == label ? low : high, x, &said);
}

/* The move that keeps nearest to the extremal ratio; STATUS_END if none applies. */
static status move(void *self, const learner *player, instance *x) {
  threshold_adversary *adversary = self;
  moves *made = &adversary->moves;
  double slack = 0, inner = 0;
  linear_score score;
  TRY(moves_slack(made, &slack));
  TRY(read_weights(adversary, player, &score));
  size_t lightest = adversary->places[0];
  for (size_t i = 1; i < adversary->r; i++) {
    if (adversary->weight[adversary->places[i]] < adversary->weight[lightest]) lightest = adversary->places[i];
  }
  const bool wants_negative = (double)made->negative < adversary->ratio * (double)made->positive;
  if (!adversary->asks) {
    TRY(move_by_score(adversary, slack, &score, wants_negative, lightest));
    *x = take_instance(adversary, &inner);
    TRY(check_score(adversary, player, &score, x, inner));
  }
  if (!adversary->asks) return STATUS_OK;
  const status code =
      move_by_asking(adversary, player, wants_negative ? -1 : 1, wants_negative ? adversary->n : lightest, x);
  if (code != STATUS_END) return code;
  return move_by_asking(adversary, player, wants_negative ? 1 : -1, wants_negative ? lightest : adversary->n, x);
}

static status next(void *self, const learner *player, instance *x) {
  return moves_next(self, player, x, move);
}

static const problem_methods methods = {
    .size = sizeof(threshold_adversary),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = moves_reveal,
    .comparator_at = PLACE(threshold_adversary, comparator),
    FIELDS(asks, asks),
    .meet = meet,
};

const problem_class problem_threshold_adversary = {
    .about = {.name = "threshold_adversary",
              .title = "Threshold adversary",
              .citation = "after the proof of Warmuth 2007, Theorem 2",
              .help = "instances that just meet a Winnow learner's threshold: how tight the mistake bound is",
              .formula =
                  "negative: $\\langle w,x\\rangle=\\theta(1+10^{-9})$ on irrelevant coordinates; positive: $x_i=g_1$ "
                  "on the lightest relevant one, and irrelevant ones up to $\\langle w,x\\rangle=\\theta(1-10^{-9})$",
              .family = "subspace",
              .result_version = 3,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
    .opponent = "deterministic, predicts $-1$ on the zero instance, by a score that is linear but for a constant, or "
                "else by any predictions; "
                "its rate, the constant eta, or alpha and beta, unless ratio is given",
};
