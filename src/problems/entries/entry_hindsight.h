/* Best answers in hindsight for entries that are known beforehand. Shuffling the trials, or naming a pair the other way round, is no new
 * question: they are put in an order of their own first, so that an answer that is still kept (base/memo.h) is found. */
#pragma once

#include "comparators/comparator.h"
#include "hindsight/entry_trials.h"

typedef enum entry_class { ENTRY_CUT, ENTRY_ORDER, ENTRY_TRACE_NORM } entry_class;

/* *out = the best cut, order or matrix of that trace norm. Cuts take labels of a pair (i, j) for those of (j, i); orders take a label y
 * of (i, j) for low + high - y of (j, i), which is right for the absolute and the square loss. The caller frees *out. */
status entry_hindsight(const entry_trials *trials, entry_class class, double trace_norm, comparator **out);
