/* A report: one HTML page that shows result folders without anything from elsewhere, and tables and pictures for papers. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stddef.h>

#include "base/status.h"

typedef struct report_request {
  const char *const *folders; /* result folders, in the order of the page */
  size_t folder_count;
  const char
      *out; /* the page; pictures, their data and LaTeX go to the folder <out without .html>_files/<experiment>/ */
  const char *
      formats; /* "html", "latex" or both, separated by a comma; the page is always written, latex adds report.tex and pdf */
} report_request;

typedef struct report_outcome {
  size_t plots, rows; /* pictures on the page, rows of its table of verdicts */
  size_t undrawn;     /* experiments of which a plot could not be drawn; the page says why */
} report_outcome;

/* All folders are read before anything is written: one that is no result folder (no manifest.json or summary.tsv of ours) is
 * STATUS_INVALID, with its name. STATUS_ABSENT without gnuplot. The bytes are a function of the folders' files alone. */
status report_write(const report_request *request, report_outcome *outcome);

#endif
