/* Has a table's first row the names of its columns? Nothing says so in the file, so this is a guess, the same one for all that read tables. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct name_cells {
  size_t rows, columns;
  const char *const *cell; /* rows x columns */
} name_cells;

/* The first row has them if one of these holds, for rows of which all columns are known:
 *
 *   different texts   some cells may be empty; a number stands below one of the texts
 *   0, 1, 2, ...      in order, perhaps behind an empty cell, perhaps before texts that do not occur below themselves: as programs number columns that
 *                     have no names. Without an empty cell only in four columns or more, or above numbers that all have a point; a square table is
 *                     rather one of distances
 *
 * and, if `likely`, which is for who can say what was guessed:
 *
 *   texts             in half of the columns, above numbers
 *   different texts   that do not occur below themselves; empty ones stand above nothing, or first, above whole numbers */
bool table_names_first(const name_cells *table, bool likely);
