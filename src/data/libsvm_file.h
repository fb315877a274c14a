/* Reader of the LIBSVM text format: one row per line, "label index:value index:value ...", indices from 1 and
 * ascending. Blank lines and comments (from '#' to the end of the line) are skipped; CRLF and a byte order mark are accepted. */
#pragma once

#include "base/status.h"

enum { LIBSVM_INDEX_LIMIT = 10000000 };

typedef struct libsvm_data {
  size_t rows, row_room;
  double *label; /* rows */
  size_t *line;  /* rows: the line in its file, from 1 */
  size_t *start; /* rows + 1: row i has the entries start[i] .. start[i+1] - 1 */
  size_t entries, entry_room;
  size_t *index;   /* entries, from 0 */
  double *value;   /* entries */
  size_t features; /* the largest index that occurs (from 1) */
  bool unlabelled; /* set before reading: ? stands for a label that is not known, and becomes NaN */
} libsvm_data;

/* Can the line be a row of this format, and none of another: a label, then entries "index:..."? */
bool libsvm_is_row(const char *line);

/* Appends the rows of a file. A failure leaves what was read so far. Messages: "FILE:LINE: what, what was expected". */
status libsvm_read(const char *path, libsvm_data *data);
/* Makes room for one more entry and appends it. */
status libsvm_append_entry(libsvm_data *data, size_t index, double value);
/* Ends the row whose entries have been appended since the last row. */
status libsvm_append_row(libsvm_data *data, double label, size_t line);
/* Appends an entry 1 at `index` (from 0, above all others) to every row. */
status libsvm_append_ones(libsvm_data *data, size_t index);
/* `data` becomes what `by` is, and `by` empty. */
void libsvm_replace(libsvm_data *data, libsvm_data *by);
/* |x|_2 of a row, without overflow */
double libsvm_row_length(const libsvm_data *data, size_t row);
/* Allocates the arrays of entries if they are NULL: instances without entries point into them, too. */
status libsvm_point(libsvm_data *data);
void libsvm_free(libsvm_data *data); /* safe on a zeroed one */
