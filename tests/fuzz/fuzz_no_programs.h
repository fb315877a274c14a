/* For targets in which an input could name a program (learner.external): none is ever started. Takes the place of base/process/child.c. */
#ifndef TESTS_FUZZ_NO_PROGRAMS_H
#define TESTS_FUZZ_NO_PROGRAMS_H

#include <stdlib.h>

#include "base/process/child.h"

status child_program_exists(const char *folder, const char *program) {
  (void)folder;
  return FAIL(STATUS_ABSENT, "%s was not started: there is no such program", program);
}

status child_start(const char *folder, const char *const *arguments, const char *log, child **out) {
  (void)log, (void)out;
  return child_program_exists(folder, arguments[0]);
}

status child_write(child *to, const char *text, size_t length, double seconds) {
  (void)to, (void)text, (void)length, (void)seconds;
  abort();
}

status child_read_line(child *from, double seconds, char **line, size_t *length) {
  (void)from, (void)seconds, (void)line, (void)length;
  abort();
}

void child_end(child *c, const char *last, double seconds) {
  (void)last, (void)seconds;
  if (c != NULL) abort();
}

#endif
