/* Matrix Multiplicative Weights with a fault that the scenario names: what the check of its theorem has to catch. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/multiplicative_weights/matrix_multiplicative_weights.h"

typedef struct control {
  void *real;
  bool still, backwards;
} control;

static const parameter parameters[] = {
    {.name = "tau", .type = PARAMETER_NUMBER, .value = "1", .meaning = "trace"},
    {.name = "trace",
     .type = PARAMETER_CHOICE,
     .value = "equal",
     .choices = "equal at_most",
     .meaning = "the trace is tau, or at most tau"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .meaning = "rate"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of H"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still backwards",
     .meaning = "still: says that it learns, but does not; backwards: learns the opposite of the loss"},
};

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  multiplicative_weights_destroy(made->real);
  free(made);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->still = option_is(options, "fault", "still");
  made->backwards = option_is(options, "fault", "backwards");
  const status code = multiplicative_weights_create(setting, options, &made->real);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return multiplicative_weights_predict(((control *)self)->real, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  *updated = true;
  if (made->still) return STATUS_OK;
  return multiplicative_weights_update(made->real, x, predicted, made->backwards ? -label : label, updated);
}

static status score(void *self, const instance *x, double *out) {
  return multiplicative_weights_score(((control *)self)->real, x, out);
}

static spectral *parameter_of(void *self) {
  return multiplicative_weights_parameter(((control *)self)->real);
}

static bool constant(const void *self, const char *name, double *value) {
  return multiplicative_weights_constant(((const control *)self)->real, name, value);
}

const learner_class learner_control_multiplicative_weights = {
    .about = {.name = "control_multiplicative_weights",
              .title = "Matrix Multiplicative Weights with a fault",
              .citation = "none",
              .help = "Matrix Multiplicative Weights with a fault",
              .family = "matrix_multiplicative_weights",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .check = multiplicative_weights_check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .parameter = parameter_of,
    .constant = constant,
};
