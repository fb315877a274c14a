/* Winnow on the simplex for an unknown margin: stage k = 1, 2, .. runs winnow_threshold's updates, threshold 0, from equal weights,
 * tuned for the margin range/2^k, and is given up after more updates than that margin allows,
 *
 *   2 range^2 ln(n) / (range/2^k)^2 = 2 ln(n) 4^k.
 *
 * A stage with range/2^k <= the true margin is never given up. */
#ifndef LEARNERS_WINNOW_GUESS_AND_HALVE_H
#define LEARNERS_WINNOW_GUESS_AND_HALVE_H

#include "learners/learner.h"

enum { GUESS_AND_HALVE_STAGES = 25 }; /* margin range/2^25: more updates than trials can be played */

/* floor(2 ln(n) 4^stage): updates that stage may make; one more gives it up */
double guess_and_halve_allowance(size_t n, size_t stage);

status guess_and_halve_create(const learner_setting *setting, const options *options, void **self);
void guess_and_halve_destroy(void *self);
status guess_and_halve_predict(void *self, const instance *x, prediction *out);
status guess_and_halve_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
status guess_and_halve_score(void *self, const instance *x, double *score);
spectral *guess_and_halve_parameter(void *self);
/* as of winnow_normalized (simplex_winnow.h) in this stage, and "stage" from 1 on */
bool guess_and_halve_constant(const void *self, const char *name, double *value);

#endif
