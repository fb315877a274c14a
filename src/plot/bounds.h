/* The bounds in a figure: their lines, from summary.tsv, verdicts.tsv (invariants) and bound_curves.tsv, and their
 * entries in the legend. */
#pragma once

#include "plot/figure.h"

/* Where a figure draws the cells of a result. (size_t)-1: nowhere. */
typedef struct bounds_places {
  const size_t *panel_of_point, *key_of_cell;
  const double *x_of_point; /* NULL: over the trials */
} bounds_places;

/* Adds the lines of the bounds on spec->y, and their groups, to a figure with panels, keys and series. */
status bounds_add(arena *memory, const plot_result *result, const plot_spec *spec, const bounds_places *places,
                  plot_figure *figure);
