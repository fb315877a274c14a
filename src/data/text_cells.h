/* The cells of a line of a text table (CSV, RFC 4180). A cell may stand in double quotes, "" for one of them inside; it does not go over
 * the end of a line. Blanks around a cell without quotes do not count. */
#ifndef DATA_TEXT_CELLS_H
#define DATA_TEXT_CELLS_H

#include "data/text_lines.h"

/* *cell = the next cell of the line that `lines` read last, the `column`-th from 1, which starts at *cursor; it is ended by a 0 byte that
 * is written into the line. *cursor is NULL behind the last one. separator ' ': any run of blanks and tabs, also before the first cell and
 * behind the last; the line is not blank. STATUS_INVALID, "FILE:LINE: column C: ...", for quotes that are not closed and the like. */
status text_cell_next(const text_lines *lines, char separator, size_t column, char **cursor, char **cell);

#endif
