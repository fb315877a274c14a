/* How an adversary that contradicts every prediction labels: its own way, or by coins. */
#pragma once

#include "registry/parameter.h"

typedef enum forced_labels { LABELS_CONTRADICT, LABELS_COINS } forced_labels;

/* A row of a parameter table. */
#define FORCED_LABELS(type)                                                                                           \
  OPTION_CHOICE(type, labels, "contradict", "contradict coins",                                                       \
                "contradict: every prediction is wrong; coins: fair ones, so that every learner errs in half of the " \
                "trials in expectation, also one that tosses coins itself")
