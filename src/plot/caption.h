/* The lines under a figure's title: parameters, seeds, what mean, band and thin lines are, and what is left out. */
#ifndef PLOT_CAPTION_H
#define PLOT_CAPTION_H

#include "base/arena.h"
#include "base/status.h"
#include "plot/figure.h"
#include "plot/result.h"
#include "plot/spec.h"

/* Sets figure->caption, facts separated by semicolons. After axes_choose. */
status caption_write(arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);

#endif
