/* A build without processes has no timer: whoever started it ends what C code does not end. The instruction hook works as ever. */
#include "script/sandbox/alarm.h"

status alarm_start(alarm_clock *alarm, const sandbox *box) {
  *alarm = (alarm_clock){.box = box};
  return STATUS_OK;
}

void alarm_stop(alarm_clock *alarm) {
  (void)alarm;
}
