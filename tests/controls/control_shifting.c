/* Shifting and doubling learners with a fault that a bound must find. Each hands everything to the library's learner but what the fault
 * changes. */
#include <math.h>

#include "base/json.h"
#include "faulty.h"
#include "learners/winnow/shifting_matrix_winnow.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, UNFLOORED, LOPSIDED, SUNK, GROWN, SHRUNK } fault;

typedef struct control {
  faulty real;
  matrix_winnow unfloored; /* normalised */
  double size;
} control;

static const parameter parameters[] = {
    FAULT_PARAMETER("none still unfloored lopsided sunk grown shrunk",
                    "still: says that it learns, but does not; unfloored: forgets the floor; lopsided: starts with a "
                    "direction that weighs almost nothing; sunk: this direction ends below the floor, by size; grown, "
                    "shrunk: the trace is not 1, by size"),
    OPTION_NUMBER(control, size, "0", 0, 1, "of the fault, relative"),
};

static spectral *parameter_of(void *self) {
  control *made = self;
  return made->real.fault == UNFLOORED ? made->unfloored.w : faulty_parameter(self);
}

/* The weight of the first coordinate, times e^by. */
static status weigh_first(control *made, size_t n, double by) {
  const size_t first = 0;
  const double one = 1.0;
  const instance unit = instance_sparse(INSTANCE_VECTOR, n, 1, &first, &one);
  return spectral_step(parameter_of(made), by, &unit);
}

/* The first coordinate weighs e^-50 of the others; the trace stays 1. */
static status make_lopsided(control *made, size_t n) {
  double log_trace = 0.0;
  TRY(weigh_first(made, n, -50.0));
  TRY(spectral_log_trace(parameter_of(made), &log_trace));
  return spectral_shift(parameter_of(made), -log_trace);
}

static status init(void *self, const learner_setting *setting) {
  control *made = self;
  const learner_class *class = learner_find(setting->class->variant);
  CLEANUP(json_free_at) cJSON *gap = cJSON_CreateObject();
  options *values = NULL;
  (void)cJSON_AddNumberToObject(gap, "gap", 0.5);
  TRY(options_new(&class->about, gap, &values));
  const status code = learner_new(class, setting, values, &made->real.learner);
  options_free(values);
  TRY(code);
  if (made->real.fault == LOPSIDED || made->real.fault == SUNK) TRY(make_lopsided(made, setting->n));
  if (made->real.fault != UNFLOORED) return STATUS_OK;
  made->unfloored = (matrix_winnow){.r = 1,
                                    .gap = 0.5,
                                    .interval_high = 1.0,
                                    .eta = 1.76,
                                    .theta = 0.207,
                                    .w0 = 1.0 / (double)setting->n,
                                    .normalize = WINNOW_TRACE};
  return matrix_winnow_init(self, &made->unfloored, setting);
}

static status predict(void *self, const instance *x, prediction *out) {
  control *made = self;
  if (made->real.fault == UNFLOORED) return matrix_winnow_predict(&made->unfloored, x, out);
  return faulty_predict(self, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  *updated = predicted->value != label;
  if (made->real.fault == STILL) return STATUS_OK;
  if (made->real.fault == UNFLOORED) return matrix_winnow_update(&made->unfloored, x, predicted, label, updated);
  TRY(faulty_update(self, x, predicted, label, updated));
  if (made->real.fault == SUNK) return weigh_first(made, x->n, log1p(-made->size));
  if (made->real.fault == GROWN) return spectral_shift(parameter_of(made), log1p(made->size));
  return made->real.fault == SHRUNK ? spectral_shift(parameter_of(made), log1p(-made->size)) : STATUS_OK;
}

static const learner_methods methods = {
    .size = sizeof(control),
    .init = init,
    .clear = faulty_clear,
    .predict = predict,
    .update = update,
    .score = faulty_score,
    .constant = faulty_constant,
    .parameter = parameter_of,
};

#define MEMBERS                                                                                               \
  .about.title = "a learner with a fault", .about.citation = "none", .about.help = "a learner with a fault",  \
  .about.result_version = 1,                                                                                  \
  .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX, \
  .predicts = PREDICTION_SIGN, .about.parameters = parameters,                                                \
  .about.parameter_count = sizeof parameters / sizeof parameters[0], .methods = &methods

const learner_class learner_control_shifting = {
    .about = {.name = "control_shifting", .family = "shifting_winnow"}, MEMBERS, .variant = "shifting_matrix_winnow"};
const learner_class learner_control_doubling = {
    .about = {.name = "control_doubling", .family = "doubling_winnow"}, MEMBERS, .variant = "doubling_matrix_winnow"};
