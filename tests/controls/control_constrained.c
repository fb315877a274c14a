/* Constrained and kernel Matrix Winnow with one fault each: what the checks of their theorems have to catch. */
#include <string.h>

#include "learners/winnow/constrained_matrix_winnow.h"

extern const learner_class learner_kernel_matrix_winnow, learner_constrained_matrix_winnow;

static const parameter parameters[] = {CONSTRAINED_WINNOW_PARAMETERS};
static const parameter kernel_parameters[] = {
    {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, .meaning = "rank"},
    {.name = "gap", .type = PARAMETER_NUMBER, .value = "0.5", .low = 0, .high = 1, .meaning = "gap"},
    {.name = "kernel", .type = PARAMETER_CHOICE, .value = "linear", .choices = "linear", .meaning = "kernel"},
    {.name = "normalize", .type = PARAMETER_CHOICE, .value = "none", .choices = "none trace", .meaning = "normalised"},
};

/* Says that it learns, and does not. */
static status still(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  (void)self;
  (void)x;
  *updated = predicted->value != label;
  return STATUS_OK;
}

/* Starts at e times the projection. */
static status create_shifted(const learner_setting *setting, const options *options, void **self) {
  TRY(constrained_winnow_create(setting, options, self));
  const status code = spectral_shift(constrained_winnow_parameter(*self), 1.0);
  if (code != STATUS_OK) constrained_winnow_destroy(*self);
  return code;
}

/* Projects only nearly, and says so. */
static bool loose(const void *self, const char *name, double *value) {
  const bool known = constrained_winnow_constant(self, name, value);
  if (known && strcmp(name, "kkt_residual") == 0) *value = 1e-8;
  return known;
}

#define CONSTRAINED                                                                                                \
  .about.title = "control", .about.citation = "none", .about.help = "constrained Matrix Winnow with a fault",      \
  .about.family = "constrained_winnow", .about.result_version = 1, .instances = 1u << INSTANCE_DYAD,               \
  .predicts = PREDICTION_SIGN, .about.parameters = parameters,                                                     \
  .about.parameter_count = sizeof parameters / sizeof parameters[0], .check = constrained_winnow_check,            \
  .destroy = constrained_winnow_destroy, .predict = constrained_winnow_predict, .score = constrained_winnow_score, \
  .parameter = constrained_winnow_parameter

const learner_class learner_control_constrained_still = {.about = {.name = "control_constrained_still"},
                                                         CONSTRAINED,
                                                         .create = constrained_winnow_create,
                                                         .update = still,
                                                         .constant = constrained_winnow_constant};
const learner_class learner_control_constrained_shifted = {.about = {.name = "control_constrained_shifted"},
                                                           CONSTRAINED,
                                                           .create = create_shifted,
                                                           .update = constrained_winnow_update,
                                                           .constant = constrained_winnow_constant};
const learner_class learner_control_constrained_loose = {.about = {.name = "control_constrained_loose"},
                                                         CONSTRAINED,
                                                         .create = constrained_winnow_create,
                                                         .update = constrained_winnow_update,
                                                         .constant = loose};

static status kernel_create(const learner_setting *setting, const options *options, void **self) {
  return learner_kernel_matrix_winnow.create(setting, options, self);
}
static void kernel_destroy(void *self) {
  learner_kernel_matrix_winnow.destroy(self);
}
static status kernel_predict(void *self, const instance *x, prediction *out) {
  return learner_kernel_matrix_winnow.predict(self, x, out);
}
static status kernel_score(void *self, const instance *x, double *score) {
  return learner_kernel_matrix_winnow.score(self, x, score);
}
static bool kernel_constant(const void *self, const char *name, double *value) {
  return learner_kernel_matrix_winnow.constant(self, name, value);
}

const learner_class learner_control_kernel_still = {
    .about = {.name = "control_kernel_still",
              .title = "control",
              .citation = "none",
              .help = "kernel Matrix Winnow that does not learn",
              .family = "kernel_winnow",
              .result_version = 1,
              PARAMETERS(kernel_parameters)},
    .instances = 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_SIGN,
    .create = kernel_create,
    .destroy = kernel_destroy,
    .predict = kernel_predict,
    .update = still,
    .score = kernel_score,
    .constant = kernel_constant,
};
