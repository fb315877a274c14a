/* What both forms of `winnow compare` share: tables of result folders, and differences of numbers that were measured on the same sequences. */
#pragma once

#include <stdbool.h>

#include "base/tsv.h"

/* A table in the making: `count` columns of another one, which outlives it, from `first` on, and then columns of its own. */
typedef struct paired_table {
  tsv_table table;
  size_t room;
  const tsv_table *from;
  size_t first, count;
} paired_table;
/* names: of its own columns, and NULL. */
status paired_begin(paired_table *made, const tsv_table *from, size_t first, size_t count, char *const *names);
/* Adds a row about the row `of` of the other table; *cells: its own columns, whose texts (memory_text) become the table's. */
status paired_row(paired_table *made, size_t of, char ***cells);
/* The numbers with all digits as cells. */
status paired_put(const double *values, size_t count, char **cells);
/* The names of the columns, and the rows. */
void paired_write(const tsv_table *table, tsv_writer *writer);
void paired_free(paired_table *made);

/* Mean and sample standard deviation, and the 95 % interval of the mean by Student's t distribution with count - 1 degrees of freedom; sd, low
 * and high are NaN for one pair. note: "one pair", "all pairs equal", "all differences equal" or "-". */
typedef struct paired_statistics {
  double mean, sd, low, high;
  const char *note;
} paired_statistics;
paired_statistics paired_statistics_of(const double *difference, size_t count);

/* Of --format: NULL, "text" or "tsv". */
status paired_format(const char *format, bool *tsv);
