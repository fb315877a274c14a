/* A saved learner's predictions of the rows of a file: `winnow predict`. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/tsv.h"
#include "serve/prediction_rows.h"
#include "serve/state.h"

typedef struct prediction_counts {
  size_t instances, labelled, mistakes; /* mistakes: of the labelled ones */
  bool real;                            /* the learner predicts numbers: no mistakes are counted, but losses */
  double loss;                          /* sum over the labelled ones, by the loss of the state's setting */
  size_t ignored;                       /* columns of the file whose names were not learned */
  size_t unknown;                       /* instances with a name that was not learned, which have no prediction */
} prediction_counts;

/* The first lines of the table below, and the first four cells of a row of it, which the caller ends: the learner's answer to x, also as *out.
 * Counts it. STATUS_INVALID, before anything is written, for what trial_predict refuses. */
void prediction_table(const saved_learner *saved, predicted_kind kind, tsv_writer *writer, prediction_counts *counts);
status prediction_row(const saved_learner *saved, const instance *x, double label, tsv_writer *writer,
                      prediction_counts *counts, prediction *out);
/* The four cells of an instance with a name that was not learned: no prediction. */
void prediction_none(tsv_writer *writer, prediction_counts *counts);

/* "12 instances, 3 mistakes", with a loss for numbers; "; columns that were not learned are left out: 2". */
void prediction_counts_print(const prediction_counts *counts, FILE *file);

/* Writes "# winnow-lab predictions 1" with the columns t, score, prediction, label ("-" where the file says none that is known), and those of
 * predicted_kind. What has a name that was not learned has "-" for score, prediction, label and what follows from them.
 * One pass over `data` (serve/prediction_rows.h) in the file's order, scaled by the numbers of the data that were learned; the learner does not change.
 * top > 0: instead what serve/predict_top.h says; then `data` may be NULL. Both files are read and checked before anything is written;
 * STATUS_INVALID with one line that names file, line and field. */
status predict_file(const char *state, const char *data, size_t top, FILE *out, prediction_counts *counts);
