/* Allocations in the trial loop of the engine. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* A cell, by the names and the options (JSON objects) of its problem, learner and bound (NULL: no bound). */
typedef struct allocation_case {
  const char *problem, *problem_options, *learner, *learner_options, *bound;
  bool observed; /* with all quantities of `observe` that every problem has */
  bool items;    /* with that of items in classes */
  bool recorded; /* with --record */
  bool wasteful; /* each instance costs one allocation: shows that they are counted */
} allocation_case;

extern const allocation_case allocation_cases[];
extern const size_t allocation_case_count;

/* Runs the cell with cell_run and the seed 1. *allocations = calls of malloc, calloc and realloc from the first trial's instance to
 * the last one's (if the cell is played twice, both times), *played = trials between those two. Not for threads. */
status trial_allocations(const allocation_case *which, size_t trials, size_t *allocations, size_t *played);
