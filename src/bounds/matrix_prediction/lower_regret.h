/* Lower bounds on the expected regret against the adversaries of coin_adversary.h, for every learner. Rows of level mean:
 *
 *   NAME                      mean regret >= the problem's "lower_bound"
 *   NAME.expectation          mean regret >= its "exact_regret"
 *   NAME.expectation_at_most  mean regret <= its "exact_regret"
 *
 * the last two together: the expectation is known exactly (the last one has a measure of its own, so that pictures have one line).
 * Regret is that of the learner's expected loss, given the past, where it tosses coins. Premise: the adversary has played to its end. */
#ifndef BOUNDS_MATRIX_PREDICTION_LOWER_REGRET_H
#define BOUNDS_MATRIX_PREDICTION_LOWER_REGRET_H

#include "bounds/bound.h"

/* For bounds whose problem_family is one of those adversaries. */
extern const bound_methods lower_regret_methods;

#endif
