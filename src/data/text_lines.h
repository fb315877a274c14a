/* The lines of a text file, one after the other. */
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

#endif
