#include "spectral/link.h"

#include <math.h>

#include "base/fixed_math.h"

double link_value(spectral_link link, double argument) {
  return link == LINK_EXP ? fixed_exp(argument) : argument;
}

double link_difference(spectral_link link, double base, double increment) {
  if (link == LINK_IDENTITY) return increment;
  /* Beyond 30 nothing cancels (e^-30 = 1e-13), and e^c may underflow where e^(c+s) does not. */
  if (increment > 30.0) return fixed_exp(base + increment) - fixed_exp(base);
  return fixed_exp(base) * fixed_expm1(increment);
}

status link_map(spectral_link link, double (*map)(void *context, double eigenvalue), void *context, double *argument) {
  const double before = link_value(link, *argument);
  const double after = map(context, before);
  if (after == before) return STATUS_OK;
  if (!isfinite(after) || (link == LINK_EXP && !(after > 0.0))) {
    return FAIL(STATUS_NUMERIC, "spectral parameter: eigenvalue %.17g was mapped to %.17g, expected a finite%s number",
                before, after, link == LINK_EXP ? " positive" : "");
  }
  *argument = link == LINK_EXP ? fixed_log(after) : after;
  return STATUS_OK;
}

/* Where a sum of more than a block is cut: at the end of a block. */
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
