/* What a trial costs the learner and the comparator. */
#ifndef CELL_CELL_TRIAL_H
#define CELL_CELL_TRIAL_H

#include "bounds/bound.h"
#include "problems/problem.h"

/* Fills mistake, loss and error_probability of an event with prediction and label. With real labels a mistake is a prediction on the other
 * side of the interval's middle than the label, or on it where the label is not. STATUS_FAILED for a prediction outside of the
 * interval. */
status trial_judge_prediction(const problem_facts *facts, bool randomised, trial_event *event);

/* The comparator's own loss, NaN without one. On signs it predicts +1 where tr(U X) is at least the middle of the gap. */
double trial_comparator_loss(const problem_facts *facts, const comparator *u, const instance *x, double label);

#endif
