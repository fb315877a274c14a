#include "base/process/process.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/process/interruption.h"
#include "base/text.h"
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef COVERAGE
extern void __gcov_dump(void); /* NOLINT(bugprone-reserved-identifier) of gcc's libgcov */
#endif

enum { FAILED = 64, LOOK_MILLISECONDS = 2 }; /* exit status of failed work: FAILED + its status */

void process_exit(int code) {
#ifdef COVERAGE
  __gcov_dump();
#endif
  _exit(code);
}

void process_limit_processor(double seconds) {
  const rlim_t wanted = (rlim_t)(clock_processor_seconds() + seconds) + 2;
  struct rlimit limit;
  if (getrlimit(RLIMIT_CPU, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < wanted ? limit.rlim_max : wanted;
  (void)setrlimit(RLIMIT_CPU, &limit);
}

/* ---- start */

static const int asking[] = {SIGINT, SIGTERM, SIGHUP};
enum { ASKING = sizeof asking / sizeof asking[0] };

static void set_signals(process_signals signals, sigset_t *mask) {
  if (signals == PROCESS_SIGNALS_PARENT) {
    interruption_follow_parent();
  } else {
    (void)signal(SIGPIPE, SIG_DFL);
    for (size_t i = 0; i < ASKING; i++) {
      const bool kept = signal(asking[i], SIG_DFL) == SIG_IGN && asking[i] == SIGHUP; /* nohup */
      if (kept) (void)signal(SIGHUP, SIG_IGN);
      (void)sigdelset(mask, asking[i]);
    }
  }
  (void)pthread_sigmask(SIG_SETMASK, mask, NULL);
}

static _Noreturn void work_in_child(status (*work)(void *context, int answer), void *context, int answer) {
  process_adopt();
  const status code = work(context, answer);
  process_end_others(NULL, 0);
  if (code != STATUS_OK) (void)dprintf(answer, "%s", status_message());
  process_exit(code == STATUS_OK ? 0 : FAILED + (int)code);
}

status process_fork(const char *name, process_signals signals, status (*work)(void *context, int answer), void *context,
                    process *out) {
  int ends[2];
  sigset_t blocked, mask;
  *out = PROCESS_NONE;
  if (pipe2(ends, O_CLOEXEC) != 0) return FAIL(STATUS_IO, "no pipe for %s: %s", name, strerror(errno));
  /* No signal finds the child with the handlers of its parent. */
  (void)sigemptyset(&blocked);
  for (size_t i = 0; i < ASKING; i++) (void)sigaddset(&blocked, asking[i]);
  (void)pthread_sigmask(SIG_BLOCK, &blocked, &mask);
  const pid_t parent = getpid();
  out->id = fork();
  if (out->id == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) process_exit(FAILED + (int)STATUS_INTERRUPTED);
    set_signals(signals, &mask);
    (void)close(ends[0]);
    work_in_child(work, context, ends[1]);
  }
  const int reason = errno;
  (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
  (void)close(ends[1]);
  out->output = ends[0];
  if (out->id > 0) return STATUS_OK;
  out->id = 0;
  process_close(out);
  return FAIL(STATUS_IO, "no process for %s: %s", name, strerror(reason));
}

/* ---- end */

static void note_end(process *p, pid_t found, int state) {
  if (found == 0 || (found < 0 && errno == EINTR)) return;
  p->state = found == p->id ? state : PROCESS_UNSEEN; /* where SIGCHLD is ignored the system tells nothing */
  p->id = 0;
}

bool process_wait(process *p, double seconds) {
  const double until = isfinite(seconds) ? clock_seconds() + seconds : INFINITY;
  const int how = isfinite(seconds) ? WNOHANG : 0;
  while (p->id > 0) {
    int state = 0;
    const pid_t found = waitpid(p->id, &state, how);
    note_end(p, found, state);
    if (p->id == 0 || clock_seconds() >= until) break;
    if (how == WNOHANG) (void)poll(NULL, 0, LOOK_MILLISECONDS);
  }
  return p->id == 0;
}

void process_signal(const process *p, int number) {
  if (p->id > 0) (void)kill(p->id, number);
}

void process_end(process *p, double seconds) {
  if (process_wait(p, seconds)) return;
  if (p->leads_group) (void)kill(-p->id, SIGKILL);
  (void)kill(p->id, SIGKILL);
  (void)process_wait(p, INFINITY);
}

/* ---- what children leave behind */

static bool adopts;

static bool has_children(void) {
  siginfo_t about;
  return waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

void process_adopt(void) {
  adopts = !has_children() && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

typedef struct others {
  const pid_t *known;
  size_t known_count, found;
} others;

/* "PID (NAME) STATE PARENT ...": NAME may hold anything. */
static pid_t parent_of(int folder, const char *name) {
  char path[64], text[512];
  long parent = 0;
  (void)snprintf(path, sizeof path, "%.20s/stat", name);
  CLEANUP(descriptor_close_at) int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  text[length > 0 ? length : 0] = '\0';
  const char *name_end = strrchr(text, ')');
  return name_end != NULL && sscanf(name_end, ") %*c %ld", &parent) == 1 ? (pid_t)parent : 0;
}

static void end_other(void *context, int folder, const char *name) {
  others *look = context;
  long long id = 0;
  if (!integer_parse(name, &id) || parent_of(folder, name) != getpid()) return;
  for (size_t i = 0; i < look->known_count; i++) {
    if (look->known[i] == (pid_t)id) return;
  }
  if (kill((pid_t)id, SIGKILL) != 0) return; /* of another user */
  look->found++;
  (void)waitpid((pid_t)id, NULL, 0);
}

void process_end_others(const pid_t *known, size_t count) {
  enum { ROUNDS = 1000 }; /* one that forks faster than it is killed wins */
  others look = {known, count, 1};
  /* The children of what was killed come next. */
  for (int i = 0; i < ROUNDS && adopts && look.found > 0 && has_children(); i++) {
    look.found = 0;
    if (folder_each("/proc", end_other, &look) != STATUS_OK) return;
  }
}

void process_close(process *p) {
  descriptor_close_at(&p->input);
  descriptor_close_at(&p->output);
  descriptor_close_at(&p->errors);
}

/* ---- what it said, and how it ended */

size_t process_read(int descriptor, char *text, size_t size) {
  char beyond[512] = "";
  size_t length = 0;
  for (;;) {
    const bool room = length + 1 < size;
    const ssize_t got = read(descriptor, room ? text + length : beyond, room ? size - 1 - length : sizeof beyond);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    if (room) length += (size_t)got;
  }
  text[length] = '\0';
  return length;
}

bool process_result(const process *ended, status *code) {
  const int number = process_exit_status(ended);
  if (number != 0 && (number <= FAILED || number > FAILED + (int)STATUS_INTERRUPTED)) return false;
  *code = number == 0 ? STATUS_OK : (status)(number - FAILED);
  return true;
}

int process_exit_status(const process *ended) {
  return ended->state != PROCESS_UNSEEN && WIFEXITED(ended->state) ? WEXITSTATUS(ended->state) : -1;
}

int process_end_signal(const process *ended) {
  return ended->state != PROCESS_UNSEEN && WIFSIGNALED(ended->state) ? WTERMSIG(ended->state) : 0;
}

const char *process_end_text(const process *ended, char text[PROCESS_END_TEXT]) {
  const int number = process_end_signal(ended);
  if (ended->state == PROCESS_UNSEEN) {
    (void)snprintf(text, PROCESS_END_TEXT, "ended unseen");
  } else if (number != 0) {
    (void)snprintf(text, PROCESS_END_TEXT, "was ended by signal %d (%s)", number, strsignal(number));
  } else {
    (void)snprintf(text, PROCESS_END_TEXT, "ended with exit status %d", WEXITSTATUS(ended->state));
  }
  return text;
}
