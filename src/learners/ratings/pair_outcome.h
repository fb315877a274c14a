/* Outcomes of i against j, numbers of [0,1], as labels and predictions of entries: the interval of the loss stands for [0,1]. */
#pragma once

#include "learners/learner.h"

/* STATUS_INVALID unless the players are both rows and columns, and labels are outcomes (not the slopes of a linear
 * loss). */
status outcome_check(const void *self, const learner_setting *setting);
/* (y - label_low)/(label_high - label_low) */
double outcome_of_label(const loss *l, double label);
/* low + p (high - low) */
double outcome_prediction(const loss *l, double probability);
/* 1/(1 + e^-x) */
double outcome_probability(double x);

typedef struct outcome_chances {
  double win, draw, loss; /* of the first; their sum is 1 */
} outcome_chances;

/* Davidson 1970: proportional to e^(lead/2), nu, e^(-lead/2); nu >= 0. */
outcome_chances outcome_davidson(double lead, double nu);
/* The same at the lead at which win + draw/2 is `expected`, a number of [0,1]. With r = e^(lead/2) that is the positive root of
 * (1 - E) r^2 - nu (E - 1/2) r - E = 0. */
outcome_chances outcome_of_expected(double expected, double nu);
