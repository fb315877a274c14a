/* A whole text table in memory: every cell as text, with or without a line of column names. */
#ifndef DATA_TEXT_TABLE_H
#define DATA_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "data/text_lines.h"

typedef struct text_table {
  text_lines lines; /* owns the texts */
  size_t rows, room, columns;
  const char **name; /* columns; NULL: the file has none */
  size_t name_line;  /* from 1 */
  const char **cell; /* rows x columns */
  size_t *line;      /* rows: from 1 */
} text_table;

/* Cells as text_lines.h has them; all lines have as many. `path` outlives the table. Messages: "FILE:LINE: ...". */
status text_table_read(const char *path, char separator, bool header, text_table *table);
void text_table_free(text_table *table); /* safe on a zeroed one */

const char *text_table_cell(const text_table *table, size_t row, size_t column); /* from 0 */
status text_table_number(const text_table *table, size_t row, size_t column, double *value);
/* "FILE:LINE: column C is 'x', WHAT"; columns count from 1 in messages */
status text_table_refuse(const text_table *table, size_t row, size_t column, const char *what);
/* *column (from 0) = the one that `word` says, by its number from 1 or else by its name. Messages begin with `who`, as in
 * "table: label", and say what there is. */
status text_table_column(const text_table *table, const char *who, const char *word, size_t *column);

#endif
