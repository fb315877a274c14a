/* The primal iterate of best_trace_norm: W = A B^T of low rank in a ball of the trace norm. m <= n. */
#ifndef HINDSIGHT_TRACE_NORM_TRACE_NORM_FACTORS_H
#define HINDSIGHT_TRACE_NORM_TRACE_NORM_FACTORS_H

#include <stddef.h>

#include "hindsight/trace_norm/trace_norm_entries.h"

/* W = A B^T, by rows of `width` numbers: A m x width, B n x width, with orthogonal columns. */
typedef struct fit_factors fit_factors;
status fit_factors_new(const fit_entries *entries, double radius, size_t width, fit_factors **out);
void fit_factors_free(fit_factors *factors);
/* W <- the point of the ball nearest to W - step U, from a block of singular vectors that tracks U from call to call
 * (exact for width = m); w[e] = W_e. */
status fit_factors_step(fit_factors *factors, const double *u, double step, double *w);
/* dense (m x n) = a matrix of the class near W: its trace norm is at most radius and its entries are in the interval,
 * rounding included. */
void fit_factors_feasible(const fit_factors *factors, double *dense);

#endif
