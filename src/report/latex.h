/* LaTeX for papers: a table of verdicts and the figures of one experiment. */
#ifndef REPORT_LATEX_H
#define REPORT_LATEX_H

#include <stdio.h>

#include "base/status.h"
#include "report/collection.h"

/* Text with LaTeX's special characters escaped; Greek letters and the signs that plots use become mathematics; line ends and control
 * characters become blanks, bytes that are no UTF-8 a question mark. */
void latex_text(FILE *file, const char *text);
/* A number of a table in mathematics, at most five digits: $-1.5\cdot 10^{-7}$; -- for a text that is no number. */
void latex_number(FILE *file, const char *text);
/* A longtable of the bounds, as wide as the text (packages array, booktabs, longtable), and a figure for each plot (graphicx). */
status latex_write(FILE *file, const report_result *result);

#endif
