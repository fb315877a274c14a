/* A build without processes: work is done at once, in the thread that asks for it. What ends the work ends that alone, by a jump; the memory that
 * it had is lost. */
#include "base/process/process.h"
#include <setjmp.h>
#include <unistd.h>

#ifdef COVERAGE
extern void __gcov_dump(void); /* NOLINT(bugprone-reserved-identifier) of gcc's libgcov */
#endif

enum { FAILED = 64 }; /* as in ../process.c */

typedef struct frame {
  jmp_buf here;
  struct frame *outer;
  int code;
} frame;

static frame *innermost; /* of the work that is being done; NULL: none */

void process_exit(int code) {
  frame *ending = innermost;
  if (ending == NULL) {
#ifdef COVERAGE
    __gcov_dump();
#endif
    _exit(code);
  }
  ending->code = code;
  longjmp(ending->here, 1);
}

static int do_work(status (*work)(void *context, int answer), void *context, int answer) {
  frame own = {.outer = innermost, .code = -1};
  innermost = &own;
  if (setjmp(own.here) == 0) {
    const status code = work(context, answer);
    if (code != STATUS_OK) (void)dprintf(answer, "%s", status_message());
    own.code = code == STATUS_OK ? 0 : FAILED + (int)code;
  }
  innermost = own.outer;
  return own.code;
}

/* The answer waits in a file without a name. */
status process_fork(const char *name, process_signals signals, status (*work)(void *context, int answer), void *context,
                    process *out) {
  char path[] = "/tmp/winnow-XXXXXX";
  *out = PROCESS_NONE;
  out->output = mkstemp(path);
  if (out->output < 0) return FAIL(STATUS_IO, "no file for %s", name);
  (void)unlink(path);
  out->state = do_work(work, context, out->output);
  (void)lseek(out->output, 0, SEEK_SET);
  return STATUS_OK;
}

bool process_result(const process *ended, status *code) {
  if (ended->state != 0 && (ended->state <= FAILED || ended->state > FAILED + (int)STATUS_INTERRUPTED)) return false;
  *code = ended->state == 0 ? STATUS_OK : (status)(ended->state - FAILED);
  return true;
}

size_t process_read(int descriptor, char *text, size_t size) {
  const ssize_t length = read(descriptor, text, size - 1);
  text[length > 0 ? length : 0] = '\0';
  return length > 0 ? (size_t)length : 0;
}

int process_exit_status(const process *ended) {
  return ended->state;
}

int process_end_signal(const process *ended) {
  return 0;
}

const char *process_end_text(const process *ended, char text[PROCESS_END_TEXT]) {
  (void)snprintf(text, PROCESS_END_TEXT, "ended with exit status %d", ended->state);
  return text;
}

void process_close(process *p) {
  if (p->output >= 0) (void)close(p->output);
  p->output = -1;
}

bool process_wait(process *p, double seconds) {
  return true;
}

void process_end(process *p, double seconds) {
}

void process_signal(const process *p, int number) {
}

void process_adopt(void) {
}

void process_end_others(const pid_t *known, size_t count) {
}

void process_limit_processor(double seconds) {
}
