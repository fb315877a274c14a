/* The cut of least loss in hindsight. */
#pragma once

#include "comparators/comparator.h"
#include "hindsight/entry_trials.h"

/* W_ij = -w_i w_j over the cuts w of n = m nodes: labels 1 and -1, or any loss by its values at 1 and -1. */
status best_cut(const entry_trials *trials, comparator **out);
