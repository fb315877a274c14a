/* A cell that is a procedure: its quantities, and what bounds say of them. */
#ifndef ENGINE_CELL_PROCEDURE_H
#define ENGINE_CELL_PROCEDURE_H

#include <cjson/cJSON.h>

#include "base/status.h"
#include "engine/cell.h"

status cell_run_procedure(const cell_settings *settings, const cell_address *address, cJSON *record);

#endif
