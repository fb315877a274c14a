/* The records of a result folder: a journal of finished cells, found again by name.
 *
 * <folder>/.journal/cells holds one record (cell.h) for each finished cell, in the order in which they finished; a later record of
 * the same cell replaces an earlier one. Failed cells are never stored. */
#pragma once

#include "base/memory.h"
#include <cjson/cJSON.h>

typedef struct store store;

/* Opens the journal, repairs a torn end, and locks the folder. STATUS_FAILED if another run holds the lock. */
status store_open(const char *folder, store **out);
/* Opens for reading only: no lock, no repair. */
status store_open_reader(const char *folder, store **out);
void store_close(store *self);
POINTER_CLEANUP(store, store_close)

/* These and the readers below see the records that existed when the store was opened; all of them after store_compact. Memory holds only
 * the place of each record, 40 bytes a cell. */
bool store_has(const store *self, const char *cell);
size_t store_count(const store *self);
/* Lines of the journal that are damaged or of another version. They are kept, but not read. */
size_t store_unread(const store *self);
/* Says so in a line of its own if there are any; then: what their cells do, "run again". */
void store_note_unread(const store *self, FILE *notes, const char *then);
status store_append(store *self, const char *cell, const char *record);
status store_write(store *self, double patience); /* appended records that wait (journal_write) */
/* *record = the newest record of the cell, parsed; the caller deletes it. STATUS_END if there is none. */
status store_read(const store *self, const char *cell, cJSON **record);
/* The same as text, as it is in the journal; the caller frees. */
status store_read_text(const store *self, const char *cell, char **record);
/* Calls visit for the newest record of every cell that is wanted, in the order of cell names; the other records are not read. */
status store_each(const store *self, bool (*wanted)(void *context, const char *cell),
                  status (*visit)(void *context, const char *cell, const cJSON *record), void *context);
/* Adds appended records to the index, without reading them again. Rewrites the journal without replaced records if these are more than
 * half of it and all its lines are records. */
status store_compact(store *self);
