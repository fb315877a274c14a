/* Linear constraints on symmetric W: tr(W C) = b or tr(W C) <= b. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum constraint_kind {
  CONSTRAINT_TRACE, /* C = I */
  CONSTRAINT_ENTRY, /* C = E_ij + E_ji; E_ii for i = j */
  CONSTRAINT_DYAD,  /* C = c c^T */
  CONSTRAINT_MATRIX /* C, symmetric */
} constraint_kind;

typedef struct linear_constraint {
  constraint_kind kind;
  size_t i, j;        /* entry: from 0 */
  const double *data; /* dyad: n numbers; matrix: n x n */
  double value;       /* b */
  bool at_most;       /* tr(W C) <= b instead of = b */
  const char *name;   /* for messages */
} linear_constraint;
