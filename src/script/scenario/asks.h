/* What the members of a grid point ask of each other by name (learners/asked.h), and an adversary of its learner, checked before any cell runs. What a
 * learner in another program offers is known only when its cell begins. */
#pragma once

#include "script/scenario/evaluation.h"

/* Raises an error, of the line of who asks or of the learner that is refused. trials: of the point. */
void asks_check_problem(evaluation *e, const member *source, const member *player, size_t trials);
void asks_check_bound(evaluation *e, const member *judge, const member *source, const member *player, size_t trials);
