/* Reading a table of ours row by row, where it may be too long for memory (base/tsv.h reads whole ones). */
#ifndef RESULTS_TABLE_READER_H
#define RESULTS_TABLE_READER_H

#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

typedef struct line_reader {
  FILE *file;
  const char *path;
  char *line, **cells; /* of the current row; before the first one, the names of the columns */
  size_t room, number; /* number: of the line */
  size_t columns;
} line_reader;

/* Opens the table and cuts its header into reader->cells. */
status reader_open(const char *path, line_reader *reader);
void reader_close(line_reader *reader); /* safe on a zeroed one, and after reader_open has failed */
/* The place of a column, -1 if it is absent; before the first row is read. */
int reader_column(const line_reader *reader, const char *name);
/* Cuts the next row into reader->cells; STATUS_END after the last. */
status reader_row(line_reader *reader);

#endif
