/* The instances that a saved learner answers: those of a recorded sequence, or the rows of a file as the state's problem reads them. */
#pragma once

#include "base/tsv.h"
#include "problems/problem.h"
#include "serve/state.h"

/* What the rows are, and so what stands behind the first four columns of a prediction. */
typedef enum predicted_kind {
  PREDICT_ROWS,    /* nothing */
  PREDICT_MATCHES, /* first, second: the names; home, draw, away: chances that the first wins, of a draw, and that the second wins, by Davidson's
                      model at the prediction as the expected outcome (learners/ratings/pair_outcome.h) */
  PREDICT_RATINGS  /* row, column: the names; rating: the prediction on the scale of the ratings */
} predicted_kind;

typedef struct prediction_rows {
  predicted_kind kind;
  double draw;      /* matches: the weight of one in Davidson's model */
  double low, high; /* ratings: what the predictions -1 and 1 are */
  sequence *file;   /* NULL: rows of the problem */
  size_t length, t; /* of the sequence */
  problem problem;
} prediction_rows;

/* `data` is a recorded sequence (its first character is '{') or a file that the problem of the state, read from the file `state`, reads; NULL: no file, but
 * the names of the problem. Start with {0}. STATUS_INVALID with one line that names file, line and field. */
status prediction_rows_open(const char *state, const char *data, const saved_learner *saved, prediction_rows *out);
void prediction_rows_close(prediction_rows *rows); /* safe on a zeroed one */
/* The next one, with its label or NaN; STATUS_END after the last. */
status prediction_rows_next(prediction_rows *rows, instance *x, double *label);

/* STATUS_INVALID: the learner of the state takes instances of another kind or order. */
status prediction_shape(const char *state, const saved_learner *saved, const instance *x);

/* The cells of the kind, for the prediction `predicted` of losses `l`; NaN: there is none, and "-" what follows from it. */
void prediction_cells(const prediction_rows *rows, const loss *l, const instance *x, double predicted,
                      tsv_writer *writer);
