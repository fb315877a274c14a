/* The functions of problem_class for a problem that is written in a scenario. */
#ifndef SCRIPT_CUSTOM_CUSTOM_PROBLEM_H
#define SCRIPT_CUSTOM_CUSTOM_PROBLEM_H

#include "script/custom/custom.h"

void custom_problem_functions(custom *c);

#endif
