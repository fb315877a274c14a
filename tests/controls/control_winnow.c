/* Matrix Winnow with a fault that the scenario names: what the checks of its theorems, and of the engine, have to catch. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>

#include "base/memory.h"
#include "learners/winnow/matrix_winnow.h"

typedef enum fault { NO_FAULT, STILL, TWICE, FACES, ABORT, CRASH, GIVE_UP, NOT_A_NUMBER } fault;

typedef struct control {
  void *winnow;
  void *other; /* a second one, nearly zero, which never learns */
  fault fault;
  size_t predicted; /* trials */
  size_t asked;     /* how often the parameter was asked for */
} control;

static const parameter parameters[] = {
    WINNOW_PARAMETERS,
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank",
     .meaning = "of the argument"},
    {.name = "fault",
     .type = PARAMETER_CHOICE,
     .value = "none",
     .choices = "none still twice faces abort crash error nan",
     .meaning = "still: says that it learns, but does not; twice: steps two times; faces: shows another parameter "
                "every second time; "
                "abort, crash, error, nan: in its third trial"},
    {.name = "only_seed",
     .type = PARAMETER_INTEGER,
     .value = "0",
     .low = 0,
     .high = 1000000,
     .meaning = "the seed with the fault, 0: all"},
};

static fault fault_of(const options *options, uint64_t seed) {
  static const char *const names[] = {"none", "still", "twice", "faces", "abort", "crash", "error", "nan"};
  const size_t only = option_count(options, "only_seed");
  if (only != 0 && only != seed) return NO_FAULT;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (option_is(options, "fault", names[i])) return (fault)i;
  }
  return NO_FAULT;
}

static void destroy(void *self) {
  control *made = self;
  if (made == NULL) return;
  matrix_winnow_destroy(made->winnow);
  matrix_winnow_destroy(made->other);
  free(made);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  control *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->fault = fault_of(options, setting->seed);
  status code = matrix_winnow_create(setting, options, &made->winnow);
  if (code == STATUS_OK) code = matrix_winnow_create(setting, options, &made->other);
  if (code == STATUS_OK) code = spectral_shift(matrix_winnow_parameter(made->other), -20.0); /* nearly zero */
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  control *made = self;
  made->predicted++;
  if (made->predicted == 3) {
    if (made->fault == ABORT) abort();
    if (made->fault == CRASH) (void)raise(SIGSEGV);
    if (made->fault == GIVE_UP) return FAIL(STATUS_NUMERIC, "the control learner gave up");
  }
  TRY(matrix_winnow_predict(made->winnow, x, out));
  if (made->predicted == 3 && made->fault == NOT_A_NUMBER) out->score = NAN;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  control *made = self;
  *updated = predicted->value != label;
  if (made->fault == STILL) return STATUS_OK;
  if (made->fault == TWICE && *updated) TRY(matrix_winnow_update(made->winnow, x, predicted, label, updated));
  return matrix_winnow_update(made->winnow, x, predicted, label, updated);
}

static status score(void *self, const instance *x, double *out) {
  return matrix_winnow_score(((control *)self)->winnow, x, out);
}

static spectral *parameter_of(void *self) {
  control *made = self;
  const bool other = made->fault == FACES && made->asked++ % 2 == 1;
  return matrix_winnow_parameter(other ? made->other : made->winnow);
}

static bool constant(const void *self, const char *name, double *value) {
  return matrix_winnow_constant(((const control *)self)->winnow, name, value);
}

const learner_class learner_control_winnow = {
    .about = {.name = "control_winnow",
              .title = "Matrix Winnow with a fault",
              .citation = "none",
              .help = "Matrix Winnow with a fault",
              .family = "winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .check = matrix_winnow_check,
    .create = create,
    .destroy = destroy,
    .predict = predict,
    .update = update,
    .score = score,
    .parameter = parameter_of,
    .constant = constant,
};
