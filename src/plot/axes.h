/* Axes of a figure: logarithmic or linear, their ranges, and which bounds lie off the scale. */
#pragma once

#include "plot/figure.h"

/* Chooses logarithmic axes and the ranges of every panel. log: "", "x", "y", "xy" or "auto". Not for SHAPE_ITEMS and
 * SHAPE_HEAT, whose builders know their axes. */
void axes_choose(const char *log, plot_figure *figure);

/* Whether the bound lies so far off that drawing it would squash the data of its panel. Such a bound is named at the
 * panel's edge instead. */
bool line_off_scale(const plot_figure *figure, const plot_line *line);
