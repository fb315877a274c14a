/* Work in a temporary folder that is removed afterwards, also after an interruption or a crash. */
#pragma once

#include "base/memory.h"

/* Makes "<TMPDIR or /tmp>/winnow-verify-XXXXXX". The caller removes it. */
status scratch_make(char **folder);
/* Removes it with everything in it, and frees its name. Safe on NULL. */
void scratch_remove(char *folder);
POINTER_CLEANUP(char, scratch_remove)

/* Calls work(context) in a child process and waits. SIGINT, SIGTERM and SIGHUP end the child, not this process: STATUS_INTERRUPTED. A failure of
 * work is returned with its message, as if work had been called here. STATUS_FAILED if the child crashed. */
status scratch_work(status (*work)(void *context), void *context);
