/* Hidden answers that take turns: what problems with a comparator that changes share. Segment j of K begins with trial 1 + floor(j T/K). */
#pragma once

#include "problems/problem.h"

/* Rows of parameter tables. */
#define DRIFT_SEGMENTS(type, member) \
  OPTION_COUNT_AS("segments", type, member, "1", 1, 1e6, "hidden answers that take turns; the trials are split evenly")
#define DRIFT_MOVED(type, member, text) OPTION_COUNT_AS("moved", type, member, "2", 1, 1e6, text)

/* STATUS_INVALID where there is no trial for each segment, or where the number of trials is not known. */
status drift_check(const problem_setting *setting, size_t segments);

/* Draws the answer of segment j, from 0: *out. */
typedef status (*drift_answer)(void *context, size_t j, comparator **out);
/* *out = the answers of all segments; the only one itself where there is one. */
status drift_draw(size_t trials, size_t count, drift_answer draw, void *context, comparator **out);

/* Puts `moved` random ones of `count` things, of `size` bytes each, into a random order among their places. */
status drift_shuffle(random_stream *stream, size_t count, size_t moved, size_t size, void *things);

/* The answer of the next trial. Zeros: before the first one. */
typedef struct drift {
  size_t t, place;
} drift;
const comparator *drift_next(drift *now, const comparator *u);
