/* The proofs of a value of subspace_game.h, as JSON that tests/checkers/values.py reads.
 *
 * Tree (the value is at least that): {"game": "subspace", "n", "r", "gap": "1/2", "value", "nodes": [...]}. A node shows an instance, a list of
 * coordinates from 0 on, and says which node comes after each answer: {"show": [0, 3], "minus": 1, "plus": 2}; every path shows `value` of them
 * and ends with the diagonal of a projection that gives all answers of the path: {"diagonal": ["1/2", ...]}.
 *
 * Table (the value is at most that): the same head, "states": [...]. A state has coordinates n, rows of which each is known to have weight gap, and
 * either the errors that the learner can still make, {"n": 7, "rows": [[0, 1]], "errors": 3}, or a proof that no projection is left:
 * {"n": 5, "rows": [[0], [1], [2]], "multipliers": [1, 1, 1]} (subspace_cover.h). States are meant up to permutations. */
#pragma once

#include "games/subspace_game.h"

/* Of a solved game. */
status subspace_write_tree(subspace_game *game, int value, FILE *file);
status subspace_write_table(subspace_game *game, int value, FILE *file);
