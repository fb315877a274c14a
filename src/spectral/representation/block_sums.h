/* The sum of a long array in which a few entries change at a time: bit for bit pairwise_sum, but only changed blocks
 * are summed again. */
#pragma once

#include "base/arena.h"
#include "linalg/pairwise_sum.h"

typedef struct block_sums {
  size_t n, count;
  double *sum; /* count blocks */
  bool *stale; /* blocks with a changed entry */
} block_sums;

status block_sums_new(arena *memory, size_t n, block_sums *out); /* n >= 1; all blocks count as changed */
void block_sums_change_all(block_sums *sums);
static inline void block_sums_change(block_sums *sums, size_t i) {
  sums->stale[i / PAIRWISE_BLOCK] = true;
}
double block_sums_total(block_sums *sums, const double *x);
