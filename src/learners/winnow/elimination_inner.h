/* What elimination_winnow is made of; for elimination_*.c only. */
#ifndef LEARNERS_WINNOW_ELIMINATION_INNER_H
#define LEARNERS_WINNOW_ELIMINATION_INNER_H

#include "learners/winnow/elimination_winnow.h"

struct elimination_winnow {
  size_t n, capacity;
  instance_kind kind;
  size_t removed; /* m, or number of removed coordinates */
  double shift;   /* c */
  /* vectors */
  double *argument, *weight; /* n; weight = 0 where gone */
  bool *gone;                /* n */
  /* others */
  size_t rank;              /* p */
  double *rows;             /* E, room for n or capacity rows */
  double *basis;            /* Q, room for capacity + 1 rows */
  double *core;             /* A, stride capacity + 1 */
  double *values, *vectors; /* s, V of A */
  bool current;             /* values, vectors and dense belong to the state */
  double *vector, *reduced; /* n, capacity + 1 */
  double *work;             /* 3 n + 3 */
  eigen_solver *core_solver, *dense_solver;
  double *matrix, *spectrum, *eigenvectors; /* of an instance, n x n */
  double *dense;                            /* W for matrix instances, n x n */
};

size_t elimination_row_room(const elimination_winnow *w); /* rows that `rows` has room for */

#endif
