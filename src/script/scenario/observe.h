/* observe: the quantities that a scenario asks for. */
#pragma once

#include "script/scenario/evaluation.h"

/* Reads the field into the plan. */
void observe_read(evaluation *e);
bool observe_has(const evaluation *e, const char *name);
/* Checks that the problem of a point, called `source`, has what is asked for; adds to the point what the run needs for it. */
void observe_check(evaluation *e, const char *source, cJSON *point);
