/* Journals: files of records that survive a kill at any byte. */
#pragma once

#include "base/status.h"

/* A journal is a file of records, each one line "<length> <xxh128 of payload> <payload>\n" (payload: text without line
 * ends). A record that follows another within JOURNAL_PATIENCE waits for the next ones, or journal_write; all are synced about once a second and on close. */
typedef struct journal journal;
status journal_open(const char *path, journal **out); /* for appending; cuts off a torn record */
status journal_append(journal *file, const char *payload);
/* Writes what waits, unless something was written less than `patience` seconds ago. */
status journal_write(journal *file, double patience);
#define JOURNAL_PATIENCE 0.05
size_t journal_last(const journal *file); /* offset of the payload appended last, as journal_scan gives it */
status journal_close(journal *file);      /* syncs; frees; NULL is fine */
/* Calls `visit` for each whole record in order (payload ends with a 0 byte, valid during the call); ignores a
 * torn end; a line that is no record of this form (damaged, or of another version) is skipped and counted in *damaged.
 * A missing file has no records. A status other than OK from visit ends the scan. Needs memory for the longest line only. */
status journal_scan(const char *path, status (*visit)(void *context, const char *payload, size_t length, size_t offset),
                    void *context, size_t *damaged);
