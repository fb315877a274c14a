#include "bench/timing.h"
#include "base/sorting.h"

#include <stdlib.h>

double clock_ns(clockid_t clock) {
  struct timespec time;
  (void)clock_gettime(clock, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

double median_of(size_t count, double *values) {
  qsort(values, count, sizeof *values, order_doubles);
  return values[count / 2];
}

double clock_cost_ns(clockid_t clock) {
  enum { READINGS = 1001 };
  double costs[READINGS];
  for (size_t i = 0; i < READINGS; i++) {
    const double start = clock_ns(clock);
    costs[i] = clock_ns(clock) - start;
  }
  return median_of(READINGS, costs);
}
