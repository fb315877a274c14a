/* params, sweep and --set: the grid of a scenario. */
#ifndef SCRIPT_SCENARIO_GRID_H
#define SCRIPT_SCENARIO_GRID_H

#include <cjson/cJSON.h>

#include "script/scenario/evaluation.h"

void grid_read(evaluation *e);
/* The parameters of a point, a new object; raises without memory. */
cJSON *grid_point(evaluation *e, size_t point);
grid_parameter *grid_find(const evaluation *e, const char *name);

#endif
