/* Clocks and medians of what is measured. */
#pragma once

#include <stddef.h>
#include <time.h>

/* The clock's time, in nanoseconds. */
double clock_ns(clockid_t clock);
/* What reading it takes: the median of a thousand readings. */
double clock_cost_ns(clockid_t clock);

/* The middle one of count > 0 values, the upper of two; sorts them. */
double median_of(size_t count, double *values);
