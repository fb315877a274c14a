/* Files: read whole, replaced durably; folders made. */
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

/* Makes the name of a file in its folder durable, after it was made or renamed. */
status file_sync_folder(const char *path);

#endif
