/* A saved learner's predictions of the rows of a file: `winnow predict`. */
#pragma once

#include "serve/prediction_table.h"

/* Writes the table of predictions. What has a name that was not learned, or a gap where none was, has "-" for score, prediction, label and what follows from them.
 * One pass over `data` (serve/prediction_rows.h) in the file's order, scaled by the numbers of the data that were learned; the learner does not change.
 * top > 0: instead what serve/predict_top.h says; then `data` may be NULL. Both files are read and checked before anything is written;
 * STATUS_INVALID with one line that names file, line and field. */
status predict_file(const char *state, const char *data, size_t top, FILE *out, prediction_counts *counts);

/* Writes the table of the weights of a saved learner, the largest first, of features by name where the state has names (of what was scaled, as scaled); of
 * symmetric matrices the `top` eigenvectors of the largest eigenvalues in size. */
status predict_weights(const char *state, size_t top, FILE *out);
