/* The matrix log loss with a fault that the scenario names: what the check of its bound has to catch. */
#include <math.h>

#include "faulty.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, BLIND } fault;

static const parameter parameters[] = {
    {.name = "prior", .type = PARAMETER_NUMBER, .value = "1", .meaning = "of each direction"},
    REPRESENTATION_PARAMETER("auto diagonal dense low_rank"),
    FAULT_PARAMETER("none still blind", "still: does not learn; blind: learns, but predicts ln n, the loss of I/n"),
};

static status predict(void *self, const instance *x, prediction *out) {
  TRY(faulty_predict(self, x, out));
  if (((faulty *)self)->fault == BLIND) out->value = log((double)x->n);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  *updated = true;
  return ((faulty *)self)->fault == STILL ? STATUS_OK : faulty_update(self, x, predicted, label, updated);
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, predict, update, faulty_constant);

const learner_class learner_control_matrix_log_loss = {
    .about =
        CONTROL_ABOUT("control_matrix_log_loss", "the matrix log loss with a fault", "matrix_log_loss", parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "matrix_log_loss",
};
