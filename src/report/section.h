/* One experiment of a report: verdicts, plots, how to reproduce it, scenario, manifest. */
#ifndef REPORT_SECTION_H
#define REPORT_SECTION_H

#include <stdio.h>

#include "base/status.h"
#include "report/collection.h"

status section_write(FILE *file, const report_result *result);

#endif
