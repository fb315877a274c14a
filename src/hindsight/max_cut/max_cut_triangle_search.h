/* The search for good duals of max_cut_triangles.h, as in Malick and Roupin, Solving k-cluster problems to optimality
 * with semidefinite programming, Math. Programming 136 (2012), and Krislock, Malick and Roupin, Improved semidefinite
 * bounding procedure for solving max-cut problems to optimality, ibid. 143 (2014): minimise sum u_i + sum y_t +
 * |[M]_+|_F^2 / (2 alpha) by a quasi-Newton method, for smaller and smaller alpha and more and more violated triangles.
 * At the minimum X = [M]_+ / alpha is nearly the best matrix of the relaxation. */
#pragma once

#include "hindsight/max_cut/max_cut_triangles.h"

typedef struct triangle_search triangle_search;
/* For problems of up to `largest` signs. */
status triangle_search_new(size_t largest, triangle_search **out);
void triangle_search_free(triangle_search *search);
POINTER_CLEANUP(triangle_search, triangle_search_free)
size_t triangle_search_room(const triangle_search *search); /* the largest number of triangles */

/* Improves the duals until their bound is below `enough` or progress is too slow. *bound = the bound of *duals, pair =
 * the two signs to branch on next, *work += n^3 for every eigenproblem. Q must not be 0. */
status triangle_search_run(triangle_search *search, const sign_problem *problem, double enough, sign_duals *duals,
                           double *bound, size_t pair[2], double *work);
