/* Least loss in a ball of the trace norm: the parts of best_trace_norm (entry_trials.h).
 *
 *   min sum_e h_e(W_e)  over |W|_* <= radius, W_e in [low, high]        (e: an entry, h_e the sum of its trials' losses)
 *
 * by the primal-dual method of Chambolle & Pock (2011), whose W = A B^T is of low rank and whose U lives on the entries; and the bound
 * sum_e min_x (h_e(x) - U_e x) - radius |U| <= minimum, for any U, |U| the largest singular value. m <= n here: other shapes come transposed. */
#ifndef HINDSIGHT_TRACE_NORM_TRACE_NORM_FIT_H
#define HINDSIGHT_TRACE_NORM_TRACE_NORM_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "hindsight/entry_trials.h"

/* The distinct entries with trials, by row and then column; of small matrices all entries, so that the interval is kept everywhere. */
typedef struct fit_entries {
  size_t m, n, count;
  loss loss;
  size_t *row, *column;
  size_t *first; /* labels of e: label[first[e]..first[e+1]-1] */
  double *label;
  /* h_e' = slope + curvature x + the jumps at kinks below x; kinks of e ascend at the places of its labels (logistic: none) */
  double *slope, *curvature, *kink, *jump;
  double lipschitz; /* sqrt of the sum of squares of the entries' Lipschitz constants */
} fit_entries;

/* STATUS_INVALID for a loss without slopes, an interval without 0, more than 4096 rows and columns, or entries outside m x n. */
status fit_entries_new(const entry_trials *trials, fit_entries *out);
void fit_entries_free(fit_entries *entries);
/* argmin of h_e(x) + linear x + quadratic x^2 / 2 over the interval, quadratic >= 0, up to rounding */
double fit_entry_minimiser(const fit_entries *entries, size_t e, double linear, double quadratic);
double fit_entry_value(const fit_entries *entries, size_t e, double x);
/* *bound <= min over the interval of h_e(x) + linear x, rounding included */
double fit_entry_least(const fit_entries *entries, size_t e, double linear);

/* *least <= the loss of every W of the class, by the weights u of the entries (rounded outward). */
status fit_certificate(const fit_entries *entries, const double *u, double radius, double *least);

/* W = A B^T, by rows of `width` numbers: A m x width, B n x width, with orthogonal columns. */
typedef struct fit_factors fit_factors;
status fit_factors_new(const fit_entries *entries, double radius, size_t width, fit_factors **out);
void fit_factors_free(fit_factors *factors);
/* W <- the point of the ball nearest to W - step U, from a block of singular vectors that follows U from call to call (exact for
 * width = m); w[e] = W_e. */
status fit_factors_step(fit_factors *factors, const double *u, double step, double *w);
/* dense (m x n) = a matrix of the class near W: its trace norm is at most radius and its entries are in the interval, rounding included. */
void fit_factors_feasible(const fit_factors *factors, double *dense);

#endif
