/* DefiniteBoost with a fault that the scenario names: what the checks of its theorems have to catch. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "learners/boosting/boost_step.h"
#include "learners/boosting/definite_boost.h"

typedef struct control {
  void *real;
  bool boasts;
} control;

static const parameter parameters[] = {
    {.name = "step", .type = PARAMETER_CHOICE, .value = "approximate", .choices = "approximate", .meaning = "of steps"},
    {.name = "low", .type = PARAMETER_NUMBER, .value = "", .meaning = "as DefiniteBoost"},
    {.name = "high", .type = PARAMETER_NUMBER, .value = "", .meaning = "as DefiniteBoost"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of A"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still backwards short long boasts",
     .meaning = "alpha times 0, -1, 1/2, 3; boasts: says ten times its ln dual"},
};

static double still(double r, double low, double high) {
  (void)r;
  (void)low;
  (void)high;
  return 0.0;
}

static double backwards(double r, double low, double high) {
  return -boost_step(r, low, high);
}

static double too_short(double r, double low, double high) {
  return 0.5 * boost_step(r, low, high);
}

static double too_long(double r, double low, double high) {
  return 3.0 * boost_step(r, low, high);
}

static boost_step_rule *rule_of(const options *options) {
  if (option_is(options, "fault", "still")) return still;
  if (option_is(options, "fault", "backwards")) return backwards;
  if (option_is(options, "fault", "short")) return too_short;
  return option_is(options, "fault", "long") ? too_long : boost_step;
}

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  definite_boost_destroy(made->real);
  free(made);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->boasts = option_is(options, "fault", "boasts");
  const status code = definite_boost_build(setting, options, rule_of(options), &made->real);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  return definite_boost_predict(((control *)self)->real, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  return definite_boost_update(((control *)self)->real, x, predicted, label, updated);
}

static status score(void *self, const instance *x, double *out) {
  return definite_boost_score(((control *)self)->real, x, out);
}

static spectral *parameter_of(void *self) {
  return definite_boost_parameter(((control *)self)->real);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!definite_boost_constant(made->real, name, value)) return false;
  if (made->boasts && strcmp(name, "log_dual") == 0) *value *= 10.0;
  return true;
}

const learner_class learner_control_boost = {
    .about = {.name = "control_boost",
              .title = "DefiniteBoost with a fault",
              .citation = "none",
              .help = "DefiniteBoost with a fault",
              .family = "definite_boost",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .check = definite_boost_check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .parameter = parameter_of,
    .constant = constant,
};
