/* The records of a result folder: a journal of finished cells, found again by name.
 *
 * <folder>/.journal/cells holds one record (cell.h) for each finished cell, in the order in which they finished; a later record of
 * the same cell replaces an earlier one. Failed cells are never stored. */
#ifndef RESULTS_STORE_H
#define RESULTS_STORE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct store store;

/* Opens the journal (repairs a torn end) and takes the folder's lock. STATUS_FAILED if another run holds it. */
status store_open(const char *folder, store **out);
/* Opens for reading only: no lock, no repair. */
status store_open_reader(const char *folder, store **out);
void store_close(store *store);

/* These and the readers below see what was there when the store was opened, and after store_compact all of it. In memory is only
 * where each record stands, 40 bytes a cell. */
bool store_has(const store *store, const char *cell);
size_t store_count(const store *store);
/* Lines of the journal that are damaged or of another version. They stay where they are; nothing is read from them. */
size_t store_unread(const store *store);
status store_append(store *store, const char *cell, const char *record);
/* *record = the newest record of the cell, parsed; the caller deletes it. STATUS_END if there is none. */
status store_read(const store *store, const char *cell, cJSON **record);
/* The same as it stands in the journal; the caller frees. */
status store_read_text(const store *store, const char *cell, char **record);
/* Calls visit for the newest record of every cell that is wanted, in order of cell names; the others are not read. */
status store_each(const store *store, bool (*wanted)(void *context, const char *cell),
                  status (*visit)(void *context, const char *cell, const cJSON *record), void *context);
/* Takes what was appended into the index, without reading it again. Rewrites the journal without replaced records when they are more
 * than half of it and it has nothing but records. */
status store_compact(store *store);

#endif
