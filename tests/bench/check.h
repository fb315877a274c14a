/* For functions of the bench that clean up at a label `end` and hold a variable `code`. */
#pragma once

#include "base/status.h"

#define CHECK(expression)            \
  do {                               \
    code = (expression);             \
    if (code != STATUS_OK) goto end; \
  } while (0)
