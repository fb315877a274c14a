#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

enum { CHUNK = 1 << 16, LAST_LINE = 200 };

struct child {
  pid_t pid; /* 0: its end was seen */
  int how;   /* what waitpid said of its end */
  int input, output, errors;
  char *buffer; /* filled bytes of its output, of which the first `used` were given away */
  size_t filled, used, room;
  char *log;
  size_t logged;
  char last[LAST_LINE],
      line[LAST_LINE]; /* of standard error: the last line with something in it, and the one being read */
  size_t line_length;
};

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void close_end(int *descriptor) {
  if (*descriptor >= 0) (void)close(*descriptor);
  *descriptor = -1;
}

/* ---- start */

static _Noreturn void become(const char *folder, const char *const *arguments, char *const *environment,
                             const int ends[3], int report, pid_t parent) {
  sigset_t none;
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  (void)signal(SIGPIPE, SIG_DFL);
  (void)signal(SIGINT, SIG_DFL);
  (void)signal(SIGTERM, SIG_DFL);
  (void)signal(SIGHUP, SIG_DFL);
  if (setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent && chdir(folder) == 0 &&
      dup2(ends[0], 0) >= 0 && dup2(ends[1], 1) >= 0 && dup2(ends[2], 2) >= 0) {
    execvpe(arguments[0], (char *const *)arguments, environment);
  }
  const int problem = errno;
  if (write(report, &problem, sizeof problem) < 0) _exit(126);
  _exit(127);
}

/* What exec said, 0 if it went well. */
static int exec_problem(int report) {
  int problem = 0;
  ssize_t count;
  do {
    count = read(report, &problem, sizeof problem);
  } while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof problem ? problem : 0;
}

static void wait_for(child *c) {
  while (c->pid > 0 && waitpid(c->pid, &c->how, 0) < 0) {
    if (errno != EINTR) break;
  }
  c->pid = 0;
}

/* pipes[0..2]: input, output, errors; pipes[3]: the report of exec */
static status fork_child(child *c, const char *folder, const char *const *arguments, char *const *environment,
                         int pipes[4][2]) {
  const int ends[3] = {pipes[0][0], pipes[1][1], pipes[2][1]};
  const pid_t parent = getpid();
  c->pid = fork();
  if (c->pid == 0) become(folder, arguments, environment, ends, pipes[3][1], parent);
  if (c->pid < 0) {
    c->pid = 0;
    return FAIL(STATUS_IO, "%s was not started: %s", arguments[0], strerror(errno));
  }
  (void)setpgid(c->pid, c->pid); /* here too: it may not have come so far */
  close_end(&pipes[3][1]);
  const int problem = exec_problem(pipes[3][0]);
  if (problem == 0) return STATUS_OK;
  wait_for(c);
  return FAIL(STATUS_ABSENT, "%s was not started: %s", arguments[0], strerror(problem));
}

static status open_pipes(int pipes[4][2]) {
  for (size_t i = 0; i < 4; i++) {
    if (pipe2(pipes[i], O_CLOEXEC) != 0) return FAIL(STATUS_IO, "no pipe: %s", strerror(errno));
  }
  return STATUS_OK;
}

