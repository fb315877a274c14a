/* A run in words: instance, score, threshold, prediction, label, and what the update did. */
#ifndef AUDIT_TELLER_H
#define AUDIT_TELLER_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "cell/cell.h"

/* What can be seen of a learner: of a diagonal parameter its weights, of a square one the eigenvalues, of a rectangular one the entries; and the
 * trace. Of a learner without a parameter the saved state. Too large ones are NULL. */
typedef struct state_view {
  double *values;
  size_t count;
  double trace;
  cJSON *saved;
} state_view;

typedef struct teller {
  FILE *out;
  const plan *plan;
  const cell_address *address;
  size_t trials, most, mistakes; /* most: numbers of a list that are told */
  const problem *problem;
  const learner *learner;
  double potential;
  state_view before;
} teller;

/* `teller` with out, plan, address, trials and most given. */
cell_watcher teller_watcher(teller *teller);
void teller_end(teller *teller);

#endif
