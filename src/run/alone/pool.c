/* A build without processes: the tasks one after the other, in the thread that asks. Time is looked at between them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/process/interruption.h"
#include "base/process/process.h"
#include "run/pool.h"

enum { REASON_LENGTH = 512 };

typedef struct task {
  const pool_tasks *tasks;
  size_t index;
  char *record;
} task;

static int reason_descriptor = -1;

int pool_reason_descriptor(void) {
  return reason_descriptor;
}

static status work(void *context, int answer) {
  task *task = context;
  reason_descriptor = answer;
  return task->tasks->run(task->tasks->context, task->index, &task->record);
}

static status run_task(const pool_tasks *tasks, size_t index) {
  task task = {.tasks = tasks, .index = index};
  process process;
  char why[REASON_LENGTH];
  status code = STATUS_OK;
  TRY(process_fork("a cell", PROCESS_SIGNALS_PARENT, work, &task, &process));
  reason_descriptor = -1;
  (void)process_read(process.output, why, sizeof why);
  process_close(&process);
  if (process_result(&process, &code) && code == STATUS_OK) {
    code = tasks->done(tasks->context, index, task.record, strlen(task.record));
  } else {
    code = tasks->lost(tasks->context, index, why, false);
  }
  free(task.record);
  return code;
}

status pool_run(const pool_tasks *tasks) {
  const double end = tasks->whole_seconds > 0.0 ? clock_seconds() + tasks->left_seconds : INFINITY;
  for (size_t index = 0; tasks->next(tasks->context, &index);) {
    if (interruption_pending()) return FAIL(STATUS_INTERRUPTED, "interrupted");
    if (clock_seconds() >= end) {
      *tasks->ran_out = true;
      return FAIL(STATUS_INTERRUPTED, "the run's time is over");
    }
    TRY(run_task(tasks, index));
    if (tasks->tick != NULL) tasks->tick(tasks->context);
  }
  return STATUS_OK;
}
