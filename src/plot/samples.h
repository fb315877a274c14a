/* The values of a quantity over the trials of each cell, read for plotting. */
#ifndef PLOT_SAMPLES_H
#define PLOT_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "plot/result.h"
#include "plot/statistics.h"

/* Curves of a quantity: one per cell, or per cell and index where a quantity has several values at a time. */
typedef struct plot_sample {
  const plot_cell *cell;
  const char *index; /* "" in curves.tsv */
  plot_run run;
  size_t previous; /* of the same cell; (size_t)-1: none */
} plot_sample;
typedef struct plot_samples {
  plot_sample *sample;
  size_t count, room;
  size_t *last;     /* of each cell, by row of cells.tsv */
  bool from_curves; /* else from observations.tsv */
} plot_samples;

/* Reads the quantity from curves.tsv, if that has such a column, else from observations.tsv, line by line; of finished cells, without
 * values that are no number. `changes`: keeps only a curve's first point, changes and last point. */
status samples_read(const plot_result *result, const char *quantity, bool changes, plot_samples *samples);
/* One sample with one point (t = trials) per cell from a column of cells.tsv; STATUS_END if there is no such column. */
status samples_of_cells(const plot_result *result, const char *quantity, plot_samples *samples);
void samples_free(plot_samples *samples);
/* Samples of "loss" become the mean loss of the trials in a window, at each of their t: from the last kept trial up to t - T/10, T their
 * last t, to t. Points before T/10 are left out. */
#define PLOT_ROLLING "rolling_loss"
void samples_roll(plot_samples *samples);

#endif
