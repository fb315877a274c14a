/* LaTeX for papers: a table of verdicts and the figures of one experiment. */
#pragma once

#include "report/collection.h"

/* report_number of the text in mathematics: $-1.5\cdot 10^{-7}$; -- for a text that is not a number. */
void latex_number(FILE *file, const char *text);
/* Begins a longtable, up to its caption (packages array, booktabs, longtable). shares: of each column in thousandths of the width of the
 * text, 0 of one of numbers. */
void latex_columns(FILE *file, const char *size, const int *shares, size_t count);
/* After the names of the columns, which stand on each page, and after the last row. */
#define LATEX_HEAD " \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n"
#define LATEX_END "\\end{longtable}\n\\endgroup\n"
/* A longtable of all learners with their bounds, where they have any, as wide as the text (packages array, booktabs, longtable), and a figure for each plot
 * (graphicx). Errors of the stream show in ferror. */
void latex_write(FILE *file, const report_result *result);
