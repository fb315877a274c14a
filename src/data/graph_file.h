/* Reader of weighted graphs in text files:
 *
 *   rudy           "n m", then m lines "i j weight" (G-set, Biq Mac Library)
 *   Matrix Market  "%%MatrixMarket matrix coordinate FIELD symmetric" with FIELD real, integer or pattern (weights 1), comments with %,
 *                  "n n m", then m lines "i j [weight]"
 *
 * Nodes count from 1. An edge joins two different nodes and comes once, in either direction. */
#pragma once

#include "base/status.h"

enum { GRAPH_NODES = 1000000 }; /* at most */

/* In the order of a choice "auto rudy matrix_market". */
typedef enum graph_format { GRAPH_AUTO, GRAPH_RUDY, GRAPH_MATRIX_MARKET } graph_format;

typedef struct graph_edge {
  size_t i, j; /* from 0, i < j */
  double weight;
  size_t line; /* from 1 */
} graph_edge;

typedef struct graph_data {
  size_t nodes, count, room;
  graph_edge *edge; /* count, in the order of the file */
} graph_data;

/* GRAPH_AUTO: Matrix Market if the file begins with %%MatrixMarket, otherwise rudy. Messages: "FILE:LINE: column C is 'x', expected ..." and
 * the like. */
status graph_read(const char *path, graph_format format, graph_data *data);
void graph_free(graph_data *data); /* safe on a zeroed one */
