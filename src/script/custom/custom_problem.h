/* The functions of problem_class for a problem that is written in a scenario. */
#pragma once

#include "script/custom/custom.h"

void custom_problem_functions(custom *c);
