/* Constants of learners (learner_class.constant) that are flags and choices, and defaults for those that a learner has not. */
#ifndef BOUNDS_CONSTANTS_H
#define BOUNDS_CONSTANTS_H

#include <stdbool.h>

#include "learners/learner.h"

static inline double constant_or(const learner *learner, const char *name, double otherwise) {
  double value = otherwise;
  return learner_constant(learner, name, &value) ? value : otherwise;
}

/* false if the learner has none of that name */
static inline bool constant_flag(const learner *learner, const char *name) {
  return constant_or(learner, name, 0.0) != 0.0;
}

/* A constant that is a member of an enum; -1 if the learner has none of that name. */
static inline int constant_choice(const learner *learner, const char *name) {
  const double value = constant_or(learner, name, -1.0);
  return value >= 0.0 ? (int)value : -1;
}

#endif
