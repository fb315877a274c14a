/* The time limit of a sandbox at work: of a procedure, or with sandbox.per_call of each outermost call of a custom member.
 *
 * A timer of processor time ticks in the process. Once limits.seconds have passed it sets an instruction hook, which knows the line and ends the
 * process at Lua's next instruction. C code inside Lua that never returns (string.find) meets no instruction: a tenth and 0.1 s later the tick
 * itself writes "PATH: ACTIVITY took longer than S s" to reason_fd and ends the process with SANDBOX_LIMIT_EXIT. A hook that is always set would
 * make Lua ask at each instruction whether it is due. */
#pragma once

#include "script/sandbox/sandbox.h"
#include <signal.h>
#include <time.h>

typedef struct alarm_clock {
  timer_t timer;
  bool set;
  sandbox *box;
  bool hooked;    /* the hook was set for the call `serial`, or for all */
  double elapsed; /* seconds, in all or in the call `serial` */
  uint64_t serial;
} alarm_clock;

/* The clock and the sandbox must stay where they are until alarm_stop. */
status alarm_start(alarm_clock *alarm, sandbox *box);
void alarm_stop(alarm_clock *alarm); /* safe on a zeroed one */
