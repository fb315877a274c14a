#include "engine/scratch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "base/process.h"

enum { FAILED = 64, SIGNALS = 3 }; /* the child's exit status: FAILED + its status */

static int watch = -1; /* there is one folder at a time */

status scratch_make(char **folder) {
  const char *parent = getenv("TMPDIR");
  TRY(memory_format(folder, "%s/winnow-verify-XXXXXX", parent == NULL || *parent == 0 ? "/tmp" : parent));
  if (interruption_folder(*folder, &watch)) return STATUS_OK;
  const status code = FAIL(STATUS_IO, "%s: the temporary folder cannot be made: %s", *folder, strerror(errno));
  free(*folder);
  *folder = NULL;
  return code;
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

static void write_message(const char *folder) {
  char *path = NULL;
  if (memory_format(&path, "%s/.message", folder) != STATUS_OK) return;
  FILE *file = fopen(path, "we");
  free(path);
  if (file == NULL) return;
  (void)fputs(status_message(), file);
  (void)fclose(file);
}

static _Noreturn void run_child(const char *folder, pid_t parent, const sigset_t *mask, status (*work)(void *),
                                void *context) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) process_exit(FAILED + (int)STATUS_INTERRUPTED);
  (void)signal(SIGINT, SIG_DFL);
  (void)signal(SIGTERM, SIG_DFL);
  (void)signal(SIGHUP, SIG_DFL);
  (void)sigprocmask(SIG_SETMASK, mask, NULL);
  const status code = work(context);
  if (code != STATUS_OK) write_message(folder);
  (void)fflush(stdout);
  process_exit(code == STATUS_OK ? 0 : FAILED + (int)code);
}

static status interpret(const char *folder, int state) {
  if (interrupted != 0) return FAIL(STATUS_INTERRUPTED, "interrupted");
  if (WIFSIGNALED(state)) {
    const int number = WTERMSIG(state);
    if (number == SIGINT || number == SIGTERM) return FAIL(STATUS_INTERRUPTED, "interrupted");
    return FAIL(STATUS_FAILED, "the run crashed (signal %d, %s)", number, strsignal(number));
  }
  const int code = WEXITSTATUS(state);
  if (code == 0) return STATUS_OK;
  char *path = NULL, *message = NULL;
  size_t length = 0;
  TRY(memory_format(&path, "%s/.message", folder));
  const status read = file_read(path, &message, &length);
  free(path);
  TRY(read);
  const bool known = code > FAILED && code <= FAILED + (int)STATUS_INTERRUPTED;
  const status failed = FAIL(known ? (status)(code - FAILED) : STATUS_FAILED, "%s", message);
  free(message);
  return failed;
}

status scratch_work(const char *folder, status (*work)(void *context), void *context) {
  static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = pass_on}, old[SIGNALS];
  sigset_t mask, blocked;
  int state = 0;
  (void)sigemptyset(&action.sa_mask);
  (void)sigemptyset(&blocked);
  for (int i = 0; i < SIGNALS; i++) (void)sigaddset(&blocked, numbers[i]);
  /* No signal between the fork and the note of whom it is for. */
  (void)sigprocmask(SIG_BLOCK, &blocked, &mask);
  interrupted = 0;
  for (int i = 0; i < SIGNALS; i++) (void)sigaction(numbers[i], &action, &old[i]);
  (void)fflush(stdout);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) run_child(folder, parent, &mask, work, context);
  child_process = child;
  (void)sigprocmask(SIG_SETMASK, &mask, NULL);
  status code = STATUS_OK;
  if (child < 0) code = FAIL(STATUS_IO, "no process for the run: %s", strerror(errno));
  while (child > 0 && waitpid(child, &state, 0) < 0) {
    if (errno == EINTR) continue;
    code = FAIL(STATUS_IO, "cannot wait for a process: %s", strerror(errno));
    break;
  }
  child_process = 0;
  for (int i = 0; i < SIGNALS; i++) (void)sigaction(numbers[i], &old[i], NULL);
  return code == STATUS_OK && child > 0 ? interpret(folder, state) : code;
}
