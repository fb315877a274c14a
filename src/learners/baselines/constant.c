/* Always the same prediction: the floor that every learner must beat. */
#include "learners/learner.h"

static const parameter parameters[] = {
    {.name = "value",
     .type = PARAMETER_NUMBER,
     .value = "-1",
     .meaning = "the prediction: 1 or -1, or a number of the loss's interval"},
};

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const double value = option_number(options, "value");
  const loss *loss = &setting->loss;
  if (loss->kind == LOSS_ZERO_ONE) {
    if (value == 1.0 || value == -1.0) return STATUS_OK;
    return FAIL(STATUS_INVALID, "%s: value = %g must be 1 or -1", option_who(options), value);
  }
  if (value < loss->low || value > loss->high) {
    return FAIL(STATUS_INVALID, "%s: value = %g must be from %g to %g", option_who(options), value, loss->low,
                loss->high);
  }
  return STATUS_OK;
}

typedef struct constant {
  double value;
} constant;

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  ((constant *)self)->value = option_number(options, "value");
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  (void)x;
  const double value = ((const constant *)self)->value;
  *out = (prediction){.score = value, .value = value};
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  (void)self;
  (void)x;
  (void)predicted;
  (void)label;
  *updated = false;
  return STATUS_OK;
}

static const learner_methods methods = {
    .size = sizeof(constant), .check = check, .init = init, .predict = predict, .update = update};

const learner_class learner_constant_value = {
    .about = {.name = "constant",
              .title = "Constant",
              .citation = "baseline",
              .help = "always predicts the same label",
              .formula = "predicts the given value, $\\hat y_t=v$; nothing is learnt",
              .family = "baseline",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = (1u << INSTANCE_KINDS) - 1u,
    .predicts = PREDICTION_EITHER,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION | EQUIVARIANT_VECTOR_ROTATION,
    .conservative = true,
    .methods = &methods,
};
