#include "base/process/processors.h"

/* There are no workers that others could run on. */
size_t processors_allowed(void) {
  return 1;
}
