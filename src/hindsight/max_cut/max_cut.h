/* Max-cut with a certificate: what best_cut of entry_trials.h is made of. */
#ifndef HINDSIGHT_MAX_CUT_MAX_CUT_H
#define HINDSIGHT_MAX_CUT_MAX_CUT_H

#include "hindsight/max_cut/max_cut_graph.h"

typedef struct max_cut_found {
  double value; /* of the cut, added up from its edges */
  double
      bound; /* no cut is larger: at least value, and equal to it for a proved optimum of weights with a common step */
} max_cut_found;

/* signs (n) = a cut with signs[0] = 1. Up to 22 nodes all cuts are looked at; above, a search from below meets a bound from above: the
 * semidefinite one (up to 4000 nodes; the positive weights beyond), and branch and bound with triangle inequalities (up to 200 nodes).
 * tolerance: a bound as far above the value need not be improved. An answer is kept in memory for the next time, for all threads. */
status max_cut(const cut_graph *graph, double tolerance, double *signs, max_cut_found *found);

#endif
