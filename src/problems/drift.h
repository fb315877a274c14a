/* Hidden answers that take turns: what problems with a comparator that changes share. Segment j of K begins with trial 1 + floor(j T/K). */
#ifndef PROBLEMS_DRIFT_H
#define PROBLEMS_DRIFT_H

#include "base/random.h"
#include "problems/problem.h"

/* Rows of parameter tables. */
#define DRIFT_SEGMENTS_PARAMETER                                                        \
  {                                                                                     \
    .name = "segments", .type = PARAMETER_INTEGER, .value = "1", .low = 1, .high = 1e6, \
    .meaning = "hidden answers that take turns; the trials are split evenly"            \
  }
#define DRIFT_MOVED_PARAMETER(text) \
  { .name = "moved", .type = PARAMETER_INTEGER, .value = "2", .low = 1, .high = 1e6, .meaning = (text) }

/* STATUS_INVALID where there is no trial for each segment, or where the number of trials is not known. */
status drift_check(const problem_setting *setting, const options *values);

/* Draws the answer of segment j, from 0: *out. */
typedef status (*drift_answer)(void *context, size_t j, comparator **out);
/* *out = the answers of all segments; the only one itself where there is one. */
status drift_draw(const problem_setting *setting, const options *values, drift_answer draw, void *context,
                  comparator **out);

/* Puts `moved` random ones of `count` things, of `size` bytes each, into a random order among their places. */
status drift_shuffle(random_stream *stream, size_t count, size_t moved, size_t size, void *things);

/* The answer of the next trial. Zeros: before the first one. */
typedef struct drift {
  size_t t, place;
} drift;
const comparator *drift_next(drift *now, const comparator *u);

#endif
