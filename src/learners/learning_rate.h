/* A row of parameter tables that several learners share. */
#ifndef LEARNERS_LEARNING_RATE_H
#define LEARNERS_LEARNING_RATE_H

#include "registry/parameter.h"

/* "eta", absent: the learner's own choice, which the text says. */
#define LEARNING_RATE_PARAMETER(text) \
  { .name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .open_low = true, .meaning = (text) }

#endif
