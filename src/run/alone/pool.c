/* A build without processes: the tasks one after the other, in the thread that asks. Time is looked at between them. */

#include "run/pool.h"
#include "base/clock.h"
#include "base/process/interruption.h"
#include "base/process/process.h"

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
  task *self = context;
  reason_descriptor = answer;
  return self->tasks->run(self->tasks->context, self->index, &self->record);
}

static status run_task(const pool_tasks *tasks, size_t index) {
  task job = {.tasks = tasks, .index = index};
  process child;
  char why[REASON_LENGTH];
  status code = STATUS_OK;
  TRY(process_fork("a cell", PROCESS_SIGNALS_PARENT, work, &job, &child));
  reason_descriptor = -1;
  (void)process_read(child.output, why, sizeof why);
  process_close(&child);
  if (process_result(&child, &code) && code == STATUS_OK) {
    code = tasks->done(tasks->context, index, job.record, strlen(job.record));
  } else {
    code = tasks->lost(tasks->context, index, why, false);
  }
  free(job.record);
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
