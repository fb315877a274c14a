/* What a data file is, found from its text alone. Sure:
 *
 *   rows of LIBSVM's format      the first line but for comments and labels alone is one that no table has (libsvm_is_row)
 *   counted distances            the first line is a whole number n, and n lines follow
 *   distances                    n rows of n numbers >= 0, symmetric or one half of them, zeros on the diagonal, perhaps with names
 *   the separator                that gives most columns; blanks only where no other gives two
 *   decimal commas               a cell is a number but for its comma, and commas do not separate
 *
 * Whether the first line has the names of the columns is a guess (data/table_names.h). */
#pragma once

#include "data/text_table.h"

typedef struct table_shape {
  text_table table;      /* all columns; decimal commas are points */
  const char *separator; /* "comma", "semicolon", "tab" or "blank" */
} table_shape;

/* `path` outlives the shape. STATUS_INVALID, "FILE:LINE: ...": it is no table, with the message for the separator that the first line has. */
status table_shape_read(const char *path, table_shape *out);
void table_shape_free(table_shape *shape); /* safe on a zeroed one */

/* STATUS_INVALID for a file without lines. */
status recognise_libsvm(const char *path, bool *libsvm);
/* *rows: how many; 0: they are no counted distances. *names: each begins with one. */
status recognise_counted_distances(const char *path, size_t *rows, bool *names);
/* Nothing but distances, perhaps with names before the rows. */
bool recognise_distances(const text_table *table, bool *names);
/* The least column, from 0, from which on there are distances between the rows; false if there is none. */
bool recognise_distances_among(const text_table *table, size_t *first);
