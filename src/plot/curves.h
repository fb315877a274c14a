/* Figures of curves over the trials, and of means over the seeds against a parameter or a function of parameters. */
#pragma once

#include "plot/figure.h"

/* Everything but axes and caption. STATUS_END if the quantity was asked for but never took a value. */
status curves_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure);
