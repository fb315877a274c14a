/* Good cuts from below: a population of annealed cuts, and children of some of them: the nodes on whose sides their parents agree stay
 * together, and the problem between these groups is annealed. A fixed number of times; no bound is known from it. */
#ifndef HINDSIGHT_MAX_CUT_MAX_CUT_SEARCH_H
#define HINDSIGHT_MAX_CUT_MAX_CUT_SEARCH_H

#include "hindsight/max_cut/max_cut_graph.h"

/* signs (n) = the best cut that was found, signs[0] = 1. Random streams are a function of the graph: so is the answer. */
status max_cut_search(const cut_graph *graph, double *signs);

#endif
