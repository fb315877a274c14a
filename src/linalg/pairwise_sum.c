#include "linalg/pairwise_sum.h"

/* Where a sum of more than one block is split: at the end of a block. */
static size_t first_half(size_t n) {
  return n / 2 < PAIRWISE_BLOCK ? PAIRWISE_BLOCK : n / 2 / PAIRWISE_BLOCK * PAIRWISE_BLOCK;
}

double pairwise_sum_of_blocks(size_t n, const double *block_sums) {
  if (n <= PAIRWISE_BLOCK) return block_sums[0];
  const size_t half = first_half(n);
  return pairwise_sum_of_blocks(half, block_sums) +
         pairwise_sum_of_blocks(n - half, block_sums + half / PAIRWISE_BLOCK);
}

double pairwise_sum(size_t n, const double *x) {
  if (n > PAIRWISE_BLOCK) {
    const size_t half = first_half(n);
    return pairwise_sum(half, x) + pairwise_sum(n - half, x + half);
  }
  double lane[4] = {0.0, 0.0, 0.0, 0.0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t j = 0; j < 4; j++) lane[j] += x[i + j];
  }
  for (; i < n; i++) lane[0] += x[i];
  return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}