static void no_blocking(int descriptor) {
  (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

static status start(child *c, const char *folder, const char *const *arguments, int pipes[4][2]) {
  const char *search = getenv("PATH"), *house = getenv("HOME");
  char *path = NULL, *home = NULL;
  status code = STATUS_OK;
  CHECK(memory_format(&path, "PATH=%s", search != NULL ? search : "/usr/local/bin:/usr/bin:/bin"));
  CHECK(memory_format(&home, "HOME=%s", house != NULL ? house : "/"));
  char *const environment[] = {path,
                               home,
                               "LC_ALL=C",
                               "OMP_NUM_THREADS=1",
                               "OPENBLAS_NUM_THREADS=1",
                               "PYTHONHASHSEED=0",
                               "PYTHONDONTWRITEBYTECODE=1",
                               NULL};
  CHECK(open_pipes(pipes));
  CHECK(fork_child(c, folder, arguments, environment, pipes));
  c->input = pipes[0][1];
  c->output = pipes[1][0];
  c->errors = pipes[2][0];
  pipes[0][1] = pipes[1][0] = pipes[2][0] = -1;
  no_blocking(c->input);
  no_blocking(c->output);
  no_blocking(c->errors);
end:
  free(path);
  free(home);
  return code;
}

static bool can_run(const char *folder, size_t length, const char *name) {
  char *path = NULL;
  const status code = memory_format(&path, "%.*s/%s", (int)length, folder, name);
  const bool found = code == STATUS_OK && access(path, X_OK) == 0;
  free(path);
  return found;
}

status child_program_exists(const char *folder, const char *program) {
  const char *search = getenv("PATH");
  if (strchr(program, '/') != NULL) {
    const char *from = program[0] == '/' ? "" : folder == NULL ? "." : folder;
    if (can_run(from, strlen(from), program)) return STATUS_OK;
    return FAIL(STATUS_ABSENT, "%s: no such program", program);
  }
  for (const char *at = search != NULL ? search : "/usr/local/bin:/usr/bin:/bin"; *at != '\0';) {
    const size_t length = strcspn(at, ":");
    if (length > 0 && can_run(at, length, program)) return STATUS_OK;
    at += length;
    at += strspn(at, ":");
  }
  return FAIL(STATUS_ABSENT, "%s: no such program in PATH", program);
}

status child_start(const char *folder, const char *const *arguments, const char *log, child **out) {
  int pipes[4][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
  child *c = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, c));
  c->input = c->output = c->errors = -1;
  (void)signal(SIGPIPE, SIG_IGN); /* a child that is gone is a failure of its cell only */
  status code = log == NULL ? STATUS_OK : memory_text(log, &c->log);
  if (code == STATUS_OK) code = start(c, folder, arguments, pipes);
  for (size_t i = 0; i < 4; i++) {
    close_end(&pipes[i][0]);
    close_end(&pipes[i][1]);
  }
  if (code != STATUS_OK) {
    child_end(c, NULL, 0.0);
    return code;
  }
  *out = c;
  return STATUS_OK;
}

/* ---- standard error */

/* The folder of a path; that it cannot be made is seen when the file is opened. */
static void make_folder(const char *path) {
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  if (slash == NULL || slash == path || (size_t)(slash - path) >= sizeof folder) return;
  (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
  (void)mkdir(folder, 0777);
}

static void keep_log(child *c, const char *text, size_t length) {
  static const char cut[] = "\n(more was said, and not kept)\n";
  if (c->log == NULL || c->logged > CHILD_LOG_LIMIT) return;
  const bool much = length > CHILD_LOG_LIMIT - c->logged;
  if (c->logged == 0) make_folder(c->log);
  FILE *file = fopen(c->log, c->logged == 0 ? "we" : "ae");
  if (file == NULL) return; /* what is said there is no result */
  (void)fwrite(text, 1, much ? CHILD_LOG_LIMIT - c->logged : length, file);
  if (much) (void)fputs(cut, file);
  (void)fclose(file);
  c->logged = much ? (size_t)CHILD_LOG_LIMIT + 1 : c->logged + length;
}

/* Printable ASCII of the last line, which often says why a program ended. */
static void follow_lines(child *c, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\n') {
      c->line_length = 0;
    } else if (text[i] >= ' ' && text[i] <= '~' && c->line_length + 1 < LAST_LINE) {
      c->line[c->line_length++] = text[i];
      memcpy(c->last, c->line, c->line_length);
      c->last[c->line_length] = '\0';
    }
  }
}

