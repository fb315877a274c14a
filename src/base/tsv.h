/* Tab-separated tables: "# winnow-lab FORMAT VERSION", more comment lines, a line of column names, rows. */
#pragma once

#include "base/status.h"

/* Writing: cells of a row one after the other; the writer puts tabs and line ends. A tab or line end inside a text or
 * comment becomes a space. Errors show in ferror(file). */
typedef struct tsv_writer {
  FILE *file;
  bool row_started;
} tsv_writer;
void tsv_comment(tsv_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tsv_text(tsv_writer *writer, const char *text); /* NULL or "" is "-" */
void tsv_number(tsv_writer *writer, double value);   /* number_text; NaN is "nan" */
void tsv_count(tsv_writer *writer, unsigned long long value);
void tsv_end(tsv_writer *writer); /* ends the row */
/* Writes a name that comes from data as a cell: tabs, line ends, '#' and a leading '"' become spaces, because readers of tables take them for comments
 * and quotes. */
void tsv_put_name(FILE *file, const char *name);

/* Reading a whole table into memory. Lines that start with '#' are comments only before the line of names; blank
 * lines are skipped; "\r\n" is a line end too; a row of another length, a name used twice or a zero byte is
 * STATUS_INVALID, as is a table that is not there. Error messages name path and line. */
typedef struct tsv_table {
  size_t columns, rows;
  char **names;    /* columns names */
  char **cells;    /* rows * columns strings, row by row */
  size_t comments; /* the lines that start with '#', without it and one space */
  char **comment;
  char *storage; /* owns all text */
} tsv_table;
status tsv_read(const char *path, tsv_table *table);
void tsv_free(tsv_table *table);
size_t tsv_column(const tsv_table *table, const char *name); /* (size_t)-1 if absent */
const char *tsv_cell(const tsv_table *table, size_t row, size_t column);
double tsv_value(const tsv_table *table, size_t row, size_t column); /* also inf, -inf; NaN if no number */

/* Making a table in memory, whose `columns` are known. *row = a new row of NULL cells; the texts put there are owned (memory_text). */
status tsv_add_row(tsv_table *table, size_t *room, char ***row);
void tsv_free_rows(tsv_table *table); /* made by tsv_add_row; the names stay the caller's */
