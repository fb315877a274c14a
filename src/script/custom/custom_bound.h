/* The functions of bound_class for a bound that is written in a scenario. */
#ifndef SCRIPT_CUSTOM_CUSTOM_BOUND_H
#define SCRIPT_CUSTOM_CUSTOM_BOUND_H

#include "script/custom/custom.h"

void custom_bound_functions(custom *c);

#endif
