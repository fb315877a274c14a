#include "base/process/program.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STREAMS = 3, REPORT = STREAMS, PIPES }; /* the last pipe says why the program was not executed */

const char *program_search_path(void) {
  const char *path = getenv("PATH");
  return path != NULL ? path : "/usr/local/bin:/usr/bin:/bin";
}

static void close_pipes(int pipes[PIPES][2]) {
  for (size_t i = 0; i < PIPES; i++) {
    for (size_t end = 0; end < 2; end++) {
      if (pipes[i][end] >= 0) (void)close(pipes[i][end]);
      pipes[i][end] = -1;
    }
  }
}

static status open_pipes(const program *wanted, int pipes[PIPES][2]) {
  const bool opened[PIPES] = {wanted->input, wanted->output, wanted->errors, true};
  for (size_t i = 0; i < PIPES; i++) pipes[i][0] = pipes[i][1] = -1;
  for (size_t i = 0; i < PIPES; i++) {
    if (!opened[i] || pipe2(pipes[i], O_CLOEXEC) == 0) continue;
    const status code = FAIL(STATUS_IO, "%s was not started: no pipe: %s", wanted->arguments[0], strerror(errno));
    close_pipes(pipes);
    return code;
  }
  return STATUS_OK;
}

/* Of a group of its own: signals of the terminal do not reach it, those that were ignored or blocked here do. */
static bool lead_group(void) {
  static const int defaults[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP};
  sigset_t none;
  for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) (void)signal(defaults[i], SIG_DFL);
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  return setpgid(0, 0) == 0;
}

static _Noreturn void become(const program *wanted, char *const *environment, int pipes[PIPES][2], pid_t parent) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  bool ready = nothing >= 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent &&
               (!wanted->leads_group || lead_group()) && (wanted->folder == NULL || chdir(wanted->folder) == 0);
  for (int i = 0; ready && i < STREAMS; i++) {
    const int end = pipes[i][i == STDIN_FILENO ? 0 : 1];
    ready = dup2(end >= 0 ? end : nothing, i) >= 0;
  }
  /* The system changes no argument, but its prototype says that it may. */
  char *const *arguments;
  memcpy(&arguments, &wanted->arguments, sizeof arguments);
  if (ready) execvpe(wanted->arguments[0], arguments, environment);
  const int reason = errno;
  if (write(pipes[REPORT][1], &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

/* Why the child has not become the program; 0: it has. */
static int read_report(int report) {
  int reason = 0;
  ssize_t count;
  do {
    count = read(report, &reason, sizeof reason);
  } while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof reason ? reason : 0;
}

static int take_end(int pipe[2], size_t end) {
  const int taken = pipe[end];
  pipe[end] = -1;
  return taken;
}

static status fork_program(const program *wanted, char *const *environment, process *out) {
  int pipes[PIPES][2];
  TRY(open_pipes(wanted, pipes));
  const pid_t parent = getpid(), id = fork();
  if (id == 0) become(wanted, environment, pipes, parent);
  const int no_process = errno;
  out->input = take_end(pipes[STDIN_FILENO], 1);
  out->output = take_end(pipes[STDOUT_FILENO], 0);
  out->errors = take_end(pipes[STDERR_FILENO], 0);
  const int report = take_end(pipes[REPORT], 0);
  close_pipes(pipes);
  int reason = no_process;
  if (id > 0) {
    out->id = id;
    out->leads_group = wanted->leads_group;
    if (out->leads_group) (void)setpgid(id, id); /* here too: the child may not have come so far */
    reason = read_report(report);
  }
  (void)close(report);
  if (id > 0 && reason == 0) return STATUS_OK;
  process_end(out, INFINITY);
  process_close(out);
  return FAIL(id > 0 ? STATUS_ABSENT : STATUS_IO, "%s was not started: %s", wanted->arguments[0], strerror(reason));
}

status program_start(const program *wanted, process *out) {
  FREED char **environment = NULL;
  FREED char *path = NULL;
  size_t count = 0;
  *out = PROCESS_NONE;
  while (wanted->environment[count] != NULL) count++;
  TRY(NEW_ARRAY(count + 2, environment));
  TRY(memory_format(&path, "PATH=%s", program_search_path()));
  environment[0] = path;
  memcpy(environment + 1, wanted->environment, count * sizeof *environment);
  return fork_program(wanted, environment, out);
}
