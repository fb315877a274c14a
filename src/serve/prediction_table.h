/* The table that `winnow predict` and `winnow learn` write: "# winnow-lab predictions 1" with the columns t, score, prediction, label ("-" where none is
 * known), and those of predicted_kind. */
#pragma once

#include "serve/prediction_rows.h"

typedef struct prediction_counts {
  size_t instances, labelled, mistakes; /* mistakes: of the labelled ones */
  bool real;                            /* the learner predicts numbers: no mistakes are counted, but losses */
  double loss;                          /* sum over the labelled ones, by the loss of the state's setting */
  bool chances;                         /* the learner tosses coins */
  double log_loss;  /* then the sum over the labelled ones of -ln of what their label's probability was */
  size_t ignored;   /* columns of the file whose names were not learned */
  size_t waiting;   /* rows whose labels may come */
  char classes[96]; /* of learning: those that were found, or "" */
  size_t unknown,
      gaps; /* instances without a prediction: with a name that was not learned; with a gap where none was */
} prediction_counts;

/* Its first lines, and the first four cells of a row, which the caller ends: the learner's answer to x, also as *out.
 * Counts it. STATUS_INVALID, before anything is written, for what trial_predict refuses. */
void prediction_table(const saved_learner *saved, predicted_kind kind, tsv_writer *writer, prediction_counts *counts);
status prediction_row(const saved_learner *saved, const instance *x, double label, tsv_writer *writer,
                      prediction_counts *counts, prediction *out);
/* The same of classes, one against the rest: `label` is the row's, NULL where none is known. */
status prediction_row_of_classes(const saved_learner *saved, const instance *x, const char *label, tsv_writer *writer,
                                 prediction_counts *counts);
/* The four cells of an instance without a prediction, which is counted as *reason, too. */
void prediction_none(tsv_writer *writer, prediction_counts *counts, size_t *reason);

/* "12 instances, 3 mistakes, accuracy 0.75", with the mean log loss where the learner tosses coins, and for numbers with the loss and its mean;
 * "; classes: no, yes; columns that were not learned are left out: 2". */
void prediction_counts_print(const prediction_counts *counts, FILE *file);
