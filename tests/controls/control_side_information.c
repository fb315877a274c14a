/* Completion with side information with a fault that the scenario names: what the checks of its theorems have to catch. */
#include <math.h>

#include "faulty.h"

static const parameter parameters[] = {
    {.name = "gamma", .type = PARAMETER_NUMBER, .value = "1", .low = 1e-5, .high = 1, .meaning = "margin"},
    {.name = "trace", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e12, .meaning = "D"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "rate"},
    REPRESENTATION_PARAMETER("auto dense low_rank"),
    FAULT_PARAMETER("none still", "still: says that it learns, but does not"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  if (made->fault == 0) return faulty_update(self, x, predicted, label, updated);
  double gamma = NAN;
  (void)faulty_constant(self, "gamma", &gamma);
  const bool coin = made->learner.class->randomised;
  *updated = coin ? label * (predicted->score - 1.0) <= gamma : predicted->value != label;
  return STATUS_OK;
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, faulty_constant);

const learner_class learner_control_side_information = {
    .about = CONTROL_ABOUT("control_side_information", "completion with side information with a fault", "winnow",
                           parameters),
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .methods = &methods,
    .variant = "side_information_completion",
};

const learner_class learner_control_randomized_side_information = {
    .about =
        CONTROL_ABOUT("control_randomized_side_information", "randomised completion with side information with a fault",
                      "randomized_side_information", parameters),
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .randomised = true,
    .methods = &methods,
    .variant = "randomized_side_information_completion",
};
