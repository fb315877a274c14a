/* The adversary that shows how tight the mistake bound of Winnow is: every instance meets the learner's threshold to nine digits, so that
 * no step makes more progress than the proof charges.
 *
 *   negative move  irrelevant coordinates with <w,x> = theta (1 + 1e-9), nothing relevant
 *   positive move  x = gap on the lightest relevant coordinate and irrelevant ones with <w,x> = theta (1 - 1e-9)
 *
 * Coordinates are taken whole, in the order of filling, and the last one in part. The extremal run of the proof has
 * e^eta negative mistakes for each positive one, (e^alpha - 1)/(1 - e^-beta) where the two kinds of updates have different rates: a
 * negative move is preferred while there are fewer. When the preferred move does not apply the other one is made. The label belongs to the
 * move, so the hidden disjunction is right whatever the learner predicts. Slack and `pad`: see moves.h. */
#include <math.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/random.h"
#include "problems/adversaries/coordinate_heap.h"
#include "problems/adversaries/moves.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { ROTATED_LIMIT = 256 };

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e7, .meaning = "order of the instances"},
    PLANTED_RANK_PARAMETER(1e7, "rank of the hidden projection, below n"),
    PLANTED_GAP_PARAMETER("tr(PX) of positive instances; negative ones have 0"),
    {.name = "filling",
     .type = PARAMETER_CHOICE,
     .value = "largest_first",
     .choices = "largest_first random fitting",
     .meaning = "order in which irrelevant coordinates fill an instance: heaviest first (negative) and lightest first "
                "(positive); random; fitting: as largest_first, but those too heavy are passed over and the lightest "
                "is the one in part, of which elimination takes the least too much"},
    {.name = "ratio",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .meaning = "negative moves for each positive one, where both apply; absent: the extremal ratio of the proof"},
    {.name = "rotated",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "R diag(x) R^T with a fixed random rotation R instead of a vector; n at most 256"},
    {.name = "relevant",
     .type = PARAMETER_CHOICE,
     .value = "first",
     .choices = "first random",
     .meaning = "which coordinates are relevant: the first r, or a random subset"},
    MOVES_PAD_PARAMETER,
};

typedef struct threshold_adversary {
  moves moves; /* first: see moves.h */
  size_t n, r;
  double gap;
  bool random_filling, fitting;
  double theta;       /* of the learner */
  double ratio;       /* NaN until the learner is known */
  size_t *relevant;   /* r, ascending */
  size_t *irrelevant; /* n - r, in an order that moves may change */
  double *weight;     /* n */
  double *x;          /* n, zero between moves */
  size_t *index;      /* n */
  double *value;      /* n */
  random_stream *order;
  planted_diagonal diagonal;
  comparator *comparator;
} threshold_adversary;

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  TRY(moves_facts(self, setting, out));
  if (!option_flag(values, "rotated")) return STATUS_OK;
  out->kind = INSTANCE_LOW_RANK;
  return planted_limit(values, ROTATED_LIMIT, "rotated = true");
}

static void clear(void *self) {
  threshold_adversary *adversary = self;
  comparator_free(adversary->comparator);
  planted_diagonal_end(&adversary->diagonal);
  random_stream_free(adversary->order);
  free(adversary->relevant);
  free(adversary->irrelevant);
  free(adversary->weight);
  free(adversary->x);
  free(adversary->index);
  free(adversary->value);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  threshold_adversary *adversary = self;
  const size_t n = option_count(values, "n"), r = option_count(values, "r");
  adversary->n = n;
  adversary->r = r;
  adversary->gap = option_number(values, "gap");
  adversary->moves.pad = option_flag(values, "pad");
  adversary->ratio = option_number_or(values, "ratio", NAN);
  adversary->random_filling = option_is(values, "filling", "random");
  adversary->fitting = option_is(values, "filling", "fitting");
  TRY(planted_coordinates(setting->seed, n, r, option_is(values, "relevant", "random"), &adversary->relevant));
  TRY(random_stream_new(setting->seed, "filling", &adversary->order));
  TRY(NEW_ARRAY(n - r, adversary->irrelevant));
  TRY(NEW_ARRAY(n, adversary->weight));
  TRY(NEW_ARRAY(n, adversary->x));
  TRY(NEW_ARRAY(n, adversary->index));
  TRY(NEW_ARRAY(n, adversary->value));
  for (size_t i = 0, below = 0, count = 0; i < n; i++) {
    if (below < r && adversary->relevant[below] == i) {
      below++;
    } else {
      adversary->irrelevant[count++] = i;
    }
  }
  const planted_form form = option_flag(values, "rotated") ? PLANTED_ROTATED : PLANTED_VECTOR;
  TRY(planted_diagonal_begin(&adversary->diagonal, form, setting->seed, n, n));
  adversary->moves.zero = planted_diagonal_instance(&adversary->diagonal, 0, adversary->index, adversary->value);
  return planted_comparator(n, r, adversary->relevant, adversary->diagonal.rotation, &adversary->comparator);
}

