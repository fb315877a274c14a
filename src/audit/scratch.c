#include "audit/scratch.h"
#include "base/folder.h"
#include "base/process/interruption.h"
#include "base/process/process.h"
#include <errno.h>

enum { MESSAGE = 2048 };

static int watch = -1; /* one folder at a time */

status scratch_make(char **folder) {
  const char *parent = getenv("TMPDIR");
  FREED char *made = NULL;
  TRY(memory_format(&made, "%s/winnow-verify-XXXXXX", parent == NULL || *parent == 0 ? "/tmp" : parent));
  if (!interruption_folder(made, &watch)) {
    return FAIL(STATUS_IO, "%s: the temporary folder cannot be made: %s", made, strerror(errno));
  }
  return HAND_OVER(made, *folder);
}

void scratch_remove(char *folder) {
  if (folder != NULL) folder_remove(folder);
  interruption_forget(watch);
  watch = -1;
  free(folder);
}

static volatile sig_atomic_t child_process, interrupted;

static void pass_on(int number) {
  interrupted = number;
  if (child_process > 0) (void)kill((pid_t)child_process, SIGTERM);
}

typedef struct work_call {
  status (*work)(void *context);
  void *context;
} work_call;

static status work_and_flush(void *context, int answer) {
  const work_call *call = context;
  const status code = call->work(call->context);
  (void)fflush(stdout);
  return code;
}

/* A signal that came meanwhile was passed on, and ended the child. */
static status await(process *child) {
  char message[MESSAGE];
  status code = STATUS_OK;
  (void)process_read(child->output, message, sizeof message);
  process_end(child, INFINITY);
  process_close(child);
  const int number = process_end_signal(child);
  if (interrupted != 0 || number == SIGINT || number == SIGTERM) return FAIL(STATUS_INTERRUPTED, "interrupted");
  if (number != 0) return FAIL(STATUS_FAILED, "the run crashed (signal %d, %s)", number, strsignal(number));
  if (!process_result(child, &code)) return FAIL(STATUS_FAILED, "the run ended without a result");
  return code == STATUS_OK ? STATUS_OK : FAIL(code, "%s", message);
}

status scratch_work(status (*work)(void *context), void *context) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  enum { SIGNALS = sizeof numbers / sizeof numbers[0] };
  struct sigaction action = {.sa_handler = pass_on}, old[SIGNALS];
  sigset_t mask, blocked;
  work_call call = {work, context};
  process child;
  (void)sigemptyset(&action.sa_mask);
  (void)sigemptyset(&blocked);
  for (int i = 0; i < SIGNALS; i++) (void)sigaddset(&blocked, numbers[i]);
  /* No signal between the fork and the note of whom it is for. */
  (void)sigprocmask(SIG_BLOCK, &blocked, &mask);
  interrupted = 0;
  for (int i = 0; i < SIGNALS; i++) {
    (void)sigaction(numbers[i], &action, &old[i]);
    if (numbers[i] == SIGHUP && old[i].sa_handler == SIG_IGN) (void)sigaction(SIGHUP, &old[i], NULL); /* nohup */
  }
  (void)fflush(stdout);
  status code = process_fork("the run", PROCESS_SIGNALS_END, work_and_flush, &call, &child);
  child_process = child.id;
  (void)sigprocmask(SIG_SETMASK, &mask, NULL);
  if (code == STATUS_OK) code = await(&child);
  child_process = 0;
  for (int i = 0; i < SIGNALS; i++) (void)sigaction(numbers[i], &old[i], NULL);
  return code;
}
