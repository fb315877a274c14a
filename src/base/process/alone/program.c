/* A build without processes starts no other program. */
#include "base/process/program.h"

status program_start(const program *program, process *out) {
  *out = PROCESS_NONE;
  return FAIL(STATUS_ABSENT, "%s was not started: other programs are not started here", program->arguments[0]);
}

const char *program_search_path(void) {
  return "";
}
