/* Trials of entries with real labels for which a best answer in hindsight is sought: all that are played, whatever
 * their order in time.
 *
 * best_cut.h, best_order.h and best_trace_norm.h find the best answer of their class for all trials together. *out
 * predicts as its loss says and carries the certified least loss of the class (comparator_set_least): exact where that
 * is within reach, otherwise an interval. All are pure functions of the trials: no clock decides when to stop. They
 * fail with STATUS_INVALID for shapes and losses that the class does not have. The caller frees *out. */
#pragma once

#include "base/status.h"
#include "learners/loss.h"

/* A view: the caller owns the arrays. An entry may be repeated, in any order. */
typedef struct entry_trials {
  size_t m, n, count;
  const size_t *row, *column; /* from 0 */
  const double *label;
  loss loss;
} entry_trials;

/* key = hash of the question: which best of (its name), a parameter and the trials, for base/memo.h */
status entry_trials_key(const entry_trials *trials, const char *name, double parameter, char key[33]);
