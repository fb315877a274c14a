/* The two ways to the answers of regression_fit.h: each fills u (n) and *least, a certified lower bound of the class's loss. */
#ifndef COMPARATORS_REGRESSION_PARTS_H
#define COMPARATORS_REGRESSION_PARTS_H

#include <stdbool.h>

#include "comparators/square_trials.h"

/* By Cholesky's factorisation of the scaled Gram matrix where that proves the columns independent, otherwise by orthogonal rows
 * and columns (least |u|_2). */
status least_squares_fit(const square_trials *trials, double *u, double *least);

/* The lower bound of regression_fit.h around any u. lambda: the least eigenvalue of D^-1 A^T A D^-1 is at least that; 0: not known. */
status least_squares_certificate(const square_trials *trials, const double *lengths, double lambda, const double *u,
                                 double *least);

/* Over the convex hull of the points radius e_i, and -radius e_i when signs are free: Wolfe's method for the nearest point of a polytope
 * (Math. Programming 11 (1976)), here A u nearest to y. Finite; a step costs a product with A and with A^T. */
status polytope_fit(const square_trials *trials, double radius, bool free_signs, double *u, double *least);

#endif
