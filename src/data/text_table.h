/* A text table in memory, its cells as texts: all columns, or those of given names. Cells are those of text_lines.h; all lines have the
 * same number. Blank lines are skipped, CRLF and a byte order mark accepted. */
#ifndef DATA_TEXT_TABLE_H
#define DATA_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "data/text_lines.h"

/* Rows with a gap that matters. */
typedef enum missing_choice { MISSING_REFUSE, MISSING_DROP, MISSING_ABSENT } missing_choice;

typedef struct text_table {
  text_lines lines; /* owns the texts */
  size_t rows, room, columns;
  size_t width;      /* columns of the file */
  size_t *place;     /* columns: the place of each in the file, from 0 */
  const char **name; /* columns; NULL: the file has none */
  bool all_named;    /* the first line has the names of all columns, as they come */
  size_t name_line;  /* from 1 */
  const char **cell; /* rows x columns */
  size_t *line;      /* rows: from 1 */
} text_table;

/* Reads all columns; with `header` the first line has their names. `path` outlives the table. Messages: "FILE:LINE: ...". */
status text_table_read(const char *path, char separator, bool header, text_table *table);
/* Reads the columns of these names, in this order; a name may occur twice. The first line of the file has the names. */
status text_table_read_columns(const char *path, char separator, size_t count, const char *const *names,
                               text_table *table);
/* Can the first row be nothing but the names of the columns: different texts that are no numbers, and a number below one of them? All
 * columns have been read, without names. */
bool text_table_has_names(const text_table *table);
/* Cells that are numbers with a comma before the decimals get a point. Returns how many. */
size_t text_table_decimal_commas(text_table *table);
/* The first row becomes the names of the columns. */
status text_table_take_names(text_table *table);
void text_table_free(text_table *table); /* safe on a zeroed one */

const char *text_table_cell(const text_table *table, size_t row, size_t column); /* from 0 */
status text_table_number(const text_table *table, size_t row, size_t column, double *value);
/* "FILE:LINE: column C is 'x', WHAT"; columns count from 1 in messages */
status text_table_refuse(const text_table *table, size_t row, size_t column, const char *what);
/* *column (from 0) = the column that `word` names, by its number from 1 or by its name; all columns have been read. Messages begin with
 * `who`, as in "table: label". */
status text_table_column(const text_table *table, const char *who, const char *word, size_t *column);

#endif
