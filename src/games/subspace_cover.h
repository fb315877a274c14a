/* Is there a projection left? The linear programme of a state, in exact integers:
 *
 *     v = max over w (0 <= w_i <= 1, sum w <= r) of the least weight of a row,
 *
 * and the state is possible if n >= r and v >= gap (or it has no row). The simplex method with Bland's rule and Edmonds' integer pivots: every
 * number in the tableau is a determinant of the data, so that no division leaves a rest (Bareiss 1968). Each answer carries its proof. */
#pragma once

#include "base/status.h"
#include "games/subspace_state.h"

typedef struct fraction {
  long long numerator, denominator; /* the denominator is positive */
} fraction;

/* In lowest terms; numerator >= 0, denominator > 0. */
fraction fraction_of(long long numerator, long long denominator);

/* Possible: weight[i]/scale are weights of the coordinates with sum r and at least gap on every row.
 * Impossible: multiplier[j] >= 0 of the rows, such that the r largest of the sums c_i of the multipliers of the rows of i add to less than
 * gap times the sum of all multipliers; more than that no w gives sum_j multiplier[j] <w, row j> = <w,c>. */
typedef struct subspace_proof {
  bool possible;
  long long weight[SUBSPACE_COORDINATES], scale, multiplier[SUBSPACE_ROWS];
} subspace_proof;

/* 1 <= r, 0 < gap. STATUS_NUMERIC if a number leaves 62 bits. None does: they are minors of a matrix of 0, 1 and -1 with at most 17 columns besides
 * the right sides, which are at most 16, so that Hadamard's inequality gives 16 17^(17/2) < 2^39; times 720720 and r the weights stay below
 * 2^59. */
status subspace_cover(const subspace_state *state, long long r, fraction gap, subspace_proof *out);
