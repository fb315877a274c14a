/* Moves of an attack over declared parameters: those of the problem, and those of the learner. */
#pragma once

#include "cell/plan.h"

/* Draws anew one parameter of the point's problem or learner (`all`: each with probability 1/2), in its declared
 * range; whole numbers go no further than 8 or twice those of `origin`, the point as the scenario has it, so that no
 * evaluation costs much more. Options that problem and learner share by name and value stay equal. Not touched:
 * texts, files, lists, the choice "representation", options that the scenario leaves open, members written in the
 * scenario, and what `fixed` (an object, or NULL) names. *moved = false: there is nothing to move. */
status attack_move_parameters(const plan_point *classes, const cJSON *origin, const cJSON *fixed, bool all,
                              random_stream *random, cJSON *point, bool *moved);
