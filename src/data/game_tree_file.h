/* Reader of trees that `winnow value --tree` writes (games/subspace_files.h, games/pair_files.h): what an optimal adversary shows after which
 * answers, and what agrees with all of them at the end. Trees of game "matrix" are Close to Subspace on projections, each a list "span" of orthogonal
 * vectors of whole numbers up to 9; the r of the end span the hidden one. */
#pragma once

#include "base/status.h"
#include "games/pair_class.h"

enum { GAME_TREE_NODES = 1 << 24 }; /* at most */

typedef struct game_tree_node {
  size_t first,
      shown; /* what it shows: shown[first .. first + shown - 1], or so many vectors from answer[first] on; 0 of them: an end, with
                          answer[first ..] */
  size_t after[2]; /* the nodes after -1 and 1, behind this one */
  size_t depth;    /* how many nodes come before it */
  double value;    /* pairs: regret that is left to force, the mean of both that follow; at the end <S,W>/2 */
} game_tree_node;

typedef struct game_tree {
  bool pairs;      /* online matrix prediction, otherwise Close to Subspace */
  bool matrices;   /* Close to Subspace, not on diagonal instances */
  pair_class of;   /* pairs */
  size_t n, width; /* subspace: coordinates; numbers of an answer: coordinates, pairs, or r n */
  size_t r;        /* matrices */
  double gap;      /* subspace */
  size_t length;   /* trials of every path */
  size_t count;
  game_tree_node *node; /* the first is where it begins */
  size_t *shown;        /* coordinates, ascending, or the number of a pair */
  double *answer;       /* a diagonal, or W, or unit vectors */
} game_tree;

/* STATUS_INVALID "FILE: nodes[K]: what was expected", K from 0. All paths have one length, a node is met with the same sums of labels on every
 * path (pairs), and answers are cuts, orders or sign matrices of rank one, or weights from 0 to 1. To be freed even after a failure. */
status game_tree_read(const char *path, game_tree *out);
void game_tree_free(game_tree *tree); /* safe on a zeroed one */
