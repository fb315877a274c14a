/* Winnow on the simplex (or on density matrices) and the perceptron with a fault that the scenario names: what the checks of their theorems have to catch. */
#include "faulty.h"
#include "learners/perceptron/matrix_perceptron.h"
#include "learners/winnow/simplex_winnow.h"

/* still: says that it updates on every trial, but stays; wrong: learns the opposite label. In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, WRONG } fault;

/* The options of the real learners, which are made from them, and which of these it is. */
typedef struct control {
  faulty real;
  double margin, range, eta, theta;
  bool bias, doubled;
} control;

static const parameter simplex_parameters[] = {
    SIMPLEX_WINNOW_OPTIONS(control),
    OPTION_FLAG(control, doubled, "false", "balanced"),
    FAULT_PARAMETER("none still wrong", "fault"),
};
static const parameter perceptron_parameters[] = {
    PERCEPTRON_OPTIONS(control),
    REPRESENTATION_PARAMETER("auto"),
    FAULT_PARAMETER("none still wrong", "fault"),
};
static const parameter halving_parameters[] = {
    {.name = "range", .type = PARAMETER_NUMBER, .value = "1", .meaning = "range"},
    FAULT_PARAMETER("none still wrong", "fault"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  const double sign = made->fault == WRONG ? -1.0 : 1.0;
  const prediction learnt = {.score = sign * predicted->score, .value = sign * predicted->value};
  if (made->fault != STILL) return faulty_update(self, x, &learnt, sign * label, updated);
  *updated = true;
  return STATUS_OK;
}

/* The option "doubled" chooses the learner. */
static status init_simplex(void *self, const learner_setting *setting) {
  control *made = self;
  const char *name = made->doubled ? "balanced_winnow" : "winnow_normalized";
  return faulty_learner(learner_find(name), setting, &made->real.learner);
}

static const learner_methods methods = FAULTY_METHODS(control, faulty_init, faulty_predict, update, faulty_constant);

static const learner_methods simplex_methods = {
    .size = sizeof(control),
    .init = init_simplex,
    .clear = faulty_clear,
    .predict = faulty_predict,
    .update = update,
    .score = faulty_score,
    .constant = faulty_constant,
    .parameter = faulty_parameter,
};

#define CONTROL(rows)                                                                                                  \
  .about.title = "with a fault", .about.citation = "none", .about.help = "with a fault", .about.result_version = 1,    \
  .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_MATRIX, .predicts = PREDICTION_SIGN, .about.parameters = (rows), \
  .about.parameter_count = sizeof(rows) / sizeof(rows)[0]

const learner_class learner_control_simplex = {.about = {.name = "control_simplex", .family = "simplex_winnow"},
                                               CONTROL(simplex_parameters),
                                               .methods = &simplex_methods};
const learner_class learner_control_perceptron = {.about = {.name = "control_perceptron", .family = "perceptron"},
                                                  CONTROL(perceptron_parameters),
                                                  .methods = &methods,
                                                  .variant = "matrix_perceptron"};
const learner_class learner_control_halving = {.about = {.name = "control_halving", .family = "guess_and_halve"},
                                               CONTROL(halving_parameters),
                                               .methods = &methods,
                                               .variant = "guess_and_halve"};
