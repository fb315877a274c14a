/* Rivals of matrix prediction with a fault that the scenario names: what the checks of their theorems have to catch. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "learners/multiplicative_weights/schatten_mirror_descent.h"
#include "learners/ratings/entry_averages.h"
#include "learners/tuned_grid.h"

typedef enum fault { FAULT_NONE, FAULT_STILL, FAULT_DOUBLE } fault;

typedef struct control {
  learner learner;
  fault fault;
  double last; /* what it said last: the fault "still" goes on saying what it said first */
  double eta;  /* told instead of the learner's; 0: the learner's */
} control;

#define FAULT_PARAMETER                                                                           \
  {                                                                                               \
    .name = "fault", .type = PARAMETER_CHOICE, .value = "none", .choices = "none still double",   \
    .meaning = "still: says what it said first for ever; double: its rate is twice what it tells" \
  }

static const parameter average_parameters[] = {
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    TUNED_GRID_PARAMETER,
    FAULT_PARAMETER,
};
static const parameter schatten_control_parameters[] = {
    {.name = "p", .type = PARAMETER_NUMBER, .value = "", .low = 1, .high = 2, .open_low = true, .meaning = "norm"},
    {.name = "radius", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "radius"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    TUNED_GRID_PARAMETER,
    FAULT_PARAMETER,
};
static const parameter hedge_control_parameters[] = {
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    FAULT_PARAMETER,
};

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  learner_destroy(&made->learner);
  free(made);
}

static status create(const learner_class *class, const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->fault = option_is(options, "fault", "still")    ? FAULT_STILL
                : option_is(options, "fault", "double") ? FAULT_DOUBLE
                                                        : FAULT_NONE;
  const status code = learner_new(class, setting, options, &made->learner);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  if (made->fault == FAULT_DOUBLE && learner_constant(&made->learner, "eta", &made->eta)) made->eta *= 0.5;
  made->last = 0.5 * (setting->loss.low + setting->loss.high);
  *self = made;
  return STATUS_OK;
}

static status create_averages(const learner_setting *setting, const options *options, void **self) {
  return create(learner_find("entry_averages"), setting, options, self);
}

static status create_schatten(const learner_setting *setting, const options *options, void **self) {
  return create(learner_find("schatten_mirror_descent"), setting, options, self);
}

static status create_hedge(const learner_setting *setting, const options *options, void **self) {
  return create(learner_find("hedge_cuts"), setting, options, self);
}

static status predict(void *self, const instance *x, prediction *out) {
  const control *made = self;
  TRY(made->learner.class->predict(made->learner.self, x, out));
  if (made->fault == FAULT_STILL) out->value = out->score = made->last;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const control *made = self;
  return made->learner.class->update(made->learner.self, x, predicted, label, updated);
}

static status score(void *self, const instance *x, double *out) {
  const control *made = self;
  return made->learner.class->score(made->learner.self, x, out);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (made->eta > 0.0 && strcmp(name, "eta") == 0) {
    *value = made->eta;
    return true;
  }
  return learner_constant(&made->learner, name, value);
}

const learner_class learner_control_entry_averages = {
    .about = {.name = "control_entry_averages",
              .title = "Entry averages with a fault",
              .citation = "none",
              .help = "entry averages with a fault",
              .family = "entry_averages",
              .result_version = 1,
              PARAMETERS(average_parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .check = entry_averages_check,
    .create = create_averages,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .constant = constant,
};

const learner_class learner_control_hedge = {
    .about = {.name = "control_hedge",
              .title = "Hedge on cuts with a fault",
              .citation = "none",
              .help = "Hedge on cuts with a fault",
              .family = "hedge",
              .result_version = 1,
              PARAMETERS(hedge_control_parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .create = create_hedge,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .constant = constant,
};

const learner_class learner_control_schatten = {
    .about = {.name = "control_schatten",
              .title = "Schatten mirror descent with a fault",
              .citation = "none",
              .help = "Schatten mirror descent with a fault",
              .family = "schatten",
              .result_version = 1,
              PARAMETERS(schatten_control_parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .check = schatten_check,
    .create = create_schatten,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .constant = constant,
};
