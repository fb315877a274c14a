/* The time limit for C code inside Lua that never returns (string.find), which the instruction hook cannot interrupt. A timer of processor time
 * ticks in the process. Once limits.seconds of the sandbox have passed, and a tenth more so that the hook, which knows the line, comes first,
 * the process writes "PATH: ACTIVITY took longer than S s" to reason_fd and ends with SANDBOX_LIMIT_EXIT. With sandbox.per_call the limit
 * is for each outermost call. */
#ifndef SCRIPT_SANDBOX_ALARM_H
#define SCRIPT_SANDBOX_ALARM_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/status.h"
#include "script/sandbox/sandbox.h"

typedef struct alarm_clock {
  timer_t timer;
  bool set;
  const sandbox *box;
  double period;  /* seconds of a tick */
  double elapsed; /* in all, or in the call `serial` */
  uint64_t serial;
} alarm_clock;

/* The clock and the sandbox must stay where they are until alarm_stop. */
status alarm_start(alarm_clock *alarm, const sandbox *box);
void alarm_stop(alarm_clock *alarm); /* safe on a zeroed one */

#endif
