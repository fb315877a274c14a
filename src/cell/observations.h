/* What was observed of a run beside its curves: rows of observations.tsv, and the lines of two tables of their own. */
#pragma once

#include "base/status.h"

typedef struct observation {
  size_t t;
  const char *quantity;
  size_t index; /* 0 for quantities that are one number */
  double value;
} observation;

typedef struct observations {
  observation *rows;
  size_t count, capacity;
  char *ordering;  /* lines for orderings.tsv, or NULL */
  char *embedding; /* lines for embeddings.tsv, or NULL */
} observations;

void observations_free(observations *observed);
/* Room for `more` rows beyond the room that there is. */
status observations_reserve(observations *observed, size_t more);
/* Does not allocate; nothing happens where there is no room. */
void observations_add(observations *observed, size_t t, const char *quantity, size_t index, double value);
