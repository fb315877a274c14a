/* Trials of entries with real labels, as comparators in hindsight are found for: what was, or will be, played. */
#ifndef HINDSIGHT_ENTRY_TRIALS_H
#define HINDSIGHT_ENTRY_TRIALS_H

#include <stddef.h>

#include "comparators/comparator.h"
#include "learners/loss.h"

/* A view: the arrays stay the caller's. The same entry may come often, in any order. */
typedef struct entry_trials {
  size_t m, n, count;
  const size_t *row, *column; /* from 0 */
  const double *label;
  loss loss;
} entry_trials;

/* Each finds the best answer of its class for all trials together: *out predicts as its loss says, and carries the certified least loss of
 * the class (comparator_set_least): exact where that is within reach, otherwise an interval. Pure functions of the trials: no clock decides
 * when to stop. STATUS_INVALID for shapes and losses that the class does not have. The caller frees *out. */

/* W_ij = -w_i w_j over the cuts w of n = m nodes: labels 1 and -1, or any loss by its values at 1 and -1. */
status best_cut(const entry_trials *trials, comparator **out);
/* W_ij = 1 if i comes before j, over the orders of n = m items. */
status best_order(const entry_trials *trials, comparator **out);
/* Any W, m x n, of trace norm at most trace_norm and entries in [loss.low, loss.high] (convex losses). */
status best_trace_norm(const entry_trials *trials, double trace_norm, comparator **out);

#endif
