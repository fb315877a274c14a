/* Capped MEG and capped gradient descent with a fault that the scenario names: what the checks of their bounds have to catch. */
#include "faulty.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, BACKWARDS } fault;

static const parameter parameters[] = {
    {.name = "dimension", .type = PARAMETER_INTEGER, .value = "1", .meaning = "k"},
    {.name = "loss_at_most", .type = PARAMETER_NUMBER, .value = "", .meaning = "K"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .meaning = "rate"},
    REPRESENTATION_PARAMETER("auto diagonal dense low_rank"),
    FAULT_PARAMETER("none still backwards", "still: does not learn; backwards: learns I - X in place of X"),
};

/* On vectors: what is shown is taken from 1, so that the coordinates that lose most seem to lose least. */
static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  double turned[64];
  *updated = true;
  if (made->fault == STILL) return STATUS_OK;
  if (made->fault == NO_FAULT) return faulty_update(self, x, predicted, label, updated);
  for (size_t i = 0; i < x->n && i < 64; i++) turned[i] = 1.0 - instance_coordinate(x, i);
  const instance other = instance_dense_vector(x->n, turned);
  return faulty_update(self, &other, predicted, label, updated);
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, faulty_constant);

#define CONTROL(name_, family_)                                                                                 \
  {                                                                                                             \
    .about = {.name = (name_),                                                                                  \
              .title = "A capped learner with a fault",                                                         \
              .citation = "none",                                                                               \
              .help = "a capped learner with a fault",                                                          \
              .family = (family_),                                                                              \
              .result_version = 1,                                                                              \
              PARAMETERS(parameters)},                                                                          \
    .instances = 1u << INSTANCE_VECTOR, .predicts = PREDICTION_REAL, .methods = &methods, .variant = (family_), \
  }

const learner_class learner_control_capped_meg = CONTROL("control_capped_meg", "capped_meg");
const learner_class learner_control_capped_gradient_descent =
    CONTROL("control_capped_gradient_descent", "capped_gradient_descent");
