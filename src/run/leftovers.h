/* Temporary files that killed runs left in a result folder. */
#pragma once

#include "base/status.h"

/* Removes "NAME.tmp" and "NAME.tmp.PROCESS" of files that a run writes from the folder and those of its parts. Only for the holder of the folder's
 * lock (store_open) without running workers: nobody else can be writing there. */
status leftovers_remove(const char *results);
