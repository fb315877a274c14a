/* Plots: gnuplot scripts and pictures made from the files of a result folder alone. */
#ifndef ENGINE_PLOT_H
#define ENGINE_PLOT_H

#include <stddef.h>

#include "base/status.h"

/* Draws every plot of the folder's manifest. formats: comma-separated of svg, pdf, png. out: folder for the pictures, NULL:
 * plots/<path of results below results/>. Writes <name>.gp and <name>.dat beside the pictures, so that a plot can be edited and redrawn by
 * `gnuplot <name>.gp`. Prints nothing; *drawn (may be NULL) counts pictures, *empty (may be NULL) plots
 * that were left out because their quantity was asked for but never took a value. */
status plot_results(const char *folder, const char *formats, const char *out, size_t *drawn, size_t *empty);

#endif
