/* Time that only passes: it does not follow corrections of the time of day. Safe in signal handlers. */
#pragma once

double clock_seconds(void);           /* since some fixed moment of the past (CLOCK_MONOTONIC) */
double clock_processor_seconds(void); /* that this process has used */
