/* A saved learner's predictions of the rows of a file: `winnow predict`. */
#ifndef SERVE_PREDICT_H
#define SERVE_PREDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

typedef struct prediction_counts {
  size_t instances, labelled, mistakes; /* mistakes: of the labelled ones */
  bool real;                            /* the learner predicts numbers: no mistakes are counted, but losses */
  double loss;                          /* sum over the labelled ones, by the loss of the state's setting */
} prediction_counts;

/* Writes "# winnow-lab predictions 1" with the columns t, score, prediction, label ("-" where the file says none that is known).
 * `data` is a recorded sequence (its first character is '{') of the kind and order that the learner takes, or a file that the state's problem
 * reads, scaled by the numbers of the data that were learned. One pass in the file's order; the learner does not change. Both files are
 * read and checked before anything is written; STATUS_INVALID with one line that names file, line and field. */
status predict_file(const char *state, const char *data, FILE *out, prediction_counts *counts);

#endif
