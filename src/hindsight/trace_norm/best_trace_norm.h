/* The matrix of least loss in hindsight in a ball of the trace norm. */
#pragma once

#include "comparators/comparator.h"
#include "hindsight/entry_trials.h"

/* Any W, m x n, of trace norm at most trace_norm and entries in [loss.low, loss.high] (convex losses). */
status best_trace_norm(const entry_trials *trials, double trace_norm, comparator **out);
