/* Online matrix prediction with a fault that the scenario names: what the check of its theorem has to catch. */
#include <string.h>

#include "faulty.h"
#include "learners/matrix_prediction/prediction_class.h"

/* In the order of the choices of `fault`. */
typedef enum fault { FAULT_NONE, FAULT_STILL, FAULT_DOUBLE, FAULT_STEEP, FAULT_UNPROJECTED, FAULT_RESIDUAL } fault;

typedef struct control {
  faulty real;
  class_choice choice; /* of the real learner */
  double size;
} control;

static const parameter parameters[] = {
    PREDICTION_CLASS_OPTIONS(control),
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    {.name = "horizon", .type = PARAMETER_CHOICE, .value = "known", .choices = "known doubling", .meaning = "horizon"},
    {.name = "box", .type = PARAMETER_CHOICE, .value = "project", .choices = "project clip", .meaning = "box"},
    REPRESENTATION_PARAMETER("auto definition dense sparse"),
    {.name = "share", .type = PARAMETER_NUMBER, .value = "0", .low = 0, .high = 1, .meaning = "of the identity"},
    FAULT_PARAMETER(
        "none still double steep unprojected residual",
        "still: does not learn; double: takes each step twice; steep: says that its losses are less steep than they "
        "are, by size; unprojected: says that a projection has left more trace than there was; residual: says that "
        "its "
        "projections miss their conditions by size"),
    OPTION_NUMBER(control, size, "1", 0, 1, "relative"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  *updated = true;
  if (made->fault == FAULT_STILL) return STATUS_OK;
  if (made->fault == FAULT_DOUBLE) TRY(faulty_update(self, x, predicted, label, updated));
  return faulty_update(self, x, predicted, label, updated);
}

static bool constant(const void *self, const char *name, double *value) {
  const faulty *made = self;
  if (!faulty_constant(self, name, value)) return false;
  if (made->fault == FAULT_STEEP && strcmp(name, "slope") == 0) *value /= 1.0 + ((const control *)self)->size;
  if (made->fault == FAULT_UNPROJECTED && strcmp(name, "trace_projected") == 0) *value += 1.0;
  if (made->fault == FAULT_RESIDUAL && strcmp(name, "residual") == 0) *value = ((const control *)self)->size;
  return true;
}

static const learner_methods methods = FAULTY_METHODS(control, faulty_init, faulty_predict, update, constant);

const learner_class learner_control_matrix_prediction = {
    .about = CONTROL_ABOUT("control_matrix_prediction", "online matrix prediction with a fault", "matrix_prediction",
                           parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "online_matrix_prediction",
};
