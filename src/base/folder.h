/* Listing and removing folders. Nothing here allocates: cleaning up must work when memory is gone. */
#pragma once

#include "base/status.h"

/* Calls `visit` for each name in the folder but "." and ".."; it may remove what has this name in `folder`, a descriptor. A folder that is
 * not there has no names. STATUS_IO: it cannot be listed. */
status folder_each(const char *path, void (*visit)(void *context, int folder, const char *name), void *context);

/* STATUS_INVALID "PATH/NAME: is a link, ..." unless the folder holds regular files and folders only. A folder that is not there does. */
status folder_check_plain(const char *path);

/* Locks the folder until *lock is closed. False: another process has the lock. Where the file system has no locks: true, with *lock = -1 or no effect. */
bool folder_lock(const char *path, int *lock);

/* Removes the folder with all its contents; does not follow links. What cannot be removed stays. */
void folder_remove(const char *path);
