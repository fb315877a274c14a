/* Online matrix prediction that says the opposite of what it has learnt: what a printed regret bound has to refute. */
#include "faulty.h"
#include "learners/matrix_prediction/prediction_class.h"

typedef struct control {
  faulty real;
  class_choice choice; /* of the real learner */
} control;

static const parameter parameters[] = {
    PREDICTION_CLASS_OPTIONS(control),
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    {.name = "horizon", .type = PARAMETER_CHOICE, .value = "known", .choices = "known doubling", .meaning = "horizon"},
    {.name = "box", .type = PARAMETER_CHOICE, .value = "project", .choices = "project clip", .meaning = "box"},
    REPRESENTATION_PARAMETER("auto dense sparse"),
    {.name = "share", .type = PARAMETER_NUMBER, .value = "0", .low = 0, .high = 1, .meaning = "of the identity"},
};

static status score(void *self, const instance *x, double *out) {
  const bool gambling = learner_constant_or_nan(&((const faulty *)self)->learner, "class") == CLASS_GAMBLING;
  TRY(faulty_score(self, x, out));
  *out = (gambling ? 1.0 : 0.0) - *out; /* in [0,1] or [-1,1] */
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  TRY(score(self, x, &out->score));
  out->value = out->score;
  return STATUS_OK;
}

static const learner_methods methods = {
    .size = sizeof(control),
    .check = faulty_check,
    .init = faulty_init,
    .clear = faulty_clear,
    .predict = predict,
    .update = faulty_update,
    .score = score,
    .constant = faulty_constant,
    .parameter = faulty_parameter,
};

const learner_class learner_control_opposite_prediction = {
    .about = CONTROL_ABOUT("control_opposite_prediction", "the opposite of online matrix prediction",
                           "matrix_prediction", parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "online_matrix_prediction",
};
