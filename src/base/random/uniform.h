/* Random words as numbers of an interval. Arithmetic that rounds alike everywhere: the same numbers on every machine. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* [0,1): the word's upper 53 bits */
static inline double uniform_unit(uint64_t word) {
  return (double)(int64_t)(word >> 11) * 0x1p-53;
}

/* [low,high): low + (high - low) unit, or the largest number below high where that rounds up to it */
double uniform_scaled(uint64_t word, double low, double high);
/* The same for `count` words, several at a time. */
void uniform_scaled_all(size_t count, const uint64_t *words, double low, double high, double *out);
/* The same, `lanes` at a time: 8 with AVX-512, 4 with AVX2, 2 anywhere. false, and nothing done: not on this processor. */
bool uniform_scaled_all_by(size_t lanes, size_t count, const uint64_t *words, double low, double high, double *out);
