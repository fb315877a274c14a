/* Minimum-loss orders: the solver behind best_order.h.
 *
 * The trials of two items give two costs, of a before b and of b before a; every order pays at least the smaller one.
 * The majority graph has an arc from a to b where a before b is cheaper. The excess of an order, its cost above the sum
 * of the smaller costs, is the weight of the arcs that it reverses: the least excess is that of a minimum feedback arc
 * set. The graph's strongly connected components can be ordered independently of each other. */
#pragma once

#include "hindsight/entry_trials.h"

/* a < b */
typedef struct ordering_pair {
  size_t a, b;
  double a_first, b_first; /* cost of a before b, and of b before a */
} ordering_pair;

typedef struct ordering_costs {
  size_t n, count;
  ordering_pair *pairs; /* ascending */
  double always;        /* every order pays this: entries (i,i) and the smaller cost of each pair */
  double size;          /* sum of the absolute values of all losses */
  /* exact data: all costs are multiples of step, a power of two, and no sum of them is rounded; otherwise 0 */
  double step;
} ordering_costs;

/* STATUS_INVALID if m != n, if the loss is LOSS_ZERO_ONE or its interval lacks 0 or 1, or if a loss is not finite. */
status ordering_costs_of(const entry_trials *trials, ordering_costs *out);
static inline void ordering_costs_free(ordering_costs *costs) {
  free(costs->pairs);
}

/* Strongly connected components of the majority graph, in a topological order: items[start[c]..start[c+1]-1] are the
 * component c. Items without a pair come last, each as its own component, in index order. The caller frees both
 * arrays. */
status ordering_components(const ordering_costs *costs, size_t **items, size_t **start, size_t *count);

/* The functions below order k items; excess[u * k + v] >= 0 is the cost of u before v above that of v before u (0 for
 * one of the two directions). */

enum { ORDERING_EXACT_MOST = 20, ORDERING_MOST = 1000 };
/* k <= ORDERING_EXACT_MOST: the best order by dynamic programming over subsets (Held & Karp 1962), O(2^k k^2). */
status ordering_exact(size_t k, const double *excess, size_t *order, double *found);
/* k >= 3: a good order, by annealing runs and then iterated local search over insertions with moved blocks as kicks. A
 * pure function of the excesses. */
status ordering_search(size_t k, const double *excess, size_t *order, double *found);
/* *least <= the excess of every order: the dual of the linear programme over 3-dicycles (Groetschel, Juenger & Reinelt
 * 1984). For any numbers t on the triples i < j < k,
 *
 *   excess >= (sum |d_ij| - sum |d'_ij| - sum |t_ijk|) / 2,   d_ij = excess of j before i - of i before j,
 *   d' = d but for d'_ij -= t_ijk, d'_jk -= t_ijk, d'_ik += t_ijk
 *
 * which is maximised by coordinate steps on a smoothed form; *least is its value at the t found, rounded down. There
 * are k^3 / 6 of them: at most ORDERING_MOST items, for which they take 1.3 GB. */
status ordering_bound(size_t k, const double *excess, double *least);
