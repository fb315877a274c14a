/* Aligned tables on a terminal. */
#ifndef RESULTS_RESULTS_PRINT_H
#define RESULTS_RESULTS_PRINT_H

#include <stdio.h>

#include "base/status.h"
#include "base/tsv.h"

/* Prints summary.tsv as an aligned table of the main bounds, and one line about the invariants. A long table ends
 * after 200 rows, with the number, place and verdicts of the others. */
status results_print(const char *folder, FILE *out);
/* Prints a table in aligned columns, numbers with few digits; without the rows whose column `bound` names an invariant. */
status results_print_columns(const tsv_table *table, FILE *out);

#endif
