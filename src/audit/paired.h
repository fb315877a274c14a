/* What both forms of `winnow compare` share: tables of result folders, and differences of numbers that were measured on the same sequences. */
#pragma once

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

/* Mean and sample standard deviation, and the 95 % interval of the mean by Student's t distribution with count - 1 degrees of freedom. p: the
 * probability of a mean as far from 0 where there is no difference, by the same distribution; where all differences are equal, by their signs:
 * 2^(1 - count), or 1 if they are 0. sd, low, high and p are NaN for one pair. note: "one pair", "all pairs equal", "all differences equal" or "-". */
typedef struct paired_statistics {
  double mean, sd, low, high, p;
  const char *note;
} paired_statistics;
paired_statistics paired_statistics_of(const double *difference, size_t count);

/* How a table is written. format: NULL, "text" or "tsv"; latex: --latex. */
typedef enum paired_form { PAIRED_TEXT, PAIRED_TSV, PAIRED_LATEX } paired_form;
status paired_form_of(const char *format, bool latex, paired_form *form);
/* A longtable for LaTeX with its title, as wide as the text, numbers with five digits. As in results_print_columns: columns before
 * `learner` and those of `heads` whose cells are all equal stand in the title; `spares` are left out. Lists end with NULL. */
status paired_latex(const tsv_table *table, const char *title, const char *const *heads, const char *const *spares,
                    FILE *out);
