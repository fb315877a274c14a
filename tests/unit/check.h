/* What most tests ask for: a status that is OK, and a stream of random numbers. */
#pragma once

#include <criterion/criterion.h>

#include "base/random.h"

#define OK(expression) cr_assert_eq((expression), STATUS_OK, "%s", status_message())

static inline random_stream *stream_of(const char *purpose) {
  random_stream *stream = NULL;
  OK(random_stream_new(1, purpose, &stream));
  return stream;
}
