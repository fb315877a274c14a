/* Another program as a partner that reads and writes lines; its standard error is kept in a file. A child belongs to the thread that started it,
 * and ends with its process. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

typedef struct child child;

enum {
  CHILD_LINE_LIMIT = 1 << 26, /* bytes of one line */
  CHILD_LOG_LIMIT = 1 << 16   /* bytes of standard error that are kept; then a line notes that the rest was not */
};

/* Commands come from scenarios, manifests and states, which may be a stranger's: none is started before the program has found that it may trust
 * them, and says so here. */
void child_allow(void);
/* The same for one command, a JSON list of texts: for programs that the user has named. The list is copied. */
status child_allow_command(const cJSON *command);
/* Can the command be started in `folder` (NULL: the current one)? STATUS_INVALID, with the command, where commands are not allowed; STATUS_ABSENT
 * where there is no such program. */
status child_check(const char *folder, const char *const *arguments);
/* After child_allow. Starts arguments[0], looked up in PATH unless it has a '/', in `folder`. arguments ends with NULL. Of the environment it has PATH, HOME, the
 * C locale, one thread for BLAS and OpenMP, and hash seeds of Python fixed. log: the file that standard error goes to, made when
 * something is written there; NULL: nothing is kept. STATUS_ABSENT "PROGRAM was not started: ..." if it cannot be executed. The caller ends it. */
status child_start(const char *folder, const char *const *arguments, const char *log, child **out);
/* Both wait at most `seconds`. STATUS_FAILED without the child's name: "did not read within 10 s", "ended with exit status 1; it said: LAST LINE OF STANDARD ERROR",
 * "was ended by signal 9 (Killed)", "closed its output", "did not answer within 10 s", "wrote a line of more than 67108864 bytes". Afterwards the
 * child can only be ended. */
status child_write(child *to, const char *text, size_t length, double seconds);
/* *line: without its line end, 0-terminated, valid until the next call. A line with a 0 byte in it is refused. */
status child_read_line(child *from, double seconds, char **line, size_t *length);
/* Writes `last` (NULL: nothing) if it fits into the pipe, closes the input, waits `seconds` for the end, then kills the child with its group.
 * Frees everything, records no failure. Safe on NULL. */
void child_end(child *c, const char *last, double seconds);
