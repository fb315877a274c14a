/* `winnow learn`: a learner in a pipe. Rows come in, predictions go out, and the labels that rows have are learned. */
#pragma once

#include "serve/prediction_table.h"

typedef struct learn_request {
  const char *learner; /* NAME{option = value, ...} (serve/member_text.h); NULL with `load` */
  const char *rows;    /* the problem that reads the rows, in the same form, or NULL: as the first line says */
  const char *load;    /* file of a saved state to go on from, or NULL */
  const char *save;    /* file for the state, or NULL */
  const char *id;      /* the column with the names of rows, whose labels may come in later rows; or NULL */
  size_t every;        /* it is written after so many rows each time, and at the end; 0: at the end */
  size_t trials;       /* at most so many rows are learned */
  uint64_t seed;
  const eigen_backend *eigen;
} learn_request;

/* With `id` a row without a label waits for it (MOST_WAITING, serve/state.h), also in the state. A later row with its name and a label is the same instance:
 * it is predicted again, and learned.
 *
 * Writes the table of `winnow predict` (serve/prediction_table.h), a line for each row, before its label is used, and flushed before more rows are waited for; a row without a label
 * is predicted only. Everything is checked before a row is read. A row that cannot be read ends it: STATUS_INVALID, "standard input:LINE:
 * ...", and one that the learner cannot score or learn (serve/trial.h): "row 3: ..."; then, too, the state is saved as it was before it. */
status learn(const learn_request *request, FILE *in, FILE *out, prediction_counts *counts);
