/* The functions of learner_class for a learner that is written in a scenario. */
#pragma once

#include "script/custom/custom.h"

void custom_learner_functions(custom *c);
