/* Euclidean projections of vectors (Duchi, Shalev-Shwartz, Singer & Chandra, ICML 2008, figure 1). */
#pragma once

#include <stddef.h>

/* x (n >= 1 finite numbers) <- argmin |p - x| over p >= 0, sum p = radius > 0: p_i = max(x_i - t, 0). work: n doubles.
 * */
void project_simplex(size_t n, double radius, double *x, double *work);
/* The same over |p|_1 <= radius. */
void project_l1_ball(size_t n, double radius, double *x, double *work);
