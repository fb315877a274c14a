/* Lower bounds on the expected regret against the adversaries of coin_adversary.h, for every learner. Rows of level mean:
 *
 *   NAME                      mean regret >= the problem's "lower_bound"
 *   NAME.expectation          mean regret >= its "exact_regret"
 *   NAME.expectation_at_most  mean regret <= its "exact_regret"
 *
 * the last two together: the expectation is known exactly (the last one has a measure of its own, so that pictures have one line).
 * Regret is that of the learner's expected loss, given the past, where it tosses coins of its own. Premise: the adversary has played to its end. */
#ifndef BOUNDS_MATRIX_PREDICTION_LOWER_REGRET_H
#define BOUNDS_MATRIX_PREDICTION_LOWER_REGRET_H

#include "bounds/bound.h"

/* A bound applies to the problems of the family that has its own name. */
status lower_regret_create(const bound_context *context, const bound_class *class, void **out);
void lower_regret_destroy(void *self);
status lower_regret_watch(void *data, const trial_event *event);
status lower_regret_finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

#endif
