/* Other programs, run as child processes (process.h). */
#pragma once

#include "base/process/process.h"

typedef struct program {
  const char *const *arguments;   /* arguments[0] is looked up in PATH unless it has a '/'; NULL at the end */
  const char *folder;             /* where it runs; NULL: here */
  const char *const *environment; /* "NAME=value", NULL at the end: all that it has beside PATH */
  bool input, output, errors; /* these standard streams are pipes to the ends in `process`; the others are /dev/null */
  bool leads_group;           /* it gets a process group, and the default reaction to signals */
} program;

/* STATUS_ABSENT "PROGRAM was not started: ..." if it cannot be executed, STATUS_IO if there is no process. The caller ends it with process_end and
 * process_close. */
status program_start(const program *wanted, process *out);

/* What PATH is, or where programs are if it is not set. */
const char *program_search_path(void);
