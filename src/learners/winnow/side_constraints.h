/* Linear constraints on W as a scenario writes them: a list of tables,
 *
 *   { type = "trace", value = 4 }                 tr W = 4
 *   { type = "diagonal" }                         every entry off the diagonal is 0
 *   { type = "entry", i = 1, j = 2, value = 0 }   W_12 + W_21 = 0; with j = i or without j: W_ii
 *   { type = "dyad", vector = { .. }, value = 1 } v^T W v = 1
 *   { type = "matrix", matrix = { { .. }, .. }, value = 1 }   tr(W C) = 1, C symmetric
 *
 * at_most = b instead of value = b makes it an inequality. */
#ifndef LEARNERS_WINNOW_SIDE_CONSTRAINTS_H
#define LEARNERS_WINNOW_SIDE_CONSTRAINTS_H

#include <cjson/cJSON.h>

#include "spectral/projection/projection.h"

enum { CONSTRAINT_NAME = 64 };

typedef struct side_constraints {
  size_t count;
  linear_constraint *list; /* all but `diagonal` */
  char (*names)[CONSTRAINT_NAME];
  double **data;
  bool diagonal;          /* `diagonal` is among them */
  bool diagonal_matrices; /* the C of all others are diagonal */
} side_constraints;

/* STATUS_INVALID with a message that begins with "WHO: constraints[2]" for anything else. */
/* After a failure, too, there is something to free. */
status side_constraints_read(const char *who, const cJSON *given, size_t n, side_constraints *out);
void side_constraints_free(side_constraints *constraints);

#endif
