#include "spectral/representation/block_sums.h"

status block_sums_new(arena *memory, size_t n, block_sums *out) {
  *out = (block_sums){.n = n, .count = (n - 1) / PAIRWISE_BLOCK + 1};
  TRY(ARENA_ARRAY(memory, out->count, out->sum));
  TRY(ARENA_ARRAY(memory, out->count, out->stale));
  block_sums_change_all(out);
  return STATUS_OK;
}

void block_sums_change_all(block_sums *sums) {
  memset(sums->stale, true, sums->count * sizeof *sums->stale);
}

double block_sums_total(block_sums *sums, const double *x) {
  for (size_t b = 0; b < sums->count; b++) {
    const size_t start = b * PAIRWISE_BLOCK, rest = sums->n - start;
    if (sums->stale[b]) sums->sum[b] = pairwise_sum(rest < PAIRWISE_BLOCK ? rest : PAIRWISE_BLOCK, x + start);
    sums->stale[b] = false;
  }
  return pairwise_sum_of_blocks(sums->n, sums->sum);
}
