/* Follow the perturbed leader with a fault that the scenario names: what the check of its theorem has to catch. */
#include "faulty.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, BACKWARDS } fault;

static const parameter parameters[] = {
    {.name = "perturbation",
     .type = PARAMETER_CHOICE,
     .value = "symmetric",
     .choices = "symmetric rank_one",
     .meaning = "as the learner's"},
    {.name = "scale", .type = PARAMETER_NUMBER, .value = "", .meaning = "of the perturbation"},
    FAULT_PARAMETER("none still backwards", "still: no loss is added; backwards: the opposite of each is"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  static const double kept[] = {1.0, 0.0, -1.0};
  return faulty_update(self, x, predicted, kept[((const faulty *)self)->fault] * label, updated);
}

static const learner_methods methods = {
    .size = sizeof(faulty),
    .check = faulty_check,
    .init = faulty_init,
    .clear = faulty_clear,
    .predict = faulty_predict,
    .update = update,
    .constant = faulty_constant,
};

const learner_class learner_control_rank_one = {
    .about =
        CONTROL_ABOUT("control_rank_one", "follow the perturbed leader with a fault", "perturbed_leader", parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .randomised = true,
    .methods = &methods,
    .variant = "follow_the_perturbed_leader",
};
