/* Rows that come one by one, as lines of a table or in LIBSVM's format, read as a problem reads a file of them (problems/rows/reading.h). */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "problems/rows/reading.h"

typedef struct row_stream {
  FILE *in;
  char *text; /* the names of the columns, if there are any, and the row */
  size_t room, names, line;
  char end;     /* of lines: LF or CR; 0: not known yet */
  bool begun;   /* the names of the columns have been read */
  bool waiting; /* the row in `text` has not been taken */
  problem_reading reading;
  cJSON *next;  /* online = true: the reading with the row that was taken; otherwise NULL */
  problem rows; /* the row that was taken */
} row_stream;

/* Rows whose description is not known yet: *out = the description as a saved state has it, made from the first lines; the caller deletes it.
 * `member`: the problem that reads them, or NULL: table, libsvm or regression_data, as the first line and `real` say. `given` (owned by the
 * caller, changed) has its options; where it does not: file, separator, header as the first line says, one_vs_rest = true, and instances a
 * vector if `vectors`, or a dyad. STATUS_END: no row. */
status row_stream_begin(FILE *in, const problem_class *member, cJSON *given, bool real, bool vectors,
                        row_stream *stream, cJSON **out);
/* Rows of a description, which outlives the stream. `stream` is new ({.in = in}), or comes from row_stream_begin. `who` begins messages. */
status row_stream_open(const char *who, const cJSON *description, row_stream *stream);
/* The next row; *x is valid until the next call. *label: NaN where there is none that is known. STATUS_END; STATUS_INVALID,
 * "standard input:LINE: ...". */
status row_stream_next(row_stream *stream, instance *x, double *label);
/* The row is done with: with online = true its numbers are now in the description. Rows that were not kept count for none. */
void row_stream_keep(row_stream *stream, cJSON *description);
void row_stream_close(row_stream *stream);
