/* Shifting and doubling learners with a fault that a bound must find. Each hands everything to the library's learner but what the fault
 * changes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "learners/winnow/shifting_matrix_winnow.h"

typedef enum fault { NO_FAULT, STILL, UNFLOORED, LOPSIDED } fault;

typedef struct control {
  learner learner;
  void *unfloored; /* normalised Matrix Winnow */
  double share;
  fault fault;
} control;

static const parameter parameters[] = {
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still unfloored lopsided",
     .meaning = "still: says that it learns, but does not; unfloored: forgets the floor; lopsided: starts with a "
                "direction that "
                "weighs almost nothing"},
};

static fault fault_of(const options *options) {
  if (option_is(options, "fault", "still")) return STILL;
  if (option_is(options, "fault", "unfloored")) return UNFLOORED;
  return option_is(options, "fault", "lopsided") ? LOPSIDED : NO_FAULT;
}

static spectral *parameter_of(void *self) {
  control *made = self;
  return made->fault == UNFLOORED ? matrix_winnow_parameter(made->unfloored) : learner_parameter(&made->learner);
}

/* The first coordinate weighs e^-50 of the others; the trace stays 1. */
static status make_lopsided(control *made, size_t n) {
  const size_t first = 0;
  const double one = 1.0;
  const instance unit = instance_sparse(INSTANCE_VECTOR, n, 1, &first, &one);
  double log_trace = 0.0;
  TRY(spectral_step(parameter_of(made), -50.0, &unit));
  TRY(spectral_log_trace(parameter_of(made), &log_trace));
  return spectral_shift(parameter_of(made), -log_trace);
}

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  learner_destroy(&made->learner);
  matrix_winnow_destroy(made->unfloored);
  free(made);
}

static status build(const learner_class *class, const learner_setting *setting, const options *given, control *made) {
  options *values = NULL;
  made->fault = fault_of(given);
  cJSON *gap = cJSON_CreateObject();
  (void)cJSON_AddNumberToObject(gap, "gap", 0.5);
  status code = options_new(&class->about, gap, &values);
  cJSON_Delete(gap);
  if (code == STATUS_OK) code = learner_new(class, setting, values, &made->learner);
  options_free(values);
  TRY(code);
  if (made->fault == LOPSIDED) TRY(make_lopsided(made, setting->n));
  if (made->fault != UNFLOORED) return STATUS_OK;
  const winnow_settings plain = {.r = 1,
                                 .gap = 0.5,
                                 .interval_high = 1.0,
                                 .eta = 1.76,
                                 .theta = 0.207,
                                 .w0 = 1.0 / (double)setting->n,
                                 .normalize = WINNOW_TRACE};
  return matrix_winnow_build(setting, &plain, &made->unfloored);
}

static status create(const char *name, const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  const status code = build(learner_find(name), setting, options, made);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status create_shifting(const learner_setting *setting, const options *options, void **self) {
  return create("shifting_matrix_winnow", setting, options, self);
}

static status create_doubling(const learner_setting *setting, const options *options, void **self) {
  return create("doubling_matrix_winnow", setting, options, self);
}

static status check(const learner_setting *setting, const options *options) {
  (void)setting;
  (void)options;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  control *made = self;
  if (made->fault == UNFLOORED) return matrix_winnow_predict(made->unfloored, x, out);
  return made->learner.class->predict(made->learner.self, x, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  *updated = predicted->value != label;
  if (made->fault == STILL) return STATUS_OK;
  if (made->fault == UNFLOORED) return matrix_winnow_update(made->unfloored, x, predicted, label, updated);
  return made->learner.class->update(made->learner.self, x, predicted, label, updated);
}

static status score(void *self, const instance *x, double *out) {
  control *made = self;
  return made->learner.class->score(made->learner.self, x, out);
}

static bool constant(const void *self, const char *name, double *value) {
  return learner_constant(&((const control *)self)->learner, name, value);
}

#define MEMBERS(own_name, own_family, own_create)                                                             \
  .about.name = own_name, .about.title = "a learner with a fault", .about.citation = "none",                  \
  .about.help = "a learner with a fault", .about.family = own_family, .about.result_version = 1,              \
  .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX, \
  .predicts = PREDICTION_SIGN, .about.parameters = parameters,                                                \
  .about.parameter_count = sizeof parameters / sizeof parameters[0], .check = check, .create = own_create,    \
  .destroy = destroy, .predict = predict, .update = update, .score = score, .parameter = parameter_of,        \
  .constant = constant

const learner_class learner_control_shifting = {MEMBERS("control_shifting", "shifting_winnow", create_shifting)};
const learner_class learner_control_doubling = {MEMBERS("control_doubling", "doubling_winnow", create_doubling)};
