/* Four doubles in an AVX register, for functions marked WITH_AVX that are called where the processor has it. Each lane does
 * what it does in a pair (linalg/pair.h), so results are the same bits. */
#pragma once

#ifdef __x86_64__
#include <string.h>

#define WITH_AVX __attribute__((target("avx")))
#define WITH_AVX512 __attribute__((target("avx512f")))

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

/* Eight doubles in an AVX-512 register, likewise. */
typedef double oct __attribute__((vector_size(64)));

WITH_AVX512 static inline oct load_oct(const double *x) {
  oct value;
  memcpy(&value, x, sizeof value);
  return value;
}

WITH_AVX512 static inline void store_oct(double *x, oct value) {
  memcpy(x, &value, sizeof value);
}

WITH_AVX512 static inline oct all_eight(double value) {
  return (oct){value, value, value, value, value, value, value, value};
}
#endif
