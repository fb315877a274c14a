/* Max-cut problems: undirected graphs with real weights, and what is exact about their cuts. */
#pragma once

#include "base/arena.h"
#include "hindsight/entry_trials.h"

typedef struct cut_graph {
  size_t n, edges;        /* edges: pairs first < second, ascending, of weight other than 0 */
  size_t *first, *second; /* from 0 */
  double *weight;         /* of any sign, finite */
  size_t *start;     /* n + 1: the neighbours of i are neighbour[start[i]] to neighbour[start[i + 1] - 1], ascending */
  size_t *neighbour; /* 2 edges */
  double *incident;  /* 2 edges: the weights to them */
  double total;      /* sum of the weights */
  double size;       /* sum of their absolute values */
  double step;       /* every cut's value is an exact multiple of it; 0: unknown */
  double together;   /* loss of the empty cut: all trials predicted as -1 */
  arena memory;      /* of the arrays */
} cut_graph;

/* The graph whose cuts w have loss(w) = together - (sum of the weights across w), over predictions -w_i w_j: the
 * weight of a pair is the sum of loss(-1) - loss(1) over its trials, (i,j) and (j,i) together; i = j is never across
 * the cut. */
status cut_graph_of_trials(const entry_trials *trials, cut_graph **out);
/* From pairs in any order; repeated ones are added up and loops left out; together = 0. */
status cut_graph_new(size_t n, size_t count, const size_t *first, const size_t *second, const double *weight,
                     cut_graph **out);
void cut_graph_free(cut_graph *graph);
POINTER_CLEANUP(cut_graph, cut_graph_free)

/* Sum of the weights between +1 and -1, edge by edge in their order. */
double cut_graph_value(const cut_graph *graph, const double *signs);
/* A bound of the rounding error of such a sum, or of any sum of as many terms of that size: 0 if `step` is known. */
double cut_graph_rounding(const cut_graph *graph);
/* The largest multiple of `step` that is at most `bound`; bound itself if step is unknown. */
double cut_graph_round_down(const cut_graph *graph, double bound);
/* The trivial bound: the sum of the positive weights. */
double cut_graph_positive(const cut_graph *graph);
