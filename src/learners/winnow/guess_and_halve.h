/* Winnow on the simplex for an unknown margin: stage k = 1, 2, .. runs winnow_threshold's updates, threshold 0, from equal weights,
 * tuned for the margin range/2^k, and is abandoned after more updates than that margin allows,
 *
 *   2 range^2 ln(n) / (range/2^k)^2 = 2 ln(n) 4^k.
 *
 * A stage with range/2^k <= the true margin is never abandoned. */
#pragma once

#include <stddef.h>

enum { GUESS_AND_HALVE_STAGES = 25 }; /* margin range/2^25: more updates than trials can be played */

/* floor(2 ln(n) 4^stage): updates that the stage may make; one more ends it */
double guess_and_halve_allowance(size_t n, size_t stage);
