/* The learners of one result folder against each other. */
#pragma once

#include "audit/paired.h"

/* Ranks the learners of each grid point by the mean of their mistakes (of their losses, where labels are numbers) over finished cells, and pairs
 * any two of them by seed where both were played on the same sequence: mean of the differences, standard deviation and 95 % interval
 * (audit/paired.h). A table over all grid points has the mean of a learner's ranks and how many pairs differ after Holm's correction (Holm 1979). In
 * PAIRED_TSV the pairs alone. STATUS_INVALID if the folder holds no results or those of a procedure. */
status compare_learners(const char *folder, paired_form form, FILE *out);
