/* Trials of a learner that lives on. One bad row does not end it: what cannot be scored or learned is refused with STATUS_INVALID, and the
 * learner is what it was before, bit for bit. */
#pragma once

#include "serve/state.h"

/* Refused: numbers that are not finite, a matrix that is not symmetric, numbers so large that the score is not finite. */
status trial_predict(const saved_learner *saved, const instance *x, prediction *out);
/* Of classes, one against the rest: *class = that of the largest margin, of equal ones the first in the order of the texts; NULL: there is none. The margin
 * is the score above the learner's threshold, or, of one that tosses coins, its probability. */
status trial_predict_class(const saved_learner *saved, const instance *x, const char **class, prediction *out);
/* Each class learns 1 or -1; a class that comes new has a new learner, for which the trials before have not been. */
status trial_update_class(saved_learner *saved, const instance *x, const char *class);
/* The score alone, of any instance; refused likewise. */
status trial_score(const saved_learner *saved, const instance *x, double *score);
/* The weights W and b of a score that is tr(W X) + b: n numbers of vectors, otherwise rows x n, row by row, of symmetric matrices n x n. They are asked for by
 * scores. Refused: a score of another form, distances, which do not show W. */
status trial_weights(const saved_learner *saved, double *weights, double *offset);
/* After trial_predict of the same instance. Refused besides: an update that overflows, or after which the instance's score does. (A learner
 * without a state, and one in another program, keep what they have.) */
status trial_update(saved_learner *saved, const instance *x, const prediction *predicted, double label, bool *updated);
