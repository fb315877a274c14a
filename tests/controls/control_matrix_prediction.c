/* Online matrix prediction with a fault that the scenario names: what the check of its theorem has to catch. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "learners/matrix_prediction/online_matrix_prediction.h"
#include "learners/matrix_prediction/prediction_class.h"

typedef enum fault { FAULT_NONE, FAULT_STILL, FAULT_DOUBLE, FAULT_STEEP, FAULT_UNPROJECTED } fault;

typedef struct control {
  void *learner;
  fault fault;
} control;

static const parameter parameters[] = {
    PREDICTION_CLASS_PARAMETERS,
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    {.name = "horizon", .type = PARAMETER_CHOICE, .value = "known", .choices = "known doubling", .meaning = "horizon"},
    {.name = "box", .type = PARAMETER_CHOICE, .value = "project", .choices = "project clip", .meaning = "box"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto definition dense sparse",
     .meaning = "of X"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still double steep unprojected",
     .meaning =
         "still: does not learn; double: takes each step twice; steep: says that its losses are half as steep as they "
         "are; unprojected: says that a projection has left more trace than there was"},
};

static fault fault_of(const options *options) {
  static const char *const words[] = {"none", "still", "double", "steep", "unprojected"};
  fault found = FAULT_NONE;
  for (int i = 0; i < 5; i++) found = option_is(options, "fault", words[i]) ? (fault)i : found;
  return found;
}

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  online_matrix_prediction_destroy(made->learner);
  free(made);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->fault = fault_of(options);
  const status code = online_matrix_prediction_create(setting, options, &made->learner);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return online_matrix_prediction_predict(((control *)self)->learner, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  *updated = true;
  if (made->fault == FAULT_STILL) return STATUS_OK;
  if (made->fault == FAULT_DOUBLE) {
    TRY(online_matrix_prediction_update(made->learner, x, predicted, label, updated));
  }
  return online_matrix_prediction_update(made->learner, x, predicted, label, updated);
}

static status score(void *self, const instance *x, double *out) {
  return online_matrix_prediction_score(((control *)self)->learner, x, out);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!online_matrix_prediction_constant(made->learner, name, value)) return false;
  if (made->fault == FAULT_STEEP && strcmp(name, "slope") == 0) *value *= 0.5;
  if (made->fault == FAULT_UNPROJECTED && strcmp(name, "trace_projected") == 0) *value += 1.0;
  return true;
}

const learner_class learner_control_matrix_prediction = {
    .about = {.name = "control_matrix_prediction",
              .title = "Online matrix prediction with a fault",
              .citation = "none",
              .help = "online matrix prediction with a fault",
              .family = "matrix_prediction",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .check = online_matrix_prediction_check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .constant = constant,
};
