#include "script/sandbox/alarm.h"
#include <unistd.h>

enum { TICK_NANOSECONDS = 10000000 };

/* 0 between calls. */
static uint64_t running_call(const sandbox *box) {
  return box->views.depth > 0 ? box->views.running[0] : 0;
}

/* The call that took too long may have ended before its next instruction; the next one is not to blame. */
static void end_late(lua_State *lua, lua_Debug *record) {
  sandbox *box = sandbox_of(lua);
  lua_sethook(lua, NULL, 0, 0);
  if (!box->per_call || running_call(box) == box->timed) sandbox_end_process(box, sandbox_line(lua));
}

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
  alarm_clock *alarm = info->si_value.sival_ptr;
  if (info->si_code != SI_TIMER || alarm == NULL) return;
  sandbox *box = alarm->box;
  const uint64_t serial = box->per_call ? running_call(box) : 0;
  alarm->elapsed += 1e-9 * TICK_NANOSECONDS;
  if (box->per_call && (serial != alarm->serial || serial == 0)) {
    alarm->serial = serial;
    alarm->elapsed = 0.0;
    alarm->hooked = false;
  }
  if (alarm->elapsed < box->limits.seconds) return;
  if (!alarm->hooked) {
    alarm->hooked = true;
    box->timed = serial;
    lua_sethook(box->lua, end_late, LUA_MASKCOUNT, 1); /* which a signal handler may call */
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

status alarm_start(alarm_clock *alarm, sandbox *box) {
  *alarm = (alarm_clock){.box = box};
  struct sigaction action = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigset_t ticks;
  sigemptyset(&action.sa_mask);
  sigemptyset(&ticks);
  sigaddset(&ticks, SIGRTMIN);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN, .sigev_value.sival_ptr = alarm};
  const struct timespec tick = {0, TICK_NANOSECONDS};
  const struct itimerspec again = {.it_value = tick, .it_interval = tick};
  /* whoever started us may have blocked it */
  if (sigaction(SIGRTMIN, &action, NULL) != 0 || sigprocmask(SIG_UNBLOCK, &ticks, NULL) != 0 ||
      timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &alarm->timer) != 0) {
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
