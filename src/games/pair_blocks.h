/* Blocks for the game of cuts: k nodes are played with a rule that says which pair has the next fair coin, and when to stop, at a cost of lambda for
 * each coin, as long as every sum of labels stays in the box |S(z)| <= B.
 *
 *     U(S) = max( (1/2) max over W of <S,W>, max over pairs z of (U(S + e_z) + U(S - e_z))/2 - lambda )
 *
 * U(0) = u shows that games of n nodes force (sqrt(4 lambda u/(k-1)) - o(1)) sqrt((n-1) T) (docs/constants.md). All numbers are integers, U times
 * `unit`; they begin with the first term and grow by the second, its halves rounded down, so that every one of them is what some rule attains. */
#pragma once

#include "games/pair_game.h"
#include "games/subspace_cover.h"

typedef struct pair_blocks pair_blocks;

/* STATUS_INVALID if the box has more states than `largest`. The caller frees. */
status pair_blocks_new(size_t nodes, fraction lambda, int box, size_t largest, pair_report *report, void *context,
                       pair_blocks **out);
void pair_blocks_free(pair_blocks *blocks);
POINTER_CLEANUP(pair_blocks, pair_blocks_free)

size_t pair_blocks_states(const pair_blocks *blocks);
/* u = *number / *unit. */
void pair_blocks_value(const pair_blocks *blocks, long long *number, long long *unit);
/* The constant sqrt(4 lambda u/(k-1)) in units of 1/10000, rounded down. */
int pair_blocks_constant(const pair_blocks *blocks);
/* The rule, which proves u: the states at which it does not stop, from the first on, with the pair that it shows and U times the unit. */
status pair_blocks_write(const pair_blocks *blocks, FILE *file);