static void drain_errors(child *c) {
  char text[4096];
  for (;;) {
    const ssize_t count = read(c->errors, text, sizeof text);
    if (count > 0) {
      keep_log(c, text, (size_t)count);
      follow_lines(c, text, (size_t)count);
    } else if (count == 0) {
      close_end(&c->errors);
      return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

/* ---- lines */

/* Why it is of no more use; its end is waited for, for a moment, so that the reason can be told. */
static status ended(child *c, const char *otherwise) {
  const double until = now() + 1.0;
  while (c->pid > 0 && now() < until) {
    const pid_t found = waitpid(c->pid, &c->how, WNOHANG);
    if (found == c->pid) c->pid = 0;
    if (found == 0) (void)poll(NULL, 0, 5);
  }
  if (c->errors >= 0) drain_errors(c);
  if (c->pid > 0) return FAIL(STATUS_FAILED, "%s", otherwise);
  const char *lead = c->last[0] != '\0' ? "; it said: " : "";
  if (WIFSIGNALED(c->how)) return FAIL(STATUS_FAILED, "was ended by signal %d%s%s", WTERMSIG(c->how), lead, c->last);
  return FAIL(STATUS_FAILED, "ended with exit status %d%s%s", WEXITSTATUS(c->how), lead, c->last);
}

/* Waits until `wanted` is ready; meanwhile standard error is read. false: not before `until`. */
static bool ready(child *c, int wanted, short events, double until) {
  for (;;) {
    struct pollfd ends[2] = {{.fd = wanted, .events = events}, {.fd = c->errors, .events = POLLIN}};
    const double left = until - now();
    if (left <= 0.0) return false;
    const int count = poll(ends, 2, left > 1e6 ? 1000000000 : (int)(1000.0 * left) + 1);
    if (count < 0 && errno != EINTR) return true; /* the read or write that follows says what is wrong */
    if (count <= 0) continue;
    if (ends[1].revents != 0) drain_errors(c);
    if (ends[0].revents != 0) return true;
  }
}

static status late(const char *what, double seconds) {
  char text[NUMBER_TEXT];
  return FAIL(STATUS_FAILED, "did not %s within %s s", what, number_short(seconds, 6, text));
}

status child_write(child *to, const char *text, size_t length, double seconds) {
  const double until = now() + seconds;
  while (length > 0) {
    const ssize_t count = write(to->input, text, length);
    if (count >= 0) {
      text += count;
      length -= (size_t)count;
    } else if (errno == EAGAIN) {
      if (!ready(to, to->input, POLLOUT, until)) return late("read", seconds);
    } else if (errno != EINTR) {
      return ended(to, "closed its input");
    }
  }
  return STATUS_OK;
}

static status more(child *from, double until, double seconds) {
  if (from->used > 0) {
    memmove(from->buffer, from->buffer + from->used, from->filled - from->used);
    from->filled -= from->used;
    from->used = 0;
  }
  if (from->room - from->filled < CHUNK) {
    if (from->room >= CHILD_LINE_LIMIT) {
      return FAIL(STATUS_FAILED, "wrote a line of more than %d bytes", CHILD_LINE_LIMIT);
    }
    const size_t wanted = from->room == 0 ? 2 * CHUNK : 2 * from->room;
    char *bigger = realloc(from->buffer, wanted);
    if (bigger == NULL) return FAIL(STATUS_MEMORY, "no memory for a line of %zu bytes", wanted);
    from->buffer = bigger;
    from->room = wanted;
  }
  for (;;) {
    const ssize_t count = read(from->output, from->buffer + from->filled, from->room - from->filled);
    if (count > 0) {
      from->filled += (size_t)count;
      return STATUS_OK;
    }
    if (count == 0) return ended(from, "closed its output");
    if (errno == EAGAIN) {
      if (!ready(from, from->output, POLLIN, until)) return late("answer", seconds);
    } else if (errno != EINTR) {
      return ended(from, "cannot be read");
    }
  }
}

status child_read_line(child *from, double seconds, char **line, size_t *length) {
  const double until = now() + seconds;
  size_t looked = 0;
  for (;;) {
    char *begin = from->buffer + from->used;
    const size_t there = from->filled - from->used;
    char *end = there > looked ? memchr(begin + looked, '\n', there - looked) : NULL;
    if (end != NULL) {
      *end = '\0';
      *line = begin;
      *length = (size_t)(end - begin);
      from->used += *length + 1;
      if (memchr(begin, 0, *length) != NULL) return FAIL(STATUS_FAILED, "wrote a 0 byte");
      return STATUS_OK;
    }
    looked = there;
    TRY(more(from, until, seconds));
  }
}

/* ---- end */

/* Whether it was written, without waiting. */
static bool say(const child *c, const char *text) {
  for (size_t left = strlen(text); left > 0;) {
    const ssize_t count = write(c->input, text, left);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text += count;
    left -= (size_t)count;
  }
  return true;
}

void child_end(child *c, const char *last, double seconds) {
  if (c == NULL) return;
  if (last != NULL && c->input >= 0 && c->pid > 0 && !say(c, last)) seconds = 0.0;
  const pid_t group = c->pid;
  close_end(&c->input);
  const double until = now() + seconds;
  while (c->pid > 0 && now() < until) {
    if (waitpid(c->pid, &c->how, WNOHANG) == c->pid) c->pid = 0;
    if (c->errors >= 0) drain_errors(c);
    if (c->pid > 0) (void)poll(NULL, 0, 1);
  }
  if (c->pid > 0) {
    (void)kill(-group, SIGKILL);
    (void)kill(group, SIGKILL);
    wait_for(c);
  }
  if (c->errors >= 0) drain_errors(c);
  close_end(&c->output);
  close_end(&c->errors);
  free(c->buffer);
  free(c->log);
  free(c);
}
