/* The table of verdicts of a report, with its filters. Without the page's script it shows all rows, and no filter. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdio.h>

#include "report/collection.h"

void table_write(FILE *file, const report_collection *collection);

#endif
