/* Outcomes of i against j, numbers of [0,1], as labels and predictions of entries: the interval of the loss stands for [0,1]. */
#ifndef LEARNERS_RATINGS_PAIR_OUTCOME_H
#define LEARNERS_RATINGS_PAIR_OUTCOME_H

#include "learners/learner.h"

/* STATUS_INVALID unless the players are both rows and columns, and labels are outcomes (not the slopes of a linear
 * loss). */
status outcome_check(const learner_setting *setting, const options *options);
/* (y - label_low)/(label_high - label_low) */
double outcome_of_label(const loss *l, double label);
/* low + p (high - low) */
double outcome_prediction(const loss *l, double probability);
/* 1/(1 + e^-x) */
double outcome_probability(double x);

#endif
