/* The svg of gnuplot in fewer bytes: the same picture to a tenth of a pixel. */
#pragma once

#include "base/status.h"

/* Writes the picture with its title, without empty groups and names of plots, with paths in steps of tenths of a pixel, and with fonts
 * that take the place of PLOT_FONT where it is missing. Errors of the stream show in ferror. */
void svg_tidy(const char *svg, const char *title, FILE *out);
