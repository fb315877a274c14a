#include "base/process/interruption.h"
#include "base/clock.h"
#include "base/folder.h"
#include <errno.h>
#include <limits.h>
#include <sys/types.h>
#include <unistd.h>

enum { EXIT_INTERRUPTED = 130, WATCHED = 32 };

static volatile sig_atomic_t pending, held, watched[WATCHED];
static char paths[WATCHED][PATH_MAX];
static double first; /* clock_seconds() when `pending` came; written before it, read by the handler alone */
static pid_t owner;  /* a process that it forks has nothing to remove */

static bool silent;

static _Noreturn void leave(void) {
  static const char line[] = "winnow: interrupted\n";
  if (getpid() == owner) {
    for (int i = 0; i < WATCHED; i++) {
      if (watched[i]) folder_remove(paths[i]);
    }
    if (!silent && write(STDERR_FILENO, line, sizeof line - 1) < 0)
      _exit(EXIT_INTERRUPTED); /* the exit status says it too */
  }
  _exit(EXIT_INTERRUPTED);
}

static void on_signal(int number) {
  static const double twin_seconds = 0.5;
  if (!held) leave();
  if (pending == 0) {
    first = clock_seconds();
    pending = number;
    return;
  }
  if (clock_seconds() - first >= twin_seconds) leave();
}

static void on_parent(int number) {
  leave();
}

void interruption_begin(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = on_signal}, before;
  (void)sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) (void)sigaddset(&action.sa_mask, numbers[i]);
  owner = getpid();
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    const bool kept = numbers[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
    if (!kept) (void)sigaction(numbers[i], &action, NULL);
  }
}

void interruption_hold(void) {
  held++;
}

void interruption_release(void) {
  held--;
  if (!held && pending) leave();
}

bool interruption_pending(void) {
  return pending != 0;
}

int interruption_watch(const char *path) {
  const size_t length = strlen(path);
  for (int i = 0; length < PATH_MAX && i < WATCHED; i++) {
    if (watched[i]) continue;
    memcpy(paths[i], path, length + 1);
    watched[i] = 1;
    return i;
  }
  return -1;
}

void interruption_forget(int ticket) {
  if (ticket >= 0) watched[ticket] = 0;
}

bool interruption_folder(char *name, int *ticket) {
  *ticket = -1;
  interruption_hold();
  const bool made = mkdtemp(name) != NULL;
  const int reason = errno;
  if (made) *ticket = interruption_watch(name);
  interruption_release();
  errno = reason;
  return made;
}

void interruption_follow_parent(void) {
  struct sigaction action = {.sa_handler = on_parent};
  (void)sigemptyset(&action.sa_mask);
  owner = getpid();
  silent = true;
  held = 0;
  for (int i = 0; i < WATCHED; i++) watched[i] = 0;
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGHUP, SIG_IGN);
  (void)signal(SIGTERM, SIG_IGN);
  (void)sigaction(INTERRUPTION_BY_PARENT, &action, NULL);
  if (pending) leave();
}
