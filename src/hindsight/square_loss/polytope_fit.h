/* Least squares over the simplex and the l1 ball, certified. */
#ifndef HINDSIGHT_SQUARE_LOSS_POLYTOPE_FIT_H
#define HINDSIGHT_SQUARE_LOSS_POLYTOPE_FIT_H

#include <stdbool.h>

#include "hindsight/square_loss/square_trials.h"

/* Over the convex hull of the points radius e_i, and -radius e_i when signs are free: Wolfe's method for the nearest
 * point of a polytope (Math. Programming 11 (1976)), here A u nearest to y. Finite. Of many trials the Gram matrix is
 * made first, with which a step costs n times the corral; the last steps, and all steps otherwise, cost a product with
 * A and with A^T. */
status polytope_fit(const square_trials *trials, double radius, bool free_signs, double *u, double *least);

#endif
