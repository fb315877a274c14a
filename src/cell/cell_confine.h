/* What a worker gives up (base/process/confine.h) before a cell whose members or procedure are Lua. */
#ifndef CELL_CELL_CONFINE_H
#define CELL_CELL_CONFINE_H

#include <stdbool.h>

#include "cell/cell_settings.h"

/* Does the cell run Lua? One whose learner is a program does not count: that has the user's rights, by his leave, and would inherit the loss. */
bool cell_is_confined(const plan *planned, const cell_address *address);
/* Leaves to this process what any cell of the plan reads, its recordings and states, and the folder `scratch` (NULL: none) to write. */
status cell_confine(const cell_settings *settings, const char *scratch);

#endif
