/* The columns of a table from which one of them is to be predicted: what is in each, and what each is good for. The column to predict is a guess, one that
 * is called class, target or label, otherwise the last that can be predicted; all else follows from the cells. */
#pragma once

#include "data/text_table.h"

/* Different texts of a column of texts, and different numbers that are classes and no numbers, at most. */
enum { RECOGNISED_TEXTS = 40, RECOGNISED_CLASSES = 12 };

typedef enum column_role {
  COLUMN_NUMBERS,
  COLUMN_TEXTS, /* an indicator for each text */
  COLUMN_DATES,
  COLUMN_LEFT_OUT,
  COLUMN_TARGET,
  COLUMN_ROLES
} column_role;

typedef struct table_column {
  column_role role;
  const char *why;                        /* it can be no feature; NULL: it can be one */
  size_t gaps, numbers, distinct;         /* distinct: values of cells, up to one more than RECOGNISED_TEXTS */
  const char *text[RECOGNISED_TEXTS + 1]; /* these, as they stand first: 1, +1 and 1.0 are one */
  double value[RECOGNISED_TEXTS + 1];     /* NaN: of no number */
  size_t times[RECOGNISED_TEXTS + 1];     /* how often each occurs */
  bool whole, counts;                     /* whole numbers; all a step apart, as 1, 2, 3, ... */
  bool dates;
} table_column;

typedef struct table_columns {
  const text_table *table;
  table_column *column; /* one for each of the table's */
  size_t target;        /* from 0 */
  size_t features;      /* one of numbers or dates is one, one of texts as many as it has texts */
  size_t gaps;          /* in features */
  size_t count[COLUMN_ROLES];
  bool numbers; /* to predict is a number, and no class */
} table_columns;

/* target: the column to predict, from 0; NULL: it is found. The table outlives `out`. */
status table_columns_recognise(const text_table *table, const size_t *target, table_columns *out);
void table_columns_free(table_columns *columns); /* safe on a zeroed one */
