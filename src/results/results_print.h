/* Aligned tables on a terminal. */
#pragma once

#include "base/tsv.h"
#include "results/results.h"

/* Prints summary.tsv as an aligned table of the main bounds, with a row for each learner of which no cell was finished, and below it: the
 * verdicts of all bounds and of the invariants, and what a reader should know of the run (bounds without rows, sequences that ended early, learners whose state
 * never changed). A long table ends after 200 rows, with the number, place and verdicts of the others. */
status results_print(const results_source *source, const results_outcome *outcome, FILE *out);

/* Prints a table in aligned columns, without the rows whose column `bound` names an invariant, numbers with four digits, at most 100 characters wide where that is possible. Columns before `learner`
 * and those of `heads` whose cells are all equal become a line before the table; columns without a value are left out. Where the table is too
 * wide, those of `spares` are too; then columns move together, and then, on a terminal, long names are shortened in their middle. Lists end with NULL. */
status results_print_columns(const tsv_table *table, const char *const *heads, const char *const *spares, FILE *out);
