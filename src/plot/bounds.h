/* Bounds of a figure, between the files that make them. */
#ifndef PLOT_BOUNDS_H
#define PLOT_BOUNDS_H

#include "plot/figure.h"

/* Verdicts that a reader of the picture must be told, worst first: plot_line.verdict is a place among violated, refuted, inconclusive, premise. */
enum { BAD_VERDICTS = 4 };

/* The line of a bound in a panel for a key, NULL if there is none. */
plot_line *bounds_line(const plot_figure *figure, const char *bound, size_t panel, size_t key);
/* Equal up to 1e-9: the same formula may have been rounded differently for two learners. */
bool bounds_same_number(double a, double b);

/* Makes the groups: lines of one bound that are equal in all panels have one entry in the legend. measure: what the plot's y is. */
status bounds_group(plot_arena *arena, const plot_result *result, const char *measure, plot_figure *figure);

#endif
