/* A row of parameter tables that several learners share. */
#pragma once

#include "registry/parameter.h"

/* "eta", absent: the learner's own choice, which the text says. */
#define LEARNING_RATE(type, text) OPTION_ABOVE(type, eta, ABSENT, 0, 1e6, text)
