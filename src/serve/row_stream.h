/* Rows that come one by one, as lines of a table or in LIBSVM's format, read as a problem reads a file of them (problems/rows/reading.h). Those that have
 * come already are read together. */
#pragma once

#include "problems/rows/reading.h"

typedef struct row_stream {
  FILE *in, *out; /* `out` is flushed before the stream waits for `in`; may be NULL */
  const char
      *id; /* the column with the names of rows, by name or number from 1; such rows are read one by one; NULL: none */
  size_t id_place; /* its number, once it is known */
  char *received;  /* what has come, and from `next` to `end` was not taken */
  size_t next, end, space;
  char line_end; /* LF or CR; 0: not known yet */
  char *text;    /* the names of the columns, if there are any, and rows */
  size_t room, names, length;
  size_t first, line; /* of the first row of the text, and its last one, from 1 */
  size_t kept;        /* rows of the text that are done with */
  bool begun;         /* the names of the columns have been read */
  bool waiting;       /* the row in `text` has not been taken */
  problem_reading reading;
  cJSON *description; /* of the caller */
  cJSON *before;      /* the reading before the text, if it goes on and was asked for within the text; otherwise NULL */
  problem rows;       /* of the text, with the row that was taken */
} row_stream;

/* Rows whose description is not known yet: *description is theirs as a saved state has it, made from the first lines; the caller deletes it. `stream` is new
 * ({.in = in, .out = out, .id = id}). `member`: the problem that reads them, or NULL: table, libsvm or regression_data, as the first line and `real` say.
 * `given` (owned by the caller, changed) has its options; where it does not: file, separator, header as the first line says, omit of the column `id`,
 * one_vs_rest if a positive_label is given, and instances a vector if `vectors`, or a dyad. STATUS_END: no row. */
status row_stream_begin(const problem_class *member, cJSON *given, bool real, bool vectors, row_stream *stream,
                        cJSON **description);
/* Rows of a description, which outlives the stream and is changed by row_stream_describe. `stream` is new
 * or comes from row_stream_begin. `who` begins messages. */
status row_stream_open(const char *who, cJSON *description, row_stream *stream);
/* The next row; *x is valid until the next call. *label: NaN where there is none that is known. STATUS_END; STATUS_INVALID,
 * "standard input:LINE: ...". */
status row_stream_next(row_stream *stream, instance *x, double *label);
/* Has the problem `positive` = ""? Then labels are numbers of classes, from 0. */
bool row_stream_of_classes(const row_stream *stream);
/* *out = the cell of the column `id` in the row, which the caller frees. */
status row_stream_id(row_stream *stream, char **out);
/* The row is done with: called before the next one is asked for. */
void row_stream_keep(row_stream *stream);
/* The description gets the scale (online = true) and the texts after the rows that are done with. */
status row_stream_describe(row_stream *stream);
void row_stream_close(row_stream *stream);
