/* Branch and bound for max-cut with the bounds of max_cut_triangles.h: a node decides that two signs are equal, or opposite, which leaves a
 * problem with one sign less (Rendl, Rinaldi and Wiegele, Math. Programming 121 (2010)). */
#ifndef HINDSIGHT_MAX_CUT_MAX_CUT_BRANCH_H
#define HINDSIGHT_MAX_CUT_MAX_CUT_BRANCH_H

#include <stddef.h>

#include "hindsight/max_cut/max_cut_graph.h"

enum { BRANCH_LARGEST = 200 }; /* nodes of a graph for which one bound takes seconds */

/* signs: a cut, in its place a better one if one is found. *upper, a bound of all cuts, falls as far as `work` allows: the sum of n^3 over
 * the eigenproblems that may be solved, after which the open nodes' bounds count. As far as tolerance above the best cut, or below the next
 * possible value of a cut, it is not worth while to go: the bound then is that cut's value + tolerance. */
status max_cut_branch(const cut_graph *graph, double work, double tolerance, double *signs, double *upper);

#endif
