/* Time that only passes: it does not follow corrections of the time of day. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds since some fixed moment of the past (CLOCK_MONOTONIC). Safe in signal handlers. */
double clock_seconds(void);

#endif
