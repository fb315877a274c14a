/* One of the folders of `winnow compare`: its tables, and rows found by what they are about. */
#ifndef AUDIT_COMPARE_SIDE_H
#define AUDIT_COMPARE_SIDE_H

#include <stddef.h>

#include "base/status.h"
#include "base/tsv.h"

typedef struct indexed_row {
  char *key;
  size_t row;
} indexed_row;

typedef struct compare_side {
  const char *folder;
  tsv_table cells, verdicts, quantities;     /* quantities: observations.tsv of a procedure, empty otherwise */
  size_t cell, learner, seed, state, stream; /* columns of cells.tsv */
  size_t first_parameter, parameter_count;   /* columns between `cell` and `learner` */
  indexed_row *by_seed;                      /* rows of cells.tsv by compare_cell_key, sorted */
  indexed_row *by_bound;                     /* rows of verdicts.tsv by compare_bound_key, sorted */
  indexed_row *by_quantity;                  /* rows of quantities by cell and quantity, sorted */
} compare_side;

enum { NO_ROW = -1 };

status compare_side_open(const char *folder, compare_side *side);
void compare_side_close(compare_side *side);

/* Parameters, learner and, if `seed`, seed of a row of a table with these columns, separated by tabs; the caller frees it. */
status compare_key(const compare_side *side, const tsv_table *table, size_t row, const char *seed, char **key);
/* Row of cells.tsv with a key; NO_ROW if there is none. */
long long compare_find_cell(const compare_side *side, const char *key);
/* What a procedure returned in the cell of a row of cells.tsv; NaN if there is no such quantity. */
status compare_quantity(const compare_side *side, size_t row, const char *quantity, double *value);
/* Row of verdicts.tsv of a cell (or, joint over seeds, of compare_key without seed) and a bound; NO_ROW if there is none. */
status compare_find_bound(const compare_side *side, const char *cell_or_key, const char *bound, long long *row);

#endif
