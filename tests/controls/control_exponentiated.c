/* Matrix exponentiated gradient with a fault that the scenario names: what the check of its theorem has to catch. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/exponentiated_gradient/exponentiated_gradient.h"

typedef struct control {
  void *real;
  bool still, backwards, twice;
} control;

static const exponentiated_form form = {.matrix = true};

static const parameter parameters[] = {
    EXPONENTIATED_RATE_PARAMETERS,
    EXPONENTIATED_RANGE_PARAMETER("of the spectra"),
    EXPONENTIATED_START_PARAMETER("the first density"),
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of H"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still backwards twice",
     .meaning = "still: says that it learns, but does not; backwards: learns the opposite error; twice: with twice the "
                "rate it says"},
};

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  exponentiated_destroy(made->real);
  free(made);
}

static status check(const learner_setting *setting, const options *options) {
  return exponentiated_check(form, setting, options);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->still = option_is(options, "fault", "still");
  made->backwards = option_is(options, "fault", "backwards");
  made->twice = option_is(options, "fault", "twice");
  const status code = exponentiated_create(form, setting, options, &made->real);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return exponentiated_predict(((control *)self)->real, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  prediction told = *predicted;
  *updated = true;
  if (made->still) return STATUS_OK;
  if (made->backwards) told.score = 2.0 * label - told.score;
  TRY(exponentiated_update(made->real, x, &told, label, updated));
  return made->twice ? exponentiated_update(made->real, x, &told, label, updated) : STATUS_OK;
}

static status score(void *self, const instance *x, double *out) {
  return exponentiated_score(((control *)self)->real, x, out);
}

static spectral *parameter_of(void *self) {
  return exponentiated_parameter(((control *)self)->real);
}

static bool constant(const void *self, const char *name, double *value) {
  return exponentiated_constant(((const control *)self)->real, name, value);
}

const learner_class learner_control_exponentiated = {
    .about = {.name = "control_exponentiated",
              .title = "Matrix exponentiated gradient with a fault",
              .citation = "none",
              .help = "matrix exponentiated gradient with a fault",
              .family = "matrix_exponentiated_gradient",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DISTANCE | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .check = check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .parameter = parameter_of,
    .constant = constant,
};
