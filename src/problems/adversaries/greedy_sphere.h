/* Extreme values of a quadratic plus a linear form on a sphere: the trust-region problem with equality.
 *
 *   minimise sign (y^T G y + 2 c^T y) subject to |y| = radius
 *
 * In the eigenbasis of sign G (values g ascending, b the coefficients of sign c) the minimiser is y_i = -b_i / (g_i +
 * mu) with mu >= -g_1 such that |y| = radius; if b_1 = 0 and the others are too short already at mu = -g_1 (the hard
 * case), the rest of the length goes to the first eigenvector (Golub and Van Loan; More and Sorensen 1983).
 *
 * Rounding does not choose: eigenvalues within GREEDY_TIE of the first, relative to the largest, have one space of eigenvectors; coefficients b
 * in it that are as small, relative to that eigenvalue and the radius, count as 0; and of the space's vectors the rest of the length goes to
 * the projection of the first unit vector that has at least half of its mean share there. */
#pragma once

#include "base/memory.h"

#define GREEDY_TIE 1e-9

typedef struct sphere_problem sphere_problem;

status sphere_problem_new(size_t order, sphere_problem **out);
void sphere_problem_free(sphere_problem *problem);
POINTER_CLEANUP(sphere_problem, sphere_problem_free)
/* G: order x order, symmetric, row stride `stride`. */
status sphere_problem_set(sphere_problem *problem, const double *g, size_t stride);
/* y = the minimiser for sign = +1, the maximiser for -1; linear = NULL: c = 0 */
void sphere_extreme(sphere_problem *problem, double sign, double radius, const double *linear, double *y);
