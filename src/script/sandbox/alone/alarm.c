/* A build without processes has no timer: an instruction hook looks at the clock, and whoever started the build ends what C code does not end. */
#include "script/sandbox/alarm.h"
#include "base/clock.h"

static void hook(lua_State *lua, lua_Debug *record) {
  sandbox *box = sandbox_of(lua);
  if (box->per_call) {
    if (box->views.depth == 0) return;
    if (box->timed != box->views.running[0]) { /* the first instructions of this call */
      box->timed = box->views.running[0];
      box->cpu_end = clock_processor_seconds() + box->limits.seconds;
    }
  }
  if (clock_processor_seconds() > box->cpu_end) sandbox_end_process(box, sandbox_line(lua));
}

status alarm_start(alarm_clock *alarm, sandbox *box) {
  *alarm = (alarm_clock){.box = box};
  box->cpu_end = clock_processor_seconds() + box->limits.seconds;
  lua_sethook(box->lua, hook, LUA_MASKCOUNT, SANDBOX_HOOK_INSTRUCTIONS);
  return STATUS_OK;
}

void alarm_stop(alarm_clock *alarm) {
}
