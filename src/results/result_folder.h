/* What a result folder is made of. */
#pragma once

#include "base/status.h"

/* The folders whose files a run writes: ".", the result folder itself, sequences, states, stderr and .journal. */
enum { RESULT_FOLDER_PARTS = 5 };
extern const char *const result_folder_parts[RESULT_FOLDER_PARTS];

/* Before anything is read from a folder that may be a stranger's, or written into one: STATUS_INVALID for links, which would lead out of it, and for
 * pipes and devices. A folder that is not there is fine. */
status result_folder_check(const char *folder);
