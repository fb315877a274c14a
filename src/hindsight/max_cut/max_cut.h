/* Max-cut with a certificate: the solver behind best_cut.h. */
#pragma once

#include "hindsight/max_cut/max_cut_graph.h"

typedef struct max_cut_found {
  double value; /* of the cut, summed over its edges */
  /* no cut is larger: at least value, and equal to it for a proved optimum of weights with a common step */
  double bound;
} max_cut_found;

/* signs (n) = a cut with signs[0] = 1. Up to 22 nodes all cuts are enumerated. Above, a heuristic search gives the cut,
 * and the bound comes from branch and bound with triangle inequalities (up to 200 nodes), the semidefinite relaxation
 * (up to 4000 nodes) or the sum of the positive weights. tolerance: a bound this close to the value is not improved
 * further. The last answers are kept (base/memo.h). */
status max_cut(const cut_graph *graph, double tolerance, double *signs, max_cut_found *found);
