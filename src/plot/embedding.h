/* Items in the plane (embeddings.tsv): a panel for the kernel that each learner has learned, in the first seed that
 * finished, and one for that seed's target kernel. Colours and shapes are classes; all panels have the same axes. */
#pragma once

#include "plot/figure.h"

/* Everything but the caption. */
status embedding_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure);
