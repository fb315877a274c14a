/* Heat maps: the mean over seeds of a quantity, or the value of a bound, over two parameters. There is a
 * panel for each learner and each value of the other swept parameters. */
#pragma once

#include "plot/figure.h"

/* Everything but the caption. */
status heat_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure);
/* A learned matrix: the prediction of every entry at the end of one run of each learner. Everything but the caption. */
status map_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure);

/* edges[0..count] of the cells around the ascending values[0..count-1]: halfway between them, or at the geometric
 * mean on a logarithmic axis. */
void heat_edges(const double *values, size_t count, bool logarithmic, double *edges);
