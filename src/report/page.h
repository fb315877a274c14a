/* The HTML of a report. */
#pragma once

#include "report/collection.h"

/* Errors of the stream show in ferror. */
status page_write(FILE *file, const report_collection *collection);

/* The page's style sheet and script, which the build makes from report.css and report.js. */
extern const char report_style[], report_script[];
