/* Status codes and their messages. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/status.h"

/* A message is one line, whatever is in it, and what is too long is cut. */
Test(status, messages_are_one_line) {
  char text[5000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  cr_expect_eq(FAIL(STATUS_INVALID, "a\nb\tc\x7f\x1b[1m"), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "a b c  [1m");
  cr_expect_eq(status_context(STATUS_IO, "%s", "file"), STATUS_IO);
  cr_expect_str_eq(status_message(), "file: a b c  [1m");
  (void)FAIL(STATUS_FAILED, "%s", text);
  const size_t longest = strlen(status_message());
  cr_expect(longest > 1000 && longest < sizeof text - 1);
  (void)status_context(STATUS_FAILED, "%s", text);
  cr_expect_eq(strlen(status_message()), longest);
}
