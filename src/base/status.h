/* Status codes and the reason of the last failure.
 *
 * Every function that can fail returns a `status`. A failure records, once, why (a thread-local record): the message is
 * one line for people, without a final full stop or line end.
 * Nothing below main() prints or exits.
 *
 * Brings what nearly every file uses of the C library. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum status {
  STATUS_OK = 0,
  STATUS_FAILED,     /* the run failed in part: exit status 1 */
  STATUS_INVALID,    /* bad usage, scenario or input data: exit status 2 */
  STATUS_ABSENT,     /* an optional component that the input needs is not there: exit status 2 */
  STATUS_MEMORY,     /* no memory */
  STATUS_IO,         /* the system refused to read or write */
  STATUS_NUMERIC,    /* not a finite number, no convergence */
  STATUS_END,        /* nothing more to come (a sequence, a file): not an error, has no message */
  STATUS_INTERRUPTED /* SIGINT or SIGTERM: exit status 130 */
} status;

/* Records the formatted message, returns `code`. Use FAIL. */
status status_fail(status code, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* Puts "context: " before the recorded message, if `code` is a failure, and returns `code`; for callers that know the file, line or cell. The
 * arguments are evaluated in any case, and in no order: none is what the call that gives `code` changes. */
status status_context(status code, const char *format, ...) __attribute__((format(printf, 2, 3)));

const char *status_message(void); /* of the last failure in this thread; "" if none; valid until the next failure */

/* Notes a failed allocation where the failure could go unseen: cJSON builds trees with holes, Lua code may catch the error, GSL goes on. Failures
 * with STATUS_MEMORY are noted automatically. */
void status_note_memory(void);
/* STATUS_MEMORY if an allocation in this thread has failed: documents, records and plans made since then may be incomplete and are not accepted.
 * The program's processes are short-lived and end then; the library forgets the note before it makes a learner. */
status status_memory(void);
void status_forget_memory(void);

#define FAIL(code, ...) status_fail((code), __VA_ARGS__)
#ifdef __clang_analyzer__ /* which does not see into status.c: a failure is not STATUS_OK */
#undef FAIL
#define FAIL(code, ...) ((void)status_fail((code), __VA_ARGS__), (code))
#endif
#define TRY(expression)                               \
  do {                                                \
    const status try_status_ = (expression);          \
    if (try_status_ != STATUS_OK) return try_status_; \
  } while (0)
