/* What a row of ratings would be rated highest: `winnow predict STATE [FILE] --top N`. */
#pragma once

#include "serve/prediction_table.h"

/* Writes a prediction table (serve/prediction_table.h) with the `top` best columns of each row, the best first: by prediction, then by score, then by
 * name. The rows are those of the file `data`, by name, without the columns that it pairs them with; all that were learned where it is NULL. A row that was not learned has one line without a prediction. STATUS_INVALID unless the state learned ratings. */
status predict_top(const char *state, const char *data, const saved_learner *saved, size_t top, FILE *out,
                   prediction_counts *counts);
