/* The lines of a text file, one after the other, and the cells of a line of a table (CSV, RFC 4180). A cell may stand in double quotes, ""
 * for one of them inside; it does not go over the end of a line. Blanks around a cell without quotes do not count. */
#ifndef DATA_TEXT_LINES_H
#define DATA_TEXT_LINES_H

#include <stddef.h>

#include "base/status.h"

enum { TEXT_SHOWN = 40 }; /* cells in messages are cut */

typedef struct text_lines {
  const char *path; /* the caller's */
  char *text, *next, *end;
  size_t line; /* number, from 1, of the line read last */
} text_lines;

/* Reads the file. A byte order mark is skipped. */
status text_lines_open(const char *path, text_lines *lines);
/* *line = the next line that is not blank, without its end (LF or CRLF); it may be changed and lives until close. STATUS_END after the
 * last; STATUS_INVALID, "FILE:LINE: ...", for control characters other than tabs. */
status text_lines_next(text_lines *lines, char **line);
void text_lines_close(text_lines *lines);

/* *cell = the next cell of the line that `lines` read last, the `column`-th from 1, which starts at *cursor; it is ended by a 0 byte that
 * is written into the line. *cursor is NULL behind the last one. separator ' ': any run of blanks and tabs, also before the first cell and
 * behind the last; the line is not blank. STATUS_INVALID, "FILE:LINE: column C: ...", for quotes that are not closed and the like. */
status text_cell_next(const text_lines *lines, char separator, size_t column, char **cursor, char **cell);

#endif
