/* Log-determinant matrix prediction with a fault that the scenario names: what the check of its theorem has to catch. */
#include <string.h>

#include "faulty.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, BACKWARDS, HASTY, STEEP } fault;

typedef struct control {
  faulty real;
  double sum; /* of the ends of the interval */
  double size;
} control;

static const parameter parameters[] = {
    {.name = "class",
     .type = PARAMETER_CHOICE,
     .choices = "max_cut gambling collaborative_filtering",
     .meaning = "of the matrices"},
    {.name = "trace_norm", .type = PARAMETER_NUMBER, .value = "", .meaning = "of the matrices"},
    {.name = "eps", .type = PARAMETER_NUMBER, .value = "", .meaning = "multiple of the identity"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .meaning = "rate"},
    {.name = "floor", .type = PARAMETER_BOOLEAN, .value = "false", .meaning = "eigenvalues stay at least eps"},
    FAULT_PARAMETER(
        "none still backwards hasty steep",
        "still: says that it learns, but does not; backwards: learns the opposite label; hasty: says a rate "
        "that is too large; steep: says that its losses are less steep than they are, by size"),
    OPTION_NUMBER(control, size, "0", 0, 1, "relative"),
};

static status init(void *self, const learner_setting *setting) {
  ((control *)self)->sum = setting->loss.low + setting->loss.high;
  return faulty_init(self, setting);
}

/* Learns, and puts back what was there before. */
static status stay(control *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  cJSON *state = cJSON_CreateObject();
  if (state == NULL) return FAIL(STATUS_MEMORY, "no memory");
  status code = learner_save(&self->real.learner, state);
  if (code == STATUS_OK) code = faulty_update(self, x, predicted, label, updated);
  if (code == STATUS_OK) code = learner_load(&self->real.learner, state);
  cJSON_Delete(state);
  return code;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  if (made->real.fault == STILL) return stay(made, x, predicted, label, updated);
  return faulty_update(self, x, predicted, made->real.fault == BACKWARDS ? made->sum - label : label, updated);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!faulty_constant(self, name, value)) return false;
  if (made->real.fault == HASTY && strcmp(name, "eta") == 0) *value *= 8.0;
  if (made->real.fault == STEEP && strcmp(name, "slope") == 0) *value /= 1.0 + made->size;
  return true;
}

static const learner_methods methods = FAULTY_METHODS(control, init, faulty_predict, update, constant);

const learner_class learner_control_log_det = {
    .about = CONTROL_ABOUT("control_log_det", "log-determinant matrix prediction with a fault", "log_det", parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "log_det",
};
