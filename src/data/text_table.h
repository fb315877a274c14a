/* A text table in memory, its cells as texts: all columns, or those of given names. Cells are those of text_lines.h. Blank lines are skipped, CRLF and a
 * byte order mark accepted. All lines have the same number of cells, but for these forms of other programs:
 *
 *   sep=;               a first line that says what separates
 *   1,2,x,              more separators at the end of rows than names: nothing stands behind them
 *   a,b  above  1,2,3   one name less than cells in each row: the first column, of row names, has the name ""
 *   150,4,a,b           the number of rows, all of numbers, and that of the columns before the last: no row, and no names (scikit-learn's own files) */
#pragma once

#include "data/text_lines.h"

/* What stands before the decimals. */
typedef enum decimal_choice { DECIMAL_POINT, DECIMAL_COMMA, DECIMAL_ABSENT } decimal_choice;

/* Rows with a gap that matters. */
typedef enum missing_choice { MISSING_REFUSE, MISSING_DROP, MISSING_ABSENT } missing_choice;

typedef struct text_table {
  text_lines lines; /* owns the texts */
  size_t rows, room, columns;
  size_t width;          /* columns of the file */
  size_t *place;         /* columns: the place of each in the file, from 0 */
  const char **name;     /* columns; NULL: the file has none */
  size_t name_line;      /* from 1 */
  const char **cell;     /* rows x columns */
  size_t *line;          /* rows: from 1 */
  char separator;        /* of the file */
  bool shifted;          /* the first column, of row names, has no cell in the line of names */
  size_t decimal_commas; /* cells that had one and have a point */
} text_table;

typedef enum names_choice {
  NAMES_NONE,
  NAMES_FIRST,
  NAMES_FOUND, /* data/table_names.h says whether the first line has them */
  NAMES_LIKELY /* or perhaps has them */
} names_choice;

/* How a table is read. */
typedef struct table_form {
  char separator; /* where the file has no line sep=; of its own */
  names_choice names;
  bool decimal_comma; /* cells that are numbers with a comma before the decimals get a point */
} table_form;

/* Reads all columns, but for those at the end that have neither name nor cells. `path` outlives the table. Messages: "FILE:LINE: ...". */
status text_table_read(const char *path, const table_form *form, text_table *table);
/* A column by its name. An optional one that is not there has empty cells. */
typedef struct wanted_column {
  const char *name; /* which outlives the table */
  bool optional;
} wanted_column;

/* Reads these columns, in this order; a name may occur twice. The first line of the file has the names; where all given ones are numbers and it does
 * not have them all, or is a row, they are the places of the columns, from 1. */
status text_table_read_columns(const char *path, const table_form *form, size_t count, const wanted_column *wanted,
                               text_table *table);
/* Of a table with names: these columns, in this order, without the others. STATUS_INVALID: one is missing, "FILE:LINE: none of C columns is named 'x',
 * expected EXPECTED", or its name is there twice. */
status text_table_arrange(text_table *table, size_t count, const wanted_column *wanted, const char *expected);
void text_table_free(text_table *table); /* safe on a zeroed one */

const char *text_table_cell(const text_table *table, size_t row, size_t column); /* from 0 */
status text_table_number(const text_table *table, size_t row, size_t column, double *value);
/* "FILE:LINE: column C is 'x', WHAT"; columns count from 1 in messages */
status text_table_refuse(const text_table *table, size_t row, size_t column, const char *what);
/* *column (from 0) = the column that `word` names, by its number from 1 or by its name; all columns have been read. Messages begin with
 * `who`, as in "table: label". */
status text_table_column(const text_table *table, const char *who, const char *word, size_t *column);
