/* A learned matrix as a heat map: the prediction of every entry at the end of one run of each learner. */
#ifndef PLOT_MAP_H
#define PLOT_MAP_H

#include "base/arena.h"
#include "base/status.h"
#include "plot/figure.h"
#include "plot/result.h"
#include "plot/spec.h"

/* Everything but the caption. */
status map_build(arena *arena, const plot_result *result, const plot_spec *spec, plot_figure *figure);

#endif
