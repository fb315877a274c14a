#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

#ifdef COVERAGE
extern void __gcov_dump(void); /* NOLINT(bugprone-reserved-identifier) of gcc's libgcov */
#endif

static const int NOT_STARTED = 127;

void process_exit(int code) {
#ifdef COVERAGE
  __gcov_dump();
#endif
  _exit(code);
}

static _Noreturn void become(const char *folder, const char *const *arguments, char *path) {
  char *const environment[] = {path, "LC_ALL=C", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", NULL};
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* it is of no use without its caller */
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0 && chdir(folder) == 0 && dup2(nothing, 0) >= 0 && dup2(nothing, 1) >= 0 && dup2(nothing, 2) >= 0) {
    execvpe(arguments[0], (char *const *)arguments, environment);
  }
  _exit(NOT_STARTED);
}

status process_run(const char *folder, const char *const *arguments, int *exit_code) {
  const char *search = getenv("PATH");
  char *path = NULL;
  int ended = 0;
  TRY(memory_format(&path, "PATH=%s", search != NULL ? search : "/usr/local/bin:/usr/bin:/bin"));
  const pid_t child = fork();
  if (child == 0) become(folder, arguments, path);
  const int problem = errno;
  free(path);
  if (child < 0) return FAIL(STATUS_IO, "%s was not started: %s", arguments[0], strerror(problem));
  while (waitpid(child, &ended, 0) < 0) {
    if (errno != EINTR) return FAIL(STATUS_IO, "the end of %s was not seen: %s", arguments[0], strerror(errno));
  }
  if (WIFSIGNALED(ended)) return FAIL(STATUS_FAILED, "%s was ended by signal %d", arguments[0], WTERMSIG(ended));
  *exit_code = WEXITSTATUS(ended);
  if (*exit_code != NOT_STARTED) return STATUS_OK;
  return FAIL(STATUS_ABSENT, "%s was not started: there is no such program", arguments[0]);
}
