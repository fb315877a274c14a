/* A build without processes calls the library in the thread that asks. */
#include "base/process/isolated.h"

status isolated_work(const char *library, status (*work)(void *context, double *results), void *context, size_t count,
                     double *results) {
  return work(context, results);
}
