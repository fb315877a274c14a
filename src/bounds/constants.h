/* Constants of learners (learner_constant) that are flags, and defaults for those that a learner does not have. */
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

#endif
