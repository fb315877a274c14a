/* xoshiro256++ 1.0 (Blackman and Vigna 2021): eight generators side by side, so that a processor can advance several at
 * once. Integer arithmetic: the same words everywhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { XOSHIRO_LANES = 8, XOSHIRO_WORDS = 128 };

typedef struct xoshiro {
  uint64_t state[4][XOSHIRO_LANES]; /* word k of generator l; not all four words of one may be 0 */
} xoshiro;

/* words[8 i + l] = word i of what generator l gives from here on. */
void xoshiro_fill(xoshiro *generators, uint64_t words[XOSHIRO_WORDS]);
/* The same, `lanes` generators at a time: 8 with AVX-512, 4 with AVX2, 1 anywhere. false, and nothing done: not on this processor. */
bool xoshiro_fill_by(size_t lanes, xoshiro *generators, uint64_t words[XOSHIRO_WORDS]);
