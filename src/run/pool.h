/* Worker processes. Tasks run in forked workers, so that a crash costs one task; the parent hands out indices and receives records. */
#pragma once

#include "base/process/confine.h"

typedef struct pool_tasks {
  void *context;
  size_t workers; /* >= 1 */
  size_t count;   /* of tasks, where `expected` is given */
  double seconds; /* limit for one task, 0: none; a worker that takes longer is killed */
  /* The limit for all tasks as it was given (0: none), and what is left of it. When it is reached, *ran_out = tasks are left; a task that had a worker
   * from the beginning is lost by timeout, the others are as if interrupted. */
  double whole_seconds, left_seconds;
  bool *ran_out;
  /* Parent: the next index to run; false when there are no more. */
  bool (*next)(void *context, size_t *index);
  /* Parent: seconds that a task takes; INFINITY: not known. Short ones are given ahead of time. NULL: none is. */
  double (*expected)(void *context, size_t index);
  /* Worker: *record = text to send back; freed by the pool. A status other than OK ends the worker: a bug, or no memory. */
  status (*run)(void *context, size_t index, char **record);
  /* Parent and worker: what a task asks of its worker; NULL: nothing. */
  confinement (*asks)(void *context, size_t index);
  /* Worker, once, before its first task that is CONFINED: gives up what no task needs but those that are NOT_CONFINED. */
  status (*confine)(void *context);
  /* Parent: a record arrived. */
  status (*done)(void *context, size_t index, const char *record, size_t length);
  /* Parent: the worker ended or was killed; `reason` says how, `timeout` that it took too long. */
  status (*lost)(void *context, size_t index, const char *reason, bool timeout);
  /* Parent: called about ten times a second and after records; may be NULL. */
  void (*tick)(void *context);
} pool_tasks;

/* Runs all tasks. STATUS_INTERRUPTED after SIGINT or SIGTERM (base/process/interruption.h), or when time ran out (the workers are ended; every record received was passed to `done`). */
status pool_run(const pool_tasks *tasks);

/* In a worker: the descriptor to which the reason of an unavoidable end may be written (script_procedure); -1 in the parent. */
int pool_reason_descriptor(void);
