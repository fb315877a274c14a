/* Reader of text tables with a line of column names (CSV, RFC 4180): the columns asked for by name, as texts.
 * Blank lines are skipped, CRLF and a byte order mark taken. A cell may stand in double quotes, "" for one of them inside; it does not go
 * over the end of a line. Blanks around a cell without quotes do not count. */
#ifndef DATA_CSV_FILE_H
#define DATA_CSV_FILE_H

#include <stddef.h>

#include "base/status.h"
#include "data/text_lines.h"

enum { CSV_COLUMNS = 8 }; /* at most so many are asked for */

typedef struct csv_data {
  text_lines lines; /* owns the texts */
  size_t rows, room, columns;
  size_t place[CSV_COLUMNS]; /* of each column asked for: its number in the file, from 1 */
  const char **cell;         /* rows x columns */
  size_t *line;              /* rows: from 1 */
} csv_data;

/* The named columns (different or not), in this order. `path` outlives the data. Messages: "FILE:LINE: column C is 'x', expected ..." and the
 * like. */
status csv_read(const char *path, char separator, size_t count, const char *const *names, csv_data *data);
void csv_free(csv_data *data); /* safe on a zeroed one */

const char *csv_cell(const csv_data *data, size_t row, size_t column);
status csv_number(const csv_data *data, size_t row, size_t column, double *value);
/* "FILE:LINE: column C is 'x', WHAT" */
status csv_refuse(const csv_data *data, size_t row, size_t column, const char *what);

#endif
