/* The classes of online matrix prediction, and what sums of labels look like up to their symmetries. An answer W has W(z) = -1 or 1 for every pair z:
 *
 *     cuts of n nodes              W_ij = -s_i s_j      permutations of the nodes, s_i <- -s_i (switching)
 *     orders of n items            W_ij = 1: i before j permutations of the items, reversal
 *     completion, m x n            W_ij = u_i v_j       permutations and switchings of rows and of columns
 *
 * with signs s, u, v; pairs of cuts and orders are i < j, all are numbered row by row. (The m x n sign matrices of rank one are cuts of the
 * complete bipartite graph.) Sums S(z) are those of the labels that pair z has had. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PAIR_ITEMS = 7, PAIR_ROWS = 4, PAIR_COLUMNS = 8, PAIRS = 32, PAIR_SUM = 120 };

typedef enum pair_kind { PAIR_CUT, PAIR_ORDER, PAIR_COMPLETION } pair_kind;

/* Cuts and orders: m = n <= PAIR_ITEMS. Completion: m <= PAIR_ROWS, n <= PAIR_COLUMNS. */
typedef struct pair_class {
  pair_kind kind;
  size_t m, n;
} pair_class;

size_t pair_count(const pair_class *of);
/* The number of a pair, for cuts and orders with i < j; and back. */
size_t pair_number(const pair_class *of, size_t i, size_t j);
void pair_entry(const pair_class *of, size_t pair, size_t *i, size_t *j);

/* The greatest of the lists of sums, by the symmetries of the class, that the sums can become; |sums| <= PAIR_SUM. */
void pair_canonical(const pair_class *of, const int8_t *sums, int8_t *out);
/* max over W of sum_z S(z) W(z); out[z] = W(z) of one that attains it, NULL: not wanted. */
int pair_best(const pair_class *of, const int8_t *sums, int8_t *out);
