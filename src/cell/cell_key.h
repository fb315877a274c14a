/* Keys of cells: canonical JSON of everything that a cell's result depends on (docs/architecture.md, Keys). What the seeds of a learner at
 * a grid point share is written once. */
#pragma once

#include "cell/cell_settings.h"

typedef struct cell_keys cell_keys;
/* `settings` must outlive the keys. */
status cell_keys_new(const cell_settings *settings, cell_keys **out);
void cell_keys_free(cell_keys *keys);
POINTER_CLEANUP(cell_keys, cell_keys_free)
/* *key = the key of the cell, valid until the next call; name = 16 hexadecimal digits of its hash. */
status cell_keys_at(cell_keys *keys, const cell_address *address, const char **key, char name[CELL_NAME]);