/* Negative mistakes for each positive one when the trace stays where it is: (e^alpha - 1) / (1 - e^-beta). */
static bool find_ratio(const learner *player, double *ratio) {
  double eta = 0, alpha = 0, beta = 0;
  if (learner_constant(player, "eta", &eta)) {
    *ratio = fixed_exp(eta);
    return eta > 0;
  }
  if (!learner_constant(player, "alpha", &alpha) || !learner_constant(player, "beta", &beta)) return false;
  *ratio = fixed_expm1(alpha) / -fixed_expm1(-beta);
  return alpha > 0 && beta > 0;
}

static status read_learner(void *self, const learner *player) {
  threshold_adversary *adversary = self;
  double ratio = 0;
  if (player == NULL || player->class == NULL || !learner_constant(player, "theta", &adversary->theta) ||
      !(adversary->theta > 0) || !find_ratio(player, &ratio)) {
    return FAIL(STATUS_INVALID, "threshold_adversary needs a learner with a threshold: winnow or matrix_winnow");
  }
  if (isnan(adversary->ratio)) adversary->ratio = ratio;
  return STATUS_OK;
}

/* w_i = tr(W e_i e_i^T), or of q_i q_i^T. Asks for every coordinate, so that any normalisation by the learner shows. */
static status read_weights(threshold_adversary *adversary, const learner *player) {
  const size_t n = adversary->n;
  const double one = 1, *rotation = adversary->diagonal.rotation;
  for (size_t i = 0; i < n; i++) {
    if (rotation == NULL) {
      TRY(moves_weight(player, n, i, &adversary->weight[i]));
      continue;
    }
    const instance unit = instance_low_rank(n, 1, rotation + i * n, &one, 0);
    TRY(learner_score(player, &unit, &adversary->weight[i]));
  }
  return STATUS_OK;
}

/* Adds irrelevant coordinates to x until their weights sum to `target`, or all of them. */
static void fill(threshold_adversary *adversary, bool heaviest, double target) {
  coordinate_heap heap = {.weight = adversary->weight,
                          .heaviest = heaviest,
                          .items = adversary->irrelevant,
                          .count = adversary->n - adversary->r};
  if (adversary->random_filling) {
    random_shuffle(adversary->order, heap.count, heap.items);
  } else {
    coordinate_heap_make(&heap);
  }
  double rest = target;
  size_t last = adversary->n; /* the lightest that was passed over */
  while (heap.count > 0 && rest > 0) {
    const size_t i = adversary->random_filling ? heap.items[--heap.count] : coordinate_heap_take(&heap);
    const double weight = adversary->weight[i];
    if (adversary->fitting && heaviest && weight > rest) {
      last = i;
      continue;
    }
    adversary->x[i] = weight <= rest ? 1 : rest / weight;
    rest -= weight;
  }
  if (rest > 0 && last < adversary->n) adversary->x[last] = rest / adversary->weight[last];
}

/* x as a sparse instance; x is zero again afterwards. */
static instance take_instance(threshold_adversary *adversary) {
  size_t count = 0;
  for (size_t i = 0; i < adversary->n; i++) {
    if (!(adversary->x[i] > 0)) continue;
    adversary->index[count] = i;
    adversary->value[count++] = adversary->x[i];
    adversary->x[i] = 0;
  }
  return planted_diagonal_instance(&adversary->diagonal, count, adversary->index, adversary->value);
}

/* The move that keeps nearest to the extremal ratio; STATUS_END if none applies. */
static status move(void *self, const learner *player, instance *x) {
  threshold_adversary *adversary = self;
  moves *made = &adversary->moves;
  double slack = 0;
  TRY(moves_slack(made, &slack));
  TRY(read_weights(adversary, player));
  const double above = adversary->theta * (1 + slack), below = adversary->theta * (1 - slack);
  double total = 0; /* of the irrelevant weights */
  for (size_t i = 0; i < adversary->n - adversary->r; i++) total += adversary->weight[adversary->irrelevant[i]];
  size_t lightest = adversary->relevant[0];
  for (size_t i = 1; i < adversary->r; i++) {
    if (adversary->weight[adversary->relevant[i]] < adversary->weight[lightest]) lightest = adversary->relevant[i];
  }
  const double part = adversary->gap * adversary->weight[lightest];
  const bool can_negative = total >= above, can_positive = part < below;
  if (!can_negative && !can_positive) return STATUS_END;
  const bool wants_negative = (double)made->negative < adversary->ratio * (double)made->positive;
  if (can_negative && (wants_negative || !can_positive)) {
    made->label = -1;
    fill(adversary, true, above);
  } else {
    made->label = 1;
    fill(adversary, false, below - part);
    adversary->x[lightest] = adversary->gap;
  }
  *x = take_instance(adversary);
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  return moves_next(self, player, x, read_learner, move);
}

static const problem_methods methods = {
    .size = sizeof(threshold_adversary),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .reveal = moves_reveal,
    .comparator_at = PLACE(threshold_adversary, comparator),
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
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
