/* What most tests ask for: a status that is OK, a stream of random numbers, and the length of a sweep. */
#pragma once

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/random.h"

#define OK(expression) cr_assert_eq((expression), STATUS_OK, "%s", status_message())

static inline random_stream *stream_of(const char *purpose) {
  random_stream *stream = NULL;
  OK(random_stream_new(1, purpose, &stream));
  return stream;
}

/* Long sweeps: `make test-all` takes all of them, `make test` some. */
static inline size_t sweep(size_t all, size_t few) {
  const char *wanted = getenv("TEST_ALL");
  return wanted != NULL && *wanted != '\0' ? all : few;
}
