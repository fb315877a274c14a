#include "engine/compare.h"
status compare_folders(const char *a, const char *b, const char *format, FILE *file) {
  (void)a, (void)b, (void)format, (void)file;
  return FAIL(STATUS_INVALID, "x");
}
