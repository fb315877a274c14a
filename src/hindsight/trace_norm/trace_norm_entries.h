/* The loss of the entries of a matrix with trials: h_e(W_e), the sum of the losses of entry e's trials, and its
 * minima. */
#pragma once

#include "base/arena.h"
#include "hindsight/entry_trials.h"

/* The distinct entries with trials, by row and then column; for small matrices all entries, so that all stay in the
 * interval. */
typedef struct fit_entries {
  size_t m, n, count;
  loss loss;
  size_t *row, *column;
  size_t *first; /* labels of e: label[first[e]..first[e+1]-1] */
  double *label;
  /* h_e' = slope + curvature x + the jumps at kinks below x; kinks of e ascend at the places of its labels (logistic:
   * none) */
  double *slope, *curvature, *kink, *jump;
  double lipschitz; /* sqrt of the sum of squares of the entries' Lipschitz constants */
} fit_entries;

/* STATUS_INVALID for a loss without slopes, an interval without 0, more than 4096 rows and columns, or entries outside
 * m x n. */
status fit_entries_check(const entry_trials *trials);
/* The same checks. */
status fit_entries_new(arena *memory, const entry_trials *trials, fit_entries *out);
/* argmin of h_e(x) + linear x + quadratic x^2 / 2 over the interval, quadratic >= 0, up to rounding */
double fit_entry_minimiser(const fit_entries *entries, size_t e, double linear, double quadratic);
double fit_entry_value(const fit_entries *entries, size_t e, double x);
/* *bound <= min over the interval of h_e(x) + linear x, rounding included */
double fit_entry_least(const fit_entries *entries, size_t e, double linear);
