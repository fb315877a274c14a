/* Trials of a learner that lives on. One bad row does not end it: what cannot be scored or learned is refused with STATUS_INVALID, and the
 * learner is what it was before, bit for bit. */
#pragma once

#include "serve/state.h"

/* Refused: numbers that are not finite, a matrix that is not symmetric, numbers so large that the score is not finite. */
status trial_predict(const saved_learner *saved, const instance *x, prediction *out);
/* The score alone, of any instance; refused likewise. */
status trial_score(const saved_learner *saved, const instance *x, double *score);
/* After trial_predict of the same instance. Refused besides: an update that overflows, or after which the instance's score does. (A learner
 * without a state, and one in another program, keep what they have.) */
status trial_update(saved_learner *saved, const instance *x, const prediction *predicted, double label, bool *updated);
