/* The HTML of a report. */
#pragma once

#include "plot/figure.h"
#include "report/collection.h"

/* Errors of the stream show in ferror. */
status page_write(FILE *file, const report_collection *collection);

/* The rows of the figure's curves and bounds, from which the page's script draws them; nothing for other figures. */
status page_curves(FILE *file, const plot_figure *figure);

/* The page's style sheet and script, which the build makes from report.css, and from figure.js and report.js. */
extern const char report_style[], report_script[];
