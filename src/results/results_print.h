/* Tables for people to read. */
#ifndef RESULTS_RESULTS_PRINT_H
#define RESULTS_RESULTS_PRINT_H

#include <stdio.h>

#include "base/status.h"
#include "base/tsv.h"

/* Prints summary.tsv as an aligned table of the main bounds, and what the invariants say in one line. Of long ones the first
 * 200 rows, then how many more there are, where, and their verdicts. */
status results_print(const char *folder, FILE *out);
/* Prints a table in aligned columns, numbers with few digits; without the rows whose column `bound` names an invariant. */
status results_print_columns(const tsv_table *table, FILE *out);

#endif
