/* The adversary that shows how tight the mistake bound of the normalised General Matrix Winnow is, on diagonal instances diag(x):
 *
 *   negative move  nothing relevant, every other x_j = +-1 with the score theta (1 + 1e-9)
 *   positive move  x = gap on the relevant coordinate of least weight, every other x_j = +-1 with the score theta (1 - 1e-9)
 *
 * so that the chord of exp on [-1,1], on which the proof rests, is touched at its ends. Signs are chosen greedily, largest weight first,
 * towards the wanted score; the last ones are taken in part. A negative move is preferred while there were fewer than `ratio` for each
 * positive one. Slack and `pad`: see moves.h. */

#include "problems/adversaries/coordinate_heap.h"
#include "problems/adversaries/moves.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 65536 };

typedef struct adversary {
  moves moves; /* first: see moves.h */
  size_t n, r;
  double gap, ratio;
  double *x;      /* n; relevant coordinates are the first r */
  double *weight; /* n: of the score, with its sign */
  double *size;   /* n: |weight| */
  size_t *order;  /* n - r: the others, heaviest first */
  comparator *comparator;
} adversary;

static const parameter parameters[] = {
    OPTION_COUNT(adversary, n, REQUIRED, 2, ORDER_LIMIT, "rows and columns of the instances"),
    PLANTED_RANK(adversary, ORDER_LIMIT, "rank of the hidden generalised projection, below n"),
    PLANTED_GAP(adversary, "tr(G^T X) of positive instances; negative ones have 0"),
    OPTION_NUMBER(adversary, ratio, "1", 0, 1e6, "negative moves for each positive one, where both apply"),
    MOVES_PAD(adversary, moves.pad),
};

static const option_rule rules[] = {
    RULE_BELOW(adversary, r, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const adversary *made = self;
  *out = moves_facts(made->n, made->gap);
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  adversary *made = self;
  FREED size_t *coordinates = NULL;
  TRY(OWN_ARRAY(made, made->n, made->x));
  TRY(OWN_ARRAY(made, made->n, made->weight));
  TRY(OWN_ARRAY(made, made->n, made->size));
  TRY(OWN_ARRAY(made, made->n - made->r, made->order));
  made->moves.zero = instance_sparse(INSTANCE_VECTOR, made->n, 0, made->order, made->x);
  TRY(planted_coordinates(setting->seed, made->n, made->r, false, &coordinates));
  TRY(planted_comparator(made->n, made->r, coordinates, NULL, &made->comparator));
  return OWN(made, made->comparator, comparator_free);
}

static status meet(void *self, const learner *player) {
  const adversary *made = self;
  return moves_meet(&made->moves, "general_threshold_adversary", player);
}

/* Chooses signs for the irrelevant coordinates so that the score is `target`, or as near to it as possible. */
static void fill(adversary *made, double target) {
  const size_t count = made->n - made->r;
  double rest = target;
  for (size_t i = 0; i < count; i++) {
    const double weight = made->weight[made->order[i]];
    const double sign = (rest >= 0) == (weight >= 0) ? 1 : -1;
    made->x[made->order[i]] = sign;
    rest -= sign * weight;
  }
  for (size_t i = count; i > 0 && rest != 0; i--) { /* in part, smallest first */
    const double weight = made->weight[made->order[i - 1]];
    double *x = &made->x[made->order[i - 1]];
    if (weight == 0) continue;
    const double wanted = fmax(-1, fmin(1, *x + rest / weight));
    rest -= (wanted - *x) * weight;
    *x = wanted;
  }
}

/* The next move; STATUS_END if none applies. */
static status move(void *self, const learner *player, instance *x) {
  adversary *made = self;
  const size_t n = made->n, r = made->r;
  double slack = 0, total = 0, lightest = INFINITY, inner = 0;
  size_t weakest = 0;
  bool linear = true;
  linear_score score;
  TRY(moves_slack(&made->moves, &slack));
  TRY(linear_score_read(player, &made->moves.zero, &score));
  for (size_t i = 0; i < n; i++) TRY(linear_score_weight(&score, player, n, i, &made->weight[i]));
  for (size_t i = 0; i < r; i++) {
    made->x[i] = 0;
    if (made->weight[i] < lightest) {
      lightest = made->weight[i];
      weakest = i;
    }
  }
  for (size_t i = r; i < n; i++) {
    made->order[i - r] = i;
    made->size[i] = fabs(made->weight[i]);
    total += made->size[i];
  }
  const double above = score.boundary * (1 + slack), below = score.boundary * (1 - slack), part = made->gap * lightest;
  const bool can_negative = total >= above, can_positive = part - total < below;
  if (!can_negative && !can_positive) return STATUS_END;
  const bool prefers = (double)made->moves.negative < made->ratio * (double)made->moves.positive;
  coordinates_sort(made->size, n - r, made->order);
  made->moves.label = can_negative && (prefers || !can_positive) ? -1 : 1;
  fill(made, made->moves.label < 0 ? above : below - part);
  if (made->moves.label > 0) made->x[weakest] = made->gap;
  *x = instance_dense_vector(n, made->x);
  for (size_t i = 0; i < n; i++) inner += made->weight[i] * made->x[i];
  TRY(linear_score_check(&score, player, x, inner, &linear));
  if (linear) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "general_threshold_adversary needs a learner whose score is linear but for a constant; that of %s is not",
              player->class->about.name);
}

static status next(void *self, const learner *player, instance *x) {
  return moves_next(self, player, x, move);
}

static const problem_methods methods = {
    .size = sizeof(adversary),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = moves_reveal,
    .comparator_at = PLACE(adversary, comparator),
    .meet = meet,
};

const problem_class problem_general_threshold_adversary = {
    .about = {.name = "general_threshold_adversary",
              .title = "Threshold adversary on [-1,1]",
              .citation = "after Warmuth 2007, section 6 (docs/errata.md, E0.7)",
              .help = "instances that just meet General Matrix Winnow's threshold: how tight its bound is, and that "
                      "r^2 is needed",
              .formula = "$X=\\mathrm{diag}(x)$; negative: $x_i=0$ where relevant, $x_j=\\pm1$ elsewhere with the "
                         "score just at $\\theta$; positive: $x_i=g_1$ on the relevant coordinate of least weight, "
                         "$x_j=\\pm1$ elsewhere with the score just below $\\theta$",
              .family = "rectangular",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
    .opponent = "deterministic, predicts $-1$ on the zero instance, by a score that is linear but for a constant",
};
