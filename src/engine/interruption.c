#include "engine/interruption.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

static const double twin_seconds = 0.5;

static volatile sig_atomic_t seen;
static struct timespec first; /* written before `seen`, read by the handler alone */
static int depth;
static struct sigaction old_interrupt, old_terminate;

static void on_signal(int number) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  if (seen == 0) {
    first = now;
    seen = number;
    return;
  }
  const double since = (double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec);
  if (since >= twin_seconds) _exit(130);
}

void interruption_begin(void) {
  if (depth++ > 0) return;
  struct sigaction action = {.sa_handler = on_signal};
  (void)sigemptyset(&action.sa_mask);
  (void)sigaddset(&action.sa_mask, SIGINT);
  (void)sigaddset(&action.sa_mask, SIGTERM);
  seen = 0;
  (void)sigaction(SIGINT, &action, &old_interrupt);
  (void)sigaction(SIGTERM, &action, &old_terminate);
}

void interruption_end(void) {
  if (--depth > 0) return;
  (void)sigaction(SIGINT, &old_interrupt, NULL);
  (void)sigaction(SIGTERM, &old_terminate, NULL);
}

bool interruption_seen(void) {
  return seen != 0;
}
