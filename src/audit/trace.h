/* The first trials of a run, told one by one in words: what a teacher writes on the board. */
#pragma once

#include "cell/cell.h"

typedef struct trace_request {
  cell_settings settings; /* as for a run; its watcher is set here */
  const char *learner;    /* label, or name of the class; NULL: the first one */
  uint64_t seed;
  size_t trials; /* the first ones; the learner is made for all that the scenario asks for */
  size_t most;   /* numbers of a list that are told */
  FILE *out;
} trace_request;

/* Plays the first grid point in a child process and tells it to `out`. STATUS_INVALID: no such learner, or a procedure. STATUS_FAILED: the cell
 * failed; what was told before is printed. */
status trace_scenario(const trace_request *request);
