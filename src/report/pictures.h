/* The pictures of a report: drawn, read again, described in words. */
#ifndef REPORT_PICTURES_H
#define REPORT_PICTURES_H

#include "base/status.h"
#include "report/collection.h"

/* Draws the plots of a result into the folder (formats: as in plot_results, svg among them) and adds them to the result.
 * Why a plot could not be drawn goes to result->undrawn; STATUS_ABSENT if there is no gnuplot. */
status report_draw(const char *folder, const char *formats, report_result *result);

#endif
