#include "base/isolated.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/interruption.h"
#include "base/process.h"

enum { MESSAGE = 512 };

/* What the child leaves; the numbers follow. */
typedef struct answer {
  alignas(double) status code;
  char message[MESSAGE];
} answer;

static _Noreturn void work_in_child(status (*work)(void *context, double *results), void *context, double *numbers,
                                    answer *left, pid_t parent) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) process_exit(1);
  interruption_follow_parent();
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) {
    (void)dup2(nothing, STDOUT_FILENO);
    (void)dup2(nothing, STDERR_FILENO);
  }
  left->code = work(context, numbers);
  if (left->code != STATUS_OK) (void)snprintf(left->message, sizeof left->message, "%s", status_message());
  process_exit(0);
}

static status interpret(const char *library, int ended, const answer *left) {
  if (WIFSIGNALED(ended)) {
    const int number = WTERMSIG(ended);
    if (number == SIGABRT || number == SIGKILL) {
      return FAIL(STATUS_MEMORY, "no memory for %s: it was ended by signal %d (%s)", library, number,
                  strsignal(number));
    }
    return FAIL(STATUS_FAILED, "%s was ended by signal %d (%s)", library, number, strsignal(number));
  }
  if (WEXITSTATUS(ended) != 0) {
    return FAIL(STATUS_FAILED, "%s ended the process with status %d", library, WEXITSTATUS(ended));
  }
  return left->code == STATUS_OK ? STATUS_OK : FAIL(left->code, "%s", left->message);
}

status isolated_work(const char *library, status (*work)(void *context, double *results), void *context, size_t count,
                     double *results) {
  const size_t length = sizeof(answer) + count * sizeof *results;
  answer *left = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (left == MAP_FAILED) return FAIL(STATUS_MEMORY, "no memory for the answer of %s", library);
  double *numbers = (double *)(void *)(left + 1);
  int ended = 0;
  const pid_t parent = getpid(), child = fork();
  if (child == 0) work_in_child(work, context, numbers, left, parent);
  status code = child > 0 ? STATUS_OK : FAIL(STATUS_IO, "no process for %s: %s", library, strerror(errno));
  while (child > 0 && waitpid(child, &ended, 0) < 0) {
    if (errno == EINTR) continue;
    code = FAIL(STATUS_IO, "cannot wait for %s: %s", library, strerror(errno));
    break;
  }
  if (code == STATUS_OK) code = interpret(library, ended, left);
  if (code == STATUS_OK && count > 0) memcpy(results, numbers, count * sizeof *results);
  (void)munmap(left, length);
  return code;
}
