/* Matrix completion with a fault that the scenario names: what the check of its theorem has to catch. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/matrix_prediction/matrix_completion.h"

typedef struct control {
  void *completion;
  bool still;
} control;

static const parameter parameters[] = {
    {.name = "gamma", .type = PARAMETER_NUMBER, .low = 1e-5, .high = 1, .meaning = "margin"},
    {.name = "tuning", .type = PARAMETER_CHOICE, .value = "sharp", .choices = "sharp published", .meaning = "tuning"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "rate"},
    {.name = "theta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "threshold"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto dense low_rank",
     .meaning = "of H"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still",
     .meaning = "still: says that it learns, but does not"},
};

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  matrix_completion_destroy(made->completion);
  free(made);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->still = option_is(options, "fault", "still");
  const status code = matrix_completion_create(setting, options, &made->completion);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return matrix_completion_predict(((control *)self)->completion, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  if (!made->still) return matrix_completion_update(made->completion, x, predicted, label, updated);
  *updated = predicted->value != label;
  return STATUS_OK;
}

static status score(void *self, const instance *x, double *out) {
  return matrix_completion_score(((control *)self)->completion, x, out);
}

static spectral *parameter_of(void *self) {
  return matrix_completion_parameter(((control *)self)->completion);
}

static bool constant(const void *self, const char *name, double *value) {
  return matrix_completion_constant(((const control *)self)->completion, name, value);
}

const learner_class learner_control_completion = {
    .about = {.name = "control_completion",
              .title = "Matrix completion with a fault",
              .citation = "none",
              .help = "matrix completion with a fault",
              .family = "matrix_completion",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_SIGN,
    .check = matrix_completion_check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .parameter = parameter_of,
    .constant = constant,
};
