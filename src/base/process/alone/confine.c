/* A build without processes has no child that could give up anything. So does valgrind, which needs files and system calls of its own. */
#include "base/process/confine.h"

status confine(const char *const *read, const char *const *written) {
  return STATUS_OK;
}

status confine_files(const char *const *read, const char *const *written) {
  return confine(read, written);
}

status confine_calls(void) {
  return STATUS_OK;
}

const char *confine_files_lack(void) {
  return "this build does without";
}

const char *confine_calls_lack(void) {
  return "this build does without";
}
