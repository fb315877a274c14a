/* The first difference between two result files. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* Compares the bytes of two files of the same kind: tables (.tsv), sequences (.jsonl), states (.json), other text. *what = NULL where they
 * are equal; otherwise one line with the place and both values, such as
 *   "line 12, cell 0123456789abcdef, column mistakes, trial 7: 17, run again 18". The caller frees it.
 * Rows of `recorded` whose column `status` is "timeout" are skipped: such cells are not run again. Columns that only the table run again has, by
 * a later version of the program, are no difference. */
status file_difference(const char *recorded, const char *again, char **what);

/* The first member, in the order of `recorded`, that differs: *what = NULL, or "points[2].trials: 2000, run again 200". ignored: names of
 * members of the outermost object, closed by NULL. */
status json_difference(const cJSON *recorded, const cJSON *again, const char *const *ignored, char **what);

/* *what = NULL where two texts are equal, otherwise "line 3: 'first', EXPECTED 'second'". */
status text_difference(const char *first, const char *second, const char *expected, char **what);
