/* Rivals of matrix prediction with a fault that the scenario names: what the checks of their theorems have to catch. */
#include <string.h>

#include "faulty.h"
#include "learners/tuned_grid.h"

/* In the order of the choices of `fault`. */
typedef enum fault { FAULT_NONE, FAULT_STILL, FAULT_DOUBLE, FAULT_STEEP } fault;

typedef struct control {
  faulty real;
  double first; /* prediction, which the fault "still" repeats */
  double eta;   /* instead of the learner's; 0: the learner's */
  double size;
} control;

#define OWN_FAULT                                                                                      \
  FAULT_PARAMETER("none still double steep",                                                           \
                  "still: says what it said first for ever; double: its rate is twice what it tells; " \
                  "steep: says that its slopes are steeper than they are, by size"),                   \
      OPTION_NUMBER(control, size, "0", 0, 1, "relative")

static const parameter average_parameters[] = {
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    TUNED_GRID_PARAMETER,
    OWN_FAULT,
};
static const parameter schatten_control_parameters[] = {
    {.name = "p", .type = PARAMETER_NUMBER, .value = "", .low = 1, .high = 2, .open_low = true, .meaning = "norm"},
    {.name = "radius", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "radius"},
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    TUNED_GRID_PARAMETER,
    OWN_FAULT,
};
static const parameter hedge_control_parameters[] = {
    {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .meaning = "rate"},
    OWN_FAULT,
};

static status init(void *self, const learner_setting *setting) {
  control *made = self;
  TRY(faulty_init(self, setting));
  if (made->real.fault == FAULT_DOUBLE && learner_constant(&made->real.learner, "eta", &made->eta)) made->eta *= 0.5;
  made->first = 0.5 * (setting->loss.low + setting->loss.high);
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const control *made = self;
  TRY(faulty_predict(self, x, out));
  if (made->real.fault == FAULT_STILL) out->value = out->score = made->first;
  return STATUS_OK;
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!faulty_constant(self, name, value)) return false;
  if (made->eta > 0.0 && strcmp(name, "eta") == 0) *value = made->eta;
  if (made->real.fault == FAULT_STEEP && strcmp(name, "g") == 0) *value *= 1.0 + made->size;
  return true;
}

static const learner_methods methods = FAULTY_METHODS(control, init, predict, faulty_update, constant);

const learner_class learner_control_entry_averages = {
    .about =
        CONTROL_ABOUT("control_entry_averages", "entry averages with a fault", "entry_averages", average_parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "entry_averages",
};

const learner_class learner_control_hedge = {
    .about = CONTROL_ABOUT("control_hedge", "Hedge on cuts with a fault", "hedge", hedge_control_parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "hedge_cuts",
};

const learner_class learner_control_schatten = {
    .about = CONTROL_ABOUT("control_schatten", "Schatten mirror descent with a fault", "schatten",
                           schatten_control_parameters),
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .methods = &methods,
    .variant = "schatten_mirror_descent",
};
