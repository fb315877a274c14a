/* General Matrix Winnow with a fault that the scenario names: what the check of its theorem has to catch. */
#include "faulty.h"
#include "learners/winnow/general_matrix_winnow.h"

#define COMMON_PARAMETERS                                                                                        \
  {.name = "r", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, .meaning = "rank"},              \
      {.name = "gap",                                                                                            \
       .type = PARAMETER_NUMBER,                                                                                 \
       .value = "0.5",                                                                                           \
       .low = 0,                                                                                                 \
       .high = 1,                                                                                                \
       .open_low = true,                                                                                         \
       .meaning = "gap"},                                                                                        \
      {.name = "gap_low", .type = PARAMETER_NUMBER, .value = "0", .low = 0, .high = 1, .meaning = "gap"},        \
      {.name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "rate"},          \
      {.name = "theta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "threshold"}, { \
    .name = "w0", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .meaning = "start"               \
  }

static const parameter parameters[] = {
    {.name = "variant", .type = PARAMETER_CHOICE, .value = "normalized", .choices = "normalized", .meaning = "variant"},
    COMMON_PARAMETERS,
    FAULT_PARAMETER("none still", "still: says that it learns, but does not"),
};

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  const bool still = ((const faulty *)self)->fault != 0;
  return still ? faulty_stay(self, x, predicted, label, updated) : faulty_update(self, x, predicted, label, updated);
}

static const learner_methods methods = FAULTY_METHODS(faulty, faulty_init, faulty_predict, update, faulty_constant);

const learner_class learner_control_general = {
    .about = CONTROL_ABOUT("control_general", "General Matrix Winnow with a fault", "general_winnow", parameters),
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_RECTANGULAR,
    .predicts = PREDICTION_SIGN,
    .methods = &methods,
    .variant = "general_matrix_winnow",
};

/* The learner on the positive part itself, which the bound of that variant looks into, but for its updates. */
static const parameter positive_parameters[] = {
    {.name = "variant",
     .type = PARAMETER_CHOICE,
     .value = "positive_part",
     .choices = "normalized printed signed repaired positive_part",
     .meaning = "variant"},
    COMMON_PARAMETERS,
};

static learner_methods positive_methods;

/* The state is that of the real learner, with its options. */
static status init_positive(void *self, const learner_setting *setting) {
  const learner_class *real = learner_find(setting->class->variant);
  learner_setting of_real = *setting;
  options *values = NULL;
  TRY(faulty_options(&real->about, setting->options, &values));
  options_fill(values, self);
  of_real.options = values;
  const status code = general_winnow_methods.init(self, &of_real);
  options_free(values);
  return code;
}

__attribute__((constructor)) static void set_methods(void) {
  positive_methods = general_winnow_methods;
  positive_methods.check = faulty_check;
  positive_methods.init = init_positive;
  positive_methods.update = faulty_stay;
}

const learner_class learner_control_positive_part = {
    .about = CONTROL_ABOUT("control_positive_part", "says that it learns, but does not", "general_winnow",
                           positive_parameters),
    .instances = 1u << INSTANCE_RECTANGULAR,
    .predicts = PREDICTION_SIGN,
    .methods = &positive_methods,
    .variant = "general_matrix_winnow",
};
