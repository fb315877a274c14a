/* Sums whose rounding errors hardly grow with the number of terms. */
#pragma once

#include <stddef.h>

/* Sum in a fixed order, pairwise over blocks: relative error of sums of terms of one sign at most about 50 ulp at any
 * n. */
double pairwise_sum(size_t n, const double *x);
/* The same sum from the sums of its blocks of PAIRWISE_BLOCK numbers (the last one may be shorter), so that after a
 * change only the blocks that changed need to be summed again. */
enum { PAIRWISE_BLOCK = 128 };
double pairwise_sum_of_blocks(size_t n, const double *block_sums);
