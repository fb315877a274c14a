/* Matrix Winnow with a fault that the scenario names: what the checks of its theorems, and of the engine, have to catch. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>

#include "faulty.h"
#include "learners/winnow/matrix_winnow.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, STILL, TWICE, FACES, ABORT, CRASH, GIVE_UP, NOT_A_NUMBER } fault;

typedef struct control {
  faulty winnow;
  size_t r; /* the options of the real learner */
  double gap, gap_low, interval_low, interval_high, eta, theta, w0, hinge;
  winnow_normalize normalize;
  size_t only_seed;
  learner other;    /* a second one, nearly zero, which never learns */
  size_t predicted; /* trials */
  size_t asked;     /* how often the parameter was asked for */
} control;

static const parameter parameters[] = {
    WINNOW_OPTIONS(control),
    REPRESENTATION_PARAMETER("auto diagonal dense low_rank"),
    FAULT_PARAMETER("none still twice faces abort crash error nan",
                    "still: says that it learns, but does not; twice: steps two times; faces: shows another parameter "
                    "every second time; "
                    "abort, crash, error, nan: in its third trial"),
    OPTION_COUNT(control, only_seed, "0", 0, 1000000, "the seed with the fault, 0: all"),
};

static status init(void *self, const learner_setting *setting) {
  control *made = self;
  const size_t only = made->only_seed;
  TRY(faulty_init(self, setting));
  if (only != 0 && only != setting->seed) made->winnow.fault = NO_FAULT;
  TRY(faulty_learner(learner_find("matrix_winnow"), setting, &made->other));
  return spectral_shift(learner_parameter(&made->other), -20.0); /* nearly zero */
}

static void clear(void *self) {
  faulty_clear(self);
  learner_destroy(&((control *)self)->other);
}

static status predict(void *self, const instance *x, prediction *out) {
  control *made = self;
  made->predicted++;
  if (made->predicted == 3) {
    if (made->winnow.fault == ABORT) abort();
    if (made->winnow.fault == CRASH) (void)raise(SIGSEGV);
    if (made->winnow.fault == GIVE_UP) return FAIL(STATUS_NUMERIC, "the control learner gave up");
  }
  TRY(faulty_predict(self, x, out));
  if (made->predicted == 3 && made->winnow.fault == NOT_A_NUMBER) out->score = NAN;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const control *made = self;
  *updated = predicted->value != label;
  if (made->winnow.fault == STILL) return STATUS_OK;
  if (made->winnow.fault == TWICE && *updated) TRY(faulty_update(self, x, predicted, label, updated));
  return faulty_update(self, x, predicted, label, updated);
}

static spectral *parameter_of(void *self) {
  control *made = self;
  const bool other = made->winnow.fault == FACES && made->asked++ % 2 == 1;
  return other ? learner_parameter(&made->other) : faulty_parameter(self);
}

static const learner_methods methods = {
    .size = sizeof(control),
    .check = faulty_check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    .score = faulty_score,
    .constant = faulty_constant,
    .parameter = parameter_of,
};

const learner_class learner_control_winnow = {
    .about = CONTROL_ABOUT("control_winnow", "Matrix Winnow with a fault", "winnow", parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .methods = &methods,
    .variant = "matrix_winnow",
};
