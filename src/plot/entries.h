/* Final values: what was observed of every entry, row or eigenvalue after the last trial, at the first grid point. */
#pragma once

#include "plot/result.h"

typedef struct entry_value {
  const plot_cell *cell; /* done, of the first grid point */
  size_t index;          /* from 1; entries are counted row by row */
  double value;
} entry_value;

typedef struct entry_values {
  size_t rows, columns;
  double low, high; /* the interval of predictions */
  entry_value *value;
  size_t count, room;
} entry_values; /* start with {0} */

/* Shape and interval from the manifest, values in the order of observations.tsv. STATUS_INVALID if there are none. A
 * spectrum (calibration) has as many rows as eigenvalues (as its last bin says), one column and no interval; STATUS_END if there is no
 * spectrum of that name. */
status entry_values_read(const plot_result *result, const char *quantity, entry_values *out);
void entry_values_free(entry_values *values);

/* *text = `words`, after the first grid point's parameters if there are several grid points: a note for the caption. */
status entries_note(arena *memory, const plot_result *result, const char *words, const char **text);
