/* Winnow on the simplex (or on density matrices) and the perceptron with a fault that the scenario names: what the checks of their theorems have to catch. */
#include <stdlib.h>

#include "base/memory.h"
#include "learners/perceptron/matrix_perceptron.h"
#include "learners/winnow/guess_and_halve.h"
#include "learners/winnow/simplex_winnow.h"

typedef struct control {
  void *inner;
  bool still; /* says that it updates on every trial, but stays */
  bool wrong; /* learns the opposite label */
} control;

static const parameter simplex_parameters[] = {
    SIMPLEX_WINNOW_PARAMETERS,
    {.name = "doubled", .type = PARAMETER_BOOLEAN, .value = "false", .meaning = "balanced"},
    {.name = "fault", .type = PARAMETER_CHOICE, .value = "none", .choices = "none still wrong", .meaning = "fault"},
};
static const parameter perceptron_parameters[] = {
    PERCEPTRON_PARAMETERS,
    {.name = "representation", .type = PARAMETER_CHOICE, .value = "auto", .choices = "auto", .meaning = "auto"},
    {.name = "fault", .type = PARAMETER_CHOICE, .value = "none", .choices = "none still wrong", .meaning = "fault"},
};
static const parameter halving_parameters[] = {
    {.name = "range", .type = PARAMETER_NUMBER, .value = "1", .meaning = "range"},
    {.name = "fault", .type = PARAMETER_CHOICE, .value = "none", .choices = "none still wrong", .meaning = "fault"},
};

static void destroy_simplex(void *self) {
  control *made = self;
  if (made == NULL) return;
  simplex_winnow_destroy(made->inner);
  free(made);
}

static void destroy_perceptron(void *self) {
  control *made = self;
  if (made == NULL) return;
  matrix_perceptron_destroy(made->inner);
  free(made);
}

static void destroy_halving(void *self) {
  control *made = self;
  if (made == NULL) return;
  guess_and_halve_destroy(made->inner);
  free(made);
}

static status begin(const options *options, control **out) {
  control *made = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, made));
  made->still = option_is(options, "fault", "still");
  made->wrong = option_is(options, "fault", "wrong");
  *out = made;
  return STATUS_OK;
}

static status create_simplex(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  simplex_winnow_settings settings = simplex_winnow_settings_of(options);
  settings.doubled = option_flag(options, "doubled");
  *self = NULL;
  TRY(begin(options, &made));
  const status code = simplex_winnow_build(setting, &settings, &made->inner);
  if (code != STATUS_OK) destroy_simplex(made);
  if (code == STATUS_OK) *self = made;
  return code;
}

static status create_perceptron(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(begin(options, &made));
  const status code = matrix_perceptron_create(setting, options, &made->inner);
  if (code != STATUS_OK) destroy_perceptron(made);
  if (code == STATUS_OK) *self = made;
  return code;
}

static status create_halving(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(begin(options, &made));
  const status code = guess_and_halve_create(setting, options, &made->inner);
  if (code != STATUS_OK) destroy_halving(made);
  if (code == STATUS_OK) *self = made;
  return code;
}

#define WATCHED(kind)                                                                                   \
  static status predict_##kind(void *self, const instance *x, prediction *out) {                        \
    return kind##_predict(((control *)self)->inner, x, out);                                            \
  }                                                                                                     \
  static status update_##kind(void *self, const instance *x, const prediction *predicted, double label, \
                              bool *updated) {                                                          \
    control *made = self;                                                                               \
    const double told = made->wrong ? -label : label;                                                   \
    const prediction said = {.score = made->wrong ? -predicted->score : predicted->score,               \
                             .value = made->wrong ? -predicted->value : predicted->value};              \
    if (!made->still) return kind##_update(made->inner, x, &said, told, updated);                       \
    *updated = true;                                                                                    \
    return STATUS_OK;                                                                                   \
  }                                                                                                     \
  static status score_##kind(void *self, const instance *x, double *out) {                              \
    return kind##_score(((control *)self)->inner, x, out);                                              \
  }                                                                                                     \
  static spectral *parameter_##kind(void *self) {                                                       \
    return kind##_parameter(((control *)self)->inner);                                                  \
  }                                                                                                     \
  static bool constant_##kind(const void *self, const char *name, double *value) {                      \
    return kind##_constant(((const control *)self)->inner, name, value);                                \
  }

WATCHED(simplex_winnow)
WATCHED(matrix_perceptron)
WATCHED(guess_and_halve)

#define CONTROL(kind, rows)                                                                                            \
  .about.title = "with a fault", .about.citation = "none", .about.help = "with a fault", .about.result_version = 1,    \
  .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_MATRIX, .predicts = PREDICTION_SIGN, .about.parameters = (rows), \
  .about.parameter_count = sizeof(rows) / sizeof(rows)[0], .predict = predict_##kind, .update = update_##kind,         \
  .score = score_##kind, .parameter = parameter_##kind, .constant = constant_##kind

const learner_class learner_control_simplex = {.about = {.name = "control_simplex", .family = "simplex_winnow"},
                                               .create = create_simplex,
                                               .destroy = destroy_simplex,
                                               CONTROL(simplex_winnow, simplex_parameters)};
const learner_class learner_control_perceptron = {.about = {.name = "control_perceptron", .family = "perceptron"},
                                                  .create = create_perceptron,
                                                  .destroy = destroy_perceptron,
                                                  CONTROL(matrix_perceptron, perceptron_parameters)};
const learner_class learner_control_halving = {.about = {.name = "control_halving", .family = "guess_and_halve"},
                                               .create = create_halving,
                                               .destroy = destroy_halving,
                                               CONTROL(guess_and_halve, halving_parameters)};
