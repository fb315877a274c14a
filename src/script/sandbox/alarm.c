#include "script/sandbox/alarm.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "script/sandbox/views.h"

static void write_text(int fd, const char *text) {
  if (write(fd, text, strlen(text)) < 0) _exit(SANDBOX_LIMIT_EXIT); /* the exit status tells as well */
}

/* Whole seconds and tenths. Runs in a signal handler: no stdio. */
static void write_seconds(int fd, double seconds) {
  char digits[24];
  size_t place = sizeof digits - 1;
  unsigned long long tenths = (unsigned long long)(10.0 * seconds + 0.5);
  digits[place] = '\0';
  if (tenths % 10 != 0) {
    digits[--place] = (char)('0' + tenths % 10);
    digits[--place] = '.';
  }
  tenths /= 10;
  do {
    digits[--place] = (char)('0' + tenths % 10);
    tenths /= 10;
  } while (tenths > 0);
  write_text(fd, digits + place);
}

static void on_tick(int signal_number, siginfo_t *info, void *context) {
  (void)signal_number;
  (void)context;
  alarm_clock *alarm = info->si_value.sival_ptr;
  if (info->si_code != SI_TIMER || alarm == NULL) return;
  const sandbox *box = alarm->box;
  alarm->elapsed += alarm->period;
  if (box->per_call) {
    const uint64_t serial = box->views.depth > 0 ? box->views.running[0] : 0;
    if (serial != alarm->serial || serial == 0) alarm->elapsed = 0;
    alarm->serial = serial;
  }
  if (alarm->elapsed < 1.1 * box->limits.seconds + 0.1) return;
  const int fd = box->limits.reason_fd > 0 ? box->limits.reason_fd : STDERR_FILENO;
  write_text(fd, box->path);
  write_text(fd, ": ");
  write_text(fd, box->activity);
  write_text(fd, " took longer than ");
  write_seconds(fd, box->limits.seconds);
  write_text(fd, " s");
  _exit(SANDBOX_LIMIT_EXIT);
}

status alarm_start(alarm_clock *alarm, const sandbox *box) {
  *alarm = (alarm_clock){.box = box, .period = fmin(1.0, fmax(0.05, 0.05 * box->limits.seconds))};
  struct sigaction action = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN, .sigev_value.sival_ptr = alarm};
  const struct timespec tick = {(time_t)alarm->period, (long)(1e9 * (alarm->period - floor(alarm->period)))};
  const struct itimerspec again = {.it_value = tick, .it_interval = tick};
  if (sigaction(SIGRTMIN, &action, NULL) != 0 || timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &alarm->timer) != 0) {
    return FAIL(STATUS_FAILED, "%s: no timer for its %s", box->path, box->activity);
  }
  alarm->set = true;
  if (timer_settime(alarm->timer, 0, &again, NULL) == 0) return STATUS_OK;
  alarm_stop(alarm);
  return FAIL(STATUS_FAILED, "%s: no timer for its %s", box->path, box->activity);
}

void alarm_stop(alarm_clock *alarm) {
  if (alarm->set) timer_delete(alarm->timer);
  alarm->set = false;
}
