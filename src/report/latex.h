/* LaTeX for papers: a table of verdicts and the figures of one experiment. */
#pragma once

#include "report/collection.h"

/* report_number of the text in mathematics: $-1.5\cdot 10^{-7}$; -- for a text that is not a number. */
void latex_number(FILE *file, const char *text);
/* A longtable of all learners with their bounds, where they have any, as wide as the text (packages array, booktabs, longtable), and a figure for each plot
 * (graphicx). Errors of the stream show in ferror. */
void latex_write(FILE *file, const report_result *result);
