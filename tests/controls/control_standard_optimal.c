/* The standard optimal algorithm with a fault that the scenario names: what the check of the value of its game has to catch. */
#include "faulty.h"

static const parameter parameters[] = {
    {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 16, .meaning = "sum of the weights"},
    {.name = "gap", .type = PARAMETER_NUMBER, .value = "1", .low = 0, .high = 16, .meaning = "of positive instances"},
    FAULT_PARAMETER("none still", "still: says that it learns, but does not"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const bool still = ((const faulty *)self)->fault == 1;
  return (still ? faulty_stay : faulty_update)(self, x, predicted, label, updated);
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, faulty_constant);

const learner_class learner_control_standard_optimal = {
    .about = CONTROL_ABOUT("control_standard_optimal", "the standard optimal algorithm with a fault",
                           "standard_optimal", parameters),
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_SIGN,
    .methods = &methods,
    .variant = "standard_optimal",
};
