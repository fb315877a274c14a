/* What was observed of every entry, row or eigenvalue at the end of the runs of the first grid point. */
#ifndef PLOT_ENTRIES_H
#define PLOT_ENTRIES_H

#include "plot/figure.h"

typedef struct entry_value {
  const plot_cell *cell; /* finished, of the first grid point */
  size_t index;
  double value;
} entry_value;

typedef struct entry_values {
  size_t rows, columns;
  double low, high; /* the interval of predictions */
  entry_value *value;
  size_t count, room;
} entry_values; /* start with {0} */

/* Shape and interval from the manifest, values in the order of observations.tsv. STATUS_INVALID if there are none. Spectra (of n rows and one
 * column) have no interval; STATUS_END if there is none of that name. */
status entry_values_read(const plot_result *result, const char *quantity, entry_values *out);
void entry_values_free(entry_values *values);

/* Is the learner drawn, and what is it called? */
bool entry_learner_wanted(const plot_result *result, const plot_spec *spec, size_t learner);
const char *entry_learner_title(const plot_result *result, size_t learner);
/* *text = `words`, preceded by the grid point if there are several. */
status entry_note(plot_arena *arena, const plot_result *result, const char *words, const char **text);

#endif
