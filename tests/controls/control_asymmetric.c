/* Winnow with two rates and a fault that the scenario names: what the checks of its theorems have to catch. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/winnow/asymmetric_matrix_winnow.h"

typedef struct control {
  void *winnow;
  bool still, late;
} control;

static const parameter parameters[] = {
    {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, .meaning = "rank"},
    {.name = "gap", .type = PARAMETER_NUMBER, .value = "0.5", .low = 0, .high = 1, .open_low = true, .meaning = "gap"},
    {.name = "rates",
     .type = PARAMETER_CHOICE,
     .value = "factors",
     .choices = "factors single best",
     .meaning = "rates"},
    {.name = "kappa",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1,
     .open_low = true,
     .meaning = "factors"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still mistakes",
     .meaning = "still: says that it learns, but does not; mistakes: a randomised learner that updates only when its "
                "coin erred"},
};

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  asymmetric_destroy(made->winnow);
  free(made);
}

static status create(const learner_setting *setting, const options *options, bool randomised, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->still = option_is(options, "fault", "still");
  made->late = option_is(options, "fault", "mistakes");
  const status code = randomised ? randomized_create(setting, options, &made->winnow)
                                 : asymmetric_create(setting, options, &made->winnow);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status create_asymmetric(const learner_setting *setting, const options *options, void **self) {
  return create(setting, options, false, self);
}

static status create_randomized(const learner_setting *setting, const options *options, void **self) {
  return create(setting, options, true, self);
}

static status predict(void *self, const instance *x, prediction *out) {
  return asymmetric_predict(((control *)self)->winnow, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  prediction said = *predicted;
  if (made->still ||
      (made->late && predicted->value == label)) { /* what a learner that is certain and right would do */
    said.value = label;
    said.probability = label > 0.0 ? 1.0 : 0.0;
  }
  TRY(asymmetric_update(made->winnow, x, &said, label, updated));
  *updated = true;
  return STATUS_OK;
}

static status score(void *self, const instance *x, double *out) {
  return asymmetric_score(((control *)self)->winnow, x, out);
}

static spectral *parameter_of(void *self) {
  return asymmetric_parameter(((control *)self)->winnow);
}

static bool constant(const void *self, const char *name, double *value) {
  return asymmetric_constant(((const control *)self)->winnow, name, value);
}

#define CONTROL                                                                                               \
  .about.title = "two rates with a fault", .about.citation = "none", .about.help = "two rates with a fault",  \
  .about.family = "asymmetric_winnow", .about.result_version = 1,                                             \
  .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX, \
  .predicts = PREDICTION_SIGN, .about.parameters = parameters,                                                \
  .about.parameter_count = sizeof parameters / sizeof parameters[0], .destroy = destroy, .predict = predict,  \
  .update = update, .score = score, .parameter = parameter_of, .constant = constant

const learner_class learner_control_asymmetric = {
    .about = {.name = "control_asymmetric"}, .check = asymmetric_check, .create = create_asymmetric, CONTROL};
const learner_class learner_control_randomized = {.about = {.name = "control_randomized"},
                                                  .randomised = true,
                                                  .check = randomized_check,
                                                  .create = create_randomized,
                                                  CONTROL};
