/* The proofs of a value of pair_game.h, as JSON that tests/checkers/values.py reads. Both have the head
 * {"game": "cut", "order" or "completion", "n", "T", "value": "N/2^(T+1)"}, and "m" for completion.
 *
 * Tree (the value is at least that; a graph without circles, in fact): "nodes": [...]. A node shows a pair and says which node comes after each label:
 * {"show": [0, 1], "minus": 1, "plus": 2}; fair coins choose. Every path shows T pairs and ends with an answer W, in the order of the pairs:
 * {"answer": [1, -1, 1]}.
 *
 * Table (the value is at most that): "states": [...], sums of labels in the order of the pairs up to symmetries, and numbers N_k of pair_game.h for
 * k = a, a + 2, ... up to T, where a is the sum of the absolute values of the sums: {"sums": [1, 0, 0], "numbers": [...]}, decimal texts. */
#pragma once

#include "games/pair_game.h"

/* "cut", "order", "completion" */
const char *pair_kind_name(pair_kind kind);
/* N_0(0) / 2^(T+1) in lowest terms. */
void pair_write_value(const pair_game *game, FILE *file);

status pair_write_tree(const pair_game *game, FILE *file);
status pair_write_table(const pair_game *game, FILE *file);
