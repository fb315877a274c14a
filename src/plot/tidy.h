/* The curves of a result folder in long form, for programs that draw with one table (pandas, R). */
#pragma once

#include "base/status.h"

/* Writes out/tidy.tsv (out is made): a row for each number of curves.tsv and observations.tsv: the parameters, learner, seed, t, quantity, index
 * (0 in curves), value; numbers that are missing are left out. *rows = their number. STATUS_INVALID if the folder holds no results. */
status tidy_write(const char *folder, const char *out, size_t *rows);
