/* A child process that is spoken to in lines: what it reads is written here, what it writes is read here, what it says on standard error
 * is kept in a file. One thread; a child belongs to the process that started it and ends with it. */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stddef.h>

#include "base/status.h"

typedef struct child child;

enum {
  CHILD_LINE_LIMIT = 1 << 26, /* bytes of one line */
  CHILD_LOG_LIMIT = 1 << 16   /* bytes of standard error that are kept; a last line says that there was more */
};

/* STATUS_ABSENT unless `program` can be started in `folder` (NULL: the present one). */
status child_program_exists(const char *folder, const char *program);
/* Starts arguments[0], looked up in PATH unless it has a '/', in `folder`. arguments ends with NULL. Of the environment it has PATH, HOME, the
 * C locale, one thread for BLAS and OpenMP, and hash seeds of Python fixed. log: the file that standard error goes to, made when something
 * is said; NULL: nothing is kept. STATUS_ABSENT "PROGRAM was not started: ..." if it is not there. The caller ends it. */
status child_start(const char *folder, const char *const *arguments, const char *log, child **out);
/* Both wait at most `seconds`. STATUS_FAILED without the child's name: "did not read within 10 s", "ended with exit status 1; it said: LAST LINE OF STANDARD ERROR",
 * "was ended by signal 9", "closed its output", "did not answer within 10 s", "wrote a line of more than 67108864 bytes". Afterwards the child is of no more
 * use. */
status child_write(child *to, const char *text, size_t length, double seconds);
/* *line: without its end, terminated by a 0, valid until the next call. A line with a 0 byte in it is refused. */
status child_read_line(child *from, double seconds, char **line, size_t *length);
/* Writes `last` (NULL: nothing) if it fits into the pipe, closes its input, waits for its end for `seconds`, kills it and its group
 * otherwise, and frees all. Records no failure. Safe on NULL. */
void child_end(child *c, const char *last, double seconds);

#endif
