/* Matrix completion with a fault that the scenario names: what the check of its theorem has to catch. */
#include "faulty.h"

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
    OPTION_CHOICE(faulty, fault, "none", "none still", "still: says that it learns, but does not"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const bool still = ((const faulty *)self)->fault != 0;
  if (!still) return faulty_update(self, x, predicted, label, updated);
  *updated = predicted->value != label;
  return STATUS_OK;
}

static const learner_methods methods = {
    .size = sizeof(faulty),
    .check = faulty_check,
    .init = faulty_init,
    .clear = faulty_clear,
    .predict = faulty_predict,
    .update = update,
    .score = faulty_score,
    .constant = faulty_constant,
    .parameter = faulty_parameter,
};

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
    .methods = &methods,
    .variant = "matrix_completion",
};
