/* Matrix Winnow for an unknown rank and gap: it is tuned for a guess of both. A guess that has made more mistakes than
 * the theorem allows without noise is wrong, and Matrix Winnow starts again with the next one. */
#pragma once

#include <stddef.h>

enum { DOUBLING_GUESSES = 1024 }; /* 64 ranks, 16 gaps */

typedef struct doubling_guess {
  size_t r;
  double gap;
  /* On the mistakes of Matrix Winnow tuned for them, without noise, for every rank up to r and every gap from gap on. */
  double bound;
} doubling_guess;

/* Mistakes, without noise, of Matrix Winnow tuned for rank `tuned` and a gap when the rank is r: (r ln(n/R) + R - r)/c. */
double doubling_bound(size_t n, size_t r, size_t tuned, double gap);

/* All pairs of ranks 1, 2, 4, .., n and gaps first_gap, first_gap/2, .. >= least_gap, by ascending bound (ties: larger gap, then
 * smaller rank); `guesses` has room for DOUBLING_GUESSES. Returns their number. */
size_t doubling_guesses(size_t n, double first_gap, double least_gap, doubling_guess *guesses);
