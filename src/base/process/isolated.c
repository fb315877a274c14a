#include "base/process/isolated.h"
#include "base/process/process.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MESSAGE = 2048 };

typedef struct isolated {
  status (*work)(void *context, double *results);
  void *context;
  double *results; /* shared with the child */
} isolated;

static status work_silently(void *context, int answer) {
  const isolated *self = context;
  /* LIBSVM may crash where memory is refused. That ends the child, and is no finding for a sanitizer's handler. */
  (void)signal(SIGSEGV, SIG_DFL);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) {
    (void)dup2(nothing, STDOUT_FILENO);
    (void)dup2(nothing, STDERR_FILENO);
  }
  return self->work(self->context, self->results);
}

static status run(const char *library, isolated *self) {
  process child;
  status code = STATUS_OK;
  char message[MESSAGE], end[PROCESS_END_TEXT];
  TRY(process_fork(library, PROCESS_SIGNALS_PARENT, work_silently, self, &child));
  (void)process_read(child.output, message, sizeof message);
  process_end(&child, INFINITY);
  process_close(&child);
  if (process_result(&child, &code)) return code == STATUS_OK ? STATUS_OK : FAIL(code, "%s", message);
  const int number = process_end_signal(&child);
  const char *how = process_end_text(&child, end);
  if (number == SIGABRT || number == SIGKILL) return FAIL(STATUS_MEMORY, "no memory for %s: it %s", library, how);
  return FAIL(STATUS_FAILED, "%s %s", library, how);
}

status isolated_work(const char *library, status (*work)(void *context, double *results), void *context, size_t count,
                     double *results) {
  const size_t length = (count > 0 ? count : 1) * sizeof *results;
  void *shared = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return FAIL(STATUS_MEMORY, "no memory for the answer of %s", library);
  isolated self = {.work = work, .context = context, .results = shared};
  const status code = run(library, &self);
  if (code == STATUS_OK) memcpy(results, shared, count * sizeof *results);
  (void)munmap(shared, length);
  return code;
}
