/* How a child process ends, and other programs. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/status.h"

/* _exit(code): at once, without the exit handlers of the program it was forked from; in a build for `make coverage` the counters are
 * written first, which _exit would lose. */
_Noreturn void process_exit(int code);

/* Runs the program arguments[0], found in PATH, in `folder`, without input, and waits for it; what it writes is not seen. arguments ends
 * with NULL. Of the environment it has PATH alone, the C locale, and one thread for BLAS and OpenMP. *exit_code = what it returned.
 * STATUS_ABSENT "PROGRAM was not started ..." if it is not there, STATUS_FAILED if a signal ended it. */
status process_run(const char *folder, const char *const *arguments, int *exit_code);

#endif
