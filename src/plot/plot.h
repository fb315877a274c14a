/* Plots: gnuplot scripts and pictures made from the files of a result folder alone. */
#ifndef PLOT_PLOT_H
#define PLOT_PLOT_H

#include <stddef.h>

#include "base/status.h"
#include "plot/figure.h"

/* Draws every plot of the folder's manifest. formats: comma-separated of svg, pdf, png. out: folder for the pictures, NULL:
 * plots/<path of results below results/>. Writes <name>.gp and <name>.dat beside the pictures, so that a plot can be edited and redrawn by
 * `gnuplot <name>.gp`. Prints nothing; *drawn (may be NULL) counts pictures, *empty (may be NULL) plots
 * that were left out because their quantity was asked for but never took a value. */
status plot_results(const char *folder, const char *formats, const char *out, size_t *drawn, size_t *empty);

/* Is told each picture that was drawn, in the order of the manifest; the figure lives during the call. */
typedef struct plot_visitor {
  status (*visit)(void *context, const plot_figure *figure);
  void *context;
} plot_visitor;
/* The same, for those who want to say what was drawn. */
status plot_results_visited(const char *folder, const char *formats, const char *out, const plot_visitor *visitor,
                            size_t *drawn, size_t *empty);

#endif
