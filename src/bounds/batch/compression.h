/* Sizes of samples and errors of compression schemes (Littlestone & Warmuth 1986; Floyd & Warmuth 1995).
 *
 * A scheme keeps at most M of m independent examples and finds from them a hypothesis h that errs on none of the m. For each of the
 * C(m,i) choices of i kept examples the others test h: the probability that they do so without an error although err(h) > eps is
 * at most (1-eps)^(m-i). With the union over the choices, err(h) <= eps with probability at least 1 - delta for
 *
 *   sum over i = 0..M of C(m,i) (1-eps)^(m-i) = delta                                             compression_error_root
 *   eps = ( M ln(e m/M) + ln(1/delta) ) / (m - M), never below the root; M = 0: ln(1/delta)/m     compression_error_closed
 *   C(m,k) (1-eps)^(m-k) = delta/(M+1), for the number k that was kept                            compression_error_kept */
#pragma once

#include <stddef.h>

/* m >= 1, 0 < delta < 1. 1 where M or k is m or more: nothing is left to test. Rounded up by less than 1e-15. */
double compression_error_root(size_t m, size_t most, double delta);
double compression_error_closed(size_t m, size_t most, double delta); /* may be above 1 */
double compression_error_kept(size_t m, size_t kept, size_t most, double delta);

/* The least d such that a frequency over `count` trials of probability p is above p + d with probability at most `failure`, by
 * Chernoff's bound: count D(p + d || p) = ln(1/failure); 1 - p if there is none. Also for draws without replacement. */
double frequency_deviation(size_t count, double p, double failure);
