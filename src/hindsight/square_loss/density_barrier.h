/* The best density by Newton's method with a barrier. */
#pragma once

#include "hindsight/square_loss/density_groups.h"

enum { BARRIER_LARGEST = 40 }; /* order: Newton's steps solve for 820 numbers */

/* u (n x n) = a density whose loss is at most `enough` above the least, up to rounding, by Newton's method with a
 * barrier. gap: of I/n. */
status density_barrier(density_groups *groups, double gap, double enough, double *u);
