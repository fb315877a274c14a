#include "base/random/uniform.h"
#include <math.h>
#include <string.h>

double uniform_scaled(uint64_t word, double low, double high) {
  const double value = low + (high - low) * uniform_unit(word);
  return value < high ? value : fmax(low, nextafter(high, low));
}

/* As many of the words as fill registers of `lanes`; returns how many. No instruction before AVX-512 (its part DQ) converts 64-bit integers: the
 * halves of the 53 bits are put into the fractions of 2^84 and 2^52, which are then subtracted; exact. */
#define SCALE(lanes, count, words, low, width, out)                                  \
  size_t done = 0;                                                                   \
  typedef uint64_t integers __attribute__((vector_size(8 * (lanes))));               \
  typedef double numbers __attribute__((vector_size(8 * (lanes))));                  \
  for (; done + (lanes) <= (count); done += (lanes)) {                               \
    integers word;                                                                   \
    memcpy(&word, (words) + done, sizeof word);                                      \
    const integers lower = (word >> 11 & UINT32_MAX) | UINT64_C(0x4330000000000000); \
    const integers upper = word >> 43 | UINT64_C(0x4530000000000000);                \
    const numbers whole = ((numbers)upper - (0x1p84 + 0x1p52)) + (numbers)lower;     \
    const numbers value = (low) + (width) * (whole * 0x1p-53);                       \
    memcpy((out) + done, &value, sizeof value);                                      \
  }                                                                                  \
  return done;

static size_t scale_plain(size_t count, const uint64_t *words, double low, double width, double *out) {
  SCALE(2, count, words, low, width, out)
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static size_t scale_avx2(size_t count, const uint64_t *words, double low, double width,
                                                         double *out) {
  SCALE(4, count, words, low, width, out)
}

__attribute__((target("avx512f"))) static size_t scale_avx512(size_t count, const uint64_t *words, double low,
                                                              double width, double *out) {
  SCALE(8, count, words, low, width, out)
}
#endif

typedef size_t scale(size_t count, const uint64_t *words, double low, double width, double *out);

static void scaled_all(scale *several, size_t count, const uint64_t *words, double low, double high, double *out) {
  const double width = high - low, largest = low + width * uniform_unit(UINT64_MAX);
  size_t i = largest < high ? several(count, words, low, width, out) : 0;
  for (; i < count; i++) out[i] = uniform_scaled(words[i], low, high);
}

bool uniform_scaled_all_by(size_t lanes, size_t count, const uint64_t *words, double low, double high, double *out) {
  scale *several = lanes == 2 ? scale_plain : NULL;
#ifdef __x86_64__
  if (lanes == 8 && __builtin_cpu_supports("avx512f")) several = scale_avx512;
  if (lanes == 4 && __builtin_cpu_supports("avx2")) several = scale_avx2;
#endif
  if (several != NULL) scaled_all(several, count, words, low, high, out);
  return several != NULL;
}

void uniform_scaled_all(size_t count, const uint64_t *words, double low, double high, double *out) {
  if (!uniform_scaled_all_by(8, count, words, low, high, out) &&
      !uniform_scaled_all_by(4, count, words, low, high, out))
    (void)uniform_scaled_all_by(2, count, words, low, high, out);
}
