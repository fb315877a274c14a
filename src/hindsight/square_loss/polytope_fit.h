/* Least squares over the simplex and the l1 ball, certified. */
#pragma once

#include <stdbool.h>

#include "hindsight/square_loss/square_trials.h"

/* Over the convex hull of the points radius e_i, and -radius e_i when signs are free: Wolfe's method for the nearest
 * point of a polytope (Math. Programming 11 (1976)), here A u nearest to y. It ends after finitely many steps. For many
 * trials the Gram matrix is formed first, so that a step costs n times the size of the corral; the last steps, and all
 * steps otherwise, cost a product with A and one with A^T. u has n entries; *least is a certified lower bound of the
 * loss over the polytope. */
status polytope_fit(const square_trials *trials, double radius, bool free_signs, double *u, double *least);
