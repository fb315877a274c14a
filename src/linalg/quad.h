/* Four doubles in an AVX register, for functions marked WITH_AVX that are called where the processor has it. Each lane does
 * what it does in a pair (linalg/pair.h), so results are the same bits. */
#pragma once

#ifdef __x86_64__
#include <string.h>

#define WITH_AVX __attribute__((target("avx")))

typedef double quad __attribute__((vector_size(32)));

WITH_AVX static inline quad load_quad(const double *x) {
  quad value;
  memcpy(&value, x, sizeof value);
  return value;
}

WITH_AVX static inline void store_quad(double *x, quad value) {
  memcpy(x, &value, sizeof value);
}

WITH_AVX static inline quad all(double value) {
  return (quad){value, value, value, value};
}
#endif
