/* What K independent cells prove of the mean of a variable, whatever its law: intervals outside of which the mean lies with probability at most
 * alpha on either side, for every K >= 1. An estimated standard error proves nothing: two equal seeds have none. */
#pragma once

#include <stddef.h>

typedef struct mean_interval {
  double low, high;
} mean_interval;

/* Cell i is s_i-sub-Gaussian about its mean: E e^(x (X_i - E X_i)) <= e^(x^2 s_i^2 / 2) for all x. `squares`: the sum of s_i^2. With Chernoff's
 * bound the mean of the K cells is within sqrt(2 ln(1/alpha) squares)/K of its expectation on either side. */
mean_interval mean_interval_of_spread(double mean, double squares, size_t count, double alpha);

/* All cells are in [least, most], least < most. By betting (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by
 * betting"): if every mean is at least m, the capital prod_i (1 + lambda_i (m - X_i)) of a gambler who chooses lambda_i >= 0 from the cells
 * before i, and never so large that it could become negative, is a supermartingale that begins at 1, and ever reaches 1/alpha with probability
 * at most alpha (Ville's inequality). */
mean_interval mean_interval_of_range(const double *cells, size_t count, double least, double most, double alpha);
