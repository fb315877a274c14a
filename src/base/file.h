/* Files: opened, read whole, replaced durably; folders made. */
#pragma once

#include "base/memory.h"
#include <errno.h>

/* "PATH: cannot be read: REASON", by errno. */
#define FAIL_SYSTEM(path, what) FAIL(STATUS_IO, "%s: cannot be %s: %s", (path), (what), strerror(errno))

/* The one place where files are opened whose names or contents come from elsewhere. Only regular files are: a pipe would keep the program waiting,
 * a device may have no end. flags: as of open(2), O_CLOEXEC is added. STATUS_INVALID "PATH: is not a regular file, expected a file";
 * STATUS_IO, with errno as open left it, where it is a folder, not there or closed to us. */
status file_open(const char *path, int flags, int *descriptor);
/* The same as a stream: read (O_RDONLY), appended to (O_APPEND) or written. */
status file_stream(const char *path, int flags, FILE **out);
/* *out = contents plus a final 0 byte, *length without it. The caller frees. Messages name the path. */
status file_read(const char *path, char **out, size_t *length);
/* Exactly `count` bytes of an open file from `start` on. */
status file_read_at(const char *path, int descriptor, size_t start, size_t count, char *bytes);
/* False: errno says why not all of it was written. */
bool descriptor_write(int descriptor, const char *bytes, size_t length);
/* For CLEANUP (memory.h), where closing cannot lose anything; -1 and NULL are fine. */
void descriptor_close_at(int *descriptor);
void stream_close_at(FILE **stream);
bool file_exists(const char *path);
status directory_make(const char *path); /* and its parents; STATUS_INVALID where a file is in its place */

/* STATUS_INVALID if the path is something other than a regular file. */
status file_check_place(const char *path);

/* Durable replacement: write to "<path>.tmp.<pid>", fsync, rename, fsync of the folder. A symbolic link stays and its target is replaced.
 * STATUS_IO for folders, devices, pipes and dangling links. */
typedef struct replacement replacement;
status replacement_begin(const char *path, replacement **out);
FILE *replacement_stream(replacement *file); /* owned by the replacement */
const char *replacement_path(const replacement *file);
const char *replacement_temporary(const replacement *file); /* where the bytes are until the commit */
/* Writes all out, syncs and closes the stream: after STATUS_OK only the rename is left. Files that belong together are all settled before the first
 * is committed. */
status replacement_settle(replacement *file);
/* Settles first if need be and renames; reports every write error; frees. The folder is not synced: for files that belong together once is
 * enough (file_sync_folder). */
status replacement_rename(replacement *file);
status replacement_commit(replacement *file); /* the same, and syncs the folder */
void replacement_abandon(replacement *file);  /* removes the temporary file; frees; NULL is fine */
POINTER_CLEANUP(replacement, replacement_abandon)

/* Writes what a file holds to a stream, which says whether that went well. flags: O_NOFOLLOW, or 0. */
status file_append(const char *path, int flags, FILE *to);
/* Copies a regular file, no link, under the temporary name "<to>.tmp", then renames that. Not synced. */
status file_copy(const char *from, const char *to);

/* Makes the name of a file in its folder durable, after it was made or renamed. */
status file_sync_folder(const char *path);
