/* General Matrix Winnow with a fault that the scenario names: what the check of its theorem has to catch. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/winnow/general_matrix_winnow.h"

typedef struct control {
  void *winnow;
  bool still;
} control;

#define COMMON_PARAMETERS                                                                                        \
  {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, .meaning = "rank"},              \
      {.name = "gap",                                                                                            \
       .type = PARAMETER_NUMBER,                                                                                 \
       .value = "0.5",                                                                                           \
       .low = 0,                                                                                                 \
       .high = 1,                                                                                                \
       .open_low = true,                                                                                         \
       .meaning = "gap"},                                                                                        \
      {.name = "gap_low", .type = PARAMETER_NUMBER, .value = "0", .low = 0, .high = 1, .meaning = "gap"},        \
      {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "rate"},          \
      {.name = "theta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "threshold"}, { \
    .name = "w0", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "start"               \
  }

static const parameter parameters[] = {
    {.name = "variant", .type = PARAMETER_CHOICE, .value = "normalized", .choices = "normalized", .meaning = "variant"},
    COMMON_PARAMETERS,
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still",
     .meaning = "still: says that it learns, but does not"},
};

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  general_destroy(made->winnow);
  free(made);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->still = option_is(options, "fault", "still");
  const status code = general_create(setting, options, &made->winnow);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return general_predict(((control *)self)->winnow, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  if (!made->still) return general_update(made->winnow, x, predicted, label, updated);
  *updated = predicted->value != label;
  return STATUS_OK;
}

static status score(void *self, const instance *x, double *out) {
  return general_score(((control *)self)->winnow, x, out);
}

static spectral *parameter_of(void *self) {
  return general_parameter(((control *)self)->winnow);
}

static bool constant(const void *self, const char *name, double *value) {
  return general_constant(((const control *)self)->winnow, name, value);
}

const learner_class learner_control_general = {
    .about = {.name = "control_general",
              .title = "General Matrix Winnow with a fault",
              .citation = "none",
              .help = "General Matrix Winnow with a fault",
              .family = "general_winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_RECTANGULAR,
    .predicts = PREDICTION_SIGN,
    .check = general_check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .parameter = parameter_of,
    .constant = constant,
};

/* The learner on the positive part itself, which the bound of that variant looks into, but for its updates. */
static const parameter positive_parameters[] = {
    {.name = "variant",
     .type = PARAMETER_CHOICE,
     .value = "positive_part",
     .choices = "positive_part",
     .meaning = "variant"},
    COMMON_PARAMETERS,
};

static status stay(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  (void)self;
  (void)x;
  *updated = predicted->value != label;
  return STATUS_OK;
}

const learner_class learner_control_positive_part = {
    .about = {.name = "control_positive_part",
              .title = "General Matrix Winnow on the positive part that does not learn",
              .citation = "none",
              .help = "says that it learns, but does not",
              .family = "general_winnow",
              .result_version = 1,
              PARAMETERS(positive_parameters)},
    .instances = 1u << INSTANCE_RECTANGULAR,
    .predicts = PREDICTION_SIGN,
    .check = general_check,
    .create = general_create,
    .destroy = general_destroy,
    .predict = general_predict,
    .update = stay,
    .score = general_score,
    .parameter = general_parameter,
    .constant = general_constant,
};
