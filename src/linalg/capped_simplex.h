/* Projections of n numbers onto { 0 <= w_i <= 1, sum of w_i = m }: the capped simplex (Warmuth and Kuzmin 2008, section 3). 0 < m < n. */
#pragma once

#include <stddef.h>

/* With the relative entropy, of positive numbers: w_i = min(1, c x_i). Returns c. x is ascending, at least m of its numbers positive; work: n
 * doubles. */
double capped_factor(size_t n, const double *x, double m, double *work);
/* Euclidean: w_i = min(1, max(0, x_i - t)). Returns t. x is ascending. */
double capped_offset(size_t n, const double *x, double m);
