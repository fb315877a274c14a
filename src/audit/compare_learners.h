/* The learners of one result folder against each other. */
#pragma once

#include <stdio.h>

#include "base/status.h"

/* Ranks the learners of each grid point by the mean of their mistakes (of their losses, where labels are numbers) over finished cells, and pairs
 * any two of them by seed where both were played on the same sequence: mean of the differences, standard deviation and 95 % interval
 * (audit/paired.h). format: NULL or "text" for aligned tables, "tsv" for the pairs with all digits. STATUS_INVALID if the folder holds no
 * results or those of a procedure. */
status compare_learners(const char *folder, const char *format, FILE *out);
