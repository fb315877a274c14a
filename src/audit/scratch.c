#include "audit/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "base/process.h"

enum { FAILED = 64, SIGNALS = 3, MESSAGE = 2048 }; /* the child's exit status: FAILED + its status */

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

/* A pipe takes it without being read, and no disk can be too full for it. */
static void write_message(int descriptor) {
  (void)dprintf(descriptor, "%s", status_message());
}

static void read_message(int descriptor, char text[MESSAGE]) {
  size_t length = 0;
  for (;;) {
    const ssize_t got = read(descriptor, text + length, MESSAGE - 1 - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  text[length] = '\0';
}

static _Noreturn void run_child(int reason, pid_t parent, const sigset_t *mask, status (*work)(void *), void *context) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) process_exit(FAILED + (int)STATUS_INTERRUPTED);
  (void)signal(SIGINT, SIG_DFL);
  (void)signal(SIGTERM, SIG_DFL);
  (void)signal(SIGHUP, SIG_DFL);
  (void)sigprocmask(SIG_SETMASK, mask, NULL);
  const status code = work(context);
  if (code != STATUS_OK) write_message(reason);
  (void)fflush(stdout);
  process_exit(code == STATUS_OK ? 0 : FAILED + (int)code);
}

static status interpret(const char *message, int state) {
  if (interrupted != 0) return FAIL(STATUS_INTERRUPTED, "interrupted");
  if (WIFSIGNALED(state)) {
    const int number = WTERMSIG(state);
    if (number == SIGINT || number == SIGTERM) return FAIL(STATUS_INTERRUPTED, "interrupted");
    return FAIL(STATUS_FAILED, "the run crashed (signal %d, %s)", number, strsignal(number));
  }
  const int code = WEXITSTATUS(state);
  if (code == 0) return STATUS_OK;
  const bool known = code > FAILED && code <= FAILED + (int)STATUS_INTERRUPTED;
  return FAIL(known ? (status)(code - FAILED) : STATUS_FAILED, "%s", message);
}

status scratch_work(status (*work)(void *context), void *context) {
  static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = pass_on}, old[SIGNALS];
  sigset_t mask, blocked;
  char message[MESSAGE];
  int state = 0, ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return FAIL(STATUS_IO, "no pipe for the run: %s", strerror(errno));
  (void)sigemptyset(&action.sa_mask);
  (void)sigemptyset(&blocked);
  for (int i = 0; i < SIGNALS; i++) (void)sigaddset(&blocked, numbers[i]);
  /* No signal between the fork and the note of whom it is for. */
  (void)sigprocmask(SIG_BLOCK, &blocked, &mask);
  interrupted = 0;
  for (int i = 0; i < SIGNALS; i++) (void)sigaction(numbers[i], &action, &old[i]);
  (void)fflush(stdout);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) run_child(ends[1], parent, &mask, work, context);
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
  (void)close(ends[1]);
  read_message(ends[0], message);
  (void)close(ends[0]);
  for (int i = 0; i < SIGNALS; i++) (void)sigaction(numbers[i], &old[i], NULL);
  return code == STATUS_OK && child > 0 ? interpret(message, state) : code;
}
