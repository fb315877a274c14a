/* Always the same prediction: the floor that every learner must beat. */
#include "learners/learner.h"

typedef struct constant {
  double value;
} constant;

static const parameter parameters[] = {
    OPTION_NUMBER(constant, value, "-1", ANY_NUMBER, "the prediction: 1 or -1, or a number of the loss's interval"),
};

static status check(const void *self, const learner_setting *setting) {
  const double value = ((const constant *)self)->value;
  const char *who = setting->class->about.name;
  const loss *cost = &setting->loss;
  if (cost->kind == LOSS_ZERO_ONE) {
    if (value == 1.0 || value == -1.0) return STATUS_OK;
    return FAIL(STATUS_INVALID, "%s: value = %g must be 1 or -1", who, value);
  }
  if (value < cost->low || value > cost->high) {
    return FAIL(STATUS_INVALID, "%s: value = %g must be from %g to %g", who, value, cost->low, cost->high);
  }
  return STATUS_OK;
}

static status init(void *self, const learner_setting *setting) {
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const double value = ((const constant *)self)->value;
  *out = (prediction){.score = value, .value = value};
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
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
