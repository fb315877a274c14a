/* Two doubles: one SSE2 register on x86-64, and whatever the compiler chooses elsewhere. For the kernels, whose order of
 * summation is written out with it and the same everywhere. Loads and stores go through memcpy, so that alignment does
 * not matter. */
#pragma once

#include <string.h>

typedef double pair __attribute__((vector_size(16)));

static inline pair load(const double *x) {
  pair value;
  memcpy(&value, x, sizeof value);
  return value;
}

static inline void store(double *x, pair value) {
  memcpy(x, &value, sizeof value);
}

static inline pair both(double value) {
  return (pair){value, value};
}
