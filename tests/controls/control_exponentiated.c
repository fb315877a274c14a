/* Matrix exponentiated gradient with a fault that the scenario names: what the check of its theorem has to catch. */
#include "faulty.h"
#include "learners/exponentiated_gradient/exponentiated_gradient.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, BACKWARDS, TWICE } fault;

typedef struct control {
  faulty real;
  double eta, c, loss_at_most, divergence_at_most, range; /* the options of the real learner */
  rate_tuning tuning;
  gradient_update update;
  const cJSON *start;
} control;

static const parameter parameters[] = {
    EXPONENTIATED_RATE_OPTIONS(control),
    EXPONENTIATED_RANGE_OPTION(control, "of the spectra"),
    WEIGHTS_START(control, "the first density"),
    REPRESENTATION_PARAMETER("auto diagonal dense low_rank"),
    FAULT_PARAMETER(
        "none still backwards twice",
        "still: says that it learns, but does not; backwards: learns the opposite error; twice: with twice the "
        "rate it says"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  prediction learnt = *predicted;
  *updated = true;
  if (made->fault == STILL) return STATUS_OK;
  if (made->fault == BACKWARDS) learnt.score = 2.0 * label - learnt.score;
  TRY(faulty_update(self, x, &learnt, label, updated));
  return made->fault == TWICE ? faulty_update(self, x, &learnt, label, updated) : STATUS_OK;
}

static const learner_methods methods = FAULTY_METHODS(control, faulty_init, faulty_predict, update, faulty_constant);

const learner_class learner_control_exponentiated = {
    .about = CONTROL_ABOUT("control_exponentiated", "matrix exponentiated gradient with a fault",
                           "matrix_exponentiated_gradient", parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DISTANCE | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "meg",
};

const learner_class learner_control_eg = {
    .about = CONTROL_ABOUT("control_eg", "exponentiated gradient with a fault", "exponentiated_gradient", parameters),
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "eg",
};
