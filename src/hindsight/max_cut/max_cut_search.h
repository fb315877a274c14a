/* Good cuts without a bound: a population of annealed cuts and a fixed number of children. In a child, nodes about
 * whose sides all parents agree stay together, and the problem between these groups is annealed. */
#pragma once

#include "hindsight/max_cut/max_cut_graph.h"

/* signs (n) = the best cut found, signs[0] = 1. The random streams, and so the answer, are a function of the graph. */
status max_cut_search(const cut_graph *graph, double *signs);
