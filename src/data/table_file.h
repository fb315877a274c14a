/* Reader of tables in text files: one row per line, columns separated by a character, one of them a class. Cells are those of
 * text_lines.h. Blank lines are skipped, CRLF and a byte order mark accepted; with `header` the first line has the names of the columns. */
#ifndef DATA_TABLE_FILE_H
#define DATA_TABLE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { TABLE_CLASS = 64 }; /* bytes of the longest class and a 0 byte */

typedef struct table_format {
  char separator;         /* ' ': any run of blanks and tabs */
  bool header;            /* the first line that is not blank has names */
  size_t class_column;    /* from 1; 0: the last one */
  const char *class_name; /* with a header: its name instead; NULL: none */
} table_format;

typedef struct table_data {
  size_t rows, row_room, columns; /* columns without the class */
  size_t class_column;            /* from 1 */
  double *value;                  /* rows x columns */
  size_t *line;                   /* rows: from 1 */
  char (*class)[TABLE_CLASS];     /* rows */
  size_t names, name_line;        /* number of column names, and their line, from 1 */
  char **name;                    /* names; NULL: the file has none */
} table_data;

/* Messages: "FILE:LINE: column C is 'x', expected a finite number" and the like; columns count from 1 as in the file. */
status table_read(const char *path, const table_format *format, table_data *data);
/* The column in the file of column j (from 0) of the data. */
size_t table_file_column(const table_data *data, size_t j);
void table_free(table_data *data);

#endif
