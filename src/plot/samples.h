/* The values of a quantity over the trials of each cell, read from a result folder. */
#pragma once

#include "plot/result.h"
#include "plot/statistics.h"

/* One curve: of a cell, or of a cell and an index where a quantity has several values at a time. */
typedef struct plot_sample {
  const plot_cell *cell;
  const char *index; /* "" in curves.tsv */
  char *owned;       /* the text of the index, NULL where it is "" */
  plot_run run;
  size_t previous; /* of the same cell; (size_t)-1: none */
} plot_sample;

typedef struct plot_samples {
  plot_sample *sample;
  size_t count, room;
  size_t *last;     /* of each cell, by row of cells.tsv */
  bool from_curves; /* else from observations.tsv */
} plot_samples;

/* Reads the quantity, line by line, from curves.tsv if that has such a column, else from observations.tsv: of
 * finished cells, without values that are not numbers. With `changes`, only a curve's first point, its changes and
 * its last point are kept. STATUS_END if the quantity was asked for but has no values, STATUS_INVALID if it is
 * unknown. */
status samples_read(const plot_result *result, const char *quantity, bool changes, plot_samples *samples);
/* One sample with one point (t = trials) per cell, from a column of cells.tsv; STATUS_END if it has no such column. */
status samples_of_cells(const plot_result *result, const char *quantity, plot_samples *samples);
void samples_free(plot_samples *samples);

/* The cumulative loss, or the score of forecasts (learners/forecast.h), that samples_roll makes the quantity of; NULL for any other one. */
const char *samples_rolled(const char *quantity);
/* Replaces the cumulative loss, or the mean score so far, at each t by the mean loss of the trials in a window: from the last kept trial up to
 * t - T/10, T their last t, to t. Points before T/10 are dropped, and those that not
 * every cell has. */
void samples_roll(plot_samples *samples);
