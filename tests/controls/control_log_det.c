/* Log-determinant matrix prediction with a fault that the scenario names: what the check of its theorem has to catch. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "learners/matrix_prediction/log_det.h"

typedef struct control {
  void *real;
  bool still, backwards, hasty;
  loss loss;
} control;

static const parameter parameters[] = {
    {.name = "class",
     .type = PARAMETER_CHOICE,
     .choices = "max_cut gambling collaborative_filtering",
     .meaning = "of the matrices"},
    {.name = "trace_norm", .type = PARAMETER_NUMBER, .value = "", .meaning = "of the matrices"},
    {.name = "eps", .type = PARAMETER_NUMBER, .value = "", .meaning = "multiple of the identity"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .meaning = "rate"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still backwards hasty",
     .meaning = "still: says that it learns, but does not; backwards: learns the opposite label; hasty: says a rate "
                "that is too large"},
};

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  log_det_destroy(made->real);
  free(made);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->still = option_is(options, "fault", "still");
  made->backwards = option_is(options, "fault", "backwards");
  made->hasty = option_is(options, "fault", "hasty");
  made->loss = setting->loss;
  const status code = log_det_create(setting, options, &made->real);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return log_det_predict(((control *)self)->real, x, out);
}

/* Learns, and puts back what was there before. */
static status stay(control *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  cJSON *state = cJSON_CreateObject();
  if (state == NULL) return FAIL(STATUS_MEMORY, "no memory");
  status code = log_det_save(self->real, state);
  if (code == STATUS_OK) code = log_det_update(self->real, x, predicted, label, updated);
  if (code == STATUS_OK) code = log_det_load(self->real, state);
  cJSON_Delete(state);
  return code;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  if (made->still) return stay(made, x, predicted, label, updated);
  const double learnt = made->backwards ? made->loss.low + made->loss.high - label : label;
  return log_det_update(made->real, x, predicted, learnt, updated);
}

static status score(void *self, const instance *x, double *out) {
  return log_det_score(((control *)self)->real, x, out);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!log_det_constant(made->real, name, value)) return false;
  if (made->hasty && strcmp(name, "eta") == 0) *value *= 8.0;
  return true;
}

const learner_class learner_control_log_det = {
    .about = {.name = "control_log_det",
              .title = "Log-determinant matrix prediction with a fault",
              .citation = "none",
              .help = "log-determinant matrix prediction with a fault",
              .family = "log_det",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .check = log_det_check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .constant = constant,
};
