/* Plots: gnuplot scripts and pictures made from the files of a result folder alone. */
#ifndef PLOT_PLOT_H
#define PLOT_PLOT_H

#include <stddef.h>

#include "base/status.h"
#include "plot/figure.h"

/* Draws every plot of the folder's manifest. formats: some of svg, pdf, png, separated by commas. out: folder for the
 * pictures; NULL: plots/<the folder's path below results/>. Writes <name>.gp and <name>.dat beside the pictures, so that a
 * plot can be edited and redrawn with `gnuplot <name>.gp`. Prints nothing. *drawn (may be NULL) counts pictures, *empty
 * (may be NULL) the plots left out because their quantity was asked for but never took a value. A plot that fails does not
 * keep the others from being drawn; the first failure is returned. */
status plot_results(const char *folder, const char *formats, const char *out, size_t *drawn, size_t *empty);

/* Called for each plot that was drawn, in the manifest's order. The figure is valid during the call. */
typedef struct plot_visitor {
  status (*visit)(void *context, const plot_figure *figure);
  void *context;
} plot_visitor;
/* plot_results with a visitor, which may be NULL. */
status plot_results_visited(const char *folder, const char *formats, const char *out, const plot_visitor *visitor,
                            size_t *drawn, size_t *empty);

#endif
