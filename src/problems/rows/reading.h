/* How a problem reads its data, so that other files can be read in exactly the same way later:
 *
 *   {"name":"libsvm","options":{resolved options},"reading":{what its reader took from the data: scales, lengths, ...}}
 *
 * Only problems that read files of rows have `reading`. Meetings also have "draw": the weight nu of a draw in Davidson's model for the
 * learner's predictions (learners/forecast.h), 0 if there was none. */
#pragma once

#include "problems/problem.h"

/* The caller frees *out. */
status problem_description(const problem *source, const options *values, cJSON **out);

/* Does the description say how to read rows from a file? false for NULL. */
bool problem_describes_reading(const cJSON *description);

/* A description, opened for many files. Start with {0}. */
typedef struct problem_reading {
  const problem_class *class;
  options *values;
  const cJSON *reading; /* of the description, which outlives this */
} problem_reading;

/* Messages: "WHO: MEMBER: what was expected". */
status problem_reading_open(const char *who, const cJSON *description, problem_reading *out);
void problem_reading_close(problem_reading *reading);
/* As problem_reopen; more: of problem_methods.reopen. */
status problem_reading_rows(const problem_reading *reading, const char *path, size_t more, problem *out);

/* *out = the description of a problem whose rows come one by one: `path` is the file of the first one (problem_methods.begin). The caller frees
 * it. */
status problem_begin(const problem_class *class, const char *path, const options *values, cJSON **out);

/* *out = the rows of the file, one pass in its order, without facts, for problem_next and problem_reveal only. A label that does not occur
 * in the
 * described data is NaN. Messages: "WHO: MEMBER: what was expected" about the description, or those of the reader: "FILE:LINE: ...". */
status problem_reopen(const char *who, const cJSON *description, const char *path, problem *out);
