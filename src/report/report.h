/* A report: one HTML page that shows result folders and loads nothing, and tables and pictures for papers. */
#pragma once

#include "base/status.h"

typedef struct report_request {
  const char *const *folders; /* result folders, in the order of the page */
  size_t folder_count;
  /* The page. Pictures, their data and LaTeX go to the folder <out without .html>_files/<experiment>/. */
  const char *out;
  /* "html", "latex" or both, separated by a comma. The page is always written; latex adds report.tex and pdf
   * pictures. */
  const char *formats;
} report_request;

typedef struct report_outcome {
  size_t plots, rows; /* pictures on the page, rows of its table of verdicts */
  size_t undrawn;     /* experiments with a plot that could not be drawn; the page says why */
} report_outcome;

/* Reads all folders before it writes anything. STATUS_INVALID names a folder that is not a result folder (without our
 * manifest.json or summary.tsv), STATUS_ABSENT: there is no gnuplot. The bytes are a function of the folders' files
 * alone. */
status report_write(const report_request *request, report_outcome *outcome);
