/* The two ways to the answers of regression_fit.h: each fills u (n) and *least, a certified lower bound of the class's
 * loss. */
#ifndef HINDSIGHT_SQUARE_LOSS_REGRESSION_PARTS_H
#define HINDSIGHT_SQUARE_LOSS_REGRESSION_PARTS_H

#include <stdbool.h>

#include "hindsight/square_loss/square_trials.h"

enum { GRAM_LARGEST = 4000 }; /* order up to which such matrices are made */

/* gram (n x n, zeros before) = D^-1 A^T A D^-1, D = diag(lengths); a column of length 0 counts as one of no correlation
 * with the others. */
status gram_matrix(const square_trials *trials, const double *lengths, double *gram);
/* factor (n x n) = Cholesky's L of that matrix; *lambda = a certified lower bound of the least eigenvalue of what the
 * matrix is without rounding, for columns of length about 1 at most; 0 if none is found: then the factor is of no use.
 */
void gram_least_eigenvalue(const square_trials *trials, const double *gram, double *factor, double *lambda);

/* By Cholesky's factorisation of the scaled Gram matrix where that proves the columns independent, otherwise by
 * orthogonal rows and columns (least |u|_2). */
status least_squares_fit(const square_trials *trials, double *u, double *least);

/* The first of the two ways alone; *found = false, and nothing else, where it proves nothing. */
status least_squares_by_gram(const square_trials *trials, double *u, double *least, bool *found);

/* The lower bound of regression_fit.h around any u. lambda: the least eigenvalue of D^-1 A^T A D^-1 is at least that;
 * 0: not known. */
status least_squares_certificate(const square_trials *trials, const double *lengths, double lambda, const double *u,
                                 double *least);

/* Over the convex hull of the points radius e_i, and -radius e_i when signs are free: Wolfe's method for the nearest
 * point of a polytope (Math. Programming 11 (1976)), here A u nearest to y. Finite. Of many trials the Gram matrix is
 * made first, with which a step costs n times the corral; the last steps, and all steps otherwise, cost a product with
 * A and with A^T. */
status polytope_fit(const square_trials *trials, double radius, bool free_signs, double *u, double *least);

#endif
