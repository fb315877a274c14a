/* Files: read whole, replace durably, journals that survive a kill. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

/* *out = contents plus a final 0 byte, *length without it. The caller frees. Refuses folders. The message names path.
 * */
status file_read(const char *path, char **out, size_t *length);
bool file_exists(const char *path);
status directory_make(
    const char *path); /* with parents; existing is fine; STATUS_INVALID where a file is in its place */

/* STATUS_INVALID where something other than a regular file is in the place of one to be written. */
status file_check_place(const char *path);

/* Durable replacement: write to "<path>.tmp.<pid>", then fsync, rename, fsync of the folder. A link stays, what it leads to is replaced;
 * STATUS_IO for folders, devices, pipes and links that lead nowhere. */
typedef struct replacement replacement;
status replacement_begin(const char *path, replacement **out);
FILE *replacement_stream(replacement *file); /* owned by the replacement */
const char *replacement_path(const replacement *file);
const char *replacement_temporary(const replacement *file); /* where the bytes are until the commit */
/* Everything that can fail for want of room, and the stream's end: after OK only the rename is left. Several files that belong together
 * are all settled before the first is committed. */
status replacement_settle(replacement *file);
status replacement_commit(replacement *file); /* settles if that was not done; checks every write error; frees */
void replacement_abandon(replacement *file);  /* removes the temporary file; frees; NULL is fine */

/* A journal is a file of records, each one line "<length> <xxh128 of payload> <payload>\n" (payload: text without line
 * ends). Appending is buffered by the system and synced about once a second and on close. */
typedef struct journal journal;
status journal_open(const char *path, journal **out);      /* appends; cuts off a torn record */
status journal_append(journal *file, const char *payload); /* one write(2); synced when a second has passed */
size_t journal_last(const journal *file); /* offset of the payload appended last, as journal_scan gives it */
status journal_close(journal *file);      /* syncs; frees; NULL is fine */
/* Calls `visit` for each whole record in order (payload ends with a 0 byte, valid during the call); ignores a
 * torn end; a line that is no record of this form (damaged, or of another version) is skipped and counted in *damaged.
 * A missing file has no records. A status other than OK from visit ends the scan. Needs memory for the longest line only. */
status journal_scan(const char *path, status (*visit)(void *context, const char *payload, size_t length, size_t offset),
                    void *context, size_t *damaged);

#endif
