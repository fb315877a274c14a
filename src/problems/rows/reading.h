/* How a problem reads its data, so that other files can be read in exactly the same way later:
 *
 *   {"name":"libsvm","options":{resolved options},"reading":{what its reader took from the data: scales, lengths, ...}}
 *
 * Only problems that read files of rows have `reading`. */
#ifndef PROBLEMS_ROWS_READING_H
#define PROBLEMS_ROWS_READING_H

#include <cjson/cJSON.h>

#include "problems/problem.h"

/* The caller frees *out. */
status problem_description(const problem *source, const options *values, cJSON **out);

/* Does the description say how to read rows from a file? false for NULL. */
bool problem_describes_reading(const cJSON *description);

/* *out = the rows of the file, one pass in its order, without facts, for problem_next and problem_reveal only. A label that does not occur
 * in the
 * described data is NaN. Messages: "WHO: MEMBER: what was expected" about the description, or those of the reader: "FILE:LINE: ...". */
status problem_reopen(const char *who, const cJSON *description, const char *path, problem *out);

#endif
