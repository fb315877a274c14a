/* A column of a table that says when something was: numbers, or dates (data/columns/dates.h), whatever more of its cells are. */
#pragma once

#include "data/text_table.h"

typedef struct moment {
  double value; /* a number, or the seconds of a date */
  size_t row;
} moment;

/* By value, then row. */
void moments_sort(size_t count, moment *sorted);
/* Of the `count` rows in `when` the values: of dates the seconds since 1970-01-01, UTC. STATUS_INVALID, "FILE:LINE: ...", for the
 * first cell that is neither a gap nor like the rest, and otherwise for the first gap, with the option missing = "drop". */
status moments_read(const text_table *table, size_t column, size_t count, moment *when);
/* *out: its dates or numbers, gaps aside, never go back. Messages as above. */
status moments_ascend(const text_table *table, size_t column, bool *out);
/* Has the column a date or a number? False for a column that is none of the table. */
bool moments_tell(const text_table *table, size_t column);
