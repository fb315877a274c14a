/* Reads the tables of a result folder: whole ones (base/tsv.h), and row by row where one may be too long for memory. Columns are found by name,
 * so that a table may have more of them than are known here. A table in another format than this program writes is refused. */
#pragma once

#include "base/tsv.h"

/* STATUS_OK if the folder has this file, which each result folder has; else STATUS_INVALID, with the folder below results/ of this name if there is one. */
status result_folder_needs(const char *folder, const char *file);
/* NAME.tsv of the folder; the caller frees it. needed: names of columns, closed by NULL. STATUS_INVALID if the folder has no such table, or
 * that has another format or lacks a column. */
status result_table_read(const char *folder, const char *name, const char *const *needed, tsv_table *table);
/* The columns of the parameters: those before `learner`, and behind `cell` where there is one. */
void result_parameters(const tsv_table *table, size_t *first, size_t *count);
/* The place of a column that is none of a parameter; (size_t)-1 if it is absent. */
size_t result_own_column(const tsv_table *table, const char *name);

typedef struct line_reader {
  FILE *file;
  char *path;
  char *header, **names; /* of the columns */
  char *line, **cells;   /* of the current row */
  size_t room, number;   /* number: of the line */
  size_t columns;
} line_reader;

/* Opens the table and reads the names of its columns. */
status reader_open(const char *folder, const char *name, line_reader *reader);
void reader_close(line_reader *reader); /* safe on a zeroed one, and after reader_open has failed */
/* The place of a column; reader_place: -1 if it is absent, reader_column: STATUS_INVALID. */
int reader_place(const line_reader *reader, const char *name);
status reader_column(const line_reader *reader, const char *name, size_t *place);
/* Cuts the next row into reader->cells; STATUS_END after the last. */
status reader_row(line_reader *reader);
