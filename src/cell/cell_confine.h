/* What a worker gives up (base/process/confine.h) before a cell whose members or procedure are Lua. */
#pragma once

#include "base/process/confine.h"
#include "cell/cell_settings.h"

/* A learner that is a program has the user's rights, by his leave: NOT_CONFINED also where problem or bounds are Lua. */
confinement cell_confinement(const plan *planned, const cell_address *address);
/* Leaves to this process what any cell of the plan reads, its recordings and states, and the folder `scratch` (NULL: none) to write. */
status cell_confine(const cell_settings *settings, const char *scratch);
