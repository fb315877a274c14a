/* Coin tosses: a randomised baseline. */

#include "learners/coins.h"
#include "learners/learner.h"

typedef struct tosser {
  coins coins;
  double probability, low, high;
} tosser;

static const parameter parameters[] = {
    OPTION_NUMBER(tosser, probability, "0.5", 0, 1,
                  "probability of predicting +1 (real labels: the high end of the interval)"),
};

static status check(const void *self, const learner_setting *setting) {
  const loss *cost = &setting->loss;
  if (cost->kind == LOSS_ZERO_ONE || (isfinite(cost->low) && isfinite(cost->high))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: needs predictions on an interval, this problem has none",
              setting->class->about.name);
}

static status init(void *self, const learner_setting *setting) {
  tosser *made = self;
  const loss *cost = setting->loss.kind == LOSS_ZERO_ONE ? &loss_of_signs : &setting->loss;
  made->low = cost->low;
  made->high = cost->high;
  return coins_init(self, &made->coins, setting->seed, "random learner");
}

static status predict(void *self, const instance *x, prediction *out) {
  const tosser *made = self;
  const double value = made->coins.next < made->probability ? made->high : made->low;
  *out = (prediction){.score = made->probability, .value = value, .probability = made->probability};
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  coins_toss(&((tosser *)self)->coins);
  *updated = false;
  return STATUS_OK;
}

static status loaded(void *self) {
  return coins_loaded(&((tosser *)self)->coins);
}

static const field state[] = {COINS_STATE(tosser, coins, loaded)};

static const learner_methods methods = {
    .size = sizeof(tosser),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
};

const learner_class learner_random = {
    .about = {.name = "random",
              .title = "Random",
              .citation = "baseline",
              .help = "predicts +1 with a fixed probability",
              .formula = "predicts $+1$ (the end $p_1$ of the interval) with probability $q$, otherwise $-1$ ($p_0$); "
                         "nothing is learnt",
              .family = "baseline",
              .result_version = 2,
              PARAMETERS(parameters)},
    .instances = (1u << INSTANCE_KINDS) - 1u,
    .predicts = PREDICTION_EITHER,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .randomised = true,
    .methods = &methods,
};
