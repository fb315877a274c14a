/* Work by libraries that abort when memory is short, as GLPK and LIBSVM do: in a child process, so that they end only that. */
#pragma once

#include "base/status.h"

/* Calls work(context, results) in a child process without standard streams. Its status and message come back; where it is STATUS_OK, so does what it
 * wrote into results[0..count-1]. STATUS_MEMORY, with the library's name, if SIGABRT or SIGKILL ended the child; STATUS_FAILED if another signal did;
 * STATUS_IO if there is no process. */
status isolated_work(const char *library, status (*work)(void *context, double *results), void *context, size_t count,
                     double *results);
