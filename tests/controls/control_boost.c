/* DefiniteBoost with a fault that the scenario names: what the checks of its theorems have to catch. */
#include <string.h>

#include "faulty.h"
#include "learners/boosting/boost_step.h"
#include "learners/boosting/definite_boost.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, BACKWARDS, SHORT, LONG, BOASTS, SLIPS } fault;

enum { SLIP = 10 }; /* the trial */

typedef struct control {
  faulty real;
  learner_class class; /* of the real learner, with another rule */
  size_t trials;
} control;

static const parameter parameters[] = {
    {.name = "step", .type = PARAMETER_CHOICE, .value = "approximate", .choices = "approximate", .meaning = "of steps"},
    {.name = "low", .type = PARAMETER_NUMBER, .value = "", .meaning = "as DefiniteBoost"},
    {.name = "high", .type = PARAMETER_NUMBER, .value = "", .meaning = "as DefiniteBoost"},
    REPRESENTATION_PARAMETER("auto diagonal dense low_rank"),
    FAULT_PARAMETER("none still backwards short long boasts slips",
                    "alpha times 0, -1, 1/2, 3; boasts: says ten times its ln dual; slips: so after one trial only"),
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

static const definite_boost_variant rules[] = {
    [NO_FAULT] = {boost_step}, [STILL] = {still},       [BACKWARDS] = {backwards}, [SHORT] = {too_short},
    [LONG] = {too_long},       [BOASTS] = {boost_step}, [SLIPS] = {boost_step}};

static status init(void *self, const learner_setting *setting) {
  control *made = self;
  made->class = *learner_find("definite_boost");
  made->class.variant = &rules[made->real.fault];
  return faulty_learner(&made->class, setting, &made->real.learner);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  ((control *)self)->trials++;
  return faulty_update(self, x, predicted, label, updated);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!faulty_constant(self, name, value)) return false;
  const bool boasts = made->real.fault == BOASTS || (made->real.fault == SLIPS && made->trials == SLIP);
  if (boasts && strcmp(name, "log_dual") == 0) *value *= 10.0;
  return true;
}

static const learner_methods methods = FAULTY_METHODS(control, init, faulty_predict, update, constant);

const learner_class learner_control_boost = {
    .about = CONTROL_ABOUT("control_boost", "DefiniteBoost with a fault", "definite_boost", parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "definite_boost",
};
