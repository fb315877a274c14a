/* plot: a table, a list of tables, or a function that returns one of them. */
#pragma once

#include "script/scenario/evaluation.h"

/* Adds each plot to `plots`, checked and completed. */
void plots_read(evaluation *e, const cJSON *points, cJSON *plots);
