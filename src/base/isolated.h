/* Work by libraries that end the program when memory is short, as GLPK and LIBSVM do: in a child process, so that they end that only. */
#ifndef BASE_ISOLATED_H
#define BASE_ISOLATED_H

#include <stddef.h>

#include "base/status.h"

/* Calls work(context) in a child process, which says nothing on its standard streams; what it writes into results[0..count-1] is then there
 * as well. Its status and message come back. STATUS_MEMORY, with the library's name, if the child was ended by SIGABRT or SIGKILL, STATUS_FAILED by
 * another signal, STATUS_IO if there is no process. */
status isolated_work(const char *library, status (*work)(void *context, double *results), void *context, size_t count,
                     double *results);

#endif
