/* The files that a cell leaves in the result folder besides its record. Callers free the paths. */
#pragma once

#include "cell/cell_settings.h"

/* sequences/CELL.jsonl. `name`: of the cell (CELL_NAME). */
status cell_sequence_path(const char *results, const char *name, char **path);

/* states/LEARNER-seedK-parameter=value-CELL.json, with the parameters that the scenario sweeps: _ stands in it for all but
 * letters, digits and . _ + = -, and only the first 120 bytes before CELL are kept. (Version 1.1 wrote states/CELL.json.) */
status cell_state_path(const char *results, const plan *planned, const cell_address *address, const char *name,
                       char **path);
/* *path = any file of states/ of the cell: other parameters may have been swept when it was written; NULL: none. */
status cell_state_find(const char *results, const char *name, char **path);

/* cell = the CELL of one of these files, of which `file` is the name, with or without folders. */
void cell_of_file(const char *file, char cell[CELL_NAME]);
