/* A cell that is a procedure: its quantities, and what bounds say of them. */
#ifndef CELL_CELL_PROCEDURE_H
#define CELL_CELL_PROCEDURE_H

#include <cjson/cJSON.h>

#include "base/status.h"
#include "cell/cell.h"

status cell_run_procedure(const cell_settings *settings, const cell_address *address, cJSON *record);

#endif
