/* params, sweep and --set: the grid of a scenario. */
#pragma once

#include "script/scenario/evaluation.h"

void grid_read(evaluation *e);
/* The parameters of a point, a new object; raises without memory. */
cJSON *grid_point(evaluation *e, size_t point);
grid_parameter *grid_find(const evaluation *e, const char *name);
