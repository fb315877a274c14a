/* Annealing of cuts (Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, Science 220 (1983)), followed
 * by the exchanges of Kernighan and Lin, An efficient heuristic procedure for partitioning graphs, Bell System
 * Technical Journal 49 (1970), while these gain. */
#ifndef HINDSIGHT_MAX_CUT_MAX_CUT_ANNEAL_H
#define HINDSIGHT_MAX_CUT_MAX_CUT_ANNEAL_H

#include <stdbool.h>

#include "base/random.h"
#include "hindsight/max_cut/max_cut_graph.h"

/* signs (n) = a good cut, from a random one. The temperature falls linearly to 0, or by a fixed factor from sweep to
 * sweep. */
status max_cut_anneal(const cut_graph *graph, random_stream *stream, size_t sweeps, bool linear, double *signs);

#endif
