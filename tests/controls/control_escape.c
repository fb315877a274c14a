/* What code that has broken out of Lua would do, in the process that reads the scenario (its facts are asked there) or in a cell's:
 * it reads a file, makes another, asks for a socket and runs a program. Then it fails, and says what came of it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "problems/problem.h"

typedef enum place { READING, CELL } place;

typedef struct escape {
  unsigned at;
  const char *file; /* to make */
  double label;
} escape;

static const parameter parameters[] = {
    OPTION_CHOICE(escape, at, "cell", "reading cell", "where"),
    OPTION_TEXT(escape, file, REQUIRED, "the file that is made"),
};

static const char *opened(const char *path, int flags) {
  const int opened_at = open(path, flags | O_CLOEXEC, 0666);
  if (opened_at < 0) return strerror(errno);
  (void)close(opened_at);
  return "done";
}

static const char *connected(void) {
  const int opened_at = socket(AF_INET, SOCK_STREAM, 0);
  if (opened_at < 0) return strerror(errno);
  (void)close(opened_at);
  return "done";
}

static const char *executed(void) {
  char *const arguments[] = {NULL}, *const environment[] = {NULL};
  int state = 0;
  const pid_t child = fork();
  if (child == 0) {
    (void)execve("/bin/true", arguments, environment);
    _exit(errno);
  }
  if (child < 0 || waitpid(child, &state, 0) != child) return strerror(errno);
  if (!WIFEXITED(state)) return "killed";
  return WEXITSTATUS(state) == 0 ? "done" : strerror(WEXITSTATUS(state));
}

static status tried(const escape *made) {
  const char *file = opened(made->file, O_WRONLY | O_CREAT), *read = opened("/etc/passwd", O_RDONLY);
  const char *socket = connected(), *program = executed();
  return FAIL(STATUS_INVALID, "read: %s; made: %s; socket: %s; program: %s", read, file, socket, program);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const escape *made = self;
  (void)setting;
  *out =
      (problem_facts){.n = 1, .kind = INSTANCE_VECTOR, .rank = 1, .labels = LABEL_SIGN, .trials = 1, .gap_high = 1.0};
  return made->at == READING ? tried(made) : STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  (void)setting;
  return tried(self);
}

static status next(void *self, const learner *player, instance *x) {
  (void)self, (void)player, (void)x;
  return STATUS_END;
}

static const problem_methods methods = {
    .size = sizeof(escape),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(escape, label),
};

const problem_class problem_control_escape = {
    .about = {.name = "control_escape",
              .title = "Code that has broken out",
              .citation = "none",
              .help = "code that has broken out",
              .family = "control",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
