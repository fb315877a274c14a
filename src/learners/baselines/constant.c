/* Always the same prediction: the floor that every learner must beat. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/learner.h"

static const parameter parameters[] = {
    {.name = "value",
     .type = PARAMETER_NUMBER,
     .value = "-1",
     .meaning = "the prediction: 1 or -1, or a number of the loss's interval"},
};

static status check(const learner_setting *setting, const options *options) {
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

static status create(const learner_setting *setting, const options *options, void **self) {
  (void)setting;
  double *value = NULL;
  TRY(NEW_ARRAY(1, value));
  *value = option_number(options, "value");
  *self = value;
  return STATUS_OK;
}

static void destroy(void *self) {
  free(self);
}

static status predict(void *self, const instance *x, prediction *out) {
  (void)x;
  const double value = *(const double *)self;
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

static status score(void *self, const instance *x, double *out) {
  (void)x;
  *out = *(const double *)self;
  return STATUS_OK;
}

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
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
};
