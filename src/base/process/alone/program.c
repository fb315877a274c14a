/* A build without processes starts no other program. */
#include "base/process/program.h"

status program_start(const program *wanted, process *out) {
  *out = PROCESS_NONE;
  return FAIL(STATUS_ABSENT, "%s was not started: other programs are not started here", wanted->arguments[0]);
}

status program_run(const char *folder, const char *const *arguments, int *exit_code) {
  process started;
  *exit_code = 0;
  return program_start(&(const program){.arguments = arguments, .folder = folder}, &started);
}

const char *program_search_path(void) {
  return "";
}
