/* The points of the grid: trials, problem, learners and bounds, resolved and checked against each other. */
#ifndef SCRIPT_SCENARIO_POINTS_H
#define SCRIPT_SCENARIO_POINTS_H

#include <cjson/cJSON.h>

#include "script/scenario/evaluation.h"

void points_read(evaluation *e, cJSON *points);

#endif
