/* The colours, points and dashes that tell learners and bounds apart. */
#ifndef PLOT_STYLE_H
#define PLOT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

#include "plot/figure.h"

const char *key_colour(size_t key);
const char *key_dark(size_t key); /* for text */
const char *key_pale(size_t key); /* for the single seeds behind the mean */
const char *key_dash(size_t key); /* gnuplot's dashtype */
int key_point(size_t key);        /* gnuplot's pointtype */
const char *group_colour(const plot_figure *figure, size_t group);
const char *group_dark(const plot_figure *figure, size_t group);
const char *group_dash(size_t group);
bool has_markers(const plot_figure *figure); /* whether keys have points, also in the legend */

#endif
