/* The functions of learner_class for a learner that is written in a scenario. */
#ifndef SCRIPT_CUSTOM_CUSTOM_LEARNER_H
#define SCRIPT_CUSTOM_CUSTOM_LEARNER_H

#include "script/custom/custom.h"

void custom_learner_functions(custom *c);

#endif
