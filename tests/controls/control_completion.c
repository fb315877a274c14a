/* Matrix completion with a fault that the scenario names: what the check of its theorem has to catch. */
#include "faulty.h"

static const parameter parameters[] = {
    {.name = "gamma", .type = PARAMETER_NUMBER, .low = 1e-5, .high = 1, .meaning = "margin"},
    {.name = "tuning", .type = PARAMETER_CHOICE, .value = "sharp", .choices = "sharp published", .meaning = "tuning"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "rate"},
    {.name = "theta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "threshold"},
    REPRESENTATION_PARAMETER("auto dense low_rank"),
    FAULT_PARAMETER("none still", "still: says that it learns, but does not"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const bool still = ((const faulty *)self)->fault != 0;
  return still ? faulty_stay(self, x, predicted, label, updated) : faulty_update(self, x, predicted, label, updated);
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, faulty_constant);

const learner_class learner_control_completion = {
    .about = CONTROL_ABOUT("control_completion", "matrix completion with a fault", "matrix_completion", parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_SIGN,
    .methods = &methods,
    .variant = "matrix_completion",
};
