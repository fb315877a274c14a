/* What was observed of every row or eigenvalue at the end of the runs, against its place: means over the seeds with
 * bars. A spectrum comes with that of the target kernel. */
#pragma once

#include "plot/figure.h"

/* Everything but axes and caption. */
status by_index_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure);
