/* The white-box move of an attack. */
#ifndef ATTACK_ATTACK_GREEDY_H
#define ATTACK_ATTACK_GREEDY_H

#include "attack/attack_moves.h"

/* The learner plays the sequence; from trial edit->from on each trial is replaced by the best of some variations:
 * of those at which the learner errs, the one whose score is nearest to the threshold (constant "theta" or 0),
 * moved nearer by bisection towards one at which it does not; real labels: the largest difference of the learner's
 * and the comparator's loss. Where the sequence ends, variations at which the learner errs lengthen it, to its
 * room. */
status attack_greedy(const attack_edit *edit, const attack_maker *maker, attack_sequence *sequence);

#endif
