/* Lower bounds on mistakes against adversaries that are known to force a number of them, one in each trial. Rows:
 *
 *   NAME           mistakes >= the problem's constant "forced"; where its labels are fair coins ("fair"), in the mean >= half of it
 *   NAME.at_most   coins only: in the mean <= half of it; the two together say that the expectation is exact, for every learner
 *
 * Labels contradict the realised prediction, so the count is exact for randomised learners, too. Premise: the adversary could play to
 * its end. */
#pragma once

#include "bounds/bound.h"

/* For bounds whose problem_family is that of such an adversary. */
extern const bound_methods forced_count_methods;
