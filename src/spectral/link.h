/* Links: the scalar function f of W = f(H), with what is needed to evaluate it without cancellation or overflow. */
#ifndef SPECTRAL_LINK_H
#define SPECTRAL_LINK_H

#include <stddef.h>

#include "spectral/spectral.h"

double link_value(spectral_link link, double argument);                    /* f(h) */
double link_difference(spectral_link link, double base, double increment); /* f(c + s) - f(c) */

/* Maps an eigenvalue of the argument: *argument = f^-1(map(f(h))). An eigenvalue that map leaves as it is keeps its
 * argument to the last digit. STATUS_NUMERIC if map leaves the range of f. */
status link_map(spectral_link link, double (*map)(void *context, double eigenvalue), void *context, double *argument);

/* Sum in a fixed order, pairwise over blocks: relative error of sums of terms of one sign at most about 50 ulp at any
 * n. */
double pairwise_sum(size_t n, const double *x);
/* The same sum from those of its blocks of PAIRWISE_BLOCK numbers (the last one may be shorter), so that after a change only the blocks
 * that changed need be summed again. */
enum { PAIRWISE_BLOCK = 128 };
double pairwise_sum_of_blocks(size_t n, const double *block_sums);

#endif
