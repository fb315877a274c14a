/* Learners of regression with a fault that the scenario names, and a problem that breaks premises: what the checks of
 * their theorems have to catch. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "faulty.h"
#include "problems/problem.h"

/* In the order of the choices of `fault`. */
typedef enum fault { FAULT_NONE, FAULT_STILL, FAULT_OPPOSITE, FAULT_HASTY } fault;

#define NUMBER(NAME) \
  { .name = NAME, .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e9, .meaning = "as the learner's" }
#define OWN_FAULT                                                                                              \
  FAULT_PARAMETER("none still opposite hasty",                                                                 \
                  "still: says that it learns, but does not; opposite: learns the negative label; hasty: its " \
                  "rate is four times what it tells")

static const parameter widrow_hoff_parameters[] = {
    NUMBER("eta"),
    NUMBER("length"),
    NUMBER("loss_at_most"),
    NUMBER("radius"),
    {.name = "project", .type = PARAMETER_CHOICE, .value = "none", .choices = "none semidefinite", .meaning = "cone"},
    OWN_FAULT,
};
static const parameter ridge_parameters[] = {
    {.name = "lambda", .type = PARAMETER_NUMBER, .value = "1", .low = 0, .high = 1e9, .meaning = "as the learner's"},
    {.name = "forward", .type = PARAMETER_BOOLEAN, .value = "false", .meaning = "as the learner's"},
    OWN_FAULT,
};
static const parameter mean_parameters[] = {OWN_FAULT};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const faulty *made = self;
  *updated = true;
  if (made->fault == FAULT_STILL) return STATUS_OK;
  return faulty_update(self, x, predicted, made->fault == FAULT_OPPOSITE ? -label : label, updated);
}

static bool constant(const void *self, const char *name, double *value) {
  if (!faulty_constant(self, name, value)) return false;
  if (((const faulty *)self)->fault == FAULT_HASTY && strcmp(name, "eta") == 0) *value *= 0.25;
  return true;
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, constant);

const learner_class learner_control_widrow_hoff = {
    .about = CONTROL_ABOUT("control_widrow_hoff", "Widrow-Hoff with a fault", "widrow_hoff", widrow_hoff_parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "matrix_widrow_hoff",
};

const learner_class learner_control_ridge = {
    .about = CONTROL_ABOUT("control_ridge", "ridge regression with a fault", "ridge", ridge_parameters),
    .instances = 1u << INSTANCE_VECTOR,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "ridge",
};

const learner_class learner_control_running_mean = {
    .about = CONTROL_ABOUT("control_running_mean", "running mean with a fault", "running_mean", mean_parameters),
    .instances = (1u << INSTANCE_KINDS) - 1u,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "running_mean",
};

/* ---- e_1 in odd trials, e_2 in even ones, label 1/2, on the interval [0,1] */

typedef struct source {
  comparator *u;
  double label, x[2];
  size_t segments, trial;
} source;

static const parameter problem_parameters[] = {
    OPTION_NUMBER(source, label, "0.5", -10, 10, "of trial 7"),
    OPTION_COUNT(source, segments, "1", 1, 2, "of the comparator"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  (void)self;
  (void)setting;
  *out = (problem_facts){
      .n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .labels = LABEL_REAL, .loss = {LOSS_SQUARE, 0, 1, 0, 1, 1}};
  return STATUS_OK;
}

static void clear_source(void *self) {
  comparator_free(((source *)self)->u);
}

static status init_source(void *self, const problem_setting *setting) {
  source *made = self;
  static const size_t first[2] = {1, 5};
  const double u[2] = {0.5, 0.5};
  comparator *parts[2] = {NULL, NULL};
  (void)setting;
  if (made->segments == 1) return comparator_from_vector(COMPARATOR_GIVEN, 2, u, &made->u);
  TRY(comparator_from_vector(COMPARATOR_GIVEN, 2, u, &parts[0]));
  const status code = comparator_from_vector(COMPARATOR_GIVEN, 2, u, &parts[1]);
  if (code == STATUS_OK) return comparator_from_segments(2, first, parts, &made->u);
  comparator_free(parts[0]);
  return code;
}

static status next(void *self, const learner *player, instance *x) {
  source *made = self;
  (void)player;
  made->trial++;
  made->x[0] = made->trial % 2 == 1 ? 1.0 : 0.0;
  made->x[1] = 1.0 - made->x[0];
  *x = instance_dense_vector(2, made->x);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  const source *made = self;
  (void)predicted;
  *label = made->trial == 7 ? made->label : 0.5;
  return STATUS_OK;
}

static const problem_methods problem_functions = {
    .size = sizeof(source),
    .facts = facts,
    .init = init_source,
    .clear = clear_source,
    .next = next,
    .reveal = reveal,
    .comparator_at = PLACE(source, u),
};

const problem_class problem_control_regression = {
    .about = CONTROL_ABOUT("control_regression", "regression that breaks premises", "regression", problem_parameters),
    .methods = &problem_functions,
};
