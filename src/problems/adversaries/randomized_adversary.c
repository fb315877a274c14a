/* The adversary that shows how tight the bound on the expected mistakes of randomised Winnow is. A randomised learner predicts +1 with
 * probability min(1, <w,x>/theta), theta its saturation; the adversary sees w and gains the probability e of a mistake in each trial,
 * for which the learner's potential drops by c e + (slack of the chord of exp). Its moves:
 *
 *   negative  irrelevant coordinates taken whole, heaviest first, as long as <w,x> <= theta: no slack
 *             (if not even one fits: the heaviest in part)
 *   positive  x = gap on the lightest relevant coordinate, of weight w: e = 1 - gap w/theta,
 *             slack w (gap (e^alpha - 1) - (e^(alpha gap) - 1))
 *
 * The move with the largest e - slack/c is made, until none is worth `least`. Irrelevant coordinates in a positive move add
 * to the potential what they take off the mistakes, if e^alpha - 1 = 1 - e^-beta (factors 1 + kappa, 1 - kappa). With a
 * larger e^alpha - 1 (a single rate) they add more: a positive move is then filled until it is hardly a mistake, and made
 * when no negative move is a nearly certain one. The learner's coins do not change its weights, so the run does not depend on them.
 * Against a deterministic learner with a threshold this is threshold_adversary, so that both kinds of learners can be compared. `pad`: see
 * moves.h. */

#include "problems/adversaries/coordinate_heap.h"
#include "problems/adversaries/moves.h"
#include "problems/subspaces/planted.h"

extern const problem_class problem_threshold_adversary;

static const double below_certain = 1e-9; /* a filled positive move has the score theta (1 - 1e-9) */
static const double nearly_certain = 0.99;

typedef struct randomized_adversary {
  moves moves; /* first: see moves.h */
  size_t n, r;
  double gap, least;
  double saturation, alpha, beta; /* of the learner */
  bool deterministic;             /* the learner; `threshold` plays against it */
  problem threshold;
  options *threshold_options; /* of it */
  double progress;
  bool fills;     /* positive moves are filled with irrelevant coordinates */
  double *weight; /* n */
  size_t *items;  /* n - r: irrelevant coordinates */
  size_t *index;  /* n */
  double *value;  /* n */
  comparator *comparator;
} randomized_adversary;

static const parameter parameters[] = {
    OPTION_COUNT(randomized_adversary, n, REQUIRED, 2, 1e7, "order of the instances"),
    PLANTED_RANK(randomized_adversary, 1e7, "size of the hidden disjunction (the first coordinates), below n"),
    PLANTED_GAP(randomized_adversary, "tr(PX) of positive instances; negative ones have 0"),
    OPTION_ABOVE(randomized_adversary, least, "0.0001", 0, 1,
                 "against randomised learners: a move must gain at least so many expected mistakes"),
    MOVES_PAD(randomized_adversary, moves.pad),
};

