/* The sum of a long array of which a few entries change at a time: pairwise_sum, to the bit, in which only the blocks
 * that changed are added up again. */
#ifndef SPECTRAL_REPRESENTATION_BLOCK_SUMS_H
#define SPECTRAL_REPRESENTATION_BLOCK_SUMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "linalg/pairwise_sum.h"

typedef struct block_sums {
  size_t n, count;
  double *sum; /* count blocks */
  bool *stale; /* blocks of which an entry changed */
} block_sums;

status block_sums_new(size_t n, block_sums *out); /* n >= 1; everything has changed */
void block_sums_free(block_sums *sums);           /* safe on a zeroed one */
void block_sums_change_all(block_sums *sums);
static inline void block_sums_change(block_sums *sums, size_t i) {
  sums->stale[i / PAIRWISE_BLOCK] = true;
}
double block_sums_total(block_sums *sums, const double *x);

#endif
