/* Two result folders on the same sequences. */
#pragma once

#include "audit/paired.h"

/* Pairs the finished cells of the result folders a and b by the parameters of their grid points, label of the learner and seed. Prints for
 * each grid point and learner the means of mistakes, loss, regret and of the used part of each bound in a and in b, the mean of the paired
 * differences b - a with their standard deviation and its 95 % interval (Student's t distribution with pairs - 1 degrees of freedom), and the
 * verdicts with their counts; and the cells that are finished in one of them only. STATUS_INVALID if a folder holds no results, the folders have different parameters, no cells are paired, or a pair has unequal streams:
 * the first one is named. */
status compare_folders(const char *a, const char *b, paired_form form, FILE *out);
