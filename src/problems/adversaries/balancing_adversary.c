/* The adversary of Winnow on the simplex: u = e_1, and every instance has y x_1 = margin and y x_i = +1 or -1 elsewhere, with
 * signs that balance the learner's weights so that y <w,x> is just below 0. No step makes much more progress than the proof charges: the
 * divergence of e_1 falls by eta margin - ln cosh eta as long as x_1 itself has little weight.
 *
 * Attributes are added heaviest first, each with the sign against the sum so far; one attribute takes up the remainder. When the others
 * can no longer balance the first attribute the sequence ends, or with `pad` continues with x = y e_1. The signs y are random (stream
 * "labels"). */

#include "problems/adversaries/coordinate_heap.h"
#include "problems/adversaries/moves.h"
#include "problems/thresholds/threshold_target.h"

static const double below_zero = 1e-12;

typedef struct balancing_adversary {
  size_t n;
  double margin, label;
  bool pad, finished;
  double *weight; /* of every attribute */
  size_t *order;  /* the attributes but the first, heaviest first */
  double *x;
  random_stream *labels;
  comparator *comparator;
} balancing_adversary;

static const parameter parameters[] = {
    OPTION_COUNT(balancing_adversary, n, REQUIRED, 2, 1e6, "number of attributes"),
    THRESHOLD_MARGIN(balancing_adversary, "0.3", "y <u,x> of every instance"),
    OPTION_FLAG(balancing_adversary, pad, "false",
                "after the last move continue with the relevant attribute alone until the trials end"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const balancing_adversary *adversary = self;
  *out = threshold_facts(adversary->n, adversary->margin);
  out->adaptive = true;
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  balancing_adversary *adversary = self;
  TRY(OWN_ARRAY(adversary, adversary->n, adversary->weight));
  TRY(OWN_ARRAY(adversary, adversary->n - 1, adversary->order));
  TRY(OWN_ARRAY(adversary, adversary->n, adversary->x));
  TRY(member_stream(adversary, setting->seed, "labels", &adversary->labels));
  adversary->x[0] = 1.0;
  TRY(comparator_from_vector(COMPARATOR_PLANTED, adversary->n, adversary->x, &adversary->comparator));
  return OWN(adversary, adversary->comparator, comparator_free);
}

static status read_weights(balancing_adversary *adversary, const learner *player) {
  const instance zero = instance_sparse(INSTANCE_VECTOR, adversary->n, 0, adversary->order, adversary->x);
  linear_score score;
  TRY(linear_score_read(player, &zero, &score));
  for (size_t i = 0; i < adversary->n; i++) {
    double *weight = &adversary->weight[i];
    TRY(linear_score_weight(&score, player, adversary->n, i, weight));
    if (*weight >= 0.0) continue;
    return FAIL(STATUS_INVALID, "balancing_adversary: a weight is %g, expected a learner with weights >= 0", *weight);
  }
  return STATUS_OK;
}

/* x with <w,x> = -below_zero; STATUS_END if there is none. */
static status balance(balancing_adversary *adversary, const learner *player) {
  const size_t others = adversary->n - 1;
  const double *weight = adversary->weight;
  double total = 0.0;
  TRY(read_weights(adversary, player));
  for (size_t j = 0; j < others; j++) {
    adversary->order[j] = j + 1;
    total += weight[j + 1];
  }
  double sum = adversary->margin * weight[0] + below_zero;
  if (total < sum) return STATUS_END;
  coordinates_sort(weight, others, adversary->order);
  adversary->x[0] = adversary->margin;
  for (size_t j = 0; j < others; j++) {
    const size_t i = adversary->order[j];
    const double sign = sum > 0.0 ? -1.0 : 1.0;
    adversary->x[i] = sign;
    sum += sign * weight[i];
  }
  /* The remainder is at most the heaviest weight: one or two attributes take it up. */
  for (size_t j = 0; j < others && sum != 0.0; j++) {
    const size_t i = adversary->order[j];
    double *x = &adversary->x[i];
    if (!(*x * sum > 0.0) || !(weight[i] > 0.0)) continue;
    const double change = fmin(fabs(sum) / weight[i], 2.0);
    *x -= sum > 0.0 ? change : -change;
    sum -= (sum > 0.0 ? change : -change) * weight[i];
  }
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  balancing_adversary *adversary = self;
  adversary->label = random_chance(adversary->labels, 0.5) ? 1.0 : -1.0;
  status code = adversary->finished ? STATUS_END : balance(adversary, player);
  if (code != STATUS_OK && code != STATUS_END) return code;
  if (code == STATUS_END) {
    adversary->finished = true;
    if (!adversary->pad) return STATUS_END;
    for (size_t i = 0; i < adversary->n; i++) adversary->x[i] = i == 0 ? 1.0 : 0.0;
  }
  for (size_t i = 0; i < adversary->n; i++) adversary->x[i] *= adversary->label;
  *x = instance_dense_vector(adversary->n, adversary->x);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(balancing_adversary),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(balancing_adversary, label),
    .comparator_at = PLACE(balancing_adversary, comparator),
};

const problem_class problem_balancing_adversary = {
    .about = {.name = "balancing_adversary",
              .title = "Balancing adversary",
              .citation = "after the proof of Schapire 2018, COS 511, lecture 17, Theorem 1.1",
              .help = "instances that balance the weights of Winnow on the simplex: how tight its mistake bound is",
              .formula = "$u=e_1$; $yx_1=s$, the margin, and $yx_i=\\pm1$ elsewhere, with signs for which $y\\langle "
                         "w,x\\rangle$ is just below $0$",
              .family = "threshold",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
};
