/* Winnow with two rates and a fault that the scenario names: what the checks of its theorems have to catch. */
#include "faulty.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, MISTAKES } fault;

static const parameter parameters[] = {
    {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, .meaning = "rank"},
    {.name = "gap", .type = PARAMETER_NUMBER, .value = "0.5", .low = 0, .high = 1, .open_low = true, .meaning = "gap"},
    {.name = "rates",
     .type = PARAMETER_CHOICE,
     .value = "factors",
     .choices = "factors single best capacity",
     .meaning = "rates"},
    {.name = "kappa",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "factors"},
    FAULT_PARAMETER(
        "none still mistakes",
        "still: says that it learns, but does not; mistakes: a randomised learner that updates only when its "
        "coin erred"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  prediction learnt = *predicted;
  /* what a learner that is certain and right would do */
  if (made->fault == STILL || (made->fault == MISTAKES && predicted->value == label)) {
    learnt.value = label;
    learnt.probability = label > 0.0 ? 1.0 : 0.0;
  }
  TRY(faulty_update(self, x, &learnt, label, updated));
  if (made->fault != NO_FAULT) *updated = true;
  return STATUS_OK;
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, faulty_constant);

#define CONTROL                                                                                               \
  .about.title = "two rates with a fault", .about.citation = "none", .about.help = "two rates with a fault",  \
  .about.family = "asymmetric_winnow", .about.result_version = 1,                                             \
  .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX, \
  .predicts = PREDICTION_SIGN, .about.parameters = parameters,                                                \
  .about.parameter_count = sizeof parameters / sizeof parameters[0], .methods = &methods

const learner_class learner_control_asymmetric = {
    .about = {.name = "control_asymmetric"}, CONTROL, .variant = "asymmetric_matrix_winnow"};
const learner_class learner_control_randomized = {
    .about = {.name = "control_randomized"}, CONTROL, .randomised = true, .variant = "randomized_matrix_winnow"};
