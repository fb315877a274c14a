/* The cut of least loss in hindsight. */
#ifndef HINDSIGHT_MAX_CUT_BEST_CUT_H
#define HINDSIGHT_MAX_CUT_BEST_CUT_H

#include "comparators/comparator.h"
#include "hindsight/entry_trials.h"

/* W_ij = -w_i w_j over the cuts w of n = m nodes: labels 1 and -1, or any loss by its values at 1 and -1. */
status best_cut(const entry_trials *trials, comparator **out);

#endif
