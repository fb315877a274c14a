/* The order of least loss in hindsight. */
#pragma once

#include "comparators/comparator.h"
#include "hindsight/entry_trials.h"

/* W_ij = 1 if i comes before j, over the orders of n = m items. STATUS_INVALID if more than ORDERING_MOST of them are a component
 * (linear_ordering.h). */
status best_order(const entry_trials *trials, comparator **out);
