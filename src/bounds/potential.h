/* The potential of a run: the divergence of the scaled comparator from the learner's parameter, as the learner's analysis has it. */
#ifndef BOUNDS_POTENTIAL_H
#define BOUNDS_POTENTIAL_H

#include "base/status.h"
#include "comparators/comparator.h"
#include "learners/learner.h"

/* The factor on the comparator U: the learner's constant "comparator_scale"; "comparator_trace" / tr U; otherwise 1. */
double potential_scale(const learner *learner, const comparator *comparator);

/* *value = D(scale U, W). NaN if there is no comparator, no parameter, no entropy, no positive scale, or if the comparator is a matrix or
 * a projection and the parameter takes none. */
status potential_of(const learner *learner, const comparator *comparator, double scale, double *value);

/* A divergence that was computed as a difference of larger numbers: where it is 0 rounding may leave less, which a bound that divides
 * by a small progress would show as a number below 0. NaN stays NaN. */
double at_least_zero(double divergence);

#endif
