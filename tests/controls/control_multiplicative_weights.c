/* Matrix Multiplicative Weights with a fault that the scenario names: what the check of its theorem has to catch. */
#include <string.h>

#include "faulty.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, BACKWARDS, UNSHARED } fault;

static const parameter parameters[] = {
    {.name = "tau", .type = PARAMETER_NUMBER, .value = "1", .meaning = "trace"},
    {.name = "trace",
     .type = PARAMETER_CHOICE,
     .value = "equal",
     .choices = "equal at_most",
     .meaning = "the trace is tau, or at most tau"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .meaning = "rate"},
    {.name = "share", .type = PARAMETER_NUMBER, .value = "0", .low = 0, .high = 1, .meaning = "of the identity"},
    {.name = "insensitive", .type = PARAMETER_NUMBER, .value = "0", .meaning = "errors up to it make no update"},
    REPRESENTATION_PARAMETER("auto diagonal dense low_rank"),
    FAULT_PARAMETER(
        "none still backwards unshared",
        "still: says that it learns, but does not; backwards: learns the opposite of the loss; unshared: says "
        "that it keeps a share of 1/2"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  *updated = true;
  if (made->fault == STILL) return STATUS_OK;
  return faulty_update(self, x, predicted, made->fault == BACKWARDS ? -label : label, updated);
}

static bool constant(const void *self, const char *name, double *value) {
  const faulty *made = self;
  if (!faulty_constant(self, name, value)) return false;
  if (made->fault == UNSHARED && strcmp(name, "share") == 0) *value = 0.5;
  return true;
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, constant);

const learner_class learner_control_multiplicative_weights = {
    .about = CONTROL_ABOUT("control_multiplicative_weights", "Matrix Multiplicative Weights with a fault",
                           "matrix_multiplicative_weights", parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "matrix_multiplicative_weights",
};
