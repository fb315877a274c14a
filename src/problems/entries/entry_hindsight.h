/* Best answers in hindsight for entries that are known beforehand (hindsight/entry_trials.h), each found once: the last few are kept for
 * all threads of the process, by the trials in an order of their own, so that shuffling them or naming a pair the other way round is no
 * new question. A memory of a function's values: what it returns depends on the trials alone. */
#ifndef PROBLEMS_ENTRIES_ENTRY_HINDSIGHT_H
#define PROBLEMS_ENTRIES_ENTRY_HINDSIGHT_H

#include "hindsight/entry_trials.h"

typedef enum entry_class { ENTRY_CUT, ENTRY_ORDER, ENTRY_TRACE_NORM } entry_class;

/* *out = the best cut, order or matrix of that trace norm. Cuts take labels of a pair (i, j) for those of (j, i); orders take a label y
 * of (i, j) for low + high - y of (j, i), which is right for the absolute and the square loss. The caller frees *out. */
status entry_hindsight(const entry_trials *trials, entry_class class, double trace_norm, comparator **out);

#endif
