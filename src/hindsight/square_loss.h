/* What the searches for the best answer under the square loss (hindsight/square_loss) take from each other. */
#pragma once

#include "hindsight/square_loss/density_groups.h"
#include "linalg/eigen.h"

/* ---- densities */

enum { BARRIER_LARGEST = 40 }; /* order: Newton's steps solve for 820 numbers */

/* u (n x n) = a density whose loss is at most `enough` above the least, up to rounding, by Newton's method with a
 * barrier. gap: of I/n. */
status density_barrier(density_groups *groups, double gap, double enough, double *u);
/* The lower bound of density_fit.h: *least <= the loss of every density, from the residuals e of a good one (rounded outward). */
status density_certificate(const density_groups *groups, const double *e, const eigen_backend *eigen, double *least);

/* ---- the simplex and the l1 ball, certified */

/* Over the convex hull of the points radius e_i, and -radius e_i when signs are free: Wolfe's method for the nearest
 * point of a polytope (Math. Programming 11 (1976)), here A u nearest to y. It ends after finitely many steps. For many
 * trials the Gram matrix is formed first, so that a step costs n times the size of the corral; the last steps, and all
 * steps otherwise, cost a product with A and one with A^T. u has n entries; *least is a certified lower bound of the
 * loss over the polytope. */
status polytope_fit(const square_trials *trials, double radius, bool free_signs, double *u, double *least);

/* ---- the Gram matrix of the columns of A (square_trials.h), each divided by its length */

enum { GRAM_LARGEST = 4000 }; /* largest order for which such matrices are formed */

/* gram (n x n, zeros on entry) = D^-1 A^T A D^-1, D = diag(lengths); a column of length 0 counts as uncorrelated with
 * the others. */
status gram_matrix(const square_trials *trials, const double *lengths, double *gram);
/* factor (n x n) = Cholesky's L of that matrix; *lambda = a certified lower bound of the least eigenvalue of the exact
 * matrix, for columns of length at most about 1; 0 if none is found, and then the factor is not valid. */
void gram_least_eigenvalue(const square_trials *trials, const double *gram, double *factor, double *lambda);