static const option_rule rules[] = {
    RULE_BELOW(randomized_adversary, r, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const randomized_adversary *adversary = self;
  *out = moves_facts(adversary->n, adversary->gap);
  return STATUS_OK;
}

/* The adversary of deterministic learners with the same parameters. */
static status build_threshold(randomized_adversary *adversary, const problem_setting *setting) {
  const problem_class *class = &problem_threshold_adversary;
  cJSON *given = cJSON_CreateObject();
  if (given == NULL || !cJSON_AddNumberToObject(given, "n", (double)adversary->n) ||
      !cJSON_AddNumberToObject(given, "r", (double)adversary->r) ||
      !cJSON_AddNumberToObject(given, "gap", adversary->gap) ||
      !cJSON_AddBoolToObject(given, "pad", adversary->moves.pad)) {
    cJSON_Delete(given);
    return FAIL(STATUS_MEMORY, "no memory for an adversary");
  }
  const status code = options_new(&class->about, given, &adversary->threshold_options);
  cJSON_Delete(given);
  TRY(code);
  TRY(OWN(adversary, adversary->threshold_options, options_free));
  TRY(OWN(adversary, &adversary->threshold, problem_destroy));
  return problem_new(class, setting, adversary->threshold_options, &adversary->threshold);
}

static status init(void *self, const problem_setting *setting) {
  randomized_adversary *adversary = self;
  const size_t n = adversary->n, r = adversary->r;
  TRY(OWN_ARRAY(adversary, n, adversary->weight));
  TRY(OWN_ARRAY(adversary, n - r, adversary->items));
  TRY(OWN_ARRAY(adversary, n, adversary->index));
  TRY(OWN_ARRAY(adversary, n, adversary->value));
  adversary->moves.zero = instance_sparse(INSTANCE_VECTOR, n, 0, adversary->index, adversary->value);
  for (size_t i = 0; i < r; i++) adversary->index[i] = i;
  TRY(build_threshold(adversary, setting));
  TRY(comparator_from_coordinates(COMPARATOR_PLANTED, n, r, adversary->index, &adversary->comparator));
  return OWN(adversary, adversary->comparator, comparator_free);
}

static const ask asks[] = {
    ASK_OR(randomized_adversary, saturation, NAN),
    ASK_OR(randomized_adversary, alpha, NAN),
    ASK_OR(randomized_adversary, beta, NAN),
};

static status meet(void *self, const learner *player) {
  randomized_adversary *adversary = self;
  adversary->deterministic = !player->class->randomised;
  if (adversary->deterministic) return problem_meet(&adversary->threshold, player);
  if (!(adversary->saturation > 0.0) || isnan(adversary->alpha) || isnan(adversary->beta)) {
    return FAIL(
        STATUS_INVALID,
        "randomized_adversary needs a learner with the constants \"saturation\", \"alpha\" and \"beta\", such as "
        "randomized_winnow, or a deterministic one; %s has not all of them",
        player->class->about.name);
  }
  const double up = fixed_expm1(adversary->alpha), down = -fixed_expm1(-adversary->beta);
  adversary->progress = fmin(up, down) * adversary->saturation;
  adversary->fills = up > down * (1.0 + 1e-9);
  return STATUS_OK;
}

static status read_weights(randomized_adversary *adversary, const learner *player) {
  linear_score score;
  TRY(linear_score_read(player, &adversary->moves.zero, &score));
  for (size_t i = 0; i < adversary->n; i++) {
    TRY(linear_score_weight(&score, player, adversary->n, i, &adversary->weight[i]));
  }
  return STATUS_OK;
}

/* Puts whole irrelevant coordinates into index, heaviest first, as long as their weights sum to at most `limit`; returns the sum. */
static double take_whole(randomized_adversary *adversary, double limit, size_t *taken) {
  coordinate_heap heap = {
      .weight = adversary->weight, .heaviest = true, .items = adversary->items, .count = adversary->n - adversary->r};
  double sum = 0.0;
  for (size_t i = 0; i < heap.count; i++) heap.items[i] = adversary->r + i;
  coordinate_heap_make(&heap);
  memset(adversary->value, 0, adversary->n * sizeof *adversary->value);
  while (heap.count > 0) {
    const size_t i = coordinate_heap_take(&heap);
    const double weight = adversary->weight[i];
    if (!(weight > 0.0)) break;
    if (sum + weight > limit) continue;
    sum += weight;
    adversary->value[i] = 1.0;
  }
  *taken = 0;
  for (size_t i = adversary->r; i < adversary->n; i++) {
    if (adversary->value[i] > 0.0) adversary->index[(*taken)++] = i;
  }
  for (size_t j = 0; j < *taken; j++) adversary->value[j] = 1.0;
  return sum;
}

/* Returns e. */
static double choose_negative(randomized_adversary *adversary, size_t *taken) {
  const double sum = take_whole(adversary, adversary->saturation, taken);
  if (*taken > 0) return sum / adversary->saturation;
  size_t heaviest = adversary->r;
  for (size_t i = heaviest; i < adversary->n; i++) {
    if (adversary->weight[i] > adversary->weight[heaviest]) heaviest = i;
  }
  if (!(adversary->weight[heaviest] > 0.0)) return 0.0;
  *taken = 1;
  adversary->index[0] = heaviest;
  adversary->value[0] = adversary->saturation / adversary->weight[heaviest];
  return 1.0;
}

static void choose_positive(randomized_adversary *adversary, size_t relevant, size_t *taken) {
  const double part = adversary->gap * adversary->weight[relevant];
  *taken = 0;
  if (adversary->fills) (void)take_whole(adversary, adversary->saturation * (1.0 - below_certain) - part, taken);
  memmove(adversary->index + 1, adversary->index, *taken * sizeof *adversary->index);
  adversary->index[0] = relevant; /* relevant ones come first */
  adversary->value[*taken] = 1.0;
  adversary->value[0] = adversary->gap;
  (*taken)++;
}

static status move(void *self, const learner *player, instance *x) {
  randomized_adversary *adversary = self;
  if (adversary->deterministic) return problem_next(&adversary->threshold, player, x);
  TRY(read_weights(adversary, player));
  size_t lightest = 0, taken = 0;
  for (size_t i = 1; i < adversary->r; i++) {
    if (adversary->weight[i] < adversary->weight[lightest]) lightest = i;
  }
  const double weight = adversary->weight[lightest], gap = adversary->gap;
  const double slack = weight * (gap * fixed_expm1(adversary->alpha) - fixed_expm1(adversary->alpha * gap));
  double positive = 1.0 - gap * weight / adversary->saturation - slack / adversary->progress;
  const double negative = choose_negative(adversary, &taken);
  if (adversary->fills) { /* made unless a negative move is a nearly certain mistake */
    const bool applies = gap * weight < adversary->saturation * (1.0 - below_certain);
    positive = applies ? nearly_certain : 0.0;
  }
  if (fmax(positive, negative) < adversary->least) return STATUS_END;
  adversary->moves.label = positive > negative ? 1.0 : -1.0;
  if (positive > negative) choose_positive(adversary, lightest, &taken);
  *x = instance_sparse(INSTANCE_VECTOR, adversary->n, taken, adversary->index, adversary->value);
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  return moves_next(self, player, x, move);
}

static status reveal(void *self, const prediction *predicted, double *label) {
  randomized_adversary *adversary = self;
  if (adversary->deterministic) return problem_reveal(&adversary->threshold, predicted, label);
  *label = adversary->moves.label;
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(randomized_adversary),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = reveal,
    .comparator_at = PLACE(randomized_adversary, comparator),
    FIELDS(asks, asks),
    .meet = meet,
};

const problem_class problem_randomized_adversary = {
    .about =
        {.name = "randomized_adversary",
         .title = "Adversary of randomised Winnow",
         .citation = "after the proof of the halved bound, Warmuth 2007, section 1",
         .help =
             "moves with the largest probability of a mistake for the potential they cost a randomised Winnow learner",
         .formula = "the move with the largest $e-\\frac\\delta c$: $e$ the probability of a mistake, $\\delta$ the "
                    "progress of the learner beyond $ce$; negative: $\\langle w,x\\rangle\\le\\theta$ on irrelevant "
                    "coordinates; positive: $x_i=g_1$ on the lightest relevant one",
         .family = "subspace",
         .result_version = 2,
         PARAMETERS(parameters),
         RULES(rules)},
    .methods = &methods,
    .opponent =
        "predicts $+1$ with probability $\\min(1,\\langle w,x\\rangle/\\theta)$, $\\theta$ its constant "
        "saturation, by a score "
        "that is $\\langle w,x\\rangle$ but for a constant; its rates alpha and beta. Or it is deterministic: as "
        "threshold_adversary",
};
