/* Branch and bound for max-cut with the bounds of max_cut_triangles.h: a branch makes two signs equal or opposite,
 * which leaves a problem with one sign less (Rendl, Rinaldi and Wiegele, Math. Programming 121 (2010)). */
#pragma once

#include "hindsight/max_cut/max_cut_graph.h"

enum { BRANCH_LARGEST = 200 }; /* nodes of the graph: one bound takes seconds at this size */

/* signs: a cut, replaced by a better one if one is found. *upper: a bound of all cuts, lowered as far as `work` allows
 * (the sum of n^3 over the eigenproblems that may be solved; then the bounds of the open nodes count). The search ends
 * when the bound is within tolerance of the best cut, or below the next possible value of a cut: *upper is then that
 * cut's value + tolerance. */
status max_cut_branch(const cut_graph *graph, double work, double tolerance, double *signs, double *upper);
