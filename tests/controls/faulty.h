/* A learner with a fault, which its option "fault" names: everything but what the fault changes is done by a real learner, the one whose
 * name is the variant of the class. */
#ifndef TESTS_CONTROLS_FAULTY_H
#define TESTS_CONTROLS_FAULTY_H

#include "learners/learner.h"

/* The state, or its first member. */
typedef struct faulty {
  learner learner;
  unsigned fault; /* place among the choices of "fault": an enum in this order; 0: none */
} faulty;

static inline status faulty_check(const learner_setting *setting, const options *options) {
  return learner_check(learner_find(setting->class->variant), setting, options);
}

static inline status faulty_init(void *self, const learner_setting *setting, const options *options) {
  faulty *made = self;
  made->fault = option_choice(options, "fault");
  return learner_new(learner_find(setting->class->variant), setting, options, &made->learner);
}

static inline void faulty_clear(void *self) {
  learner_destroy(&((faulty *)self)->learner);
}

static inline status faulty_predict(void *self, const instance *x, prediction *out) {
  return learner_predict(&((faulty *)self)->learner, x, out);
}

static inline status faulty_update(void *self, const instance *x, const prediction *predicted, double label,
                                   bool *updated) {
  return learner_update(&((faulty *)self)->learner, x, predicted, label, updated);
}

static inline status faulty_score(void *self, const instance *x, double *score) {
  return learner_score(&((faulty *)self)->learner, x, score);
}

static inline spectral *faulty_parameter(void *self) {
  return learner_parameter(&((faulty *)self)->learner);
}

static inline bool faulty_constant(const void *self, const char *name, double *value) {
  return learner_constant(&((const faulty *)self)->learner, name, value);
}

#endif
