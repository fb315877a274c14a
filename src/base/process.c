#include "base/process.h"

#include <unistd.h>

#ifdef COVERAGE
extern void __gcov_dump(void); /* NOLINT(bugprone-reserved-identifier) of gcc's libgcov */
#endif

void process_exit(int code) {
#ifdef COVERAGE
  __gcov_dump();
#endif
  _exit(code);
}
