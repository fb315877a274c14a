/* Folders, listed and removed without memory of their own: cleaning up must work where nothing else does any more. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdbool.h>

#include "base/status.h"

/* Calls `visit` for each name in the folder but "." and ".."; it may remove what has this name in `folder`, a descriptor. A folder that is
 * not there has no names. STATUS_IO: it cannot be listed. */
status folder_each(const char *path, void (*visit)(void *context, int folder, const char *name), void *context);

/* Keeps others who ask for it from the folder until *lock is closed, or -1: where a file system knows no locks of folders nothing keeps them
 * away. False: somebody has it. */
bool folder_lock(const char *path, int *lock);

/* Removes the folder with all that is in it, links as links; what cannot be removed stays. */
void folder_remove(const char *path);

#endif
