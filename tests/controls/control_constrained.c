/* Constrained and kernel Matrix Winnow with one fault each: what the checks of their theorems have to catch. */
#include <string.h>

#include "faulty.h"
#include "learners/winnow/constrained_matrix_winnow.h"
#include "registry/field.h"

static const parameter kernel_parameters[] = {
    {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, .meaning = "rank"},
    {.name = "gap", .type = PARAMETER_NUMBER, .value = "0.5", .low = 0, .high = 1, .meaning = "gap"},
    {.name = "kernel", .type = PARAMETER_CHOICE, .value = "linear", .choices = "linear", .meaning = "kernel"},
    {.name = "normalize", .type = PARAMETER_CHOICE, .value = "none", .choices = "none trace", .meaning = "normalised"},
};

/* Starts at e times the projection. */
static status init_shifted(void *self, const learner_setting *setting) {
  TRY(constrained_winnow_methods.init(self, setting));
  return spectral_shift(constrained_winnow_methods.parameter(self), 1.0);
}

/* Projects only nearly, and says so. */
static bool loose(const void *self, const char *name, double *value) {
  const learner_methods *real = &constrained_winnow_methods;
  *value = 1e-8;
  return strcmp(name, "kkt_residual") == 0 || fields_value(real->constants, real->constants_count, self, name, value) ||
         real->constant(self, name, value);
}

/* The bounds look into the state of the real learner: these methods are its own, but for the fault. */
static learner_methods still_methods, shifted_methods, loose_methods;

__attribute__((constructor)) static void set_methods(void) {
  still_methods = shifted_methods = loose_methods = constrained_winnow_methods;
  still_methods.update = faulty_stay;
  shifted_methods.init = init_shifted;
  loose_methods.constants_count = 0;
  loose_methods.constant = loose;
}

#define CONSTRAINED                                                                                           \
  .about.title = "control", .about.citation = "none", .about.help = "constrained Matrix Winnow with a fault", \
  .about.family = "constrained_winnow", .about.result_version = 1, .instances = 1u << INSTANCE_DYAD,          \
  .predicts = PREDICTION_SIGN, .about.parameters = constrained_winnow_parameters,                             \
  .about.parameter_count = CONSTRAINED_WINNOW_PARAMETERS

const learner_class learner_control_constrained_still = {
    .about = {.name = "control_constrained_still"}, CONSTRAINED, .methods = &still_methods};
const learner_class learner_control_constrained_shifted = {
    .about = {.name = "control_constrained_shifted"}, CONSTRAINED, .methods = &shifted_methods};
const learner_class learner_control_constrained_loose = {
    .about = {.name = "control_constrained_loose"}, CONSTRAINED, .methods = &loose_methods};

static const learner_methods kernel_methods =
    FAULTY_METHODS(faulty, faulty_init, faulty_predict, faulty_stay, faulty_constant);

const learner_class learner_control_kernel_still = {
    .about = CONTROL_ABOUT("control_kernel_still", "kernel Matrix Winnow that does not learn", "kernel_winnow",
                           kernel_parameters),
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .methods = &kernel_methods,
    .variant = "kernel_matrix_winnow",
};
