/* Why cells run again: says on stderr what differs between the records of a folder and the cells of a plan. */
#ifndef ENGINE_CHANGES_H
#define ENGINE_CHANGES_H

#include <stdbool.h>

#include "base/status.h"
#include "engine/cell.h"
#include "engine/store.h"

/* One line, only if the folder has records; there: cells that have one and do not run: "20 cells are there, 10 are new, 20 run again: changed trials". */
status changes_report(const cell_settings *settings, const store *store, const bool *finished, size_t there);

#endif
